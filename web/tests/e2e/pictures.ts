// Pictures of all pages, of a house in which a little has happened: at both sizes, and each in one of the themes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, PACE, type Person, PHONE } from './house'
import { staffOf } from './staff'

const folder = process.env.PICTURES ?? fileURLToPath(new URL('../../test-results/pictures', import.meta.url))
/** Where the few of the README lie: made anew with `README=1`. */
const shown = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))
const TABLE = 'three-card-poker'
const SIZES = [['desktop', DESKTOP, 'dark'], ['phone', PHONE, 'light']] as const

let house: House
let staff: Record<'administrator' | 'floor' | 'cashier' | 'auditor', Person>
inHouse(async (opened) => {
  house = opened
  mkdirSync(folder, { recursive: true })
  staff = await staffOf(house, 'floor', 'cashier', 'auditor')
})

async function takes(one: Person, name: string, whole = true): Promise<void> {
  await expect.poll(() => one.page.locator('[aria-busy=true]').count()).toBe(0)
  await one.page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished.catch(() => undefined))))
  await one.page.screenshot({ path: `${folder}/${name}.png`, fullPage: whole })
}

it('takes pictures of a decision with hints, of a game with three amounts to play', async () => {
  const table = 'raise'
  const text = readFileSync(new URL('../../../testdata/web/triple-raise.toml', import.meta.url), 'utf8')
  await staff.administrator.asksWith('PUT', '/api/v1/games/triple-raise/file', { text, reason: 'for fridays' })
  await staff.administrator.asksWith('POST', '/api/v1/tables', { table, reason: 'for fridays' })
  const clocks = { bet_ms: PACE.bet * 1000, secret_ms: PACE.secret * 1000, decide_ms: PACE.decide * 1000, show_ms: PACE.show * 1000 }
  expect(await staff.administrator.does(table, { do: 'set', game: 'triple-raise', clocks, hints: true })).toBe(200)
  expect(await staff.floor.does(table, { do: 'turn', status: 'open', reason: 'friday' })).toBe(200)
  const seats = await Promise.all(SIZES.map(([, view, scheme]) => house.comes(view, scheme)))
  for (const one of seats) {
    await one.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ hints: true })))
    await one.sits(table)
  }
  await seats[0]!.sees('open')
  for (const one of seats) await one.bets()
  await Promise.all(seats.map((one) => one.sees('dealt')))
  for (const one of seats) await expect.poll(() => one.page.getByTestId('worth-fold').textContent()).toMatch(/\$/)
  await Promise.all(seats.map((one, no) => takes(one, `table-hints-${SIZES[no]![0]}`, false)))
  await Promise.all(seats.map((one) => one.context.close()))
})

/** The pages of somebody, each with a name, at both sizes. */
async function all(one: Person, pages: Record<string, string>): Promise<void> {
  for (const [size, view, scheme] of SIZES) {
    await one.page.setViewportSize(view)
    await one.page.emulateMedia({ colorScheme: scheme })
    for (const [name, path] of Object.entries(pages)) {
      await one.goes(`#/${path}`)
      await one.page.locator('#content h1, #content h2').first().waitFor()
      await takes(one, `${name}-${size}`)
    }
  }
  await one.page.setViewportSize(DESKTOP)
}

