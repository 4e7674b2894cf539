import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser, Live, type FromClient, type Socket, type TableState, type ToClient } from './live'

class Wire implements Socket {
  onopen = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  sent: FromClient[] = []
  closed = false
  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient)
  }
  close() {
    this.closed = true
  }
  says(message: ToClient) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  breaks() {
    this.onclose?.()
  }
}

const table = 't'
const state = (no: number) => ({ table, status: 'open', seats: {}, round: { no } }) as unknown as TableState
const hello: ToClient = { type: 'hello', version: 1, now_ms: 5_000, money: 'play' }

let wires: Wire[]
let timers: { at: number; run: () => void }[]
let now: number
let live: Live
let seen: { no: number | undefined; n: number; facts: number }[]
const last = () => wires[wires.length - 1]!

function passes(ms: number) {
  now += ms
  const due = timers.filter((timer) => timer.at <= now)
  timers = timers.filter((timer) => timer.at > now)
  for (const timer of due) timer.run()
}

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  wires = []
  timers = []
  now = 1_000
  seen = []
  live = new Live(
    {},
    {
      connect: () => {
        wires.push(new Wire())
        return last()
      },
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
    },
  )
  live.watch(table, { table: (state, { n, facts }) => seen.push({ no: state.round?.no, n, facts: facts.length }) })
  live.open()
})

it('is opened when it is told to, and once', () => {
  const other = new Live({}, live.surroundings)
  void other.ask(table, { do: 'sit', spot: 1 })
  expect(wires.length).toBe(1)
  other.open()
  other.open()
  expect(wires.length).toBe(2)
  last().says(hello)
  expect(last().sent.map(({ type }) => type)).toEqual(['ask'])
})

const snapshot = (n: number, no: number, missed: number[] = []): ToClient =>
  ({ type: 'snapshot', table, n, now_ms: now + 4_000, state: state(no), missed: missed.map((n) => ({ n, at_ms: 0, what: 'dealt' })) }) as unknown as ToClient
const event = (after: number, n: number, no: number): ToClient =>
  ({ type: 'event', table, after, n, now_ms: now + 4_000, facts: [{ n, at_ms: 0, what: 'dealt' }], words: [], patch: { round: { no } } }) as unknown as ToClient

