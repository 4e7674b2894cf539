import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { de } from '../../i18n/office.de'
import { en } from '../../i18n/office.en'
import { FIRST, follow, hashOf, joined, readRecord, type Chain } from './journal'

const u8 = (value: number) => value.toString(16).padStart(2, '0')
const u32 = (value: number) => value.toString(16).padStart(8, '0')
const u64 = (value: number) => value.toString(16).padStart(16, '0')
const bytes = (hex: string) => u32(hex.length / 2) + hex
const text = (words: string) => bytes(Array.from(new TextEncoder().encode(words), u8).join(''))

/** A record as docs/AUDIT.md has it: Ann gets $25 at the cashier, and sits down at table t in the same breath. */
function record(place: number, before: string): string {
  const parts = u32(1) + text('table.t') + u64(4) + u32(1) + bytes('0103' + '01' + text('ann'))
  const money = u32(1) + u32(2) + u8(0) + u8(3) + text('ann') + u64(2_500) + u8(0) + u8(3) + text('ann') + u8(4) + text('t') + u8(1) + u64(500) + u8(3) + text('ante')
  return u8(1) + u64(place) + before + u64(1_790_000_000_000 + place) + text('key-1') + '11'.repeat(32) + parts + money
}

type Written = { record: number; hash: string; bytes: string }

async function journal(count: number): Promise<Written[]> {
  const all: Written[] = []
  for (let place = 0; place < count; place++) {
    const said = record(place, all.at(-1)?.hash ?? FIRST)
    all.push({ record: place, bytes: said, hash: await hashOf(said) })
  }
  return all
}
const begun = (at: number): Chain => ({ from: at, to: at, last: undefined, wrong: undefined })

it('reads every field of a record', () => {
  expect(readRecord(record(7, FIRST))).toEqual({
    place: 7,
    before: FIRST,
    at_ms: 1_790_000_000_007,
    key: 'key-1',
    asked: '11'.repeat(32),
    parts: [{ stream: 'table.t', had: 4, events: [{ kind: 3, size: 10 }] }],
    transactions: [
      [
        { from: 'world', to: 'wallet ann', amount: 2_500, why: 'cash in' },
        { from: 'wallet ann', to: 'layout t 1', amount: 500, why: 'stake ante' },
      ],
    ],
  })
})

it('takes nothing for a record that is too short, too long, or of another layout', () => {
  const whole = record(0, FIRST)
  for (let end = 0; end < whole.length; end += 2) expect(() => readRecord(whole.slice(0, end)), String(end)).toThrow()
  expect(() => readRecord(whole + '00')).toThrow()
  expect(() => readRecord('02' + whole.slice(2))).toThrow()
})

describe('the chain', () => {
  it('holds page by page, from the first record or from any other', async () => {
    const all = await journal(6)
    const first = await follow(begun(0), all.slice(0, 3))
    expect(await follow(first, all.slice(3))).toEqual({ from: 0, to: 6, before: FIRST, last: all[5]!.hash, wrong: undefined })
    expect((await follow(begun(2), all.slice(2))).wrong).toBeUndefined()
  })

  it('holds where what is older is read later, and is seen not to at the seam', async () => {
    const all = await journal(6)
    const newer = await follow(begun(3), all.slice(3))
    const older = await follow(begun(0), all.slice(0, 3))
    expect(joined(older, newer)).toEqual(await follow(begun(0), all))
    expect(joined(await follow(begun(0), all.slice(0, 2)), newer).wrong).toEqual({ place: 3, why: 'place' })
    const changed = all[2]!.bytes.replace('09c4', '09c5')
    const other = await follow(begun(0), [...all.slice(0, 2), { ...all[2]!, bytes: changed, hash: await hashOf(changed) }])
    expect(other.wrong).toBeUndefined()
    expect(joined(other, newer).wrong).toEqual({ place: 3, why: 'before' })
  })

  const damages: [string, string, number, (all: Written[]) => unknown][] = [
    ['a byte that was changed', 'hash', 2, (all: Written[]) => void (all[2]!.bytes = all[2]!.bytes.replace('09c4', '09c5'))],
    ['a record that was changed with its hash', 'before', 3, async (all: Written[]) => void (all[2] = { ...all[2]!, bytes: all[2]!.bytes.replace('09c4', '09c5'), hash: await hashOf(all[2]!.bytes.replace('09c4', '09c5')) })],
    ['a record that is missing', 'place', 3, (all: Written[]) => void all.splice(2, 1)],
    ['two that were exchanged', 'place', 3, (all: Written[]) => void all.splice(2, 2, all[3]!, all[2]!)],
    ['bytes that are none', 'unreadable', 4, (all: Written[]) => void (all[4]!.bytes = '00')],
  ]
  it.each(damages)('does not hold with %s', async (_what, why, place, change) => {
    const all = await journal(6)
    await change(all)
    expect((await follow(begun(0), all)).wrong).toEqual({ place, why })
  })
})

it('has words for every event that the journal may hold, in both languages', () => {
  const table = readFileSync(new URL('../../../../docs/AUDIT.md', import.meta.url), 'utf8').split('\n').flatMap((line) => /^\| (\d+) \| /.exec(line)?.[1] ?? [])
  const kinds = [...new Set(table.map(Number))].sort((a, b) => a - b)
  // The page of the record has all that the program reads.
  const most = /a kind of event, 1 to (\d+)"/.exec(readFileSync(new URL('../../../../crates/table/src/encode.rs', import.meta.url), 'utf8'))![1]
  expect(kinds).toEqual(Array.from({ length: Number(most) }, (_, no) => no + 1))
  for (const words of [en, de]) expect(Object.keys(words.journal.events).map(Number)).toEqual(kinds)
})
