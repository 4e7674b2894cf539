// The exact odds of a game, as `GET /api/v1/games/GAME/odds` has them (docs/ODDS.md). Whole numbers of deals come as texts.
import { http, said } from './http'
import { refused } from './problem'

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
  /** What the player is up on average for each unit of the bet, exactly: `-1608/22100`. */
  expectation?: string
  house_edge?: number
  element_of_risk?: number
  hit_frequency?: number
  variance?: number
  standard_deviation?: number
  rows?: OddsRow[]
  lines?: Record<string, { rows: OddsRow[] }>
  outcomes?: { net: number; ways: string }[]
  /** The parts of a wager that wins shares of a meter. */
  meter?: number
  break_even_meter?: number
  notes?: string[]
}

/** Wagers that are bet together, in dollars a round. */
export interface TotalOdds {
  stakes: Record<string, number>
  deals: string
  /** Exactly: `-1608/22100`. */
  expectation: string
  average_stake: number
  element_of_risk: number
  hit_frequency: number
  standard_deviation: number
  outcomes: { net: number; ways: string }[]
}

export interface Odds {
  game: string
  rules: string
  wagers: Record<string, WagerOdds>
  total?: TotalOdds
  strategy?: { text?: string; plays: string; folds: string; hands: string; weakest_play?: string; strongest_fold?: string }
  dealer?: { qualifies: string; hands: string }
}

export interface OddsQuery {
  ruling?: string[]
  pay?: string[]
  bet?: string[]
  meter?: string
  players?: number
}

export async function oddsOf(game: string, query: OddsQuery, signal?: AbortSignal): Promise<Odds> {
  return (await said(http.GET('/api/v1/games/{game}/odds', { params: { path: { game }, query }, signal }))) as unknown as Odds
}

/** The same question as it stands in an address, with its `?`. */
export function addressOf({ ruling = [], pay = [], bet = [], meter, players }: OddsQuery): string {
  const all = new URLSearchParams([...ruling.map((text) => ['ruling', text]), ...pay.map((text) => ['pay', text]), ...bet.map((text) => ['bet', text])])
  if (meter !== undefined) all.set('meter', meter)
  if (players !== undefined) all.set('players', String(players))
  const text = all.toString()
  return text === '' ? '' : `?${text}`
}

/** The forms of a report for people, and of the same for programs. */
export const PAGES = ['html', 'markdown', 'text', 'json'] as const
/** The same, with records. */
export const RECORDS = ['html', 'markdown', 'text', 'xlsx', 'csv', 'json'] as const
export type FileForm = (typeof RECORDS)[number]

/** Where the house hands out what it says of a game as a file. */
export function fileOf(game: string, what: 'odds' | 'session' | 'comparison', query: URLSearchParams, form: FileForm): string {
  const all = new URLSearchParams(query)
  all.set('form', form)
  return `/api/v1/games/${encodeURIComponent(game)}/${what}?${all}`
}

/** A file that the house hands out, with the name that it gives it; or a `Refusal` thrown. */
export async function fileFrom(address: string): Promise<{ file: Blob; name: string | undefined }> {
  let answer: Response
  try {
    answer = await fetch(address)
  } catch {
    throw refused(undefined)
  }
  if (!answer.ok) throw refused(await answer.json().catch(() => undefined), answer.status)
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  return { file: await answer.blob(), name }
}

/** Where a share of sessions ends at or below, in dollars. */
export interface Quantile {
  share: number
  net: number
}

/** How a session of many rounds may end, as `GET /api/v1/games/GAME/session` has it (docs/ODDS.md). */
export interface SessionFigures {
  rounds: number
  mean: number
  standard_deviation: number
  ahead: number
  even: number
  behind: number
  quantiles: Quantile[]
  curve?: { rounds: number; quantiles: Quantile[] }[]
  bankroll?: { start: number; without_goal?: { ruin: number; rounds: number } | null }
}

/** `query` is what stands behind the question mark: what is typed is sent as it is, and the server says what it expected. */
export async function sessionOf(game: string, query: string, signal?: AbortSignal): Promise<SessionFigures> {
  const asked = http.GET('/api/v1/games/{game}/session', { params: { path: { game } } as never, querySerializer: () => query, signal })
  return (await said(asked)) as unknown as SessionFigures
}
