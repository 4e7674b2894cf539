// A variant of a game: other readings of its rulings and other pays, as the address and the server both write them.
import type { PayRow, Schemas } from '$api/http'

type GameInfo = Schemas['GameInfo']

export interface Variant {
  /** The reading of each ruling that is not the one in force. */
  rulings: Record<string, string>
  /** The pays of each wager that has other ones, first row first: `40-30-6-4-1`. */
  pays: Record<string, string>
}

/** What the odds page was asked for. */
export interface Asked {
  one: Variant
  /** The second variant, if two are compared. */
  two?: Variant
  meter: string
  players: string
  /** The session that is asked about. */
  session: Session
}

/** The same bet many times, as it is typed; what is left out is as usual. */
export interface Session {
  /** What each wager is bet with, in dollars: nothing where a wager is left out on purpose. */
  bets: Record<string, string>
  rounds?: string
  bankroll?: string
}

export type Ruling = Schemas['RulingInfo']

export interface PayTable {
  id: string
  name: string
  /** The pays as they are written, of the rows below. */
  written: string[]
  /** When each pays, in words. */
  rows: string[]
}

export function plain(): Variant {
  return { rulings: {}, pays: {} }
}

/** How many rounds a session has if nothing is typed. */
export const ROUNDS = '200'

/** The wagers that are made before the deal. */
export function wagersOf(game: GameInfo): GameInfo['wagers'] {
  return game.wagers.filter(({ stage, closed }) => stage === 'bets' && !closed)
}

/** What a wager is bet with if nothing is typed: the main one and those that must be made, with five dollars. */
export function stakeOf(game: GameInfo, session: Session, id: string): string {
  const main = game.wagers.find(({ stage }) => stage === 'decision')?.of ?? wagersOf(game)[0]?.id
  const usual = id === main || game.wagers.find((one) => one.id === id)?.required ? '5' : ''
  return session.bets[id] ?? usual
}

/** What is bet, as the house reads it: a wager and its dollars. */
export function betOf(game: GameInfo, session: Session): string[] {
  const bets = wagersOf(game).map(({ id }) => [id, stakeOf(game, session, id)])
  return bets.filter(([, dollars]) => dollars !== '' && dollars !== '0').map(([id, dollars]) => `${id}=${dollars}`)
}

/** The question of a session, from that of one round; what stands behind the question mark. */
export function sessionQuery(game: GameInfo, round: string, session: Session): URLSearchParams {
  const asked = new URLSearchParams(round)
  // A session is one player's.
  asked.delete('players')
  for (const bet of betOf(game, session)) asked.append('bet', bet)
  asked.set('rounds', session.rounds ?? ROUNDS)
  if (session.bankroll !== undefined) asked.set('bankroll', session.bankroll)
  return asked
}

/** The rulings of a game that can be answered otherwise. */
export function rulingsOf(game: GameInfo): Ruling[] {
  return game.rulings.filter(({ readings }) => readings.length > 1)
}

/** The tables of pays that can be changed: the rows that pay so much to, or for, a stake. */
export function payTables(game: GameInfo): PayTable[] {
  return [...game.wagers, ...game.bonuses].flatMap(({ id, name, pays }) => {
    const rows = pays.flatMap((row) => {
      const written = payOf(row)
      return written === undefined ? [] : [{ when: row.when, written }]
    })
    return rows.length === 0 ? [] : [{ id, name, written: rows.map(({ written }) => written), rows: rows.map(({ when }) => when) }]
  })
}

/** `40 to 1` as `--pay` has it: `40`; `3 to 2`: `3/2`. A push, a loss and a share of the meter are none. */
function payOf({ pays }: PayRow): string | undefined {
  const odds = /^(\d+) (?:to|for) (\d+)$/.exec(pays)
  if (odds === null) return undefined
  return odds[2] === '1' ? odds[1]! : `${odds[1]}/${odds[2]}`
}

/** The same pays with another in one row; what is written again as it was is no change. */
export function withPay(variant: Variant, table: PayTable, row: number, pay: string): void {
  // A link may have fewer pays than there are rows, or more.
  const before = variant.pays[table.id]?.split('-') ?? []
  const now = table.written.map((written, no) => before[no] ?? written)
  now[row] = pay.replace(/[-\s]/g, '')
  const text = now.join('-')
  if (text === table.written.join('-')) delete variant.pays[table.id]
  else variant.pays[table.id] = text
}

export function withRuling(variant: Variant, ruling: Ruling, reading: string): void {
  if (reading === ruling.in_force) delete variant.rulings[ruling.id]
  else variant.rulings[ruling.id] = reading
}

/** What `ruling` and `pay` of the request are. */
export function changes({ rulings, pays }: Variant): { ruling: string[]; pay: string[] } {
  const written = (all: Record<string, string>) => Object.entries(all).map(([what, value]) => `${what}=${value}`)
  return { ruling: written(rulings), pay: written(pays) }
}

/** What was asked, from the part of the address behind `?`. */
export function read(query: URLSearchParams): Asked {
  const all = (name: string) =>
    Object.fromEntries(query.getAll(name).map((text) => [text.slice(0, Math.max(0, text.indexOf('='))), text.slice(text.indexOf('=') + 1)]))
  const session: Session = { bets: all('bet') }
  const [rounds, bankroll] = [query.get('rounds'), query.get('bankroll')]
  if (rounds !== null) session.rounds = rounds
  if (bankroll !== null) session.bankroll = bankroll
  const asked: Asked = {
    one: { rulings: all('ruling'), pays: all('pay') },
    meter: query.get('meter') ?? '',
    players: query.get('players') ?? '',
    session,
  }
  if (query.has('second')) asked.two = { rulings: all('ruling2'), pays: all('pay2') }
  return asked
}

/** The same as it stands in an address, with its `?`; nothing if nothing was changed. */
export function write({ one, two, meter, players, session }: Asked): string {
  const query = new URLSearchParams()
  const put = (variant: Variant, mark: string) => {
    const { ruling, pay } = changes(variant)
    for (const text of ruling) query.append(`ruling${mark}`, text)
    for (const text of pay) query.append(`pay${mark}`, text)
  }
  put(one, '')
  if (meter !== '') query.set('meter', meter)
  if (players !== '') query.set('players', players)
  if (two !== undefined) {
    query.set('second', '1')
    put(two, '2')
  }
  for (const [id, dollars] of Object.entries(session.bets)) query.append('bet', `${id}=${dollars}`)
  if (session.rounds !== undefined) query.set('rounds', session.rounds)
  if (session.bankroll !== undefined) query.set('bankroll', session.bankroll)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
