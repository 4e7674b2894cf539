// What stands in the fields of the back office, and what the server takes.
import { pointed } from '../../i18n/typed'

/** Cents as they are typed. */
export function dollarsOf(cents: number): string {
  return pointed(cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
}

/** Milliseconds of a `datetime-local` or `date` field, by the clock of this browser; nothing if it is empty. */
export function msOf(text: string): number | undefined {
  if (text === '') return undefined
  const ms = new Date(text.length === 10 ? `${text}T00:00` : text).getTime()
  return Number.isNaN(ms) ? undefined : ms
}

/** The day of a time, as a `date` field has it. */
export function dayOf(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

/** The day so many days after one, as a `date` field has it: not every day has 24 hours. */
export function dayAfter(day: string, days = 1): string {
  const at = new Date(`${day}T12:00`)
  at.setDate(at.getDate() + days)
  return dayOf(at.getTime())
}

/** How far the days of this browser are east of UTC, in minutes. */
const eastOf = (ms: number) => -new Date(ms).getTimezoneOffset()

/** How far days are east of UTC as a span begins, and where clocks change within it, as the server takes it. */
export function clocksOf(from: number, to: number): { offset: number; change: string[] } {
  const change: string[] = []
  // No clocks change twice in a day.
  for (let at = from; at < to; at += 86_400_000) {
    let [before, after] = [at, Math.min(at + 86_400_000, to - 1)]
    if (eastOf(before) === eastOf(after)) continue
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (eastOf(middle) === eastOf(after)) after = middle
      else before = middle
    }
    change.push(`${after},${eastOf(after)}`)
  }
  return { offset: eastOf(from), change }
}

/** What is set of some values: what is empty is left out. */
export function only<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as { [K in keyof T]?: Exclude<T[K], undefined | ''> }
}

/** An address with these values, those that are empty left out, and each of several. */
export function withQuery(address: string, values: Record<string, string | number | readonly string[] | undefined>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(only(values))) for (const one of typeof value === 'object' ? value : [value]) query.append(key, String(one))
  const text = query.toString()
  return text === '' ? address : `${address}?${text}`
}
