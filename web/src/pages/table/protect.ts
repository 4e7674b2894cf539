// When a player must look at time and cost before the next bet, and when nothing can be bet at all.
import type { Own } from '$api/live'

export type Hold = { kind: 'check' } | { kind: 'away'; until: number | undefined }

/** What stands before the next bet at this time of the house; nothing while a hand is in play, which goes to its end undisturbed. */
export function hold(own: Own | undefined, now: number, inPlay: boolean): Hold | undefined {
  if (own === undefined || inPlay) return undefined
  const until = own.away_until_ms
  if (until !== undefined && (until === 0 || until > now)) return { kind: 'away', until: until === 0 ? undefined : until }
  return own.check_at_ms !== undefined && now >= own.check_at_ms ? { kind: 'check' } : undefined
}
