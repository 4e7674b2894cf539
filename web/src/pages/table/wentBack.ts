// Bets in words, and what of them went back before the deal.
import type { GameInfo, Schemas } from '$api/http'
import type { TableState, WentBack } from '$api/live'
import { nameIn } from '$api/names'
import { cause, money, number, words } from '$i18n'

/** What lies at a seat, each bet by its name and amount in cents. */
export function betsOf(wagers: Record<string, number>, game: GameInfo | undefined): string[] {
  return Object.entries(wagers).map(([id, amount]) => `${nameIn(game, id)} ${money(amount)}`)
}

/** The bets of a seat that went back, and why. */
export function backAndWhy({ wagers, why }: Pick<WentBack, 'wagers' | 'why'>, game: GameInfo | undefined): string {
  return `${betsOf(wagers, game).join(', ')}; ${cause(why)}`
}

/** What went back to whoever sits at a spot, before the deal of this round or as it is void: to nobody where nobody does. */
export function backOf(state: TableState | undefined, spot: number): WentBack | undefined {
  const player = state?.seats[spot]?.player
  const round = state?.round
  if (player === undefined || round === undefined) return undefined
  const before = round.sent_back?.find((back) => back.spot === spot && back.player === player)
  const lay = round.spots[String(spot)]
  if (before !== undefined || round.void === undefined || lay?.player !== player || Object.keys(lay.wagers).length === 0) return before
  return { spot, player, wagers: lay.wagers, why: round.void }
}

/** Seat by seat what went back in a round of the past; only whose, where no more is known of it. */
export function wentBack({ sent_back, withheld }: Schemas['Replay'], game: GameInfo | undefined): string[] {
  const w = words().history
  if (sent_back !== undefined) return sent_back.map((back) => w.backAt(back.spot, backAndWhy(back, game)))
  return withheld === undefined ? [] : [w.withheldAt(withheld.map((spot) => number(spot)).join(', '))]
}
