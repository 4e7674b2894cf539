import { expect, it } from 'vitest'
import { namesAt } from './names'

const game = (id: string, wagers: Record<string, string>, bonuses: Record<string, string> = {}) => {
  const named = (all: Record<string, string>) => Object.entries(all).map(([id, name]) => ({ id, name }))
  return { id, wagers: named(wagers), bonuses: named(bonuses) } as unknown as Parameters<typeof namesAt>[1][number]
}

it('calls a bet as the game of its table does, else as any game of the house does, else by its id', () => {
  const games = [game('one', { ante: 'Ante', 'pairs-plus': 'Pairs Plus' }), game('two', { ante: 'Ante Wager', ante_plus: 'Ante Plus' }, { 'ante-bonus': 'Ante Bonus' })]
  const name = namesAt([{ table: 'hall-1', game: 'two' }, { table: 'hall-2', game: 'gone' }, { table: 'hall-3' }], games)
  expect(name('hall-1', 'ante')).toBe('Ante Wager')
  expect(name('hall-1', 'ante_plus')).toBe('Ante Plus')
  expect(name('hall-1', 'ante-bonus')).toBe('Ante Bonus')
  // Another game was played there before.
  expect(name('hall-1', 'pairs-plus')).toBe('Pairs Plus')
  expect(name('hall-2', 'ante_plus')).toBe('Ante Plus')
  // A table, or a game, that there is no more.
  expect(name('hall-9', 'ante-bonus')).toBe('Ante Bonus')
  expect(name(undefined, 'ante')).toBe('Ante')
  expect(name('hall-3', 'of-another-house')).toBe('of another house')
})
