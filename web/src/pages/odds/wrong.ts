// Where on the page an entry stands that the house could not use, and what it expects there.
import type { GameInfo } from '$api/http'
import { Refusal } from '$api/problem'
import { number, refusal, words } from '$i18n'
import { centsOf } from '../../i18n/typed'
import { stakeOf, wagersOf, type Session, type Variant } from './variant'

export interface Wrong {
  /** Which entry, by its name below; none where it is not one alone, or the house could not be asked. */
  entry?: string | undefined
  /** What is expected, or what went wrong, in words. */
  says: string
}

/** What entries are called: a pay and a bet by these, the others as the house calls them. */
export const payEntry = (table: string, row: number) => `pay ${table} ${row}`
export const betEntry = (wager: string) => `bet ${wager}`
const OTHERS = ['meter', 'players', 'rounds', 'bankroll']

/** What is wrong with an entry, for the part of the page where that stands; nothing if it is another one. */
export function at(entry: string, ...wrongs: (Wrong | undefined)[]): string | undefined {
  return wrongs.find((wrong) => wrong?.entry === entry)?.says
}

/** The figures of the last entries that fit, and why they are not of those that stand there now. */
export interface Answer<T> {
  told?: T | undefined
  wrong?: Wrong | undefined
}

/** `pair-plus=40-x-6-3-1: `x` is no pay; expected whole numbers from 1 to 100000 such as …` */
const NO_PAY = /^([^=]+)=.*: `(.*)` is no pay; expected whole numbers from 1 to (\d+)/
const NO_AMOUNT = /^`(.*)` is no amount;/
const STAKE = /^a stake of (\$[\d,.]+);/

/** Why there is no answer to what stands in these entries. */
export function wrongOf(error: unknown, info: GameInfo, variant: Variant, session: Session): Wrong {
  const says = refusal(error)
  if (!(error instanceof Refusal) || error.code !== 'value') return { says }
  const { at = '', detail } = error.problem
  if (at === 'pay') {
    const [, table = '', pay = '', most] = NO_PAY.exec(detail) ?? []
    const row = most === undefined ? -1 : (variant.pays[table]?.split('-').indexOf(pay) ?? -1)
    return row < 0 ? { says } : { entry: payEntry(table, row), says: words().odds.noPay(number(Number(most))) }
  }
  const amount = NO_AMOUNT.exec(detail)?.[1]
  const expected = amount === undefined ? says : words().account.noAmount
  if (OTHERS.includes(at)) return { entry: at, says: expected }
  if (at !== 'bet') return { says }
  const stake = centsOf(STAKE.exec(detail)?.[1] ?? '', 'en')
  const is = (dollars: string) => dollars === amount || (stake !== undefined && centsOf(dollars, 'en') === stake)
  const wager = wagersOf(info).find(({ id }) => is(stakeOf(info, session, id)))
  return wager === undefined ? { says } : { entry: betEntry(wager.id), says: expected }
}
