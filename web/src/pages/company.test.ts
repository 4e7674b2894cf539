import { expect, it } from 'vitest'
import type { InLobby } from '$api/http'
import { arranged, best, hasRoom, isFull } from './company'

const table = (name: string, taken: number, absent: number[] = [], more: Partial<InLobby> = {}): InLobby => ({ table: name, status: 'open', hints: false, players: [], spots: 7, taken, absent, round: 0, ...more })
const chosen = (...tables: InLobby[]) => best(tables)?.table

it('chooses the table at which the most play that has a seat left', () => {
  expect(chosen(table('a', 1), table('b', 6), table('c', 7), table('d', 2))).toBe('b')
  expect(chosen(table('a', 6, [], { status: 'paused' }), table('b', 6, [], { status: 'closed' }), table('c', 0))).toBe('c')
  expect(chosen(table('a', 7), table('b', 3, [], { status: 'paused' }))).toBe(undefined)
  expect(chosen()).toBe(undefined)
})

it('takes nobody for company who is absent', () => {
  expect(chosen(table('a', 6, [1, 2, 3, 4, 5]), table('b', 2))).toBe('b')
  // Alone at a table of one’s own rather than waiting for those who are gone.
  expect(chosen(table('a', 3, [1, 2, 7]), table('b', 1, [4]), table('c', 0))).toBe('c')
  expect(chosen(table('a', 3, [1]), table('b', 2))).toBe('b')
  expect(chosen(table('a', 5, [1, 2]), table('b', 2))).toBe('a')
})

it('says of an open table whether there is room, and of no other that it is full', () => {
  const all = [table('a', 6), table('b', 7), table('c', 7, [], { status: 'closed' }), table('d', 0, [], { status: 'paused' }), table('e', 0, [], { spots: 0 })]
  expect(all.filter(hasRoom).map((one) => one.table)).toEqual(['a'])
  expect(all.filter(isFull).map((one) => one.table)).toEqual(['b'])
})

it('shows tables with room first and closed ones last, else as the house has them, and moves none that is shown', () => {
  const order = (tables: InLobby[], before?: string[]) => arranged(tables, before).map((one) => one.table)
  const tables = [table('a', 7), table('b', 0, [], { status: 'closed' }), table('c', 3), table('d', 0, [], { status: 'paused' }), table('e', 0)]
  expect(order(tables)).toEqual(['c', 'e', 'a', 'd', 'b'])
  // A seat is given up, another one taken; two tables are new, one is gone.
  const later = [table('f', 7), table('a', 6), table('b', 0), table('c', 7), table('d', 1), table('g', 1)]
  expect(order(later, ['c', 'e', 'a', 'd', 'b'])).toEqual(['c', 'a', 'd', 'b', 'g', 'f'])
  expect(tables.map((one) => one.table)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
