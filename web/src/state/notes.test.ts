// What a browser keeps of secrets for the shuffle: whose it is, how long, and what is left of it as somebody signs out.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Of } from './notes'

/** As a browser keeps texts: by name, all of them listed. */
class Box {
  [name: string]: unknown
  getItem(name: string): string | null {
    return typeof this[name] === 'string' ? (this[name] as string) : null
  }
  setItem(name: string, text: string): void {
    this[name] = text
  }
  removeItem(name: string): void {
    delete this[name]
  }
}

let box: Box
beforeEach(() => {
  box = new Box()
  vi.stubGlobal('localStorage', box)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The page as it comes: nothing is in its memory. */
async function loaded() {
  vi.resetModules()
  return await import('./notes')
}

const of = (player: string, round: number, table = 't', spot = 1): Of => ({ player, table, round, spot, commitment: 'c' })
const what = { secret: '5e', hash: '4a', commitment: 'c' }

it('is each player’s own, and survives that the page is loaded anew', async () => {
  const { note } = await loaded()
  note(of('ann', 1), what)
  const { noted } = await loaded()
  expect(noted(of('ann', 1))).toMatchObject(what)
  expect(noted(of('ben', 1))).toBeUndefined()
  // Names may begin alike, and have dots in them.
  expect([noted(of('an', 1)), noted(of('ann', 1, 't.1')), noted(of('ann', 11))]).toEqual([undefined, undefined, undefined])
})

it('is gone as its player signs out, but for the secret that is still to be told if the player can come back', async () => {
  const page = await loaded()
  for (const player of ['ann', 'ben']) for (const round of [1, 2]) page.note(of(player, round), what)
  page.spent('ann', 't', (round) => round === 1)
  page.spent('ben', 't', (round) => round === 1)
  expect(page.noted(of('ann', 1))).toMatchObject({ hash: '4a', commitment: 'c' })
  expect(page.noted(of('ann', 1))?.secret).toBeUndefined()
  page.signedOut('ann', { returns: true })
  expect([page.noted(of('ann', 1)), page.noted(of('ann', 2))?.secret]).toEqual([undefined, '5e'])
  expect(page.noted(of('ben', 1))).toBeDefined()
  page.signedOut('ben', { returns: false })
  expect(Object.keys(box)).toEqual(['tercet.secret.ann/t/2.1.c'])
  expect((await loaded()).noted(of('ann', 2))?.secret).toBe('5e')
})

it('is kept for ten rounds of a table, and no longer than a day of any', async () => {
  vi.useFakeTimers()
  const page = await loaded()
  for (let round = 1; round <= 12; round++) page.note(of('ann', round), what)
  expect([1, 2, 12].map((round) => page.noted(of('ann', round)) !== undefined)).toEqual([false, true, true])
  page.note(of('ann', 3, 'other'), what)
  box.setItem('tercet.secret.t/1.1.c', JSON.stringify({ ...what, of: 'an earlier page' }))
  box.setItem('tercet.secret.ann/t/9.1.x', 'no JSON')
  box.setItem('tercet.prefs', '{}')
  vi.advanceTimersByTime(86_400_001)
  page.note(of('ben', 1, 'third'), what)
  expect(Object.keys(box).sort()).toEqual(['tercet.prefs', 'tercet.secret.ben/third/1.1.c'])
  expect(page.noted(of('ann', 12))).toBeUndefined()
})

it('is in memory alone where nothing may be kept, and goes from there too', async () => {
  vi.stubGlobal('localStorage', undefined)
  const page = await loaded()
  page.note(of('ann', 1), what)
  expect(page.noted(of('ann', 1))).toMatchObject(what)
  page.signedOut('ann', { returns: false })
  expect(page.noted(of('ann', 1))).toBeUndefined()
})
