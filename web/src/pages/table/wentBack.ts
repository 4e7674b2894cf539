// What went back before the deal, in words.
import type { GameInfo, Schemas } from '$api/http'
import type { WentBack } from '$api/live'
import { nameIn } from '$api/names'
import { cause, money, number, words } from '$i18n'

/** The bets of a seat that went back, and why. */
export function backAndWhy({ wagers, why }: Pick<WentBack, 'wagers' | 'why'>, game: GameInfo | undefined): string {
  const bets = Object.entries(wagers).map(([id, amount]) => `${nameIn(game, id)} ${money(amount)}`)
  return `${bets.join(', ')}; ${cause(why)}`
}

/** Seat by seat what went back in a round of the past; only whose, where no more is known of it. */
export function wentBack({ sent_back, withheld }: Schemas['Replay'], game: GameInfo | undefined): string[] {
  const w = words().history
  if (sent_back !== undefined) return sent_back.map((back) => w.backAt(back.spot, backAndWhy(back, game)))
  return withheld === undefined ? [] : [w.withheldAt(withheld.map((spot) => number(spot)).join(', '))]
}
