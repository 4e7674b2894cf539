// The provable shuffle, as docs/FAIRNESS.md says every byte of it: a check that needs nobody's word.
import type { Round } from '$api/live'
import type { Note } from '$state/notes'

export type Context = Round['context']
export interface Seat {
  spot: number
  hash: string | null
  secret: string | null
}

const UTF8 = new TextEncoder()
const subtle = () => crypto.subtle

/** Whether this page may use the functions that it takes: over https or from this machine. */
export function canProve(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const pairs = text.match(/../g) ?? []
  return new Uint8Array(pairs.map((pair) => parseInt(pair, 16)))
}

type Part = string | number | Uint8Array

/** Each part with its length before it. A number is one byte: a spot. */
function lp(...parts: Part[]): Uint8Array<ArrayBuffer> {
  const all = parts.map((part) => (typeof part === 'string' ? UTF8.encode(part) : typeof part === 'number' ? new Uint8Array([part]) : part))
  const to = new Uint8Array(all.reduce((sum, part) => sum + 4 + part.length, 0))
  let at = 0
  for (const part of all) {
    new DataView(to.buffer).setUint32(at, part.length)
    to.set(part, at + 4)
    at += 4 + part.length
  }
  return to
}

function eight(value: number): Uint8Array<ArrayBuffer> {
  const to = new Uint8Array(8)
  new DataView(to.buffer).setBigUint64(0, BigInt(value))
  return to
}

function ctx(context: Context): Uint8Array {
  return lp(context.table, eight(context.round), bytes(context.rules.replace('sha256:', '')), context.deal, context.engine)
}

async function sha256(of: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().digest('SHA-256', of))
}

export async function commitment(context: Context, seed: string): Promise<string> {
  return hex(await sha256(lp('tercet/v1/commit', ctx(context), bytes(seed))))
}

export async function seatHash(context: Context, spot: number, secret: string): Promise<string> {
  return hex(await sha256(lp('tercet/v1/seat', ctx(context), spot, bytes(secret))))
}

/** What stands for the list of seats as bets are closed. */
export async function frozen(context: Context, seats: { spot: number; hash: string | null }[]): Promise<string> {
  const parts = inOrder(seats).flatMap(({ spot, hash }): Part[] => [spot, hash === null ? new Uint8Array() : bytes(hash)])
  return hex(await sha256(lp('tercet/v1/frozen', ctx(context), ...parts)))
}

/** The deck, its top first. */
export async function deck(context: Context, seed: string, seats: Seat[]): Promise<string[]> {
  const list = bytes(await frozen(context, seats))
  const told = inOrder(seats).flatMap(({ spot, secret }): Part[] => (secret === null ? [] : [spot, bytes(secret)]))
  const salt = await sha256(lp('tercet/v1/salt', list, ...told))
  const key = await subtle().importKey('raw', bytes(seed), 'HKDF', false, ['deriveKey'])
  const info = lp('tercet/v1/deck', ctx(context))
  const mac = { name: 'HMAC', hash: 'SHA-256', length: 256 } as const
  const stream = await subtle().deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, mac, false, ['sign'])
  return shuffled(wordsOf(stream))
}

async function* wordsOf(key: CryptoKey): AsyncGenerator<number, never> {
  for (let counter = 0; ; counter++) {
    const block = new DataView(await subtle().sign('HMAC', key, eight(counter)))
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at)
  }
}

async function shuffled(words: AsyncGenerator<number, never>): Promise<string[]> {
  const cards = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit))
  for (let left = cards.length; left >= 2; ) {
    const product = BigInt((await words.next()).value) * BigInt(left)
    // Without this some numbers would be drawn a little more often.
    if ((product & 0xffffffffn) < 0x100000000n % BigInt(left)) continue
    const other = Number(product >> 32n)
    const card = cards[left - 1]!
    cards[left - 1] = cards[other]!
    cards[other] = card
    left--
  }
  return cards
}

function inOrder<T extends { spot: number }>(seats: T[]): T[] {
  return [...seats].sort((a, b) => a.spot - b.spot)
}

/** What is looked at of a proof: docs/FAIRNESS.md says all that is in it. */
export interface Proof {
  rules: string
  deal: string
  engine: string
  commitment: string
  frozen: string
  seed: string
  seats: Seat[]
  deck: string
  record: { spots: { cards: string }[]; dealer: string }
}

/** What a proof is held against. */
export interface Shown {
  table: string
  round: number
  /** The round as it was told while it was played; without it, what the proof says was published. */
  seen?: Pick<Round, 'context' | 'commitment' | 'frozen'> | undefined
  cards: string[]
  /** What this browser kept of it before it bet. */
  notes: Note[]
}

export interface Checked {
  step: 'commitment' | 'noted' | 'frozen' | 'hashes' | 'deck' | 'cards'
  ok: boolean
}

/** Every step of a proof. What was seen before bets is a step where this browser saw it. */
export async function checked(proof: Proof, { table, round, seen, cards, notes }: Shown): Promise<Checked[]> {
  const context = seen?.context ?? { table, round, rules: proof.rules, deal: proof.deal, engine: proof.engine }
  const published = seen ?? proof
  const derived = await deck(context, proof.seed, proof.seats)
  const hashes = await Promise.all(
    proof.seats.map(async ({ spot, hash, secret }) => secret === null || (await seatHash(context, spot, secret)) === hash),
  )
  const count = (text: string) => text.split(' ').filter((card) => card !== '').length
  const dealt = new Set(derived.slice(0, [...proof.record.spots.map((spot) => spot.cards), proof.record.dealer].reduce((sum, hand) => sum + count(hand), 0)))
  const noted = notes.every((note) => note.commitment === published.commitment && (note.frozen === undefined || note.frozen === published.frozen))
  const before: Checked[] = seen === undefined && notes.length === 0 ? [] : [{ step: 'noted', ok: noted }]
  return [
    { step: 'commitment', ok: (await commitment(context, proof.seed)) === published.commitment },
    ...before,
    { step: 'frozen', ok: (await frozen(context, proof.seats)) === published.frozen },
    { step: 'hashes', ok: hashes.every((ok) => ok) },
    { step: 'deck', ok: derived.join(' ') === proof.deck },
    // As many as lay on the table come first, and each of them once.
    { step: 'cards', ok: new Set(cards).size === cards.length && cards.every((card) => dealt.has(card)) },
  ]
}
