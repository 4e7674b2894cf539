// What the page does when something is not as it should be.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DESKTOP, House, PHONE, type Person } from './house'

let house: House
beforeAll(async () => {
  house = await House.open()
})
afterAll(() => house.close())

const CARDS = (one: Person) => one.page.getByRole('img').evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))

it('keeps cards in sight while the line is lost, says so beside the clock, and goes on with them when it is back', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  let cut = false
  const lines: { close: () => Promise<void> }[] = []
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    if (cut) return void line.close()
    line.connectToServer()
    lines.push(line)
  })
  await ann.sits('three-card-poker')
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  const before = await CARDS(ann)
  cut = true
  for (const line of lines) await line.close()
  await page.getByText('The connection is lost. Your cards and bets are safe; trying again.').waitFor()
  expect(await CARDS(ann)).toEqual(before)
  await page.getByRole('timer', { name: /no connection$/ }).waitFor()
  await ann.isAccessible('lost')
  cut = false
  await page.getByText('Connected again.').waitFor()
  expect(await CARDS(ann)).toEqual(before)
  await ann.decides('play')
  await page.getByTestId('net').waitFor()
  await ann.context.close()
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

it('says in the lobby that no table is open, and shows the first one as it opens', async () => {
  const [boss, floor, ann] = [await house.comes(), await house.comes(), await house.comes(PHONE)]
  await boss.joins(house.link, 'boss')
  await floor.joins(await boss.invites('floor'), 'floor')
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
  await ben.page.getByRole('button', { name: 'Try again' }).click()
  await ben.page.getByRole('heading', { name: 'Games' }).waitFor()
  await ben.context.close()
  await page.getByText('Connected again.').waitFor()
  await ann.sees('dealt')
  expect(await CARDS(ann)).toEqual(before)
  await ann.decides('play')
  await page.getByTestId('net').waitFor()
  await ann.context.close()
})
