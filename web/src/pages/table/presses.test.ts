// What is pressed twice, or of something that is no longer so, asks for nothing that nobody wants.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GameInfo, WagerInfo } from '$api/http'
import type { AskBody, TableState } from '$api/live'

const asked: { ask: AskBody; done: () => void; fail: (error: unknown) => void }[] = []
const said: string[] = []
let tells: (state: TableState) => void
let who = 'ann'
vi.mock('$state/house.svelte', () => ({
  live: {
    ask: (_: string, ask: AskBody) => new Promise<void>((done, fail) => asked.push({ ask, done, fail })),
    watch: (_: string, watcher: { table: (state: TableState, news: object) => void }) => {
      tells = (state) => watcher.table(state, { facts: [], words: [], whole: false })
      return () => undefined
    },
  },
  myself: () => ({ player: who, balance: 1_000_000 }),
}))
vi.mock('$state/toasts.svelte', () => ({ announce: () => undefined, toast: (text: string) => said.push(text) }))
vi.mock('./secrets', () => ({ noted: () => undefined, spend: () => undefined, swear: () => Promise.resolve(), tell: () => Promise.resolve('none'), unswear: () => undefined }))
const { TableModel } = await import('./model.svelte')

const wager = (id: string): WagerInfo => ({ id, name: id, stage: 'bets', required: false, pays: [], min: 500, max: 10_000, step: 500 })
const game = (id: string, ...wagers: string[]) => ({ id, rules: id, spots: 7, wagers: wagers.map(wager) }) as unknown as GameInfo
const [poker, fury] = [game('poker', 'ante', 'pair-plus'), game('fury', 'ante', 'monster')]

function state(no: number, stage: string, of: GameInfo, spots: Record<number, Record<string, number>>): TableState {
  const seats = Object.fromEntries(Object.keys(spots).map((spot) => [spot, { player: 'ann', name: 'Ann' }]))
  const lie = Object.fromEntries(Object.entries(spots).map(([spot, wagers]) => [spot, { player: 'ann', wagers }]))
  const ref = { id: of.id, rules: of.rules }
  return { table: 't', status: 'open', seats, game: ref, round: { no, stage, spots: lie, game: ref, context: {}, ready: [] } } as unknown as TableState
}

function sits(of: GameInfo): InstanceType<typeof TableModel> {
  const model = new TableModel('t')
  model.game = of
  model.follow()
  return model
}

const settled = () => new Promise((then) => setTimeout(then, 0))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  who = 'ann'
})
beforeEach(() => {
  asked.length = 0
  said.length = 0
})

it('asks once for what is pressed again before it is answered, and again once it is', async () => {
  const model = sits(poker)
  tells(state(1, 'open', poker, {}))
  const presses = [model.sit(4), model.sit(4)]
  expect(asked.map(({ ask }) => ask)).toEqual([{ do: 'sit', spot: 4 }])
  asked[0]!.done()
  await Promise.all(presses)
  expect([said, model.chosen]).toEqual([[], 4])
  tells(state(1, 'open', poker, { 4: { ante: 500 } }))
  const deals = [model.done(), model.done()]
  await settled()
  expect(asked.slice(1).map(({ ask }) => ask)).toEqual([{ do: 'ready', spot: 4, round: 1 }])
  asked[1]!.done()
  await Promise.all(deals)
  const leaves = [model.leave(4), model.leave(4)]
  expect(asked.slice(2).map(({ ask }) => ask)).toEqual([{ do: 'leave', spot: 4 }])
  asked[2]!.fail(new Error('no'))
  expect(await Promise.all(leaves)).toEqual([false, false])
  void model.leave(4)
  expect(asked.length).toBe(4)
})

it('offers the bets of the last round again in the game in which they were made, and in no other', () => {
  const model = sits(poker)
  tells(state(1, 'open', poker, { 4: { ante: 500, 'pair-plus': 1_000 } }))
  tells(state(1, 'closed', poker, { 4: { ante: 500, 'pair-plus': 1_000 } }))
  expect(model.last).toEqual({ 4: { ante: 500, 'pair-plus': 1_000 } })
  model.game = fury
  tells(state(2, 'open', fury, { 4: {} }))
  expect(model.last).toEqual({})
  // Back again; and in a file of the same game that has one of the bets no more.
  model.game = poker
  tells(state(3, 'open', poker, { 4: {} }))
  expect(model.last).toEqual({ 4: { ante: 500, 'pair-plus': 1_000 } })
  model.game = game('poker', 'ante')
  expect(model.last).toEqual({})
})

it('offers nobody the bets of whoever sat at the same page before', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text) })
  const bets = { 4: { ante: 500 } }
  const model = sits(poker)
  tells(state(1, 'open', poker, bets))
  tells(state(1, 'closed', poker, bets))
  const comes = (player: string) => {
    who = player
    const model = sits(poker)
    tells(state(2, 'open', poker, { 4: {} }))
    return model.last
  }
  expect([model.last, comes('ben'), comes('ann')]).toEqual([bets, {}, bets])
})

