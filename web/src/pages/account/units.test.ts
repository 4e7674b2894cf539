import { expect, it } from 'vitest'
import { centsOf, minutesOf } from './units'

it('reads amounts as people write them, and nothing else', () => {
  expect(['50', '$50', '1,250.50', '0.05', ' 7 '].map((text) => centsOf(text, 'en'))).toEqual([5_000, 5_000, 125_050, 5, 700])
  expect(['50,00', '1.250,50', '50 $'].map((text) => centsOf(text, 'de'))).toEqual([5_000, 125_050, 5_000])
  for (const text of ['', '-5', 'five', '1.234', '5e3', '1,2,3', '50%']) expect(centsOf(text, 'en'), text).toBeUndefined()
})

it('reads times in minutes, or in hours and minutes', () => {
  expect(['45', '1:30', '0:05', '24:00'].map(minutesOf)).toEqual([45, 90, 5, 1_440])
  for (const text of ['', '-1', '1:75', '1.5', 'an hour']) expect(minutesOf(text), text).toBeUndefined()
})
