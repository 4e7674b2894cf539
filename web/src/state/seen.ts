// What somebody has seen of their disputes in this browser: of each case, when it had become what it was then.
import type { Schemas } from '$api/http'

export type CaseState = Pick<Schemas['CaseOut'], 'number' | 'state' | 'state_ms'>
export type Seen = Record<number, number>

/** Under which name it is kept. */
export const keptAs = (player: string) => `tercet.cases.${player}`

/** Nothing where nothing is kept, or what is kept cannot be read. */
export function seenBy(player: string): Seen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptAs(player)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Seen) : {}
  } catch {
    return {}
  }
}

export function keepSeen(player: string, seen: Seen): void {
  try {
    localStorage.setItem(keptAs(player), JSON.stringify(seen))
  } catch {
    // Nothing may be kept in this browser: it is known until the page is left.
  }
}

/** Whether the house has done something about it that was not seen here. What was over before this browser knew of it is no news. */
export function isNews({ number, state, state_ms }: CaseState, seen: Seen): boolean {
  const before = seen[number]
  if (state === 'answered') return before === undefined || before < state_ms
  return state === 'closed' && before !== undefined && before < state_ms
}
