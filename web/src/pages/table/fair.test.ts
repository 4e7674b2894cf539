import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commitment, deck, frozen, seatHash, type Context, type Seat } from './fair'

const folder = new URL('../../../../testdata/fairness/vectors/', import.meta.url)

type Vector = Context & { commitment: string; seed: string; frozen: string; seats: Seat[]; deck: string }

// The vectors that the verifier in Python made and the crate in Rust is checked by.
describe.each(readdirSync(folder))('%s', (name) => {
  const vector = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vector

  it('has the commitment, the frozen seats and the deck that follow', async () => {
    expect(await commitment(vector, vector.seed)).toBe(vector.commitment)
    expect(await frozen(vector, vector.seats)).toBe(vector.frozen)
    expect((await deck(vector, vector.seed, vector.seats)).join(' ')).toBe(vector.deck)
  })

  it('has the hashes of the secrets that were told', async () => {
    for (const { spot, hash, secret } of vector.seats) {
      if (secret !== null) expect(await seatHash(vector, spot, secret)).toBe(hash)
    }
  })
})
