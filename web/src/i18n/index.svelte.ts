// The words of the pages. English is whole and always there; another language is loaded when it is chosen.
import { NotAsked } from '../api/problem'
import { en, type Messages } from './en'
import { cited, parted } from './house'

export type Language = 'en' | 'de'
export const LANGUAGES: { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
]

const LOADED: Record<Language, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de').then((module) => module.de),
}

let language = $state<Language>('en')
let messages = $state.raw<Messages>(en)

/** The words: `words().lobby.title`. Read it where it is shown, so that it follows the language. */
export function words(): Messages {
  return messages
}

export function currentLanguage(): Language {
  return language
}

let wanted: Language = 'en'

export async function speak(code: Language): Promise<void> {
  wanted = code
  const loaded = await LOADED[code]()
  // Who chose another one meanwhile hears that.
  if (wanted !== code) return
  messages = loaded
  language = code
  document.documentElement.lang = code
}

/** The language that the browser asks for, of those that there are. */
export function preferred(): Language {
  const asked = navigator.languages.map((tag) => tag.slice(0, 2))
  return asked.find((tag): tag is Language => LANGUAGES.some(({ code }) => code === tag)) ?? 'en'
}

const formats = new Map<string, Intl.NumberFormat>()

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  let found = formats.get(key)
  if (found === undefined) formats.set(key, (found = new Intl.NumberFormat(language === 'en' ? 'en-US' : language, options)))
  return found
}

const MONEY = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const

/** An amount in cents: `$1,000`, `$2.50`. */
export function money(cents: number): string {
  return format({ ...MONEY, minimumFractionDigits: cents % 100 === 0 ? 0 : 2 }).format(cents / 100)
}

/** The same with a sign, and a sign for nothing too: a reader need not see the colour. */
export function signed(cents: number): string {
  return format({ ...MONEY, minimumFractionDigits: cents % 100 === 0 ? 0 : 2, signDisplay: 'exceptZero' }).format(cents / 100)
}

/** Dollars of a figure with so many places, which may be small parts of a cent: `$14.3934`. */
export function dollars(value: number, digits: number): string {
  return format({ ...MONEY, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

export function number(value: number, digits = 0): string {
  return format({ maximumFractionDigits: digits }).format(value)
}

export function percent(value: number, digits = 2): string {
  return format({ style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** A small share in as many places as it takes to see it: `0.0000354%`. */
export function fine(value: number): string {
  return format({ style: 'percent', maximumSignificantDigits: 3 }).format(value)
}

/** Several of something, in a row: `1, 2 and 4`. */
export function list(all: string[]): string {
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(all)
}

/** A time of the house. */
export function time(ms: number, style: 'time' | 'both' = 'both'): string {
  const options: Intl.DateTimeFormatOptions = style === 'time' ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'medium' }
  return new Intl.DateTimeFormat(language, options).format(ms)
}

/** How long something took: `1:05`, `2:10:00`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, no) => (no === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** The same in words, to the minute: `1 hr 30 min`. */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const unit = (value: number, unit: string) => format({ style: 'unit', unit, unitDisplay: 'short' }).format(value)
  const parts = [minutes >= 60 ? unit(Math.floor(minutes / 60), 'hour') : '', minutes % 60 > 0 || minutes < 60 ? unit(minutes % 60, 'minute') : '']
  return parts.filter((part) => part !== '').join(' ')
}

/** What a row pays, in the language of the page: the server says `40 to 1`, `500 for 1`, `100% of the meter`, `push`, `lose`. */
export function pays(text: string): string {
  const odds = /^(\d+(?:\.\d+)?) (to|for) (\d+)$/.exec(text)
  const share = /^(\d+(?:\.\d+)?)% of the meter$/.exec(text)
  const said = messages.pays
  if (odds !== null) return (odds[2] === 'to' ? said.to : said.for)(odds[1]!, odds[3]!)
  if (share !== null) return said.share(share[1]!)
  return text === 'push' ? said.push : text === 'lose' ? said.lose : text
}

/** What the house says of a hand, a row or a reason, in the language of the page where it is known there. */
export function say(text: string): string {
  return messages.say(text, pays)
}

/** A text of the house with its amounts as they are said in the language of the page. */
function amounts(text: string): string {
  return text.replace(/\$\d+(?:,\d{3})*(?:\.\d\d)?/g, (said) => money(Math.round(Number(said.replace(/[$,]/g, '')) * 100)))
}

/** Cards by their names: the house writes `As 9d`. */
export function named(cards: string): string {
  const { ranks, suits, card } = messages.cards
  return cards.split(' ').map((one) => card(ranks[one[0]!]!, suits[one[1]!]!)).join(', ')
}

/** What the dealer says, for whoever hears it: in the language of the page, its amounts as they are said there, and cards by their names. */
export function told(text: string): string {
  const own = (part: string) => amounts(part).replace(/\b[AKQJT2-9][shdc](?: [AKQJT2-9][shdc])+\b/g, named)
  return ownOf(messages.dealer(text), own)
}

/** A text with what the page itself says in it told so; what it cites stays as it is. */
function ownOf(text: string, so: (part: string) => string): string {
  return parted(text).map((part, no) => (no % 2 === 0 ? so(part) : part)).join('')
}

/** Words of the house that the page has not in its own language. */
export function quoted(text: string): string {
  return messages.cites(text)
}

/** Why bets went back, as part of a sentence. */
export function cause(text: string): string {
  return ownOf(messages.cause(text), amounts)
}

/** Why money came to a wallet or left it: the server says `stake ante`, `hold for play on ante`; what the bet is called says `name`. */
export function moved(text: string, name: (id: string) => string): string {
  const known = messages.account.moves
  const kind = Object.keys(known).filter((one) => text === one || text.startsWith(`${one} `)).sort((a, b) => b.length - a.length)[0]
  if (kind === undefined) return quoted(text)
  const of = text.slice(kind.length).trim()
  return of === '' ? known[kind]! : `${known[kind]} ${name(of)}`
}

/** Why something was not done, in words for whoever asked; what is not known in the language of the page is cited (`lib/Words` shows it). */
export function refusal(error: unknown): string {
  if (error instanceof NotAsked) return error.message
  if (typeof error === 'object' && error !== null && 'problem' in error) {
    const problem = error.problem as { code: string; title: string; detail: string }
    const known = (messages.problems as Record<string, string>)[problem.code]
    // What else the house says of it is for programs.
    if (problem.code === 'sign-in' && known !== undefined) return known
    const detail = problem.detail || (known === undefined ? problem.title : '')
    const own = messages.detail(detail)
    const told = detail === '' ? undefined : own === undefined ? messages.houseSays(cited(sentence(detail))) : sentence(amounts(own))
    // Some details say what the kind says already.
    return [...new Set([known, told])].filter((part) => part !== undefined).join(' ')
  }
  return messages.problems.unexpected
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.?!]$/.test(whole) ? whole : `${whole}.`
}
