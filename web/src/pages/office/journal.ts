// A record of the journal, read byte by byte as docs/AUDIT.md has it, and the chain of hashes through all of them.
import { bytes, hex } from '../table/fair'

export interface Posting {
  from: string
  to: string
  amount: number
  why: string
}

export interface JournalRecord {
  place: number
  /** The hash of the record before, which this one names. */
  before: string
  at_ms: number
  key: string
  asked: string
  /** What happened where: the stream, how many events it had before, and the kinds of the new ones where they are known. */
  parts: { stream: string; had: number; events: { kind: number; size: number }[] }[]
  transactions: Posting[][]
}

const ACCOUNTS = ['world', 'house', 'bank', 'wallet', 'layout', 'held', 'meter', 'reserve']
const REASONS = ['cash in', 'cash out', 'house funds', 'stake', 'stake back', 'hold for play on', 'release', 'contribution', 'to reserve', 'take', 'return', 'pay', 'award', 'envy', 'meter start', 'breakage']
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** What a record says; an error where it is none. */
export function readRecord(text: string): JournalRecord {
  const from = new Reader(bytes(text))
  const layout = from.u8()
  if (layout !== 1) throw new Error(`layout ${layout}`)
  const record = {
    place: from.u64(),
    before: hex(from.take(32)),
    at_ms: from.u64(),
    key: printable(from.bytes()),
    asked: hex(from.take(32)),
    parts: from.list(() => ({ stream: from.text(), had: from.u64(), events: from.list(() => from.bytes()).map((event) => ({ kind: event[1] ?? 0, size: event.length })) })),
    transactions: from.list(() => from.list(() => posting(from))),
  }
  if (!from.done()) throw new Error('something is left over')
  return record
}

function posting(from: Reader): Posting {
  const [giver, taker] = [account(from), account(from)]
  return { from: giver, to: taker, amount: from.u64(), why: reason(from) }
}

function account(from: Reader): string {
  const kind = from.u8()
  const name = ACCOUNTS[kind]
  if (name === undefined) throw new Error(`account ${kind}`)
  if (kind < 2) return name
  const whose = from.text()
  return kind === 4 || kind === 5 ? `${name} ${whose} ${from.u8()}` : `${name} ${whose}`
}

function reason(from: Reader): string {
  const kind = from.u8()
  const name = REASONS[kind]
  if (name === undefined) throw new Error(`reason ${kind}`)
  if (kind >= 3 && kind <= 12) return `${name} ${from.text()}`
  return kind === 13 ? `${name} ${from.u8()}` : name
}

/** A key as it shows: text where it is that, else digits. */
function printable(key: Uint8Array): string {
  return key.every((byte) => byte > 0x20 && byte < 0x7f) ? String.fromCharCode(...key) : hex(key)
}

/** The hash of a record: SHA-256 of a zero byte and its bytes. */
export async function hashOf(text: string): Promise<string> {
  const record = bytes(text)
  const leaf = new Uint8Array(record.length + 1)
  leaf.set(record, 1)
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', leaf)))
}

/** How far the chain was followed: from which record, to which (not included), and what is wrong first. */
export interface Chain {
  from: number
  to: number
  /** The hash that the first record names as that of the one before it. */
  before?: string | undefined
  /** The hash of the last record. */
  last: string | undefined
  wrong: { place: number; why: 'hash' | 'before' | 'place' | 'unreadable' | 'head' } | undefined
}

export const FIRST = '0'.repeat(64)

/** Follows the chain through the records that come next. What was wrong once stays so. */
export async function follow(chain: Chain, records: { record: number; hash: string; bytes: string }[]): Promise<Chain> {
  let { to, before: named, last, wrong } = chain
  for (const one of records) {
    let said: JournalRecord | undefined
    try {
      said = readRecord(one.bytes)
    } catch {
      wrong ??= { place: one.record, why: 'unreadable' }
    }
    if (one.record !== to || (said !== undefined && said.place !== one.record)) wrong ??= { place: one.record, why: 'place' }
    const hash = await hashOf(one.bytes)
    if (hash !== one.hash) wrong ??= { place: one.record, why: 'hash' }
    // Of the first record that is read nothing before it is known, unless it is the first of all.
    const before = one.record === 0 ? FIRST : last
    if (said !== undefined && before !== undefined && said.before !== before) wrong ??= { place: one.record, why: 'before' }
    if (to === chain.from) named = said?.before
    last = hash
    to = one.record + 1
  }
  return { from: chain.from, to, before: named, last, wrong }
}

/** The chain through two stretches, the older of which was read later. What is wrong first counts. */
export function joined(older: Chain, newer: Chain): Chain {
  const why = older.to !== newer.from ? 'place' : newer.before !== undefined && newer.before !== older.last ? 'before' : undefined
  const seam = why === undefined ? undefined : { place: newer.from, why } as const
  return { from: older.from, to: newer.to, before: older.before, last: newer.last, wrong: older.wrong ?? seam ?? newer.wrong }
}

class Reader {
  #at = 0
  readonly #view: DataView
  constructor(readonly of: Uint8Array) {
    this.#view = new DataView(of.buffer, of.byteOffset, of.byteLength)
  }
  done(): boolean {
    return this.#at === this.of.length
  }
  take(count: number): Uint8Array {
    if (this.#at + count > this.of.length) throw new Error('it ends too soon')
    this.#at += count
    return this.of.subarray(this.#at - count, this.#at)
  }
  u8(): number {
    return this.take(1)[0]!
  }
  u32(): number {
    this.take(4)
    return this.#view.getUint32(this.#at - 4)
  }
  u64(): number {
    this.take(8)
    const value = this.#view.getBigUint64(this.#at - 8)
    // No account holds more than 2^53, and no place or time is as large.
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('too large')
    return Number(value)
  }
  bytes(): Uint8Array {
    return this.take(this.u32())
  }
  text(): string {
    return UTF8.decode(this.bytes())
  }
  list<T>(one: () => T): T[] {
    const count = this.u32()
    // Each element takes a byte at least.
    if (count > this.of.length) throw new Error('too many')
    return Array.from({ length: count }, one)
  }
}
