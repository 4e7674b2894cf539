// How the table feels: nothing jumps, chips travel and can be hurried, and what happens is soon painted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { DESKTOP, House, inHouse, NARROW, ownHouse, type Person, PHONE, SMALL, TABLET, ZOOMED } from './house'

let house: House
const delays: number[] = []
inHouse((opened) => (house = opened))
afterAll(() => {
  // For `npm run report`: what was measured on this machine, which no test can promise.
  if (delays.length === 0) return
  delays.sort((a, b) => a - b)
  const part = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]
  const folder = new URL('../../measured/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const figures = { what: 'milliseconds from a message of the live line to the frame that shows it', count: delays.length, median: part(0.5), p95: part(0.95), most: delays.at(-1) }
  writeFileSync(new URL('event-to-painted.json', folder), `${JSON.stringify(figures, null, 2)}\n`)
})

const GAMES = ['three-card-fortune', 'three-card-fury', 'three-card-pairs-plus', 'three-card-poker', 'three-card-shine']

interface Watched {
  shifts: string[]
  delays: number[]
  chips: number
}

/** Notes what moves by itself, how long after its message a step is painted, and how many chips have travelled. */
async function watched(one: Person): Promise<void> {
  await one.page.addInitScript(() => {
    const seen: Watched = { shifts: [], delays: [], chips: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] })[]) {
        if (entry.hadRecentInput) continue
        for (const { node, previousRect, currentRect } of entry.sources) {
          const name = node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent ?? 'something that is gone')
          seen.shifts.push(`${document.querySelector('[data-stage]')?.getAttribute('data-stage')}: ${name} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift' })
    const Line = WebSocket
    window.WebSocket = class extends Line {
      constructor(url: string | URL) {
        super(url)
        this.addEventListener('message', ({ data }) => {
          if (!String(data).startsWith('{"type":"event"')) return
          const came = performance.now()
          // After the next frame is made its message is delivered: the frame has been painted by then.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => seen.delays.push(performance.now() - came)
            port2.postMessage(0)
          })
        })
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element && node.parentElement?.matches('.sky') === true) seen.chips++
    }).observe(document, { childList: true, subtree: true })
  })
}

const seen = (one: Person) => one.page.evaluate(() => (window as unknown as { seen: Watched }).seen)

interface State {
  state: { seats: Record<string, { player: string }>; round: { no: number; stage: string } }
}

/** All of these are in sight, whole, and nothing lies over them; the page is no wider than the screen. */
async function inSight(one: Person, what: string, where: string): Promise<void> {
  const look = (what: string) => {
    const all = [...document.querySelectorAll(what)].filter((part) => part.checkVisibility({ visibilityProperty: true }))
    const hidden = all.flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      // A button may be pressed beyond its edge, over what is only read: that hides nothing.
      const isBeside = (over: Element, y: number) => over.matches('button') && (y < over.getBoundingClientRect().top || y > over.getBoundingClientRect().bottom)
      const seen = (x: number, y: number) => document.elementsFromPoint(x, y).find((over) => !over.matches('.sky, .sky *') && !isBeside(over, y))
      const inside = (over: Element | undefined) => over !== undefined && (part.contains(over) || over.contains(part))
      const over = [top + 2, bottom - 2].map((y) => seen((left + right) / 2, y)).filter((over) => !inside(over))
      const ends = [left, right, top, bottom].map(Math.round).join(' ')
      return left < 0 || right > innerWidth || over.length > 0 ? [`${part.outerHTML.slice(0, 120)} at ${ends} under ${over[0]?.outerHTML.slice(0, 200)}`] : []
    })
    return { all: all.length > 0, hidden, wide: document.documentElement.scrollWidth > innerWidth }
  }
  const size = one.page.viewportSize()!
  const all: string[] = []
  const seen = async () => {
    const now = await one.page.evaluate(look, what)
    all.push(JSON.stringify(now))
    return now
  }
  try {
    await expect.poll(seen).toEqual({ all: true, hidden: [], wide: false })
  } catch (cause) {
    // What it was at first says more than what it was as the round was over.
    throw new Error(`${where} at ${size.width} × ${size.height}: ${[...new Set(all)].join(', then ')}`, { cause })
  }
}

/** What one must see to do something, in each part of a round: every bet, the own cards and both decisions, every line of the result. */
const SEEN = { bets: '.layout button', decision: '.hand .card, .fold, .play', result: '.slip tbody tr, .slip tfoot tr' }

/** Bets and plays over HTTP, so that nothing that the page does can be laid to a click. */
async function playsUnseen(one: Person, table: string, wagers: { id: string; stage: string; fixed?: number; min?: number }[]): Promise<void> {
  const me = await one.asks<{ player: string }>('/api/v1/me')
  const { state } = await one.asks<State>(`/api/v1/tables/${table}`)
  const spot = Number(Object.entries(state.seats).find(([, seat]) => seat.player === me.player)![0])
  // What must be as high as another is, as all are. All at once: the clock runs from the first on.
  const bets = wagers.filter(({ stage }) => stage === 'bets').map(({ id, fixed, min }) => ({ do: 'place', spot, wager: id, amount: fixed ?? Math.max(500, min ?? 0) }))
  expect(await one.doesAll(table, bets)).toEqual(bets.map(() => 200))
  await one.sees('dealt')
  await one.page.getByTestId('hand').waitFor()
  await inSight(one, SEEN.decision, `${table}, decision`)
  expect(await one.does(table, { do: 'decide', spot, choice: 'play' })).toBe(200)
  await one.page.getByTestId('net').waitFor()
  await one.sees('over')
}

describe.each(GAMES)('%s', (table) => {
  it('moves nothing by itself from the first bet to the next round, and shows all of it, on phones, a tablet, a desktop and at 200 %', async () => {
    const both = [await house.comes(PHONE), await house.comes(DESKTOP, 'light'), await house.comes(SMALL), await house.comes(TABLET, 'light'), await house.comes(NARROW), await house.comes(ZOOMED, 'light')]
    const fits = (one: Person) => one.page.locator('.felt').evaluate((felt) => felt.scrollHeight <= felt.clientHeight)
    for (const one of both) {
      await watched(one)
      await one.sits(table)
    }
    const { wagers } = await both[0]!.asks<{ wagers: { id: string; stage: string }[] }>(`/api/v1/games/${table}`)
    await Promise.all(both.map((one) => one.sees('open')))
    // What came with the click that sat down is over.
    await both[0]!.page.waitForTimeout(700)
    for (const one of both) await one.page.evaluate(() => ((window as unknown as { seen: Watched }).seen.shifts.length = 0))
    for (const one of both) await inSight(one, SEEN.bets, `${table}, bets`)
    await Promise.all(both.map((one) => playsUnseen(one, table, wagers)))
    // The whole result, once the chips have moved.
    for (const one of both) await expect.poll(() => one.page.getByTestId('net').evaluate((net) => net.checkVisibility({ visibilityProperty: true, opacityProperty: true }))).toBe(true)
    expect(await Promise.all(both.map(fits))).toEqual(both.map(() => true))
    await Promise.all(both.map((one) => inSight(one, SEEN.result, `${table}, result`)))
    await Promise.all(both.map((one) => one.sees('open')))
    for (const one of both) {
      expect((await seen(one)).shifts).toEqual([])
      expect([await one.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), await fits(one)]).toEqual([true, true])
      // So are the facts, each of them whole.
      expect(await one.page.locator('aside dd').evaluateAll((facts) => facts.map((fact) => fact.getBoundingClientRect()).filter(({ left, right }) => left < 0 || right > innerWidth).length)).toBe(0)
      // What one can do at the table is in sight, without a row that scrolls.
      for (const name of [/^Leave position /, 'How to play']) {
        const button = one.page.getByRole('button', { name }).first()
        // Where there is no room for all of it, above the felt.
        if ([NARROW, ZOOMED].some(({ width }) => width === one.page.viewportSize()!.width)) await button.scrollIntoViewIfNeeded()
        expect(await button.evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect()
          return left >= 0 && right <= innerWidth && document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('button') === button
        }), String(name)).toBe(true)
      }
      expect(one.wrong).toEqual([])
      await one.context.close()
    }
  })
})

it('keeps the own position in sight on a phone, however large the bets of others grow, until one looks elsewhere', async () => {
  const table = 'three-card-pairs-plus'
  // A house of its own, in which every seat is free.
  const empty = await ownHouse()
  const [ann, ben, cid] = [await empty.comes(PHONE), await empty.comes(), await empty.comes()]
  // Nobody here has so much: the house is made to say it.
  await ann.page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    server.onMessage((message) => line.send(String(message).replaceAll('"ante":500', '"ante":9876543210000')))
  })
  for (const one of [ann, ben, cid]) await one.sits(table)
  await ann.sees('open')
  const seated = await ann.asks<State>(`/api/v1/tables/${table}`)
  const me = await ann.asks<{ player: string }>('/api/v1/me')
  const spot = Number(Object.entries(seated.state.seats).find(([, seat]) => seat.player === me.player)![0])
  expect(await ann.does(table, { do: 'leave', spot })).toBe(200)
  expect(await ann.does(table, { do: 'sit', spot: 1 })).toBe(200)
  const strip = ann.page.locator('.seats')
  const inSight = () => strip.evaluate((list) => {
    const [own, all] = [list.querySelector('.own')!, list].map((part) => part.getBoundingClientRect())
    return own!.left >= all!.left - 1 && own!.right <= all!.right + 1
  })
  const scrolls = () => strip.evaluate((list) => list.scrollWidth > list.clientWidth)
  await expect.poll(inSight).toBe(true)
  for (const one of [ben, cid]) {
    await one.page.getByRole('button', { name: /^Ante / }).click()
    await expect.poll(() => one.page.getByTestId('stake-ante').textContent()).toBe('$5')
  }
  await expect.poll(scrolls).toBe(true)
  await expect.poll(inSight).toBe(true)
  // What somebody scrolled to stays there until the round is over.
  await strip.hover()
  await ann.page.mouse.wheel(-2_000, 0)
  await expect.poll(inSight).toBe(false)
  await ann.page.getByRole('button', { name: /^Ante / }).click()
  await ann.sees('dealt')
  expect(await inSight()).toBe(false)
})

it('moves nothing while a page comes, in whatever order its parts come', async () => {
  for (const screen of [PHONE, DESKTOP])
    for (const path of ['', '#/t/three-card-poker', '#/games']) {
      for (const seed of [1, 2]) {
        const one = await house.comes(screen)
        await watched(one)
        let asked = seed
        await one.page.route('**/api/v1/**', async (route) => {
          asked = (asked * 7 + 5) % 11
          await new Promise((done) => setTimeout(done, 60 * asked))
          await route.continue()
        })
        await one.goes(path)
        await one.page.waitForLoadState('networkidle')
        await one.page.waitForTimeout(300)
        expect((await seen(one)).shifts, `${path} at ${screen.width}, ${seed}`).toEqual([])
        await one.context.close()
      }
    }
})

it('paints what happens soon, by a measure that a report has', async () => {
  const table = 'three-card-poker'
  const ann = await house.comes()
  await watched(ann)
  await ann.sits(table)
  const { wagers } = await ann.asks<{ wagers: { id: string; stage: string }[] }>(`/api/v1/games/${table}`)
  for (let round = 0; round < 2; round++) {
    await ann.sees('open')
    await playsUnseen(ann, table, wagers)
  }
  const took = (await seen(ann)).delays
  delays.push(...took)
  expect(took.length).toBeGreaterThan(10)
  await ann.context.close()
})

it('lets chips travel from the rail and to the rack, at once after a tap, and not at all where motion is reduced', async () => {
  const table = 'three-card-poker'
  // A house of its own, in which every seat is free.
  const empty = await ownHouse()
  const [ann, ben] = [await empty.comes(), await empty.comes()]
  await ben.page.emulateMedia({ reducedMotion: 'reduce' })
  for (const one of [ann, ben]) {
    await watched(one)
    await one.sits(table)
  }
  await ann.sees('open')
  for (const one of [ann, ben]) await one.bets()
  const sky = ann.page.locator('.sky span')
  await expect.poll(async () => (await seen(ann)).chips).toBeGreaterThan(0)
  // A tap on the felt, where nothing is to be pressed, ends it.
  await ann.page.locator('.felt').click({ position: { x: 5, y: 200 } })
  expect(await sky.count()).toBe(0)
  await ann.sees('dealt')
  const before = (await seen(ann)).chips
  for (const one of [ann, ben]) await one.decides('play')
  await ann.page.getByTestId('net').waitFor()
  // Whatever came of the round, a bet was won or lost.
  await expect.poll(async () => (await seen(ann)).chips).toBeGreaterThan(before)
  await ben.page.getByTestId('net').waitFor()
  expect((await seen(ben)).chips).toBe(0)
  // The lines are there at once, and say the same.
  expect(await ben.page.locator('.slip tbody tr').first().evaluate((row) => getComputedStyle(row).opacity)).toBe('1')
})
