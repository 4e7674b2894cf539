// How chips become stakes: a sum within what the house takes at a spot. What it pays is the house's business.
import type { WagerInfo } from '$api/http'

/** Stakes by wager, in cents. */
export type Stakes = Record<string, number>

export type Limit = { kind: 'max' | 'min' | 'closed'; wager: WagerInfo }

const VALUES = [10, 25, 100, 500, 2_500, 10_000, 50_000, 100_000]

/** The chips that are of use for these wagers, the smallest first; five at most. */
export function chipsFor(wagers: WagerInfo[]): number[] {
  const open = wagers.filter((wager) => wager.stage === 'bets' && wager.min !== undefined && !wager.closed)
  const step = Math.min(...open.map((wager) => wager.step ?? wager.min!))
  const max = Math.max(...open.map((wager) => wager.max ?? wager.min!))
  const useful = VALUES.filter((value) => value > step && value % step === 0 && value <= max)
  // The step is one of them, whatever it is: so every stake can be made.
  return (open.length === 0 ? [] : [step, ...useful]).slice(0, 5)
}

/** The wagers that are made while bets are open, as they lie before a player. */
export function placed(wagers: WagerInfo[]): WagerInfo[] {
  return wagers.filter((wager) => wager.stage === 'bets')
}

/** The stakes after a chip more on a wager; or why the house does not take it. */
export function withChip(wagers: WagerInfo[], stakes: Stakes, id: string, chip: number): Stakes | Limit {
  const wager = wagers.find((wager) => wager.id === id)!
  if (wager.closed) return { kind: 'closed', wager }
  const now = stakes[id] ?? 0
  if (wager.fixed !== undefined) return put(wagers, stakes, id, now > 0 ? 0 : wager.fixed)
  if (wager.of !== undefined) return beside(wagers, stakes, wager, chip)
  const min = wager.min ?? chip
  const wanted = Math.max(min, now + Math.max(chip, wager.step ?? 1))
  if (wager.max !== undefined && wanted > wager.max) return { kind: 'max', wager }
  return put(wagers, stakes, id, stepped(wager, min, wanted))
}

/** The wager on which a first chip laid more than it is worth, as that is less than the least stake. */
export function raisedTo(wagers: WagerInfo[], before: Stakes, after: Stakes, chip: number): WagerInfo | undefined {
  return placed(wagers).find(({ id, min }) => min !== undefined && min > chip && (before[id] ?? 0) === 0 && after[id] === min)
}

/** The next stake of the house that is no more than this. */
function stepped({ step = 1 }: WagerInfo, min: number, amount: number): number {
  return min + Math.floor((amount - min) / step) * step
}

/** A wager that is as high as another, or a multiple: what must be made with it is set by that; what may be is turned on, higher and off. */
function beside(wagers: WagerInfo[], stakes: Stakes, wager: WagerInfo, chip: number): Stakes | Limit {
  const of = wager.of!
  if (wager.required) return withChip(wagers, stakes, of, chip)
  const other = stakes[of] ?? 0
  if (other === 0) return { kind: 'min', wager }
  const sizes = (wager.times ?? [1]).map((times) => times * other)
  const next = sizes.find((size) => size > (stakes[wager.id] ?? 0)) ?? 0
  return put(wagers, stakes, wager.id, next)
}

/** The stakes with one chip less on a wager: below the least it comes back whole. */
export function withoutChip(wagers: WagerInfo[], stakes: Stakes, id: string, chip: number): Stakes {
  const wager = wagers.find((wager) => wager.id === id)!
  if (wager.of !== undefined && wager.required) return withoutChip(wagers, stakes, wager.of, chip)
  const min = wager.min ?? 1
  const left = (stakes[id] ?? 0) - Math.max(chip, wager.step ?? 1)
  return put(wagers, stakes, id, wager.fixed !== undefined || wager.of !== undefined || left < min ? 0 : stepped(wager, min, left))
}

/** Everything twice; or the first limit that would be passed. */
export function doubled(wagers: WagerInfo[], stakes: Stakes): Stakes | Limit {
  let result = stakes
  for (const wager of placed(wagers)) {
    const now = stakes[wager.id] ?? 0
    if (now === 0 || wager.fixed !== undefined || wager.of !== undefined) continue
    if (wager.max !== undefined && now * 2 > wager.max) return { kind: 'max', wager }
    result = put(wagers, result, wager.id, now * 2)
  }
  return result
}

/** Sets a stake, and what follows it: wagers that must be as high as it, or a multiple that they had. */
export function put(wagers: WagerInfo[], stakes: Stakes, id: string, amount: number): Stakes {
  const result = { ...stakes, [id]: amount }
  if (amount === 0) delete result[id]
  const before = stakes[id] ?? 0
  for (const other of placed(wagers)) {
    if (other.of !== id) continue
    const had = stakes[other.id] ?? 0
    const times = had > 0 && before > 0 ? had / before : other.required ? (other.times?.[0] ?? 1) : 0
    if (times * amount === 0) delete result[other.id]
    else result[other.id] = times * amount
  }
  return result
}

export function total(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, stake) => sum + stake, 0)
}

/** Which wagers a stake lacks beside it: one of each of these groups, or it goes back when bets close. */
export function lacks(wager: WagerInfo, stakes: Stakes): string[] | undefined {
  return (wager.needs ?? []).find((group) => !group.some((id) => (stakes[id] ?? 0) > 0))
}

export function isLimit(result: Stakes | Limit): result is Limit {
  return typeof (result as Limit).kind === 'string'
}
