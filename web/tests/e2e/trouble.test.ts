// What the page does when something is not as it should be.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, ownHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
inHouse((opened) => (house = opened))

const CARDS = (one: Person) => one.page.getByRole('img').evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))

/** The live line of a page, which can be cut: whatever is open ends, and nothing opens until it is mended. */
async function lineOf(page: Page) {
  let cut = false
  const lines: { close: () => Promise<void> }[] = []
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    if (cut) return void line.close()
    line.connectToServer()
    lines.push(line)
  })
  return {
    isCut: () => cut,
    mend: () => (cut = false),
    cut: async () => {
      cut = true
      for (const line of lines) await line.close()
    },
  }
}

it('keeps cards in sight while the line is lost, says so beside the clock, and goes on with them when it is back', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  const line = await lineOf(page)
  await ann.sits('three-card-poker')
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  const before = await CARDS(ann)
  await line.cut()
  await page.getByText('The connection is lost. Your cards and bets are safe; trying again.').waitFor()
  expect(await CARDS(ann)).toEqual(before)
  await page.getByRole('timer', { name: /no connection$/ }).waitFor()
  await ann.isAccessible('lost')
  line.mend()
  await page.getByText('Connected again.').waitFor()
  expect(await CARDS(ann)).toEqual(before)
  await ann.decides('play')
  await page.getByTestId('net').waitFor()
  await ann.context.close()
})

it('watches on as nobody when the session has ended while the line was lost, and says so', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  const line = await lineOf(page)
  await page.route('**/api/v1/**', (route) => (line.isCut() ? route.abort() : route.continue()))
  await ann.sits('three-card-poker')
  const { name, value } = (await ann.context.cookies()).find(({ httpOnly }) => httpOnly)!
  await line.cut()
  await page.getByText('The connection is lost.').waitFor()
  // As on another device, or because so long nothing was asked.
  const over = await fetch(`${house.url}/api/v1/sessions/current`, { method: 'DELETE', headers: { cookie: `${name}=${value}`, origin: house.url } })
  expect(over.status).toBe(204)
  line.mend()
  await page.getByText('Your session is over.').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.getByText('The connection is lost.').waitFor({ state: 'detached' })
  await ann.sees('open', 'none')
  await ann.context.close()
})

it('comes as nobody, with no line that fails, where the cookie is of a session that is over', async () => {
  const ann = await house.comes(DESKTOP)
  await ann.sits('three-card-fury')
  const { name, value } = (await ann.context.cookies()).find(({ httpOnly }) => httpOnly)!
  await ann.page.goto('about:blank')
  expect((await fetch(`${house.url}/api/v1/sessions/current`, { method: 'DELETE', headers: { cookie: `${name}=${value}`, origin: house.url } })).status).toBe(204)
  ann.wrong.length = 0
  let lines = 0
  ann.page.on('websocket', () => lines++)
  await ann.page.goto(`${house.url}/#/t/three-card-fury`)
  await ann.page.getByRole('button', { name: 'Come in to play' }).waitFor()
  await ann.sees('open', 'none', 'dealt', 'over')
  expect([lines, ann.wrong]).toEqual([1, []])
  await ann.context.close()
})

it('forgets the secrets of who signs out, but those that are still to be told: who is back in time plays on with them', async () => {
  const table = 'three-card-pairs-plus'
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  const secrets = () => page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('tercet.secret.')).map(([, note]) => 'secret' in (JSON.parse(String(note)) as object)))
  const leaves = async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  }
  await ann.sits(table)
  expect((await ann.asksWith<{ me: { kind: string } }>('POST', '/api/v1/me/member', { login: 'ann', password: 'a pass for this test' })).me.kind).toBe('member')
  await page.reload()
  await ann.sees('open')
  await page.getByRole('button', { name: /^Ante / }).click()
  await expect.poll(secrets).toEqual([true])
  // The house has its hash.
  await expect.poll(async () => (await ann.asks<{ state: { round: { sworn?: number[] } } }>(`/api/v1/tables/${table}`)).state.round.sworn?.length).toBe(1)
  await leaves()
  expect(await secrets()).toEqual([true])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Login').fill('ann')
  await page.getByLabel('Password').fill('a pass for this test')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('group', { name: 'Your bets' }).waitFor()
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  // It is told: what it was checked by is left until the next sign-out.
  expect(await secrets()).toEqual([false])
  await ann.decides('play')
  await page.getByTestId('net').waitFor()
  await leaves()
  expect(await secrets()).toEqual([])
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('comes in by itself once the house answers, if it did not as the page came', async () => {
  const ann = await house.comes(DESKTOP)
  let broken = true
  await ann.page.route('**/api/v1/{house,sessions/current}', (route) => (broken ? route.fulfill({ status: 500, body: 'no' }) : route.continue()))
  await ann.goes('')
  await ann.page.locator('.toast').waitFor()
  broken = false
  await ann.page.getByRole('button', { name: 'Play now' }).waitFor()
  await ann.context.close()
})

