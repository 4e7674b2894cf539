// What wagers and rows are called: by the game's own words, where the odds name them by a key.
import type { GameInfo, PayRow } from '$api/http'
import { say } from '$i18n'

export type Named = Pick<GameInfo, 'wagers' | 'bonuses'>

export function nameOf(info: Named, id: string): string {
  return [...info.wagers, ...info.bonuses].find((one) => one.id === id)?.name ?? id.replaceAll('-', ' ')
}

/** The key of a row: its condition, with a dash for all that is no letter and no digit. */
export function keyOf(row: Pick<PayRow, 'when'>): string {
  return row.when.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
}

/** A row of a wager in words; what no row of the game is called, as it stands, without its dashes. */
export function rowOf(info: Named, wager: string, key: string): string {
  const rows = [...info.wagers, ...info.bonuses].find((one) => one.id === wager)?.pays ?? []
  return say(rows.find((row) => keyOf(row) === key)?.when ?? key.replaceAll('-', ' '))
}
