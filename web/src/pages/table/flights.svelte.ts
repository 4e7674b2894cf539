// Chips on their way: from the rail to the layout, from the rack to a win, from a loss to the rack. They lie above the page and move nothing else.
import { motionless } from '$state/prefs.svelte'

export interface Flight {
  id: number
  cents: number
  from: { x: number; y: number }
  to: { x: number; y: number }
  /** How many places of the house's order it waits. */
  turn: number
}

let next = 0
let flying = $state.raw<Flight[]>([])

export function flights(): Flight[] {
  return flying
}

function middle(name: string): { x: number; y: number } | undefined {
  const rect = document.querySelector(`[data-place="${CSS.escape(name)}"]`)?.getBoundingClientRect()
  return rect === undefined || rect.width === 0 ? undefined : { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 }
}

/** Sends chips from one `data-place` to another. Where one of the two is not on the page, or nothing is to travel, nothing does. */
export function fly(from: string, to: string, chips: number[], turn = 0): void {
  if (motionless() || document.hidden) return
  const place = (name: string) => middle(name) ?? (name === 'rail' ? middle('bar') : undefined)
  const [start, end] = [place(from), place(to)]
  if (start === undefined || end === undefined) return
  const more = chips.slice(0, 3).map((cents) => ({ id: next++, cents, from: start, to: end, turn }))
  flying = [...flying, ...more].slice(-40)
}

export function landed(id: number): void {
  flying = flying.filter((one) => one.id !== id)
}

/** Ends all of it at once, as after a tap. */
export function land(): void {
  flying = []
}

/** The chips of which an amount is made, the largest first; a few of them stand for a high pile. */
export function pile(amount: number): number[] {
  const result: number[] = []
  let left = amount
  for (const value of [100_000, 50_000, 10_000, 2_500, 500, 100, 25, 10, 5, 1]) {
    while (left >= value && result.length < 5) {
      result.push(value)
      left -= value
    }
  }
  return result
}
