// Figures as they are read: what is not nothing never reads as nothing; and which of them somebody is after who changes something.
import type { GameInfo } from '$api/http'
import type { Odds, WagerOdds } from '$api/odds'
import { fine, percent, words } from '$i18n'

/** A chance with four places; in more where it would look like none at all: `0.0000354%`. */
export function chance(value: number): string {
  return value !== 0 && Math.abs(value) < 5e-7 ? fine(value) : percent(value, 4)
}

/** By how much the house edge is more than it was. */
export function movedBy(now?: WagerOdds, before?: WagerOdds): string {
  if (now?.house_edge === undefined || before?.house_edge === undefined) return '–'
  const by = now.house_edge - before.house_edge
  return by === 0 ? words().odds.same : `${by > 0 ? '▲ +' : '▼ −'}${percent(Math.abs(by), 3)}`
}

/**
 * The wagers whose house edge somebody is after: that of which pays are `touched`; else those that are other than as `written`, whatever was changed; else the first.
 * A bonus is paid on a wager, and so is what a decision adds.
 */
export function wagersAt(info: Pick<GameInfo, 'wagers' | 'bonuses'>, touched: string | undefined, sets: Odds[], written?: Odds): string[] {
  const all = [...new Set(sets.flatMap(({ wagers }) => Object.keys(wagers)))].filter((id) => sets.some(({ wagers }) => wagers[id]?.house_edge !== undefined))
  const of = [touched, info.bonuses.find(({ id }) => id === touched)?.on, info.wagers.find(({ id }) => id === touched)?.of]
  const own = of.find((id) => id !== undefined && all.includes(id))
  if (own !== undefined) return [own]
  const moved = all.filter((id) => sets.some(({ wagers }) => wagers[id]?.house_edge !== written?.wagers[id]?.house_edge))
  return written !== undefined && moved.length > 0 ? moved : all.slice(0, 1)
}
