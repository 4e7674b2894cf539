import { describe, expect, it } from 'vitest'
import { centsOf, withQuery } from './values'

describe('an amount that is typed', () => {
  it.each([
    ['12', 1200, 'en'],
    ['12.5', 1250, 'en'],
    ['$1,000', 100_000, 'en'],
    ['1,000.05', 100_005, 'en'],
    [' 0.01 ', 1, 'en'],
    ['12,50', 1250, 'de'],
    ['1.000', 100_000, 'de'],
    ['1.000,05', 100_005, 'de'],
  ] as const)('%s is %i cents', (text, cents, language) => expect(centsOf(text, language)).toBe(cents))

  it.each(['', 'ten', '-5', '1.2.3', '12.345', '12,50', '1e3', '0x10', '99999999999999999999'])('%s is none', (text) => {
    expect(centsOf(text, 'en')).toBeUndefined()
  })
})

it('leaves out of an address what is empty', () => {
  expect(withQuery('#/floor/rounds', { table: 't 1', player: '', from: undefined, to: 5 })).toBe('#/floor/rounds?table=t+1&to=5')
})
