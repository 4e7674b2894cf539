import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checked, commitment, deck, frozen, seatHash, type Context, type Proof, type Seat, type Shown } from './fair'

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

describe('a proof', () => {
  const vector = JSON.parse(readFileSync(new URL(readdirSync(folder)[0]!, folder), 'utf8')) as Vector
  const [first, dealers] = [vector.deck.split(' ').slice(0, 3), vector.deck.split(' ').slice(3, 6)]
  const proof: Proof = { ...vector, record: { spots: [{ cards: first.join(' ') }], dealer: dealers.join(' ') } }
  const kept = { hash: '', commitment: vector.commitment, frozen: vector.frozen }
  const shown: Shown = { table: vector.table, round: vector.round, cards: [...first, ...dealers], notes: [kept] }
  const other = 'f'.repeat(64)
  const fails = async (proof: Proof, shown: Shown) => (await checked(proof, shown)).filter(({ ok }) => !ok).map(({ step }) => step)

  it('holds beside what was published, with or without what this browser kept', async () => {
    expect((await checked(proof, shown)).map(({ step }) => step)).toEqual(['commitment', 'noted', 'frozen', 'hashes', 'deck', 'cards'])
    expect((await checked(proof, { ...shown, notes: [] })).map(({ step }) => step)).not.toContain('noted')
    for (const seen of [undefined, { context: vector, commitment: vector.commitment, frozen: vector.frozen }]) expect(await fails(proof, { ...shown, seen })).toEqual([])
  })

  it('does not hold where another commitment or other seats were seen before bets', async () => {
    expect(await fails(proof, { ...shown, notes: [{ ...kept, commitment: other }] })).toEqual(['noted'])
    expect(await fails(proof, { ...shown, notes: [kept, { ...kept, frozen: other }] })).toEqual(['noted'])
    expect(await fails(proof, { ...shown, seen: { context: vector, commitment: other, frozen: vector.frozen } })).toEqual(['commitment', 'noted'])
    expect(await fails({ ...proof, commitment: other }, { ...shown, notes: [] })).toEqual(['commitment'])
    expect(await fails({ ...proof, frozen: other }, { ...shown, notes: [] })).toEqual(['frozen'])
  })

  it('does not hold for another table or round, another seed or deck, or cards that were not dealt', async () => {
    for (const from of [{ table: 'another' }, { round: vector.round + 1 }]) expect(await fails(proof, { ...shown, ...from, notes: [] })).toContain('commitment')
    expect(await fails({ ...proof, seed: other }, shown)).toEqual(['commitment', 'deck', 'cards'])
    expect(await fails({ ...proof, deck: [...vector.deck.split(' ').slice(1), first[0]].join(' ') }, shown)).toEqual(['deck'])
    for (const cards of [[...first, vector.deck.split(' ')[6]!], [...first, first[0]!]]) expect(await fails(proof, { ...shown, cards })).toEqual(['cards'])
  })
})
