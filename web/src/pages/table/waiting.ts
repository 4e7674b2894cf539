// For whom a table waits: for whoever may still bet, has to tell a secret for the shuffle, or has to decide.
import type { TableState } from '$api/live'

/** The positions that the round waits for, from the dealer's left. While bets are open it waits for nobody before there is one: no clock runs. */
export function waitedFor({ seats, round }: TableState): number[] {
  if (round === undefined || round.void !== undefined || round.deadline_ms === undefined) return []
  const { stage, spots, ready = [], sworn = [], told = [] } = round
  if (stage === 'open') return Object.keys(seats).map(Number).filter((spot) => !ready.includes(spot))
  // Nobody asks for the secret of bets that went back.
  if (stage === 'closed') return sworn.filter((spot) => spots[spot] !== undefined && !told.includes(spot))
  return stage === 'dealt' ? Object.keys(spots).map(Number).filter((spot) => spots[spot]!.undecided === true) : []
}
