// Pictures of what is hard to show: seven players with the longest names, long games, large amounts, at every size and in both languages; a house
// in which nothing has happened yet, one that is slow, and one that is gone.
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, PACE, type Person, PHONE } from './house'
import { staffOf } from './staff'

const folder = process.env.PICTURES ?? fileURLToPath(new URL('../../test-results/pictures', import.meta.url))
const TABLE = 'the-great-hall-upstairs-by-the-window-12'

interface Seat {
  view: { width: number; height: number }
  scheme: 'dark' | 'light'
  language: 'en' | 'de'
  felt: 'green' | 'blue' | 'paper'
  /** How large the browser shows it. */
  zoom: number
}
/** One for each seat of the table. A page at 200 % has half as many pixels of its own. */
const SEATS: Record<string, Seat> = {
  'phone-de': { view: PHONE, scheme: 'light', language: 'de', felt: 'green', zoom: 1 },
  phone: { view: PHONE, scheme: 'dark', language: 'en', felt: 'paper', zoom: 1 },
  'desktop-de': { view: DESKTOP, scheme: 'dark', language: 'de', felt: 'blue', zoom: 1 },
  wide: { view: { width: 1920, height: 1080 }, scheme: 'light', language: 'en', felt: 'green', zoom: 1 },
  zoomed: { view: { width: DESKTOP.width / 2, height: DESKTOP.height / 2 }, scheme: 'dark', language: 'en', felt: 'green', zoom: 2 },
  tablet: { view: { width: 820, height: 1180 }, scheme: 'light', language: 'de', felt: 'paper', zoom: 1 },
  landscape: { view: { width: PHONE.height, height: PHONE.width }, scheme: 'dark', language: 'en', felt: 'blue', zoom: 1 },
}
const NAMES = ['Wilhelmina Mathildas', 'Maximilian Wurmwitzm', 'MMMMMMMMMMMMMMMMMMMW', 'Bartholomäus Schmidt', 'Gwendolyn Ashcroftii', 'Ann', 'Wolfgang Amadeusmann']

let house: House
let staff: Record<'administrator' | 'floor' | 'cashier' | 'auditor', Person>
const guests: Record<string, Person> = {}
inHouse(async (opened) => {
  house = opened
  mkdirSync(folder, { recursive: true })
  staff = await staffOf(house, 'floor', 'cashier', 'auditor')
})

async function prefers(one: Person, prefs: object): Promise<void> {
  await one.page.addInitScript((prefs) => localStorage.setItem('tercet.prefs', JSON.stringify(prefs)), prefs)
}

async function takes(one: Person, name: string, whole = false): Promise<void> {
  await one.page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished.catch(() => undefined))))
  await one.page.screenshot({ path: `${folder}/hard-${name}.png`, fullPage: whole })
}

async function comesAs({ view, scheme, language, felt, zoom }: Seat): Promise<Person> {
  const one = await house.comes(view, scheme, zoom)
  await prefers(one, { language, felt })
  return one
}

/** The pages of somebody, each with a name. */
async function all(one: Person, size: string, pages: Record<string, string>): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await one.goes(`#/${path}`)
    await one.page.locator('#content h1, #content h2').first().waitFor()
    await expect.poll(() => one.page.locator('[aria-busy=true]').count()).toBe(0)
    await takes(one, `${name}-${size}`, true)
  }
}

it('takes pictures of a full table', async () => {
  const { administrator: boss, floor, cashier } = staff
  const text = readFileSync(new URL('../../../testdata/web/triple-raise.toml', import.meta.url), 'utf8')
    .replace('"Triple Raise"', '"Grand Casino Wonderland Triple Raise Deluxe"')
    .replace('spots     = 5', 'spots     = 7')
    .replace('max = "$100", step', 'max = "$50,000", step')
    .replace('name    = "Pair Up"', 'name    = "Super Royal Pair Up Bonus"')
  await boss.asksWith('PUT', '/api/v1/games/triple-raise/file', { text, reason: 'for fridays' })
  await boss.asksWith('POST', '/api/v1/tables', { table: TABLE, reason: 'for fridays' })
  const clocks = { bet_ms: 25_000, secret_ms: PACE.secret * 1000, decide_ms: 60_000, show_ms: 25_000 }
  expect(await boss.does(TABLE, { do: 'set', game: 'triple-raise', clocks, hints: true })).toBe(200)
  expect(await floor.does(TABLE, { do: 'turn', status: 'open', reason: 'friday' })).toBe(200)
  for (const [no, [size, seat]] of Object.entries(SEATS).entries()) {
    const one = (guests[size] = await comesAs(seat))
    await one.goes('')
    const came = await one.asksWith<{ me: { player: string } }>('POST', '/api/v1/sessions/guest', { name: NAMES[no], keeps: 'browser' })
    expect(came).toMatchObject({ me: { name: NAMES[no] } })
    const { player } = came.me
    await cashier.asksWith('POST', '/api/v1/cashier/moves', { player, amount: 1_234_567_89, reason: 'a purse' })
    await one.goes(`#/t/${TABLE}`)
    await one.page.reload()
    await one.page.locator('[data-stage]').waitFor()
    expect(await one.does(TABLE, { do: 'sit', spot: no + 1 })).toBe(200)
  }
  const people = Object.entries(guests)
  const taken = (what: string) => Promise.all(people.map(([size, one]) => takes(one, `table-${what}-${size}`)))
  await guests['desktop-de']!.sees('open')
  for (const [no, [, one]] of people.entries()) {
    expect(await one.doesAll(TABLE, [['ante', 5_000_000], ['pair-up', 5_000], ['six-card-bonus', 500]].map(([wager, amount]) => ({ do: 'place', spot: no + 1, wager, amount })))).toContain(200)
  }
  await taken('bets')
  await guests['desktop-de']!.sees('dealt')
  await Promise.all(people.map(([, one]) => one.page.getByTestId('hand').waitFor()))
  await taken('decision')
  for (const [no, [, one]] of people.entries()) await one.does(TABLE, no === 5 ? { do: 'decide', spot: no + 1, choice: 'fold' } : { do: 'decide', spot: no + 1, choice: 'play', times: 3 })
  await Promise.all(people.map(([, one]) => one.page.getByTestId('net').waitFor()))
  await taken('result')
  const { rounds } = await guests.phone!.asks<{ rounds: { round: number }[] }>('/api/v1/me/rounds')
  await guests.phone!.asksWith('POST', '/api/v1/cases', { table: TABLE, round: rounds[0]!.round, claim: 'Three sevens: what is that paid?\nWritten by hand, with a Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung.' })
  for (const size of ['phone-de', 'zoomed', 'wide', 'desktop-de'] as const) {
    await all(guests[size]!, size, { lobby: '', rules: 'games/triple-raise', replay: `t/${TABLE}/r/${rounds[0]!.round}`, account: 'account', limits: 'account/limits', rounds: 'account/rounds', wallet: 'account/wallet', cases: 'account/cases', odds: 'odds/triple-raise' })
  }
})

