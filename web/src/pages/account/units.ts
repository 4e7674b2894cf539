// Amounts and times as people write them.
import type { Language } from '$i18n'

/** `$1,250.50` in cents, or what is written so in another language; nothing if it is no amount. */
export function centsOf(text: string, language: Language): number | undefined {
  const [group, point] = language === 'de' ? ['.', ','] : [',', '.']
  const bare = text.replace(/[\s$]/g, '')
  const [whole = '', part] = bare.split(point)
  const groups = whole.split(group)
  const grouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0]!) && groups.slice(1).every((digits) => /^\d{3}$/.test(digits)))
  if (!grouped || bare.split(point).length > 2 || !/^\d+$/.test(groups.join('')) || (part !== undefined && !/^\d{1,2}$/.test(part))) return undefined
  return Number(groups.join('')) * 100 + Number((part ?? '').padEnd(2, '0'))
}

/** `45` or `0:45` in minutes; nothing if it is no time. */
export function minutesOf(text: string): number | undefined {
  const found = /^\s*(?:(\d{1,3}):([0-5]\d)|(\d{1,5}))\s*$/.exec(text)
  if (found === null) return undefined
  return found[3] !== undefined ? Number(found[3]) : Number(found[1]) * 60 + Number(found[2])
}
