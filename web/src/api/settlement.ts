// A settlement in the settle form (docs/SETTLE.md), as `POST /api/v1/settle` answers.
import { http, said, type Schemas } from './http'

export interface SettledLine {
  wager: string
  stake: number
  outcome: string
  pays?: string
  won: number
  returned: number
  net: number
  rule?: string
  ruling?: string
  rulings?: string[]
  limited_by?: string
  cut?: number
}

export interface SettledSpot {
  spot: number
  player?: string
  cards: string
  hand?: string
  playing?: string
  six_cards?: string
  lines: SettledLine[]
  envy?: { spot: number; won: number; rule?: string; ruling?: string }[]
  remarks?: { text: string; ruling?: string }[]
  net: number
}

export interface Reading {
  ruling: string
  reading: string
  spots?: { spot: number; net: number }[]
  error?: { code: string; at: string; message: string }
}

export interface Settlement {
  id?: string | number
  game: string
  rules: string
  dealer: { cards: string; hand: string; qualifies?: boolean }
  spots: SettledSpot[]
  meter?: { before: number; paid: number; after: number }
  readings?: Reading[]
}

/** A round in the settle form. */
export interface TypedRound {
  id?: string | number
  game?: string
  dealer: string
  meter?: number
  spots: { spot: number; player?: string; cards: string; wagers: Record<string, number>; decision?: string }[]
}

/** Settles a round that is typed: nothing is paid by it. */
export async function settleTyped(round: TypedRound, query: { ruling?: string[]; limits?: 'apply' | 'ignore' }): Promise<Settlement> {
  return (await said(http.POST('/api/v1/settle', { params: { query }, body: round as unknown as Record<string, never> }))) as unknown as Settlement
}

/** A round that was played, in the settle form. */
export async function typedOf(table: string, round: number): Promise<TypedRound> {
  const told = http.GET('/api/v1/tables/{table}/rounds/{round}', { params: { path: { table, round }, query: { form: 'settle' } } })
  return (await said(told)) as unknown as TypedRound
}

/** The same round settled again under its own rules, beside what was written. */
export async function settleAgain(table: string, round: number): Promise<Schemas['SettledAgain'] & { settlement: Settlement }> {
  const told = await said(http.POST('/api/v1/tables/{table}/rounds/{round}/settle', { params: { path: { table, round } } }))
  return told as unknown as Schemas['SettledAgain'] & { settlement: Settlement }
}
