// What a table says to whoever has done their part: for whom it waits, what happens at zero; and of two positions which one is meant, and what both come to.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, ownHouse, type Person, PHONE, SMALL, ZOOMED } from './house'
import { staffOf } from './staff'

let house: House
let floor: Person
const SLOW = ['serve', '--bet-seconds', '120', '--decide-seconds', '120', '--show-seconds', '60']
inHouse(async (opened) => {
  house = opened
  floor = (await staffOf(house, 'floor')).floor
}, () => House.open('tercet', SLOW))

interface State {
  state: { seats: Record<string, { player: string; name: string }>; round: { no: number; spots: Record<string, { wagers: Record<string, number>; net?: number }> } }
}
const at = (one: Person, table: string) => one.asks<State>(`/api/v1/tables/${table}`)

/** Where somebody sits, from the dealer's left, and what they are called there. */
async function seatsOf(one: Person, table: string): Promise<{ spot: number; name: string }[]> {
  const { player } = await one.asks<{ player: string }>('/api/v1/me')
  return Object.entries((await at(one, table)).state.seats).flatMap(([spot, seat]) => (seat.player === player ? [{ spot: Number(spot), name: seat.name }] : []))
}

const call = (one: Person) => one.page.getByTestId('call').textContent()
const calls = (one: Person, text: string) => expect.poll(() => call(one)).toBe(text)
const speaks = (one: Person, language: string) => one.page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language, speed: 'instant' })), language)

async function comesTo(table: string, size: typeof SMALL, language = 'en', where = house): Promise<Person> {
  const one = await where.comes(size)
  await speaks(one, language)
  await one.goes(`#/t/${table}`)
  await one.page.locator('.guest button').click()
  await one.page.locator('.layout').waitFor()
  await one.sees('open')
  return one
}

/** Whether all of a text is to be read: in sight, and not cut. */
const isWhole = (one: Person, what: string) =>
  one.page.locator(what).evaluate((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect()
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && part.scrollHeight <= part.clientHeight + 1 && part.scrollWidth <= part.clientWidth + 1
  })

it('says for whom it waits once somebody has done their part, and beside the clock what happens at zero, in both languages', async () => {
  const table = 'three-card-shine'
  // A house of its own: who was here keeps their seat for a while, and others need it.
  const own = await ownHouse('tercet', SLOW)
  const [ann, udo, cid] = [await comesTo(table, DESKTOP, 'en', own), await comesTo(table, SMALL, 'de', own), await comesTo(table, PHONE, 'en', own)]
  const [[anns], [udos], [cids]] = [await seatsOf(ann, table), await seatsOf(udo, table), await seatsOf(cid, table)]
  const both = [anns!.spot, cids!.spot].sort((a, b) => a - b)
  const timer = ({ page }: Person) => page.getByRole('timer')
  const ante = ({ page }: Person) => page.locator('.place:has([data-testid=stake-ante]) button')
  await calls(ann, 'Place your bets')
  // Who has bet may deal; the clock runs all the same.
  await ante(udo).click()
  await calls(udo, 'Drück „Geben“, oder warte auf null')
  expect(await timer(ann).getAttribute('title')).toMatch(/^At zero bets are closed and cards come, with “Deal” or without it/)
  expect(await timer(ann).textContent()).toContain('until the deal')
  await calls(ann, 'Place your bets')
  await udo.page.locator('.deal').click()
  await calls(udo, `Wartet auf die Plätze ${both.join(' und ')}`)
  await expect.poll(() => udo.page.locator('.seats .own .state').textContent()).toMatch(/fertig/)
  await udo.isAccessible('waits for others, in German')
  await cid.page.keyboard.press('Space')
  await calls(udo, `Wartet auf Platz ${anns!.spot} (${anns!.name})`)
  await calls(cid, `Waits for position ${anns!.spot} (${anns!.name})`)
  expect(await udo.page.locator('.call').evaluate((part) => part.scrollHeight <= part.clientHeight + 1)).toBe(true)
  await ante(ann).click()
  await calls(ann, 'Press “Deal”, or wait for zero')
  await ann.page.getByRole('button', { name: /^Deal/ }).click()
  for (const one of [ann, udo]) {
    await one.sees('dealt')
    await one.page.getByTestId('hand').waitFor()
  }
  // What the rules of the game say, in words of the page.
  for (const [one, says] of [[ann, 'At zero: the hand is folded.'], [udo, 'Bei null: Mit der Hand wird gepasst.']] as const) {
    await expect.poll(() => one.page.locator('.zero').textContent()).toContain(says)
    expect(await timer(one).getAttribute('title')).toBe(says)
    expect(await isWhole(one, '.zero')).toBe(true)
  }
  await udo.isAccessible('decides, in German')
  // Who has no part in the round waits for both.
  await calls(cid, `Waits for positions ${[anns!.spot, udos!.spot].sort((a, b) => a - b).join(' and ')}`)
  await calls(ann, 'Play or fold')
  await udo.page.locator('.play').click()
  for (const one of [udo, cid]) await expect.poll(() => call(one)).toContain(` ${anns!.spot} (${anns!.name})`)
  await ann.isAccessible('decides')
  await ann.decides('play')
  for (const one of [ann, udo]) await one.page.getByTestId('net').waitFor()
  await expect.poll(() => call(ann)).toMatch(/^Dealer /)
  for (const one of [ann, udo, cid]) {
    expect(one.wrong).toEqual([])
    await one.context.close()
  }
})

