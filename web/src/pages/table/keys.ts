// Which key is for which wager: a letter of its name that is not taken, shown beside it. And when a key decides.

import { isForPage } from '../../lib/keys'

/** Keys that mean something else while bets are open. */
export const TAKEN = new Set(['C', 'H', 'I', 'N', 'R', 'U', 'X'])

export function keysFor(names: string[]): string[] {
  const used = new Set(TAKEN)
  return names.map((name) => {
    const letters = name.toUpperCase().replace(/[^A-Z ]/g, '')
    const initials = letters.split(' ').map((word) => word.charAt(0))
    const key = [...initials, ...letters, ...'ABDEGHIJKLMNOPQSTVWYZ'].find((letter) => /[A-Z]/.test(letter) && !used.has(letter)) ?? ''
    used.add(key)
    return key
  })
}

/** Whether a key is pressed for the table, and not in a field, nor for anything but the page. */
export function isForTable(event: KeyboardEvent): boolean {
  return isForPage(event) && !(event.target as Partial<Element>).closest?.('input, select, textarea, dialog')
}

/** How long after a decision came up a key is still taken for one that was meant for a bet, in milliseconds. */
export const LATE_MS = 600

/**
 * Which keys decide a hand. Those of bets mean something else once there is a decision: one that is pressed as the cards come, or
 * is still held from before, decides nothing.
 */
export class DecisionKeys {
  #since: number | undefined

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Says whether there is something to decide now; the time counts from when there first was. */
  follow(deciding: boolean): void {
    if (!deciding) this.#since = undefined
    else this.#since ??= this.clock()
  }

  /** Whether this press is meant for the decision: a fresh one, of somebody who can have seen that there is one. */
  takes(press: { repeat: boolean }): boolean {
    return this.#since !== undefined && !press.repeat && this.clock() - this.#since >= LATE_MS
  }
}
