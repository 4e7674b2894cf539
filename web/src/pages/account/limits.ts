// How the limits of a player are written and read: money in cents, time in milliseconds.
import { duration, money, type Language } from '$i18n'
import { centsOf, minutesOf } from '../../i18n/typed'

const MINUTE = 60_000

export function isTime(limit: string): boolean {
  return limit === 'playing-time' || limit === 'reality-check'
}

export function shown(limit: string, value: number): string {
  return isTime(limit) ? duration(value) : money(value)
}

/** What was typed, as the server takes it; nothing if it is none. */
export function typed(limit: string, text: string, language: Language): number | undefined {
  if (!isTime(limit)) return centsOf(text, language)
  const minutes = minutesOf(text)
  return minutes === undefined ? undefined : minutes * MINUTE
}
