import { expect, it } from 'vitest'
import type { InLobby } from '$api/http'
import { best } from './company'

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