it('is loaded anew, once, when the house has other files than the page that is open', async () => {
  const ann = await house.comes(DESKTOP)
  let asked = 0
  let gone = 1
  await ann.page.route('**/assets/Games-*.js', (route) => (asked++ < gone ? route.fulfill({ status: 404, body: '' }) : route.continue()))
  await ann.goes('')
  await ann.page.getByRole('link', { name: 'Games', exact: true }).click()
  await ann.page.getByRole('heading', { name: 'Games' }).waitFor()
  // What is never there is said, and not tried for ever.
  asked = 0
  gone = Infinity
  await ann.page.reload()
  await ann.page.getByRole('button', { name: 'Try again' }).waitFor()
  // A try may be two requests: the browser fetches ahead.
  const tried = asked
  await ann.page.waitForTimeout(1_000)
  expect([asked, tried < 10]).toEqual([tried, true])
  await ann.context.close()
})

it('shows a page of its own, and no error of the browser, where the network is gone and the line has not noticed', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  // What the line says goes nowhere, and it stays open.
  let gone = false
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => gone || server.send(message))
    server.onMessage((message) => gone || line.send(message))
  })
  await ann.goes('')
  await page.getByRole('button', { name: 'Play now' }).waitFor()
  gone = true
  await page.route('**/*', (route) => (gone ? route.abort('internetdisconnected') : route.fallback()))
  await page.getByRole('link', { name: 'Games', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'This cannot be shown now' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByText('The connection is lost.').waitFor()
  gone = false
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
  await ann.context.close()
})

