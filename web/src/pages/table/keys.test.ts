import { expect, it } from 'vitest'
import { keysFor, TAKEN } from './keys'

it('gives each wager a letter of its own, its initial where that is free', () => {
  expect(keysFor(['Ante', 'Pair Plus', '6 Card Bonus', 'Progressive'])).toEqual(['A', 'P', 'B', 'O'])
  expect(keysFor(['Ante', '3 Card Monster', '4 Card Royal Family Bonus'])).toEqual(['A', 'M', 'F'])
})

it('takes no letter twice, and none that means something else, whatever the names are', () => {
  const keys = keysFor(['Red', 'Red', 'Cur', '6', 'Über'])
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => TAKEN.has(key) || key === '')).toEqual([])
})
