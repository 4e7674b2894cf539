// Deal: that betting is done is said once all bets have come to the house, and not if one of them has not.
import { beforeEach, expect, it, vi } from 'vitest'
import type { GameInfo, WagerInfo } from '$api/http'
import type { AskBody, TableState } from '$api/live'
import { refused } from '$api/problem'

const asked: { ask: AskBody; done: () => void; fail: (error: unknown) => void }[] = []
const said: string[] = []
const balance = { balance: 1_000_000 }
vi.mock('$state/house.svelte', () => ({
  live: { ask: (_: string, ask: AskBody) => new Promise<void>((done, fail) => asked.push({ ask, done, fail })), watch: () => () => undefined },
  myself: () => ({ player: 'ann', ...balance }),
}))
vi.mock('$state/toasts.svelte', () => ({ announce: () => undefined, toast: (text: string) => said.push(text) }))
const sworn = { swear: () => Promise.resolve() }
vi.mock('./secrets', () => ({ noted: () => undefined, spend: () => undefined, swear: () => sworn.swear(), tell: () => Promise.resolve('none'), unswear: () => undefined }))
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
  model.kept = { player: 'ann', game: 'poker', bets: { 1: { ante: 1_000, 'pair-plus': 500 } } }
  model.rebet()
  return model
}

const kinds = () => asked.map(({ ask }) => ask.do)
const settled = () => new Promise((then) => setTimeout(then, 0))

const late = (detail: string, code = 'not-now') => refused({ type: '', title: '', code, detail, status: 409 })

function beforeAsking(): void {
  asked.length = 0
  said.length = 0
  sworn.swear = () => Promise.resolve()
}
beforeEach(beforeAsking)

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

it('is one message that bets came too late, however much of them was on its way, and none that what they were part of did not come back', async () => {
  sworn.swear = () => Promise.reject(late('bets are closed and no card is dealt'))
  const model = wants()
  model.kept = { player: 'ann', game: 'poker', bets: { 1: { ante: 2_000, 'pair-plus': 500 } } }
  model.rebet()
  const done = model.done()
  await settled()
  expect(kinds()).toEqual(['place', 'place'])
  asked[0]!.done()
  asked[1]!.fail(late('the time to bet is up'))
  await settled()
  // A part of it is not what anybody asked for.
  expect(kinds()).toEqual(['place', 'place', 'place'])
  asked[2]!.fail(late('this was meant for round 1, and the table is at round 2', 'other-round'))
  await done
  expect(said.length).toBe(1)
})

it('is nothing to be told of that Deal was pressed as bets closed, and one message that the house failed, for all positions', async () => {
  for (const [error, messages] of [[late('bets are closed and no card is dealt'), 0], [refused(undefined), 1]] as const) {
    beforeAsking()
    const model = new TableModel('t')
    const seats = { 1: { player: 'ann', name: 'Ann' }, 2: { player: 'ann', name: 'Ann' } }
    const now = state(1, { ante: 1_000 })
    model.state = { ...now, seats, round: { ...now.round, spots: { 1: { player: 'ann', wagers: { ante: 1_000 } }, 2: { player: 'ann', wagers: { ante: 1_000 } } } } } as unknown as TableState
    model.game = game
    const done = model.done()
    await settled()
    expect(kinds()).toEqual(['ready'])
    asked[0]!.fail(error)
    await done
    expect([kinds(), said.length]).toEqual([['ready'], messages])
  }
})