it.each([['a desktop', DESKTOP, 'three-card-poker'], ['a small phone', SMALL, 'three-card-fury']] as const)('says on %s what both positions stake and come to, which one a decision is for, and is led by keys', async (_where, size, table) => {
  // A house of its own: nobody else is waited for.
  const ann = await comesTo(table, size, 'en', await ownHouse('tercet', SLOW))
  const { page } = ann
  await page.getByRole('button', { name: /^Sit at position / }).first().click()
  const tabs = page.getByRole('group', { name: 'Positions' }).getByRole('button')
  await expect.poll(() => tabs.count()).toBe(2)
  const spots = (await seatsOf(ann, table)).map(({ spot }) => spot)
  const before = async () => Number(/\d+/.exec((await page.locator('.tabs [aria-pressed=true]').getAttribute('aria-label'))!)![0])
  const other = (spot: number) => spots.find((one) => one !== spot)!
  const staked = async () => {
    const { state } = await at(ann, table)
    const cents = spots.flatMap((spot) => Object.values(state.round.spots[spot]?.wagers ?? {})).reduce((sum, stake) => sum + stake, 0)
    return `$${cents / 100}`
  }
  // The other position by its key, and all that one bets there.
  const first = await before()
  await ann.bets()
  await page.keyboard.press('n')
  await expect.poll(before).toBe(other(first))
  await ann.bets()
  const deal = page.getByRole('button', { name: /^Deal/ })
  await expect.poll(async () => (await deal.textContent())?.includes(await staked())).toBe(true)
  await ann.isAccessible(`${table}, bets of both`)
  await deal.click()
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  for (const turned of [false, true]) {
    if (turned) await page.keyboard.press('n')
    const spot = await before()
    await calls(ann, `Position ${spot}: play or fold`)
    for (const name of [/^Fold/, /^Play \$/]) expect(await page.getByRole('button', { name }).textContent()).toContain(`Position ${spot}`)
    await expect.poll(async () => page.getByTestId('staked').textContent()).toBe(`Both positions: ${await staked()}`)
    expect(await isWhole(ann, '.zero')).toBe(true)
  }
  await ann.isAccessible(`${table}, decision of both`)
  for (const left of [1, 0]) {
    await ann.decides('play')
    await expect.poll(() => page.getByRole('button', { name: /^Position \d · decides/ }).count()).toBe(left)
  }
  await page.getByTestId('net').waitFor()
  const { state } = await at(ann, table)
  const net = spots.reduce((sum, spot) => sum + state.round.spots[spot]!.net!, 0)
  for (const _ of spots) {
    expect(await ann.reads('net-both')).toBe(net)
    expect(await ann.reads('net')).toBe(state.round.spots[await before()]!.net)
    await page.keyboard.press('n')
  }
  await ann.isAccessible(`${table}, result of both`)
  // Why, of the position that is shown.
  await page.keyboard.press('w')
  const why = page.getByRole('dialog', { name: new RegExp(`^Why: Position ${await before()}, `) })
  await why.getByTestId('replay-net').waitFor()
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'hidden' })
  // To the drawer, along its parts, and back.
  const tab = page.getByRole('tab', { selected: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('i')
  await expect.poll(focused).toBe('Pays')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('Rounds')
  await page.keyboard.press('i')
  await tab.waitFor({ state: 'detached' })
  // It opens where it was.
  await page.keyboard.press('i')
  await expect.poll(focused).toBe('Rounds')
  await page.keyboard.press('i')
  await tab.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'How to play' })
  for (const [key, does] of [['W', 'why the result'], ['N', 'your other position'], ['I', 'pays, rounds, shuffle and rules']]) {
    expect(await help.locator('.keys div').filter({ hasText: does! }).locator('kbd').textContent()).toBe(key)
  }
  await page.keyboard.press('Escape')
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('says that a chip which is less than the least bet lays that, where it was laid', async () => {
  const table = 'three-card-pairs-plus'
  expect(await floor.does(table, { do: 'set', game: table, limits: { ante: { min: 500, max: 10_000, step: 100 } } })).toBe(200)
  const ann = await comesTo(table, SMALL)
  await ann.chooses('$1')
  await ann.page.getByRole('button', { name: /^Ante / }).click()
  await expect.poll(() => ann.page.locator('.limit').textContent()).toBe('Ante: the least is $5, and that lies there now.')
  await expect.poll(() => ann.page.getByTestId('stake-ante').textContent()).toBe('$5')
  expect(await isWhole(ann, '.limit')).toBe(true)
  await ann.isAccessible('the least bet')
  // The next chip is what it is worth, and nothing is told of it.
  await ann.page.getByRole('button', { name: /^Ante / }).click()
  await expect.poll(() => ann.page.getByTestId('stake-ante').textContent()).toBe('$6')
  expect(await ann.page.locator('.limit').textContent()).toBe('')
  // Nobody is waited for there afterwards.
  await ann.page.getByRole('button', { name: /^Leave position / }).click()
  await ann.page.locator('.guest').waitFor()
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

/** The house is made to say the longest result that a game has: a line for every bet and bonus, each of them won. */
async function wins({ page }: Person, bonuses: string[]): Promise<void> {
  const whole = (key: string, value: unknown) => {
    if (key !== 'lines' || !Array.isArray(value)) return value
    const lines = (value as { wager: string }[]).map((line) => ({ ...line, outcome: 'win', pays: '1 to 1' }))
    const more = bonuses.filter((id) => lines.every(({ wager }) => wager !== id))
    return [...lines, ...more.map((wager) => ({ wager, stake: 0, outcome: 'win', pays: '1 to 1', won: 500, returned: 0, net: 500 }))]
  }
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    server.onMessage((message) => line.send(JSON.stringify(JSON.parse(String(message)), whole)))
  })
}