it('undoes nothing at a position that was left since', async () => {
  vi.useFakeTimers()
  const model = sits(poker)
  tells(state(1, 'open', poker, { 3: {}, 4: {} }))
  model.add(3, 'ante', 500)
  model.add(4, 'ante', 500)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.map(({ ask }) => ask)).toMatchObject([{ do: 'place', spot: 3 }, { do: 'place', spot: 4 }])
  tells(state(1, 'open', poker, { 3: { ante: 500 }, 4: { ante: 500 } }))
  for (const { done } of asked) done()
  await vi.advanceTimersByTimeAsync(0)
  tells(state(1, 'open', poker, { 4: { ante: 500 } }))
  model.undo()
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.slice(2).map(({ ask }) => ask)).toMatchObject([{ do: 'take-back', spot: 4 }])
})

const bets = () => asked.map(({ ask }) => ask)

it('bets nothing at a position that is left before the chip is on its way, and what was meant for another one', async () => {
  vi.useFakeTimers()
  const model = sits(poker)
  tells(state(1, 'open', poker, { 3: {}, 4: {} }))
  model.add(4, 'ante', 500)
  const left = model.leave(4)
  await vi.advanceTimersByTimeAsync(500)
  expect(bets()).toEqual([{ do: 'leave', spot: 4 }])
  // Nor while somebody is about to leave.
  model.add(4, 'ante', 500)
  model.add(3, 'ante', 500)
  await vi.advanceTimersByTimeAsync(500)
  expect(bets().slice(1)).toMatchObject([{ do: 'place', spot: 3, amount: 500 }])
  for (const { done } of asked) done()
  expect([await left, said]).toEqual([true, []])
  tells(state(1, 'open', poker, { 3: { ante: 500 } }))
  await vi.advanceTimersByTimeAsync(0)
  model.add(3, 'pair-plus', 500)
  void model.leave(3)
  await vi.advanceTimersByTimeAsync(500)
  expect(bets().slice(2)).toEqual([{ do: 'leave', spot: 3 }])
})

it('leaves a position once the bet that is on its way there is answered', async () => {
  vi.useFakeTimers()
  const model = sits(poker)
  tells(state(1, 'open', poker, { 4: {} }))
  model.add(4, 'ante', 500)
  await vi.advanceTimersByTimeAsync(200)
  const left = [model.leave(4), model.leave(4)]
  await vi.advanceTimersByTimeAsync(500)
  expect(bets()).toMatchObject([{ do: 'place', spot: 4 }])
  asked[0]!.done()
  await vi.advanceTimersByTimeAsync(0)
  expect(bets().slice(1)).toEqual([{ do: 'leave', spot: 4 }])
  asked[1]!.done()
  expect([await Promise.all(left), said]).toEqual([[true, true], []])
})

/** Somebody stands up from position 3 before the chips of both positions were sent: the bet of position 4 is on its way. */
async function leavesWithBetElsewhere() {
  const model = sits(poker)
  tells(state(1, 'open', poker, { 3: {}, 4: {} }))
  model.add(3, 'ante', 500)
  model.add(4, 'ante', 500)
  const left = model.leave(3)
  await vi.advanceTimersByTimeAsync(500)
  expect(bets()).toMatchObject([{ do: 'place', spot: 4 }])
  return { model, left }
}

it('says that betting is done once the bet is answered that is sent as another position is left', async () => {
  vi.useFakeTimers()
  const { model, left } = await leavesWithBetElsewhere()
  const done = model.done()
  await vi.advanceTimersByTimeAsync(500)
  expect(bets().slice(1)).toEqual([])
  asked[0]!.done()
  await vi.advanceTimersByTimeAsync(500)
  // Of the position that is left nothing is said besides.
  expect(bets().slice(1)).toEqual([{ do: 'leave', spot: 3 }, { do: 'ready', spot: 4, round: 1 }])
  for (const { done } of asked.slice(1)) done()
  await done
  expect([await left, said]).toEqual([true, []])
})

it('leaves a position once the bet is answered that is sent as another one is left', async () => {
  vi.useFakeTimers()
  const { model, left } = await leavesWithBetElsewhere()
  const both = [left, model.leave(4)]
  await vi.advanceTimersByTimeAsync(500)
  expect(bets().slice(1)).toEqual([])
  asked[0]!.done()
  await vi.advanceTimersByTimeAsync(0)
  expect(bets().slice(1)).toEqual([{ do: 'leave', spot: 3 }, { do: 'leave', spot: 4 }])
  for (const { done } of asked.slice(1)) done()
  expect([await Promise.all(both), said]).toEqual([[true, true], []])
})

it.each([
  ['says that betting is done', (model: InstanceType<typeof TableModel>) => model.done(), 'ready'],
  ['leaves a position', (model: InstanceType<typeof TableModel>) => model.leave(4), 'leave'],
])('%s once all bets are answered that are on their way, also where a later one is answered first', async (_, press, what) => {
  vi.useFakeTimers()
  const model = sits(poker)
  tells(state(1, 'open', poker, { 4: {} }))
  for (const wager of ['ante', 'pair-plus']) {
    model.add(4, wager, 500)
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(bets()).toMatchObject([{ do: 'place', wager: 'ante' }, { do: 'place', wager: 'pair-plus' }])
  const pressed = press(model)
  asked[1]!.done()
  await vi.advanceTimersByTimeAsync(500)
  expect(bets().slice(2)).toEqual([])
  asked[0]!.done()
  await vi.advanceTimersByTimeAsync(500)
  expect(bets().slice(2)).toMatchObject([{ do: what, spot: 4 }])
  asked[2]!.done()
  await pressed
  expect(said).toEqual([])
})
