import { expect, it } from 'vitest'
import { partAt, under, type Part } from './address'

const page = (() => undefined) as unknown as Part['page']
const PARTS: Part[] = [
  { at: '', page, name: 'tables' },
  { at: 'tables/NAME', page, under: '' },
  { at: 'cases', page, name: 'cases' },
  { at: 'cases/new', page },
  { at: 'cases/NO', page, gives: ({ no }) => (no === '12' ? { no: 12 } : undefined) },
  { at: 'rounds/TABLE/ROUND', page },
]

it('finds the part of an address, the first that fits, and gives it what stands there', () => {
  const at = (...path: string[]) => {
    const found = partAt(PARTS, path)
    return found === undefined ? undefined : [found.part.at, found.given, under(found.part)]
  }
  expect(at()).toEqual(['', {}, ''])
  expect(at('tables', 'one')).toEqual(['tables/NAME', { name: 'one' }, ''])
  expect(at('cases')).toEqual(['cases', {}, 'cases'])
  expect(at('cases', 'new')).toEqual(['cases/new', {}, 'cases'])
  expect(at('cases', '12')).toEqual(['cases/NO', { no: 12 }, 'cases'])
  expect(at('rounds', 'one', '3')).toEqual(['rounds/TABLE/ROUND', { table: 'one', round: '3' }, 'rounds'])
})

it('finds none where there is no such page', () => {
  for (const path of [['nowhere'], ['rounds', 'one'], ['cases', '1', '2'], ['cases', 'one'], ['tables']]) expect(partAt(PARTS, path)).toBeUndefined()
})
