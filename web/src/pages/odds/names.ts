// What rows are called: by the game's own words, where the odds name them by a key.
import type { Named } from '$api/names'
import { say } from '$i18n'

/** A row of a wager in words; what no row of the game is called, as it stands, without its dashes. */
export function rowOf(info: Named, wager: string, key: string): string {
  const rows = [...info.wagers, ...info.bonuses].find((one) => one.id === wager)?.pays ?? []
  return say(rows.find((row) => row.key === key)?.when ?? key.replaceAll('-', ' '))
}