it('takes no bet back that the same person makes in another window, and needs but one of them for the shuffle', async () => {
  const table = 'three-card-fortune'
  const ann = await house.comes(DESKTOP)
  await ann.sits(table)
  await ann.sees('open')
  const other = await ann.context.newPage()
  await other.goto(ann.page.url())
  const bet = (page: typeof other, name: RegExp) => page.getByRole('group', { name: 'Your bets' }).getByRole('button', { name })
  await bet(other, /^Super 6 Bonus /).waitFor()
  // Each before it can know of the other.
  await Promise.all([bet(ann.page, /^Ante /).click(), bet(other, /^Super 6 Bonus /).click()])
  for (const page of [ann.page, other]) for (const wager of ['ante', 'super-6-bonus']) await expect.poll(() => page.getByTestId(`stake-${wager}`).textContent()).toBe('$5')
  await ann.page.waitForTimeout(500)
  const { state } = await ann.asks<{ state: { round: { spots: Record<string, { wagers: Record<string, number> }> } } }>(`/api/v1/tables/${table}`)
  expect(Object.values(state.round.spots).map(({ wagers }) => wagers)).toEqual([{ ante: 500, 'super-6-bonus': 500 }])
  await ann.page.getByRole('button', { name: /^Deal/ }).click()
  await ann.sees('dealt')
  for (const page of [ann.page, other]) {
    await page.getByTestId('hand').waitFor()
    expect(await page.locator('.toast').allTextContents()).toEqual([])
  }
  await ann.decides('play')
  await ann.sees('over')
  // The window in which somebody has bet is closed before the secrets are told: the other one tells.
  await ann.sees('open')
  await bet(other, /^Ante /).click()
  await expect.poll(() => ann.page.getByTestId('stake-ante').textContent()).toBe('$5')
  await other.waitForTimeout(500)
  await other.close()
  await ann.page.getByRole('button', { name: /^Deal/ }).click()
  await ann.sees('dealt')
  await ann.page.getByTestId('hand').waitFor()
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('asks whoever opens the link of a round to sign in, and shows it then', async () => {
  const table = 'three-card-shine'
  const [ann, ben] = [await house.comes(DESKTOP), await house.comes(PHONE, 'light')]
  await ann.sits(table)
  // As wide as a name can be.
  await ann.asksWith('PUT', '/api/v1/me/name', { name: 'MMMMMMMMMMMMMMMMMMMW' })
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await ann.decides('fold')
  const sure = ann.page.getByRole('dialog').getByRole('button', { name: 'Fold' })
  if (await sure.isVisible()) await sure.click()
  await ann.sees('over')
  const { rounds } = await ann.asks<{ rounds: { round: number }[] }>(`/api/v1/me/rounds?table=${table}`)
  const link = `#/t/${table}/r/${rounds[0]!.round}`
  await ben.goes(link)
  await ben.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await ben.isAccessible('the link of a round')
  await ben.page.getByLabel('Name at the table').fill('Ben')
  await ben.page.getByRole('button', { name: 'Come in' }).click()
  await ben.page.getByRole('heading', { name: /^Replay: / }).waitFor()
  expect(ben.page.url()).toContain(link)
  // What the dealer and the player had, in words.
  await ben.page.getByText(/^Dealer (plays|does not play): /).first().waitFor()
  expect(await ben.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // All of it can be reached, as on any page that is longer than the screen.
  await ben.page.mouse.move(PHONE.width / 2, PHONE.height / 2)
  await ben.page.mouse.wheel(0, 10_000)
  const last = ben.page.locator('#content li').last()
  await expect.poll(() => last.evaluate((step) => step.getBoundingClientRect().bottom)).toBeLessThan(PHONE.height)
  // What is no number of a round is no page, and is not asked for.
  await ben.goes(`#/t/${table}/r/abc`)
  await ben.page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  expect(ben.wrong).toEqual([])
  await Promise.all([ann, ben].map((one) => one.context.close()))
})

it('says that a seat was taken while somebody chose it', async () => {
  const table = 'three-card-shine'
  const [ann, ben] = [await house.comes(), await house.comes(PHONE)]
  let late = false
  await ben.page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    // What happens at the table is not seen yet; what was asked is answered.
    server.onMessage((message) => {
      if (!late || !String(message).startsWith('{"type":"event"')) line.send(message)
    })
  })
  await ben.sits(table)
  await ann.sits('three-card-fortune')
  late = true
  const seat = ben.page.getByRole('button', { name: /^Sit at position / }).first()
  const spot = Number(/\d+/.exec((await seat.getAttribute('aria-label'))!)![0])
  expect(await ann.does(table, { do: 'sit', spot })).toBe(200)
  await seat.click()
  await ben.page.getByText(`Somebody else sat down at position ${spot} just now. Take another one.`).waitFor()
  await Promise.all([ann, ben].map((one) => one.context.close()))
})

it('takes no Ante whose Play bet the wallet could not hold, and says why', async () => {
  const ann = await house.comes(PHONE, 'light')
  const { page } = ann
  await ann.sits('three-card-poker')
  await ann.sees('open')
  const began = await ann.reads('balance')
  await ann.chooses('$500')
  const ante = page.getByRole('button', { name: /^Ante / })
  await ante.click()
  await expect.poll(() => ann.reads('balance')).toBe(began - 100_000)
  await ann.chooses('$100')
  await ante.click()
  await page.getByText(/what the Play bet takes is put aside with the Ante/).waitFor()
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).toBe('$500')
  expect(await ann.reads('balance')).toBe(began - 100_000)
  await ann.context.close()
})

