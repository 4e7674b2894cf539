// What a screen reader is told: all of it, each thing once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce, announced } from './toasts.svelte'

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
