import { expect, it } from 'vitest'
import { nameOf, rowOf, type Named } from './names'

const info = {
  wagers: [{ id: 'pair-plus', name: 'Pair Plus', pays: [{ key: 'suited-a-k-q', when: 'suited A-K-Q', pays: '40 to 1' }, { key: 'dealer-qualifies-player-higher', when: 'dealer qualifies, player higher', pays: '1 to 1' }] }],
  bonuses: [],
} as unknown as Named

it('calls wagers and rows as the game does, and what the game does not have by its key', () => {
  expect(nameOf(info, 'pair-plus')).toBe('Pair Plus')
  expect(nameOf(info, 'ante-bonus')).toBe('ante bonus')
  expect(rowOf(info, 'pair-plus', 'dealer-qualifies-player-higher')).toBe('dealer qualifies, player higher')
  expect(rowOf(info, 'pair-plus', 'suited-a-k-q')).toBe('suited A-K-Q')
  expect(rowOf(info, 'pair-plus', 'no-row-fits')).toBe('no row fits')
})