it('doubles all bets or none, where the wallet holds the stakes and not the Play bet beside them', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  await ann.sits('three-card-poker')
  await ann.sees('open')
  await ann.chooses('$100')
  for (let chips = 0; chips < 3; chips++) await page.getByRole('button', { name: /^Ante / }).click()
  await ann.chooses('$25')
  for (let chips = 0; chips < 2; chips++) await page.getByRole('button', { name: /^Pair Plus / }).click()
  await expect.poll(() => ann.reads('balance')).toBe(35_000)
  await page.getByRole('button', { name: /^Double/ }).click()
  await page.getByText(/what the Play bet takes is put aside with the Ante/).waitFor()
  await expect.poll(() => ann.reads('balance')).toBe(35_000)
  for (const [wager, stake] of [['ante', '$300'], ['pair-plus', '$50']] as const) await expect.poll(() => page.getByTestId(`stake-${wager}`).textContent()).toBe(stake)
  await ann.context.close()
})

it('says in the lobby that no table is open, and shows the first one as it opens', async () => {
  const { administrator: boss, floor } = await staffOf(house, 'floor')
  const ann = await house.comes(PHONE)
  const tables = await floor.asks<{ table: string }[]>('/api/v1/tables')
  for (const { table } of tables) expect(await floor.does(table, { do: 'turn', status: 'closed', reason: 'the end of the evening' })).toBe(200)
  await ann.goes('')
  await ann.page.getByRole('heading', { name: 'No table is open' }).waitFor()
  expect(await ann.page.getByRole('button', { name: 'Play now' }).count()).toBe(0)
  await ann.isAccessible('no table open')
  expect(await floor.does(tables[0]!.table, { do: 'turn', status: 'open', reason: 'the morning' })).toBe(200)
  await ann.page.getByRole('button', { name: 'Play now' }).waitFor()
  for (const { table } of tables.slice(1)) expect(await floor.does(table, { do: 'turn', status: 'open', reason: 'the morning' })).toBe(200)
  expect(await ann.page.getByRole('heading', { name: 'No table is open' }).count()).toBe(0)
  await Promise.all([boss, floor, ann].map((one) => one.context.close()))
})

it('says that the house restarts, and plays the round on with the same cards', async () => {
  const ann = await house.comes(DESKTOP, 'light')
  const { page } = ann
  await ann.sits('three-card-fury')
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  const before = await CARDS(ann)
  await house.stops()
  await page.getByText('The house is restarting. Rounds whose bets are closed go on with the same cards; open bets go back.').or(page.getByText('The connection is lost.')).first().waitFor()
  expect(await CARDS(ann)).toEqual(before)
  // Another page, whose code was never needed, cannot come, and is there at the second try.
  const ben = await house.comes(PHONE)
  await house.opensAgain()
  await ben.goes('')
  await ben.page.getByRole('button', { name: 'Play now' }).waitFor()
  await house.stops()
  await ben.page.getByRole('status').filter({ hasText: /restarting|connection/ }).waitFor()
  await ben.goes('#/games')
  await ben.page.getByText('The house cannot be reached. Nothing is lost; try again.').waitFor()
  await ben.isAccessible('a page that does not come')
  await house.opensAgain()
  // By itself, without another press.
  await ben.page.getByRole('heading', { name: 'Games' }).waitFor()
  await ben.context.close()
  await page.getByText('Connected again.').waitFor()
  await ann.sees('dealt')
  expect(await CARDS(ann)).toEqual(before)
  await ann.decides('play')
  await page.getByTestId('net').waitFor()
  await ann.context.close()
})

