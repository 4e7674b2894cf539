import { expect, it } from 'vitest'
import { hold } from './protect'

const own = { net: -500, net_day: -500 }

it('asks for a look at time and cost once it is due, and never while a hand is in play', () => {
  expect(hold(undefined, 10, false)).toBeUndefined()
  expect(hold(own, 10, false)).toBeUndefined()
  expect(hold({ ...own, check_at_ms: 11 }, 10, false)).toBeUndefined()
  expect(hold({ ...own, check_at_ms: 10 }, 10, false)).toEqual({ kind: 'check' })
  expect(hold({ ...own, check_at_ms: 10 }, 10, true)).toBeUndefined()
})

it('says that somebody is away until then, or for ever, before anything else', () => {
  expect(hold({ ...own, away_until_ms: 20, check_at_ms: 1 }, 10, false)).toEqual({ kind: 'away', until: 20 })
  expect(hold({ ...own, away_until_ms: 0 }, 10, false)).toEqual({ kind: 'away', until: undefined })
  expect(hold({ ...own, away_until_ms: 9 }, 10, false)).toBeUndefined()
})
