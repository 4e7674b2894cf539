// Nothing that comes and goes at a table moves the felt: each of them has its place from the beginning, at every size, in the language with the longer words.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, NARROW, type Person, SMALL, TABLET, ZOOMED } from './house'
import { staffOf } from './staff'

let house: House
let floor: Person
inHouse(async (opened) => {
  house = opened
  floor = (await staffOf(house, 'floor')).floor
})

/** A tablet upright, whose width is the least of a tablet. */
const UPRIGHT = { width: 768, height: 1024 }
/** A phone on its side. */
const SIDE = { width: 740, height: 360 }

/** Where all that is played with lies, however far the page is scrolled. */
const places = (one: Person) =>
  one.page.evaluate(() => {
    const table = document.querySelector('.table')!
    const felt = document.querySelector('.felt')!
    const all = [felt, ...document.querySelectorAll('.dealer .cards, .seats, .own .hand .cards, .layout .ring, .bar')]
    return all.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      const down = part.matches('.bar') ? 0 : table.scrollTop + (part === felt ? 0 : felt.scrollTop)
      return [part.className.replace(/ ?svelte-\w+/g, ''), ...[x, y + down, width, height].map((px) => Math.round(px))].join(' ')
    })
  })

async function opened(table: string, clocks: object): Promise<void> {
  await floor.goes('')
  const boss = floor
  expect(await boss.does(table, { do: 'set', game: 'three-card-pairs-plus', clocks })).toBe(200)
}

it('moves nothing as the table is set anew, pauses, voids a round, allows hints, refuses a chip, asks for a break or loses its line', async () => {
  const table = 'three-card-pairs-plus'
  const clocks = { bet_ms: 600_000, secret_ms: 15_000, decide_ms: 45_000, show_ms: 5_000 }
  await opened(table, clocks)
  // One for each position of the table; what fits between the bars of a phone fits without them.
  const sizes = { SMALL, NARROW, ZOOMED, UPRIGHT, TABLET, DESKTOP, SIDE }
  const people: [string, Person, { tell: (message: string) => void; cut: () => Promise<void> }][] = []
  for (const [name, size] of Object.entries(sizes)) {
    const one = await house.comes(size, people.length % 2 === 0 ? 'dark' : 'light')
    const lines: { send: (message: string) => void; close: () => Promise<void> }[] = []
    let isCut = false
    await one.page.routeWebSocket(/\/api\/v1\/live/, (line) => {
      if (isCut) return void line.close()
      line.connectToServer()
      lines.push(line)
    })
    await one.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de', speed: 'instant' })))
    await one.goes(`#/t/${table}`)
    await one.page.locator('.guest button').click()
    await one.page.locator('.layout').waitFor()
    const cut = async () => {
      isCut = true
      for (const line of lines) await line.close()
    }
    people.push([name, one, { tell: (message) => lines.at(-1)!.send(message), cut }])
  }
  const all = people.map(([, one]) => one)
  await Promise.all(all.map((one) => one.sees('open')))
  const rests = async () => {
    for (const one of all) {
      // Where there is no room for all of it, it comes into sight by itself.
      await one.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      await one.page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished.catch(() => undefined))))
    }
    return Object.fromEntries(await Promise.all(people.map(async ([name, one]) => [name, await places(one)] as const)))
  }
  const told = (text: RegExp, where = '.news span') => Promise.all(all.map((one) => one.page.locator(where).filter({ hasText: text }).first().waitFor()))
  const before = await rests()

  await all[0]!.page.locator('.layout button:enabled').last().click()
  await told(/5\s\$/, '.seats')
  expect(await rests(), 'a bet').toEqual(before)

  expect(await floor.does(table, { do: 'set', game: 'three-card-pairs-plus', clocks, hints: true })).toBe(200)
  await told(/Neu ab der nächsten Runde/)
  expect(await rests(), 'set anew').toEqual(before)

  expect(await floor.does(table, { do: 'turn', status: 'paused', reason: 'a pause' })).toBe(200)
  await told(/Pause|pausiert/i)
  expect(await rests(), 'paused').toEqual(before)
  expect(await floor.does(table, { do: 'turn', status: 'open', reason: 'goes on' })).toBe(200)

  // More than may lie there.
  for (const one of all) {
    for (let chips = 0; chips < 3; chips++) await one.page.locator('.layout button:enabled').last().click()
    await one.page.locator('.limit').filter({ hasText: /\S/ }).waitFor()
  }
  expect(await rests(), 'a chip that is refused').toEqual(before)

  // A reason of many words, for whoever has bet.
  const reason = 'Ein Blatt ist vom Tisch gefallen und lag offen da, und damit alle dasselbe wissen, beginnt diese Runde von vorn; alle Einsätze gehen zurück, wie es die Regeln sagen.'
  expect(await floor.does(table, { do: 'void', reason })).toBe(200)
  await told(/Ein Blatt ist vom Tisch gefallen/, '.call span')
  expect(await rests(), 'a round that is void').toEqual(before)

  // The next one, in which hints are allowed.
  await Promise.all(all.map((one) => one.page.getByRole('switch').waitFor()))
  await Promise.all(all.map((one) => one.sees('open')))
  expect(await rests(), 'hints').toEqual(before)

  // Time and cost are to be looked at; the house is made to say so.
  for (const [, , line] of people) line.tell(JSON.stringify({ type: 'wallet', balance: 98_765_432, own: { net: -1_234_50, net_day: -1_234_50, playing_since_ms: Date.now() - 18_753_000, check_at_ms: 2 } }))
  await Promise.all(all.map((one) => one.page.getByTestId('held').waitFor()))
  expect(await rests(), 'time and cost').toEqual(before)

  for (const [, , line] of people) await line.cut()
  await told(/Verbindung/, '.link')
  expect(await rests(), 'a line that is lost').toEqual(before)
  for (const one of all) await one.context.close()
})

it('is laid out as on a tablet from 768 px on, and as on a desktop from 1200 px on', async () => {
  const ann = await house.comes(DESKTOP)
  const arc = () => ann.page.locator('.seats').evaluate((seats) => getComputedStyle(seats).display)
  const drawer = () => ann.page.locator('.drawer').count()
  for (const [width, seats, open] of [[767, 'flex', 0], [768, 'grid', 0], [1199, 'grid', 0], [1200, 'grid', 1]] as const) {
    await ann.page.setViewportSize({ width, height: 900 })
    await ann.goes('#/t/three-card-poker')
    await ann.page.reload()
    await ann.page.locator('.seats li').first().waitFor()
    expect([await arc(), await drawer()], String(width)).toEqual([seats, open])
    // The drawer stands beside the felt, and not in its place.
    expect(await ann.page.locator('.felt').isVisible()).toBe(true)
  }
  await ann.context.close()
})