it('takes pictures of the table as it is played', async () => {
  const seats = await Promise.all(SIZES.map(([, view, scheme]) => house.comes(view, scheme)))
  for (const one of seats) await one.sits(TABLE)
  await seats[0]!.sees('open')
  for (const one of seats) await one.bets()
  await Promise.all(seats.map((one, no) => takes(one, `table-bets-${SIZES[no]![0]}`, false)))
  await Promise.all(seats.map((one) => one.sees('dealt')))
  await Promise.all(seats.map((one) => one.page.getByTestId('hand').waitFor()))
  await Promise.all(seats.map((one, no) => takes(one, `table-decision-${SIZES[no]![0]}`, false)))
  await Promise.all(seats.map((one) => one.decides('play')))
  await Promise.all(seats.map((one) => one.page.getByTestId('net').waitFor()))
  await Promise.all(seats.map((one, no) => takes(one, `table-result-${SIZES[no]![0]}`, false)))
  await seats[0]!.sees('over')
  const { rounds } = await seats[0]!.asks<{ rounds: { round: number }[] }>('/api/v1/me/rounds')
  await seats[0]!.asksWith('POST', '/api/v1/cases', { table: TABLE, round: rounds[0]!.round, claim: 'The dealer had a queen, and my Ante was pushed.' })
  const { player } = await seats[0]!.asks<{ player: string }>('/api/v1/me')
  await staff.cashier.asksWith('POST', '/api/v1/cashier/moves', { player, amount: 25_000, reason: 'receipt 17' })
  await all(seats[0]!, { lobby: '', games: 'games', rules: `games/${TABLE}`, replay: `t/${TABLE}/r/${rounds[0]!.round}`, account: 'account', 'account-limits': 'account/limits', 'account-case': 'account/cases/1' })
  await all(staff.floor, {
    'floor-tables': 'floor',
    'floor-table': `floor/tables/${TABLE}`,
    'floor-rounds': 'floor/rounds',
    'floor-settle': `floor/settle/${TABLE}/${rounds[0]!.round}`,
    'floor-cases': 'floor/cases',
    'floor-case': 'floor/cases/1',
    'floor-reports': 'floor/reports',
    'floor-meters': 'floor/meters',
    'floor-player': `floor/people/${player}`,
  })
  for (const [size, view] of SIZES) {
    await staff.floor.page.setViewportSize(view)
    await staff.floor.goes(`#/floor/rounds/${TABLE}/${rounds[0]!.round}`)
    await staff.floor.page.getByRole('button', { name: 'Settle this round again' }).click()
    await staff.floor.page.getByTestId('same').waitFor()
    await takes(staff.floor, `floor-round-${size}`)
  }
  await all(staff.cashier, { 'cashier-find': 'cashier', 'cashier-desk': `cashier/${player}` })
  await all(staff.auditor, { 'auditor-journal': 'auditor', 'auditor-checkpoints': 'auditor/checkpoints', 'auditor-log': 'auditor/log' })
  const boss = staff.administrator
  await all(boss, { 'admin-people': 'admin', 'admin-person': `admin/people/${player}`, 'admin-links': 'admin/links', 'admin-games': 'admin/games', 'admin-tables': 'admin/tables', 'admin-house': 'admin/house' })
  const faulty = readFileSync(new URL('../../../testdata/web/triple-raise.toml', import.meta.url), 'utf8').replace('"35 to 1"', '"35 by 1"').replace('times = [', 'tines = [')
  for (const [size, view] of SIZES) {
    await boss.page.setViewportSize(view)
    await boss.goes('#/admin/games/new')
    await boss.page.getByLabel('Take a file').setInputFiles({ name: 'game.toml', mimeType: 'text/plain', buffer: Buffer.from(faulty) })
    await expect.poll(() => boss.page.getByTestId('verdict').textContent()).toContain('Faults')
    await boss.page.locator('.finding button').first().click()
    await takes(boss, `admin-game-${size}`)
    await boss.goes('#/admin')
  }
  for (const one of Object.values(staff)) expect(one.wrong).toEqual([])
})

it('takes pictures of the odds', async () => {
  for (const [size, view, scheme] of SIZES) {
    const one = await house.comes(view, scheme)
    await one.goes(`#/odds/${TABLE}`)
    await one.page.getByTestId('odds-ante-one').waitFor()
    await takes(one, `odds-${size}`)
    await one.goes('#/sign-in')
    await one.page.getByRole('heading').first().waitFor()
    await takes(one, `sign-in-${size}`)
  }
})

/** Some pictures beside each other as one small file: so many pixels wide in all, and no higher than that. */
async function joined(name: string, pictures: string[], width: number, height: number): Promise<void> {
  const context = await house.browser.newContext()
  const page = await context.newPage()
  const sources = pictures.map((one) => `data:image/png;base64,${readFileSync(`${folder}/${one}.png`).toString('base64')}`)
  const webp = await page.evaluate(async ({ sources, width, height }) => {
    const images = await Promise.all(
      sources.map(async (source) => {
        const image = new Image()
        image.src = source
        await image.decode()
        return image
      }),
    )
    const gap = 12
    const scale = (width - gap * (images.length - 1)) / images.reduce((sum, image) => sum + image.width, 0)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = Math.min(height, Math.round(Math.max(...images.map((image) => image.height)) * scale))
    const to = canvas.getContext('2d')!
    to.imageSmoothingQuality = 'high'
    let x = 0
    for (const image of images) {
      to.drawImage(image, x, 0, image.width * scale, image.height * scale)
      x += image.width * scale + gap
    }
    return canvas.toDataURL('image/webp', 0.82).split(',')[1]!
  }, { sources, width, height })
  const bytes = Buffer.from(webp, 'base64')
  expect(bytes.length, name).toBeLessThan(120_000)
  mkdirSync(shown, { recursive: true })
  writeFileSync(`${shown}/${name}.webp`, bytes)
  await context.close()
}

if (process.env.README !== undefined) it('makes the pictures of the README', async () => {
  await joined('table', ['table-result-desktop'], 1200, 800)
  await joined('phone', ['table-bets-phone', 'table-decision-phone', 'table-result-phone'], 1100, 800)
  await joined('odds', ['odds-desktop'], 1100, 700)
  await joined('game-file', ['admin-game-desktop'], 1100, 800)
})