it('takes pictures of the back office, in German, at every size', async () => {
  const { people } = await staff.floor.asks<{ people: { id: string }[] }>('/api/v1/people?kind=guest')
  const player = people[0]!.id
  const { rounds } = await staff.floor.asks<{ rounds: { round: number; table: string }[] }>(`/api/v1/rounds?table=${TABLE}`)
  const round = `${TABLE}/${rounds[0]!.round}`
  const pages = {
    floor: { 'floor-tables': 'floor', 'floor-table': `floor/tables/${TABLE}`, 'floor-rounds': 'floor/rounds', 'floor-round': `floor/rounds/${round}`, 'floor-settle': `floor/settle/${round}`, 'floor-case': 'floor/cases/1', 'floor-reports': 'floor/reports', 'floor-meters': 'floor/meters', 'floor-player': `floor/people/${player}` },
    cashier: { 'cashier-find': 'cashier', 'cashier-desk': `cashier/${player}` },
    auditor: { 'auditor-journal': 'auditor', 'auditor-log': 'auditor/log' },
    administrator: { 'admin-people': 'admin', 'admin-person': `admin/people/${player}`, 'admin-games': 'admin/games', 'admin-game': 'admin/games/triple-raise', 'admin-house': 'admin/house' },
  }
  for (const [role, list] of Object.entries(pages)) {
    const one = staff[role as keyof typeof staff]
    await prefers(one, { language: 'de' })
    for (const [size, { view, scheme }] of Object.entries(SEATS)) {
      if (size === 'phone' || size === 'landscape' || size === 'tablet') continue
      await one.page.setViewportSize(view)
      await one.page.emulateMedia({ colorScheme: scheme })
      await one.goes('')
      await one.page.reload()
      await all(one, size, list)
    }
  }
})

it('takes pictures of a house that is slow, and of one that is gone', async () => {
  for (const [size, view] of [['phone', PHONE], ['desktop', DESKTOP]] as const) {
    const one = await house.comes(view, size === 'phone' ? 'light' : 'dark')
    await one.page.route(/\/api\/v1\/(?!house|me$)/, async (asked) => {
      await new Promise((done) => setTimeout(done, 2_500))
      await asked.continue()
    })
    for (const [name, path] of Object.entries({ lobby: '', games: 'games', rules: 'games/three-card-poker', table: 't/three-card-poker', odds: 'odds/three-card-poker' })) {
      await one.goes(`#/${path}`)
      await one.page.reload()
      await one.page.waitForTimeout(900)
      await takes(one, `slow-${name}-${size}`)
    }
    await one.context.close()
  }
  const { floor } = staff
  const sitting = await house.comes(PHONE, 'light')
  await sitting.sits('three-card-poker')
  const looking = await house.comes(DESKTOP)
  await looking.goes('')
  await looking.page.getByRole('button', { name: 'Play now' }).waitFor()
  await floor.page.setViewportSize(DESKTOP)
  await floor.goes('#/floor')
  await floor.page.locator('[data-table]').first().waitFor()
  await house.stops()
  await looking.page.getByRole('alert').waitFor()
  await takes(looking, 'gone-lobby')
  await sitting.page.getByRole('status').filter({ hasText: /connection|restarting/ }).first().waitFor()
  await takes(sitting, 'gone-table')
  await floor.page.getByRole('alert').first().waitFor()
  await takes(floor, 'gone-floor')
  await looking.goes('#/games')
  await looking.page.getByRole('alert').waitFor()
  await takes(looking, 'gone-games')
  await looking.goes('#/account')
  await looking.page.getByText('The house cannot be reached.').waitFor()
  await takes(looking, 'gone-account')
  await house.opensAgain()
})
