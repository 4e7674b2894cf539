// Several positions of one player: what they stake and come to together, and which of them is before the player.
import { expect, it, vi } from 'vitest'
import type { GameInfo, WagerInfo } from '$api/http'
import type { TableState } from '$api/live'

vi.mock('$state/house.svelte', () => ({
  live: { ask: () => new Promise(() => undefined), watch: () => () => undefined },
  myself: () => ({ player: 'ann', balance: 1_000_000 }),
}))
const told: string[] = []
vi.mock('$state/toasts.svelte', () => ({ announce: (text: string) => told.push(text), toast: (text: string) => told.push(text) }))
vi.mock('./secrets', () => ({ noted: () => undefined, spend: () => undefined, swear: () => Promise.resolve(), tell: () => Promise.resolve('none'), unswear: () => undefined }))
const { TableModel } = await import('./model.svelte')

const wager = (id: string, more: Partial<WagerInfo> = {}): WagerInfo => ({ id, name: id, stage: 'bets', required: false, pays: [], min: 500, max: 10_000, step: 100, ...more })
const game = { id: 'poker', wagers: [wager('Ante'), wager('Monster', { of: 'Ante', times: [1], required: true }), wager('Side', { min: 100 })] } as unknown as GameInfo

/** Ann sits at 2 and 3, and Ben at 5. */
function table(stage: string, spots: object): InstanceType<typeof TableModel> {
  const model = new TableModel('t')
  const seats = { 2: { player: 'ann', name: 'Ann' }, 3: { player: 'ann', name: 'Ann' }, 5: { player: 'ben', name: 'Ben' } }
  const round = { no: 1, stage, deadline_ms: 9, spots, game: { id: 'poker', rules: 'sha256:0' }, context: {}, ready: [] }
  model.state = { table: 't', status: 'open', seats, round } as unknown as TableState
  model.game = game
  return model
}

const lies = (player: string, more: object = {}) => ({ player, wagers: { Ante: 500, Monster: 500 }, ...more })

it('stakes what lies at both, with what is on its way there, and nothing of others', () => {
  const model = table('open', { 2: lies('ann'), 3: lies('ann', { wagers: {} }), 5: lies('ben') })
  expect(model.staked).toBe(1_000)
  model.add(3, 'Side', 500)
  expect(model.staked).toBe(1_500)
})

it('comes to what both come to, once there are two results', () => {
  expect(table('dealt', { 2: lies('ann'), 3: lies('ann') }).net).toBeUndefined()
  expect(table('settled', { 2: lies('ann', { net: 1_500 }), 3: lies('ann', { net: -2_000 }), 5: lies('ben', { net: 700 }) }).net).toBe(-500)
  // One of them had no part in the round, or somebody else had it.
  expect(table('settled', { 2: lies('ann', { net: 1_500 }) }).net).toBeUndefined()
  expect(table('over', { 2: lies('ann', { net: 1_500 }), 3: lies('cid', { net: 100 }) }).net).toBeUndefined()
})

it('turns from one own position to the other and back, and while hands are to be decided among those', () => {
  const open = table('open', { 2: lies('ann'), 3: lies('ann'), 5: lies('ben') })
  expect([open.at, open.turn(), open.at, open.turn(), open.at]).toEqual([2, 3, 3, 2, 2])
  const both = table('dealt', { 2: lies('ann', { undecided: true }), 3: lies('ann', { undecided: true }) })
  expect([both.at, both.turn(), both.at]).toEqual([2, 3, 3])
  const one = table('dealt', { 2: lies('ann'), 3: lies('ann', { undecided: true }) })
  expect([one.at, one.turn(), one.at]).toEqual([3, undefined, 3])
})

it('says that a first chip which is less than the least stake lays that, and of no other', () => {
  const model = table('open', { 2: lies('ann', { wagers: {} }), 3: lies('ann', { wagers: {} }) })
  told.length = 0
  model.add(2, 'Side', 100)
  expect([model.limit, told]).toEqual([undefined, []])
  // Of what must be as high as another, that is the one.
  model.add(2, 'Monster', 100)
  expect(model.stakes(2)).toEqual({ Side: 100, Ante: 500, Monster: 500 })
  expect(model.limit).toEqual({ spot: 2, wager: 'Ante', text: 'Ante: the least is $5, and that lies there now.', least: true })
  expect(told).toEqual([model.limit!.text])
  // The next one is as it was pressed.
  model.add(2, 'Ante', 100)
  expect([model.stakes(2)['Ante'], model.limit]).toEqual([600, undefined])
  model.remove(2, 'Ante', 500)
  expect([model.stakes(2)['Ante'], model.limit]).toEqual([undefined, undefined])
  model.add(2, 'Ante', 500)
  expect(model.limit).toBeUndefined()
})
