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

/** What is set of some values: what is empty is left out. */
export function only<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as { [K in keyof T]?: Exclude<T[K], undefined | ''> }
}

/** An address with these values, those that are empty left out. */
export function withQuery(address: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(only(values))) query.set(key, String(value))
  const text = query.toString()
  return text === '' ? address : `${address}?${text}`
}
