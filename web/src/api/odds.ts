// The exact odds of a game, as `GET /api/v1/games/GAME/odds` has them (docs/ODDS.md). Whole numbers of deals come as texts.
import { http, said } from './http'

export interface OddsRow {
  hand: string
  ways: string
  pays: string
  contribution: number
}

export interface WagerOdds {
  /** No pays are posted for it: there are no figures. */
  closed?: boolean
  stake?: number
  deals?: string
  house_edge?: number
  element_of_risk?: number
  hit_frequency?: number
  variance?: number
  standard_deviation?: number
  rows?: OddsRow[]
  lines?: Record<string, { rows: OddsRow[] }>
  outcomes?: { net: number; ways: string }[]
  notes?: string[]
}

export interface Odds {
  game: string
  rules: string
  wagers: Record<string, WagerOdds>
  strategy?: { text?: string; plays: string; folds: string; hands: string; weakest_play?: string; strongest_fold?: string }
  dealer?: { qualifies: string; hands: string }
}

export interface OddsQuery {
  ruling?: string[]
  pay?: string[]
  meter?: string
  players?: number
}

export async function oddsOf(game: string, query: OddsQuery, signal?: AbortSignal): Promise<Odds> {
  return (await said(http.GET('/api/v1/games/{game}/odds', { params: { path: { game }, query }, signal }))) as unknown as Odds
}

/** The same question as it stands in an address, with its `?`. */
export function addressOf({ ruling = [], pay = [], meter, players }: OddsQuery): string {
  const all = new URLSearchParams([...ruling.map((text) => ['ruling', text]), ...pay.map((text) => ['pay', text])])
  if (meter !== undefined) all.set('meter', meter)
  if (players !== undefined) all.set('players', String(players))
  const text = all.toString()
  return text === '' ? '' : `?${text}`
}