describe('the live line', () => {
  it('asks what decisions are worth, again after a break, and gives the answer to whoever asked', async () => {
    last().says(hello)
    const asked = live.advise(table, 4)
    const advise = last().sent.find(({ type }) => type === 'advise') as Extract<FromClient, { type: 'advise' }>
    expect(advise).toMatchObject({ table, spot: 4 })
    last().breaks()
    passes(1_000)
    last().says(hello)
    expect(last().sent).toContainEqual(advise)
    const advice = { round: 1, spot: 4, cards: 'Qs 6h 4d', deals: 18_424, decisions: [], best: 0 }
    last().says({ type: 'advice', key: advise.key, table, advice })
    expect(await asked).toEqual(advice)
    const refused = live.advise(table, 4)
    const second = last().sent.at(-1) as Extract<FromClient, { type: 'advise' }>
    last().says({ type: 'refused', key: second.key, table, problem: { type: '', title: '', status: 403, code: 'no-hints', detail: 'none here' } })
    await expect(refused).rejects.toMatchObject({ code: 'no-hints' })
  })

  it('is asked at once whether it is there as the device wakes up, and is opened anew at once where it is not', () => {
    last().says(hello)
    live.wake()
    expect(last().sent.at(-1)).toEqual({ type: 'ping' })
    last().says({ type: 'pong', now_ms: now + 4_000 })
    passes(5_000)
    expect([wires.length, live.link]).toEqual([1, 'open'])
    // Gone without a word.
    live.wake()
    passes(4_000)
    expect(live.link).toBe('lost')
    // It would be tried again only after a while.
    for (let tries = 0; tries < 6; tries++) {
      passes(10_000)
      last().breaks()
    }
    const tried = wires.length
    live.wake()
    expect(wires.length).toBe(tried + 1)
    // One that is being opened is left to it.
    live.wake()
    expect(wires.length).toBe(tried + 1)
    last().says(hello)
    expect(live.link).toBe('open')
    live.close()
    live.wake()
    expect(wires.length).toBe(tried + 1)
  })

  it('watches once it is greeted, and follows the patches', () => {
    expect(last().sent).toEqual([])
    last().says(hello)
    expect(last().sent).toEqual([{ type: 'watch', table }])
    last().says(snapshot(2, 1))
    last().says(event(2, 3, 2))
    expect(seen).toEqual([{ no: 1, n: 2, facts: 0 }, { no: 2, n: 3, facts: 1 }])
  })

  it('asks for the whole table where a step is missing, and reads over one that it has', () => {
    last().says(hello)
    last().says(snapshot(2, 1))
    last().says(event(1, 2, 9))
    last().says(event(3, 4, 9))
    expect(seen).toHaveLength(1)
    expect(last().sent.slice(1)).toEqual([{ type: 'watch', table, after: 2 }])
  })

  it('sets its clock by the house', () => {
    last().says(hello)
    expect(live.now() - now).toBe(4_000)
    last().says({ type: 'pong', now_ms: now + 3_000 })
    expect(live.now() - now).toBe(4_000)
  })

  it('comes back after a break with the number that it had, and asks again under the same key', async () => {
    last().says(hello)
    last().says(snapshot(2, 1))
    const done = live.ask(table, { do: 'sit', spot: 1 }, 'k')
    const asked = last().sent.at(-1)
    last().breaks()
    expect(live.link).toBe('lost')
    passes(400)
    expect(wires).toHaveLength(2)
    last().says(hello)
    expect(last().sent).toEqual([{ type: 'watch', table, after: 2 }, asked])
    last().says(snapshot(5, 3, [3, 4, 5]))
    expect(seen.at(-1)).toEqual({ no: 3, n: 5, facts: 3 })
    last().says({ type: 'done', key: 'k', table, record: 7, at_ms: 1, again: true })
    expect((await done).record).toBe(7)
  })

  it('asks nothing again for whoever comes next of what somebody had asked who has gone', async () => {
    last().says(hello)
    const asked = live.ask(table, { do: 'sit', spot: 1 }, 'k')
    const gone = new Error('the session is over')
    live.renew(gone)
    await expect(asked).rejects.toBe(gone)
    last().says(hello)
    expect(last().sent).toEqual([{ type: 'watch', table }])
    // Whoever only comes in waits on for what was asked before.
    void live.ask(table, { do: 'sit', spot: 2 }, 'l')
    live.renew()
    last().says(hello)
    expect(last().sent.map(({ type }) => type)).toEqual(['watch', 'ask'])
  })

  it('says why something is refused', async () => {
    last().says(hello)
    const asked = live.ask(table, { do: 'sit', spot: 9 }, 'k')
    const problem = { type: '/problems#rules', title: 'No', status: 422, detail: 'there are 7 spots', code: 'rules' } as const
    last().says({ type: 'refused', key: 'k', table, problem })
    await expect(asked).rejects.toMatchObject({ code: 'rules', message: 'there are 7 spots' })
  })

  it('gives up a line that is silent, and one that never opens', () => {
    passes(8_000)
    passes(400)
    expect(wires).toHaveLength(2)
    last().says(hello)
    passes(15_000)
    expect(last().sent.at(-1)).toEqual({ type: 'ping' })
    passes(8_000)
    expect(last().closed).toBe(true)
    expect(live.link).toBe('lost')
  })

  it('waits longer each time that it fails', () => {
    const waits: number[] = []
    for (let time = 0; time < 8; time++) {
      last().breaks()
      const began = now
      const count = wires.length
      while (wires.length === count) passes(50)
      waits.push(now - began)
    }
    expect(waits[0]).toBeLessThanOrEqual(400)
    expect(waits.at(-1)).toBeGreaterThan(4_000)
    expect(waits.at(-1)).toBeLessThanOrEqual(10_050)
  })

  it('refuses what is asked once it is closed', async () => {
    const waiting = live.ask(table, { do: 'sit', spot: 1 })
    live.close()
    await expect(waiting).rejects.toMatchObject({ code: 'offline' })
    await expect(live.ask(table, { do: 'sit', spot: 1 })).rejects.toMatchObject({ code: 'offline' })
  })
})

it('tells the time of the house though somebody sets the clock of the device meanwhile', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { now } = browser()
  const before = now()
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(now() - before).toBeLessThan(60_000)
})