/** What the result lies over or under of what can be pressed beside it, and which pay of it is broken. */
const covered = (one: Person) =>
  one.page.evaluate(() => {
    const slip = document.querySelector('.slip')!.getBoundingClientRect()
    const over = [...document.querySelectorAll('.seats, .seats button, .own .hand .cards, .tabs button, .leave button, .open-drawer button, .bar')].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const [wide, high] = [Math.min(right, slip.right) - Math.max(left, slip.left), Math.min(bottom, slip.bottom) - Math.max(top, slip.top)]
      return wide > 0.5 && high > 0.5 ? [`${part.className.replace(/ ?svelte-\w+/g, '')} ${part.textContent?.trim().slice(0, 20)} by ${Math.round(high)} px`] : []
    })
    const broken = [...document.querySelectorAll('.slip .odds')].filter((pay) => pay.getClientRects().length > 1).map((pay) => pay.textContent)
    return [...over, ...broken]
  })

it.each(['three-card-fortune', 'three-card-fury', 'three-card-pairs-plus', 'three-card-poker', 'three-card-shine'])('ends the longest result of %s above the bar, below what can be pressed, and breaks no pay', async (table) => {
  const { bonuses, wagers } = await floor.asks<{ bonuses: { id: string }[]; wagers: { id: string; stage: string; fixed?: number; min?: number }[] }>(`/api/v1/games/${table}`)
  const people: [string, Person][] = []
  for (const [size, language] of [[ZOOMED, 'en'], [ZOOMED, 'de'], [PHONE, 'en'], [SMALL, 'de'], [{ width: 1024, height: 600 }, 'de']] as const) {
    const one = await house.comes(size)
    await wins(one, bonuses.map(({ id }) => id))
    await speaks(one, language)
    await one.goes(`#/t/${table}`)
    await one.page.locator('.guest button').click()
    await one.page.locator('.layout').waitFor()
    people.push([`${size.width} × ${size.height}, ${language}`, one])
  }
  for (const [, one] of people) {
    await one.sees('open')
    const { spot } = (await seatsOf(one, table))[0]!
    const bets = wagers.filter(({ stage }) => stage === 'bets').map(({ id, fixed, min }) => ({ do: 'place', spot, wager: id, amount: fixed ?? Math.max(500, min ?? 0) }))
    expect(await one.doesAll(table, bets)).toEqual(bets.map(() => 200))
  }
  for (const [, one] of people) await one.page.locator('.deal').click()
  for (const [, one] of people) {
    await one.sees('dealt')
    await one.page.locator('.play').first().click()
  }
  for (const [where, one] of people) {
    await one.page.getByTestId('net').waitFor()
    await expect.poll(() => one.page.locator('.slip [data-testid^=line-]').count(), { message: where }).toBe(wagers.length + bonuses.length)
    await expect.poll(() => covered(one), { message: where }).toEqual([])
  }
  for (const [, one] of people) {
    expect(one.wrong).toEqual([])
    await one.context.close()
  }
})
