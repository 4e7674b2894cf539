import { expect, it } from 'vitest'
import { nameIn, type Named } from '$api/names'
import { rowOf } from './names'

const info = {
  wagers: [{ id: 'pair-plus', name: 'Pair Plus', pays: [{ key: 'suited-a-k-q', when: 'suited A-K-Q', pays: '40 to 1' }, { key: 'dealer-qualifies-player-higher', when: 'dealer qualifies, player higher', pays: '1 to 1' }] }],
  bonuses: [],
} as unknown as Named

it('calls wagers and rows as the game does, and what the game does not have by its key', () => {
  expect(nameIn(info, 'pair-plus')).toBe('Pair Plus')
  expect(nameIn(info, 'ante-bonus')).toBe('ante bonus')
  expect(nameIn(undefined, 'pair-plus')).toBe('pair plus')
  expect(rowOf(info, 'pair-plus', 'dealer-qualifies-player-higher')).toBe('dealer qualifies, player higher')
  expect(rowOf(info, 'pair-plus', 'suited-a-k-q')).toBe('suited A-K-Q')
  expect(rowOf(info, 'pair-plus', 'no-row-fits')).toBe('no row fits')
})
