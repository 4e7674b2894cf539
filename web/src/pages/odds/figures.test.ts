import { expect, it } from 'vitest'
import type { GameInfo } from '$api/http'
import type { Odds } from '$api/odds'
import { movedBy, wagersAt } from './figures'

const game = {
  wagers: [{ id: 'ante' }, { id: 'play', of: 'ante' }, { id: 'pair-plus' }, { id: 'shut' }],
  bonuses: [{ id: 'ante-bonus', on: 'ante' }],
} as unknown as GameInfo
const odds = (edges: Record<string, number | undefined>) => ({ wagers: Object.fromEntries(Object.entries(edges).map(([id, house_edge]) => [id, { house_edge }])) }) as unknown as Odds
const written = odds({ ante: 0.03, 'pair-plus': 0.07, shut: undefined })

it('is after the bet whose pays are turned, and that on which a bonus or a decision is paid', () => {
  const at = (touched: string) => wagersAt(game, touched, [written], written)
  expect(at('pair-plus')).toEqual(['pair-plus'])
  expect(at('ante-bonus')).toEqual(['ante'])
  expect(at('play')).toEqual(['ante'])
})

it('is else after whatever has moved, in either variant, and after the first bet where nothing has', () => {
  expect(wagersAt(game, undefined, [written], written)).toEqual(['ante'])
  expect(wagersAt(game, undefined, [odds({ ante: 0.03, 'pair-plus': 0.05 })], written)).toEqual(['pair-plus'])
  expect(wagersAt(game, undefined, [written, odds({ ante: 0.02, 'pair-plus': 0.05 })], written)).toEqual(['ante', 'pair-plus'])
  // Of a bet that cannot be made there is no figure.
  expect(wagersAt(game, 'shut', [written], written)).toEqual(['ante'])
  expect(wagersAt(game, 'pair-plus', [], undefined)).toEqual([])
  expect(wagersAt(game, undefined, [odds({ ante: 0.02 })], undefined)).toEqual(['ante'])
})

it('says by how much an edge has moved, and in which direction without a colour', () => {
  const edge = (house_edge: number) => ({ house_edge })
  expect(movedBy(edge(0.07), edge(0.02))).toBe('▲ +5.000%')
  expect(movedBy(edge(0.02), edge(0.07))).toBe('▼ −5.000%')
  expect(movedBy(edge(0.02), edge(0.02))).toBe('no change')
  expect(movedBy(undefined, edge(0.02))).toBe('–')
})
