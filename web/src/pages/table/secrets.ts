// The player's part in the shuffle: a secret for each spot and round, kept until it is told (`$state/notes`).
import type { Live, Round } from '$api/live'
import { Refusal } from '$api/problem'
import { forget, note, noted as kept, spent, type Note, type Of } from '$state/notes'
import { canProve, frozen, hex, seatHash } from './fair'

function of(player: string, round: Round, spot: number): Of {
  return { player, table: round.context.table, round: round.no, spot, commitment: round.commitment }
}

/** What this browser has of a player's spot in a round. */
export function noted(player: string, round: Round, spot: number): Note | undefined {
  return kept(of(player, round, spot))
}

/** Whoever stands up takes back what was sworn: who sits down there again in this round swears anew. */
export function unswear(player: string, round: Round, spot: number): void {
  const own = noted(player, round, spot)
  if (own !== undefined) forget(of(player, round, spot), own.hash)
}

/** Forgets the secrets that no round will ask for any more, now that the table is at this one. */
export function spend(player: string, { no, stage, context }: Round): void {
  const asks = stage === 'open' || stage === 'closed'
  spent(player, context.table, (round) => round < no || (round === no && !asks))
}

/** Draws a secret for a spot that bets, and sends its hash; once a round. */
export async function swear(live: Live, player: string, round: Round, spot: number): Promise<void> {
  if (!canProve() || noted(player, round, spot) !== undefined) return
  const secret = hex(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await seatHash(round.context, spot, secret)
  if (noted(player, round, spot) !== undefined) return
  const own = { secret, hash, commitment: round.commitment }
  note(of(player, round, spot), own)
  try {
    await live.ask(round.context.table, { do: 'swear', spot, hash, round: round.no }, `swear-${round.no}-${spot}-${hash.slice(0, 16)}`)
    // Whoever was slower may have written over it.
    note(of(player, round, spot), { ...noted(player, round, spot), ...own })
  } catch (error) {
    // What was refused is not among the hashes that the house will publish, and must not be missed there. Where the house failed it may have it all the same.
    if (error instanceof Refusal && error.problem.status >= 400 && error.problem.status < 500) forget(of(player, round, spot), hash)
    // Another window of the same player was quicker: its secret counts, and it is the one to tell it.
    if (!(error instanceof Refusal) || error.code !== 'sworn') throw error
  }
}

/** Looks for the own hash among the frozen seats, and derives what stands for them; tells the secret only if both are right. */
export async function tell(live: Live, player: string, round: Round, spot: number): Promise<'told' | 'wrong' | 'none'> {
  const own = noted(player, round, spot)
  if (own?.secret === undefined || round.frozen === undefined) return 'none'
  const seats = Object.entries(round.frozen_seats ?? {}).map(([spot, hash]) => ({ spot: Number(spot), hash: hash === '' ? null : hash }))
  if (seats.find((seat) => seat.spot === spot)?.hash !== own.hash) return 'wrong'
  if ((await frozen(round.context, seats)) !== round.frozen) return 'wrong'
  note(of(player, round, spot), { ...own, frozen: round.frozen })
  await live.ask(round.context.table, { do: 'tell', spot, secret: own.secret, round: round.no }, `tell-${round.no}-${spot}-${own.hash.slice(0, 16)}`)
  spent(player, round.context.table, (no, of) => no === round.no && of === spot)
  return 'told'
}
