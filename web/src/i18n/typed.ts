// Amounts, numbers and times as people type them, in the way of their language: what could be read two ways is none.
import { currentLanguage, type Language } from './index.svelte'

/** The digits before and after the point of a number such as `1,250.5`; nothing if it is none. */
function digitsOf(text: string, language: Language): { whole: string; part: string } | undefined {
  const [group, point] = language === 'de' ? ['\\.', ','] : [',', '\\.']
  const found = new RegExp(`^(\\d{1,3}(?:${group}\\d{3})+|\\d+)(?:${point}(\\d+))?$`).exec(text.trim())
  return found === null ? undefined : { whole: found[1]!.replace(/\D/g, ''), part: found[2] ?? '' }
}

/** Cents of what was typed in dollars: `12.50`, `$1,000`, `1.000,50 $`. */
export function centsOf(text: string, language = currentLanguage()): number | undefined {
  const digits = digitsOf(text.trim().replace(/^\$\s*|\s*\$$/, ''), language)
  if (digits === undefined || digits.part.length > 2) return undefined
  const cents = Number(digits.whole) * 100 + Number(digits.part.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** A number such as `7`, `1,000` or `1.5`. */
export function numberOf(text: string, language = currentLanguage()): number | undefined {
  const digits = digitsOf(text, language)
  return digits === undefined ? undefined : Number(`${digits.whole}.${digits.part}`)
}

/** `45` or `0:45` in minutes. */
export function minutesOf(text: string): number | undefined {
  const found = /^\s*(?:(\d{1,3}):([0-5]\d)|(\d{1,5}))\s*$/.exec(text)
  if (found === null) return undefined
  return found[3] !== undefined ? Number(found[3]) : Number(found[1]) * 60 + Number(found[2])
}

/**
 * A number that goes to the house as it is typed, and comes back so: the house writes `1,000.50`, and where the language of the page has comma and point
 * the other way round they change places, there and back.
 */
export function pointed(text: string, language = currentLanguage()): string {
  return language === 'de' ? text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : text
}
