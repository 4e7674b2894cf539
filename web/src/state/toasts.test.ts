// What a screen reader is told: all of it, each thing once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alert, announce, announced, isOnTop, opens } from './toasts.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the live region becomes, one text after the other, as these are told with so many milliseconds between them. */
function told(ms: number, ...texts: string[]): string[] {
  const read: string[] = []
  let before = announced().said
  const passes = (ms: number) => {
    for (let step = 0; step < ms; step += 50) {
      vi.advanceTimersByTime(50)
      if (announced().said !== before) read.push((before = announced().said))
    }
  }
  for (const text of texts) {
    announce(text)
    passes(ms)
  }
  passes(1_000)
  return read
}

it('is told together what comes together, and nothing of it again', () => {
  expect(told(150, 'Cards are dealt.', 'You hold a pair.')).toEqual(['Cards are dealt. You hold a pair.'])
  expect(told(300, 'One.', 'Two.', 'Three.')).toEqual(['One. Two.', 'Three.'])
})

it('is told twice what is said twice', () => {
  expect(told(1_000, 'No more bets.', 'No more bets.', 'No more bets.').map((text) => text.trim())).toEqual(['No more bets.', 'No more bets.', 'No more bets.'])
})

it('is told in the dialog on top, or on the page if none is open, and nothing there that was told before', () => {
  const on = () => [undefined, 'settings', 'reason'].filter(isOnTop)
  expect(on()).toEqual([undefined])
  expect(told(1_000, 'Cards are dealt.')).toHaveLength(1)
  alert('The connection is lost.')
  const settings = opens('settings')
  expect([on(), announced()]).toEqual([['settings'], { said: '', urgent: '' }])
  const reason = opens('reason')
  expect(on()).toEqual(['reason'])
  // The one below may be closed first.
  settings()
  expect(on()).toEqual(['reason'])
  expect(told(1_000, 'The dealer qualifies.')).toEqual(['The dealer qualifies.'])
  reason()
  expect([on(), announced().said]).toEqual([[undefined], ''])
})