it('asks again by itself for what a page could not be told, once the house can be reached, whatever page it is', async () => {
  const { administrator: boss, floor, cashier, auditor } = await staffOf(await ownHouse(), 'floor', 'cashier', 'auditor')
  const ann = await boss.house.comes(DESKTOP)
  const table = 'three-card-shine'
  await ann.sits(table)
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await ann.decides('play')
  await ann.page.getByTestId('net').waitFor()
  await ann.sees('over')
  const { player } = await ann.asks<{ player: string }>('/api/v1/me')
  const { round } = (await ann.asks<{ rounds: { round: number }[] }>('/api/v1/me/rounds')).rounds[0]!
  await ann.asksWith('POST', '/api/v1/cases', { table, round, claim: 'The dealer had a queen.' })
  // Each page with something that only the house can tell.
  const pages: [Person, [path: string, told: string][]][] = [
    [boss, [['admin/games/three-card-poker', '[data-testid=verdict]:has-text("Three Card Poker")'], [`admin/people/${player}`, '[data-testid=roles]']]],
    [floor, [['floor/cases/1', '[data-testid=case-state]'], ['floor/rounds', `option[value=${table}]`], [`floor/rounds/${table}/${round}`, '[data-testid^=net-]']]],
    [cashier, [[`cashier/${player}`, '[data-testid=wallet]']]],
    [auditor, [['auditor', '[data-testid=chain]'], ['auditor/rounds', `a[href*="${table}/${round}"]`]]],
    [ann, [[`t/${table}/r/${round}`, '[data-testid=replay-net]'], [`games/${table}`, '.said']]],
  ]
  await Promise.all(pages.map(async ([one, all]) => {
    const { page } = one
    const line = await lineOf(page)
    for (const [path, told] of all) {
      await one.goes('#/sign-in')
      await page.reload()
      await page.getByTestId('who').waitFor({ state: 'attached' })
      await line.cut()
      await page.route('**/api/v1/**', (route) => route.abort())
      await page.getByText('The connection is lost.').first().waitFor()
      await one.goes(`#/${path}`)
      await page.getByText('The house cannot be reached.').first().waitFor()
      expect(await page.locator(told).count(), path).toBe(0)
      await page.unroute('**/api/v1/**')
      line.mend()
      await page.locator(told).first().waitFor({ state: 'attached' })
      await expect.poll(() => page.getByText('The house cannot be reached.').count(), { message: path }).toBe(0)
    }
    await one.context.close()
  }))
})

it('says in English that says so what the house says and a page in German has no words for, in a round, a wallet and a refusal', async () => {
  const table = 'three-card-shine'
  const ann = await (await ownHouse()).comes(DESKTOP)
  const { page } = ann
  await ann.sits(table)
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await ann.decides('play')
  await ann.page.getByTestId('net').waitFor()
  await ann.sees('over')
  const { round } = (await ann.asks<{ rounds: { round: number }[] }>('/api/v1/me/rounds')).rounds[0]!
  // A house of another version: each of these is a sentence that it did not say before.
  const moon = 'a moon, which has risen'
  await page.route('**/api/v1/tables/*/rounds/*', async (route) => {
    const answer = await route.fetch()
    const told = (await answer.json()) as { dealer_hand: string; spots: { hand: string; lines: { why: string }[] }[]; steps?: { said: string[] }[] }
    told.dealer_hand = moon
    for (const spot of told.spots) {
      spot.hand = moon
      for (const line of spot.lines) line.why = `The player has ${moon}.`
    }
    for (const step of told.steps ?? []) step.said = [`Their dealer has ${moon}.`]
    await route.fulfill({ response: answer, json: told })
  })
  await page.route('**/api/v1/me/moves*', async (route) => {
    const answer = await route.fetch()
    const told = (await answer.json()) as { moves: { what: string }[] }
    for (const move of told.moves) move.what = 'what their moon has cost'
    await route.fulfill({ response: answer, json: told })
  })
  await page.evaluate(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de' })))
  await page.reload()
  for (const [path, least] of [[`t/${table}/r/${round}`, 4], ['account/wallet', 2]] as const) {
    await ann.goes(`#/${path}`)
    await expect.poll(() => page.locator('[lang=en]', { hasText: /“.*moon.*”/ }).count(), { message: path }).toBeGreaterThanOrEqual(least)
    await ann.isAccessible(path)
  }
  await page.route('**/api/v1/cases', (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', json: { type: '/problems#value', title: 'A value', status: 422, code: 'value', detail: `expected ${moon}`, at: 'claim' } }))
  await ann.goes(`#/t/${table}/r/${round}`)
  await page.getByRole('button', { name: 'Einspruch' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Drei Siebenen.')
  await dialog.locator('button[type=submit]').click()
  await dialog.getByRole('alert').locator('[lang=en]', { hasText: 'moon' }).waitFor()
  await ann.isAccessible('a refusal')
  await ann.context.close()
})
