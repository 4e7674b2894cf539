// Deal: that betting is done is said once all bets have come to the house, and not if one of them has not.
import { beforeEach, expect, it, vi } from 'vitest'
import type { GameInfo, WagerInfo } from '$api/http'
import type { AskBody, TableState } from '$api/live'

const asked: { ask: AskBody; done: () => void; fail: (error: unknown) => void }[] = []
const said: string[] = []
const balance = { balance: 1_000_000 }
vi.mock('$state/house.svelte', () => ({
  live: { ask: (_: string, ask: AskBody) => new Promise<void>((done, fail) => asked.push({ ask, done, fail })), watch: () => () => undefined },
  myself: () => ({ player: 'ann', ...balance }),
}))
vi.mock('$state/toasts.svelte', () => ({ announce: () => undefined, toast: (text: string) => said.push(text) }))
vi.mock('./secrets', () => ({ noted: () => undefined, swear: () => Promise.resolve(), tell: () => Promise.resolve('none'), unswear: () => undefined }))
const { TableModel } = await import('./model.svelte')

const wager = (id: string): WagerInfo => ({ id, name: id, stage: 'bets', required: false, pays: [], min: 500, max: 10_000, step: 500 })
const game = { id: 'poker', wagers: [wager('ante'), wager('pair-plus')] } as unknown as GameInfo

function state(no: number, wagers: Record<string, number>): TableState {
  const round = { no, stage: 'open', spots: { 1: { player: 'ann', wagers } }, game: { id: 'poker', rules: 'sha256:0' }, context: {}, ready: [] }
  return { table: 't', status: 'open', seats: { 1: { player: 'ann', name: 'Ann' } }, round } as unknown as TableState
}

/** Ann sits at a table with an Ante and wants so much on Pair Plus. */
function wants(): InstanceType<typeof TableModel> {
  const model = new TableModel('t')
  model.state = state(1, { ante: 1_000 })
  model.game = game
  model.kept = { game: 'poker', bets: { 1: { ante: 1_000, 'pair-plus': 500 } } }
  model.rebet()
  return model
}

const kinds = () => asked.map(({ ask }) => ask.do)
const settled = () => new Promise((then) => setTimeout(then, 0))

beforeEach(() => {
  asked.length = 0
  said.length = 0
})

it('is said once what is on its way has come there', async () => {
  const model = wants()
  const done = model.done()
  await settled()
  expect(kinds()).toEqual(['place'])
  model.state = state(1, { ante: 1_000, 'pair-plus': 500 })
  asked[0]!.done()
  await settled()
  expect(kinds()).toEqual(['place', 'ready'])
  asked[1]!.done()
  await done
})

it.each([['at once', 0], ['a while later', 200]])('is not said where a bet is refused that was on its way as Deal was pressed %s', async (_, ms) => {
  const model = wants()
  await new Promise((then) => setTimeout(then, ms))
  const done = model.done()
  await settled()
  expect(kinds()).toEqual(['place'])
  asked[0]!.fail(new Error('no'))
  await done
  expect(kinds()).toEqual(['place'])
  expect(said.length).toBe(1)
  // Pressed again, it deals for what lies there.
  const again = model.done()
  await settled()
  expect(kinds()).toEqual(['place', 'ready'])
  asked[1]!.done()
  await again
})

it('is not said of another round than the one in which it was wanted', async () => {
  const model = wants()
  const done = model.done()
  await settled()
  model.state = state(2, {})
  asked[0]!.done()
  await done
  expect(kinds()).toEqual(['place'])
})
