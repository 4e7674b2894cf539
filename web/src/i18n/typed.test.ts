import { describe, expect, it } from 'vitest'
import { centsOf, minutesOf, numberOf, pointed } from './typed'

describe('an amount that is typed', () => {
  it.each([
    ['12', 1_200, 'en'],
    ['12.5', 1_250, 'en'],
    ['$1,000', 100_000, 'en'],
    ['1,000.05', 100_005, 'en'],
    [' 0.01 ', 1, 'en'],
    ['12,50', 1_250, 'de'],
    ['1.000', 100_000, 'de'],
    ['1.000,05', 100_005, 'de'],
    // As the page itself writes it, with a space that does not break.
    ['1.250,50\u00a0$', 125_050, 'de'],
    ['50 $', 5_000, 'de'],
  ] as const)('%s is %i cents', (text, cents, language) => expect(centsOf(text, language)).toBe(cents))

  it.each(['', '$', 'ten', '-5', '1.234', '1.2.3', '12.345', '12,50', '12 50', '1,2,3', '1e3', '0x10', '50%', '99999999999999999999'])('%s is none', (text) => {
    expect(centsOf(text, 'en')).toBeUndefined()
  })
})

it('reads a number by the language, and none that would be another one there', () => {
  expect(['7', '1,000', '1.5', '0.25'].map((text) => numberOf(text, 'en'))).toEqual([7, 1_000, 1.5, 0.25])
  expect(['7', '1.000', '1,5'].map((text) => numberOf(text, 'de'))).toEqual([7, 1_000, 1.5])
  for (const [text, language] of [['1,5', 'en'], ['1.5', 'de'], ['', 'en'], ['1 5', 'en'], ['-1', 'en'], ['1e3', 'en'], ['0x10', 'en'], ['a day', 'en']] as const) expect(numberOf(text, language), text).toBeUndefined()
})

it('reads times in minutes, or in hours and minutes', () => {
  expect(['45', '1:30', '0:05', '24:00'].map(minutesOf)).toEqual([45, 90, 5, 1_440])
  for (const text of ['', '-1', '1:75', '1.5', 'an hour']) expect(minutesOf(text), text).toBeUndefined()
})

it('writes what goes to the house as the house reads it, and back', () => {
  for (const [typed, house] of [['2,50', '2.50'], ['1.000,5', '1,000.5'], ['3/2', '3/2'], ['2,', '2.'], ['', '']] as const) {
    expect(pointed(typed, 'de')).toBe(house)
    expect(pointed(house, 'de')).toBe(typed)
    expect(pointed(house, 'en')).toBe(house)
  }
})
