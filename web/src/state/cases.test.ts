// When the house is asked for answers to disputes, and what is told of them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let cases: { number: number; state: string; state_ms: number }[] = []
let [asked, fails] = [0, false]
vi.mock('$api/http', () => ({
  http: { GET: () => (asked++, fails ? Promise.reject(new Error('away')) : Promise.resolve({ cases: structuredClone(cases) })) },
  said: (answer: unknown) => answer,
}))
const notes: string[] = []
vi.mock('./toasts.svelte', () => ({ toast: (text: string) => notes.push(text) }))
let path = ['t', 'three-card-poker']
vi.mock('./router.svelte', () => ({ current: () => ({ path }) }))

const page = Object.assign(new EventTarget(), { hidden: false })
const heard = new EventTarget()
const kept: Record<string, string> = {}
let followed: () => void
/** Anew, as the page is opened by Ann. */
async function opens() {
  vi.resetModules()
  const all = await import('./cases.svelte')
  followed = all.followCases('ann')
  return all
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard))
  vi.stubGlobal('removeEventListener', heard.removeEventListener.bind(heard))
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept[name] ?? null, setItem: (name: string, text: string) => (kept[name] = text) })
  for (const name of Object.keys(kept)) delete kept[name]
  ;[asked, fails, path, page.hidden, notes.length] = [0, false, ['t', 'three-card-poker'], false, 0]
})
afterEach(() => {
  followed()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('tells of an answer once, marks it until it was seen, and no longer after the page is loaded anew', async () => {
  cases = [{ number: 2, state: 'open', state_ms: 50 }, { number: 1, state: 'answered', state_ms: 100 }]
  const first = await opens()
  await passes(1_000)
  expect(notes).toEqual(['The house has answered your case 1.'])
  expect(first.withNews('Account')).toBe('Account, news of a dispute')
  await passes(60_000)
  expect(notes).toHaveLength(1)
  cases[0] = { number: 2, state: 'answered', state_ms: 200 }
  await passes(20_000)
  expect(notes[1]).toBe('The house has answered your case 2.')
  expect(first.withNews('Account')).toBe('Account, news of 2 disputes')
  for (const one of cases) first.sawCase(one)
  expect(first.withNews('Account')).toBe('Account')
  followed()
  const again = await opens()
  await passes(1_000)
  expect(again.withNews('Account')).toBe('Account')
  // What is said after that is news again.
  again.sawCase({ number: 1, state: 'open', state_ms: 300 })
  cases[1] = { number: 1, state: 'answered', state_ms: 400 }
  await passes(20_000)
  expect(again.newCases().map(({ number }) => number)).toEqual([1])
  expect(notes).toHaveLength(3)
})

it('asks again while something is open or was not told, and as somebody comes back, and else not', async () => {
  cases = []
  await opens()
  await passes(60_000)
  expect(asked).toBe(1)
  // An answer that came while the page was hidden.
  cases = [{ number: 1, state: 'open', state_ms: 100 }]
  page.dispatchEvent(new Event('visibilitychange'))
  await passes(0)
  expect(asked).toBe(2)
  page.hidden = true
  await passes(60_000)
  expect(asked).toBe(2)
  page.hidden = false
  await passes(20_000)
  expect(asked).toBe(3)
  // The house is away, and was to be asked.
  ;[fails, cases] = [true, []]
  await passes(20_000)
  fails = false
  await passes(20_000)
  expect(asked).toBe(5)
  await passes(60_000)
  expect(asked).toBe(5)
})

it('follows what another window has seen, and says nothing by a note on the pages of the account', async () => {
  path = ['account']
  cases = [{ number: 1, state: 'answered', state_ms: 100 }]
  const all = await opens()
  await passes(1_000)
  expect(all.withNews('Account')).toBe('Account, news of a dispute')
  expect(notes).toEqual([])
  kept['tercet.cases.ann'] = JSON.stringify({ 1: 100 })
  heard.dispatchEvent(Object.assign(new Event('storage'), { key: 'tercet.cases.ann' }))
  expect(all.withNews('Account')).toBe('Account')
  followed()
  expect(all.newCases()).toEqual([])
})
