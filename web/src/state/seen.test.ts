import { afterEach, expect, it, vi } from 'vitest'
import { isNews, keepSeen, seenBy } from './seen'

afterEach(() => vi.unstubAllGlobals())

/** A browser that keeps what it is told to. */
function keeps(at: Record<string, string> = {}) {
  vi.stubGlobal('localStorage', { getItem: (name: string) => at[name] ?? null, setItem: (name: string, text: string) => (at[name] = text) })
}

it('takes an answer for news until it was seen, and another answer again', () => {
  const news = (state: string, state_ms: number, seen?: number) => isNews({ number: 3, state, state_ms }, seen === undefined ? {} : { 3: seen })
  expect(news('answered', 200, 100)).toBe(true)
  expect(news('answered', 200, 200)).toBe(false)
  expect(news('answered', 300, 200)).toBe(true)
  // What was heard of late says nothing of what was seen since.
  expect(news('answered', 200, 300)).toBe(false)
  // In a browser that knows nothing of it yet.
  expect(news('answered', 200)).toBe(true)
  expect(news('closed', 200)).toBe(false)
  expect(news('closed', 200, 100)).toBe(true)
  expect(news('closed', 200, 200)).toBe(false)
  // What the player says is no news to them.
  expect(news('open', 200, 100)).toBe(false)
  expect(news('open', 200)).toBe(false)
})

it('keeps what each player has seen apart, and does without where nothing can be kept or read', () => {
  keeps({ 'tercet.cases.cid': 'no json', 'tercet.cases.dan': 'null' })
  keepSeen('ann', { 1: 100 })
  keepSeen('ben', { 1: 200, 2: 300 })
  expect([seenBy('ann'), seenBy('ben'), seenBy('cid'), seenBy('dan'), seenBy('eve')]).toEqual([{ 1: 100 }, { 1: 200, 2: 300 }, {}, {}, {}])
  const refuses = () => {
    throw new Error('nothing may be kept')
  }
  vi.stubGlobal('localStorage', { getItem: refuses, setItem: refuses })
  keepSeen('ann', { 1: 100 })
  expect(seenBy('ann')).toEqual({})
})
