// The player's part in the shuffle: a secret for each spot and round, kept until it is told. It survives that the page is loaded anew, and any window
// of this browser can tell it.
import type { Round } from '$api/live'
import type { Live } from '$api/live'
import { Refusal } from '$api/problem'
import { canProve, frozen, hex, seatHash } from './fair'

interface Note {
  secret: string
  hash: string
  /** What was published as bets closed, once it was seen to be right. */
  frozen?: string
  commitment: string
}

function key(round: Round, spot: number): string {
  return `${keysOf(round)}${round.no}.${spot}.${round.commitment}`
}

/** What the keys of a table begin with, and those of no other: names of tables may have dots, and no slash. */
function keysOf(round: Round): string {
  return `tercet.secret.${round.context.table}/`
}

/** Of so many rounds of a table before the one that is played the secrets are kept, to check what came of them. */
const KEPT_ROUNDS = 10

const notes = new Map<string, Note>()

export function noted(round: Round, spot: number): Note | undefined {
  const name = key(round, spot)
  const found = notes.get(name)
  if (found !== undefined) return found
  try {
    const kept = localStorage.getItem(name)
    return kept === null ? undefined : (JSON.parse(kept) as Note)
  } catch {
    // Nothing may be kept in this browser: the note is in memory alone.
    return undefined
  }
}

function note(round: Round, spot: number, what: Note): void {
  notes.set(key(round, spot), what)
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(keysOf(round)) && Number(name.slice(keysOf(round).length).split('.')[0]) < round.no - KEPT_ROUNDS) localStorage.removeItem(name)
    }
    localStorage.setItem(key(round, spot), JSON.stringify(what))
  } catch {
    // As above.
  }
}

/** The house has another secret of this spot, or none: this one counts for nothing. */
function forget(round: Round, spot: number, hash: string): void {
  notes.delete(key(round, spot))
  try {
    if (noted(round, spot)?.hash === hash) localStorage.removeItem(key(round, spot))
  } catch {
    // As above.
  }
}

/** Whoever stands up takes back what was sworn: who sits down there again in this round swears anew. */
export function unswear(round: Round, spot: number): void {
  const own = noted(round, spot)
  if (own !== undefined) forget(round, spot, own.hash)
}

/** Draws a secret for a spot that bets, and sends its hash; once a round. */
export async function swear(live: Live, round: Round, spot: number): Promise<void> {
  if (!canProve() || noted(round, spot) !== undefined) return
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await seatHash(round.context, spot, secret)
  if (noted(round, spot) !== undefined) return
  const own = { secret, hash, commitment: round.commitment }
  note(round, spot, own)
  try {
    await live.ask(round.context.table, { do: 'swear', spot, hash, round: round.no }, `swear-${round.no}-${spot}-${hash.slice(0, 16)}`)
    // Whoever was slower may have written over it.
    note(round, spot, { ...noted(round, spot), ...own })
  } catch (error) {
    // What was refused is not among the hashes that the house will publish, and must not be missed there. Where the house failed it may have it all the same.
    if (error instanceof Refusal && error.problem.status >= 400 && error.problem.status < 500) forget(round, spot, hash)
    // Another window of the same player was quicker: its secret counts, and it is the one to tell it.
    if (!(error instanceof Refusal) || error.code !== 'sworn') throw error
  }
}

/** Looks for the own hash among the frozen seats, and derives what stands for them; tells the secret only if both are right. */
export async function tell(live: Live, round: Round, spot: number): Promise<'told' | 'wrong' | 'none'> {
  const own = noted(round, spot)
  if (own === undefined || round.frozen === undefined) return 'none'
  const seats = Object.entries(round.frozen_seats ?? {}).map(([spot, hash]) => ({ spot: Number(spot), hash: hash === '' ? null : hash }))
  if (seats.find((seat) => seat.spot === spot)?.hash !== own.hash) return 'wrong'
  if ((await frozen(round.context, seats)) !== round.frozen) return 'wrong'
  note(round, spot, { ...own, frozen: round.frozen })
  await live.ask(round.context.table, { do: 'tell', spot, secret: own.secret, round: round.no }, `tell-${round.no}-${spot}-${own.hash.slice(0, 16)}`)
  return 'told'
}
