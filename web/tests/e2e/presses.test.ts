// Impatient hands: what is pressed twice, held, or answered too late.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, ownHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
// Whoever presses Deal waits for nobody here, and for no result.
inHouse((opened) => (house = opened), () => House.open('tercet', ['serve', '--bet-seconds', '60', '--decide-seconds', '60', '--show-seconds', '2']))

/** Everything between the page and the house takes so long. */
async function isFar({ page }: Person, ms: number): Promise<void> {
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => setTimeout(() => server.send(message), ms))
    server.onMessage((message) => setTimeout(() => line.send(message), ms))
  })
  await page.route('**/api/v1/sessions/guest', async (route) => {
    await new Promise((then) => setTimeout(then, ms))
    await route.continue()
  })
}

const toasts = ({ page }: Person) => page.locator('.toast').allTextContents()
const stake = ({ page }: Person, wager: string) => page.getByTestId(`stake-${wager}`).textContent()

it('takes a press that is doubled for one, however far the house is', async () => {
  const table = 'three-card-poker'
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await isFar(ann, 300)
  await ann.goes(`#/t/${table}`)
  await page.getByRole('button', { name: 'Come in to play' }).dblclick()
  await page.getByRole('group', { name: 'Your bets' }).waitFor()
  await page.getByRole('button', { name: /^Sit at position / }).first().dblclick()
  await page.getByRole('button', { name: /^Position \d · Leave$/ }).nth(1).waitFor()
  await page.getByRole('button', { name: /^Position \d · Leave$/ }).first().dblclick()
  await page.getByRole('button', { name: /^Leave position / }).waitFor()
  await page.waitForTimeout(700)
  // One player sits there, at one position, and nothing was refused.
  expect(Object.keys((await ann.asks<{ state: { seats: object } }>(`/api/v1/tables/${table}`)).state.seats)).toHaveLength(1)
  expect(await toasts(ann)).toEqual([])
  // A chip is another matter: two presses are two chips.
  await ann.sees('open')
  await page.getByRole('button', { name: /^Ante / }).dblclick()
  await expect.poll(() => stake(ann, 'ante')).toBe('$10')
  await page.getByRole('button', { name: /^Deal/ }).dblclick()
  await ann.sees('dealt')
  await page.getByRole('button', { name: /^Play \$/ }).dblclick()
  await page.getByTestId('net').waitFor()
  expect([await toasts(ann), ann.wrong]).toEqual([[], []])
  await ann.context.close()
})

it('takes one chip off for one press, by the other button or a long one; and puts one on by a key afterwards', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await ann.sits('three-card-fortune')
  await ann.sees('open')
  const ante = page.getByRole('button', { name: /^Ante / })
  for (let chips = 0; chips < 4; chips++) await ante.click()
  for (const [button, left] of [['right', '$15'], ['left', '$10']] as const) {
    await ante.hover()
    await page.mouse.down({ button })
    await expect.poll(() => stake(ann, 'ante'), { message: button }).toBe(left)
    await page.mouse.up({ button })
    await page.waitForTimeout(200)
    expect(await stake(ann, 'ante'), button).toBe(left)
  }
  await ante.press('Enter')
  await expect.poll(() => stake(ann, 'ante')).toBe('$15')
  // As a screen reader presses it: without a pointer.
  await ante.hover()
  await page.mouse.down()
  await expect.poll(() => stake(ann, 'ante')).toBe('$10')
  await page.mouse.up()
  await ante.evaluate((button: HTMLButtonElement) => button.click())
  await expect.poll(() => stake(ann, 'ante')).toBe('$15')
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('takes no key for the table on the page of a past round, though bets are open there', async () => {
  const table = 'three-card-pairs-plus'
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await ann.sits(table)
  await ann.sees('open')
  await page.keyboard.press('a')
  await expect.poll(() => stake(ann, 'ante')).toBe('$5')
  await page.getByRole('button', { name: /^Deal/ }).click()
  await ann.sees('dealt')
  await ann.decidesBy('p')
  await page.getByTestId('net').waitFor()
  await ann.sees('open')
  type Now = { state: { round: { no: number; ready?: number[]; spots: Record<string, { wagers: object }> } } }
  const lies = async () => {
    const { no, ready, spots } = (await ann.asks<Now>(`/api/v1/tables/${table}`)).state.round
    return { no, ready: ready ?? [], bets: Object.values(spots).map(({ wagers }) => wagers).filter((wagers) => Object.keys(wagers).length > 0) }
  }
  const { no } = await lies()
  await ann.goes(`#/t/${table}/r/${no - 1}`)
  await page.getByRole('heading', { name: /^Replay: Round / }).waitFor()
  for (const key of ['a', 'r', 'Space', 'x', 'u', 'c']) await page.keyboard.press(key)
  await page.waitForTimeout(500)
  expect(await lies()).toEqual({ no, ready: [], bets: [] })
  // At the table they are taken again.
  await ann.goes(`#/t/${table}`)
  await ann.sees('open')
  await page.keyboard.press('a')
  await expect.poll(async () => (await lies()).bets).toEqual([{ ante: 500 }])
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('says why of the position that is shown, and of no other', async () => {
  // A house of its own: the result stands until all of it was looked at.
  const slow = await ownHouse('tercet', ['serve', '--bet-seconds', '60', '--decide-seconds', '60', '--show-seconds', '60'])
  const ann = await slow.comes(PHONE)
  const { page } = ann
  await ann.sits('three-card-shine')
  await page.getByRole('button', { name: /^Sit at position / }).first().click()
  const tabs = page.getByRole('group', { name: 'Positions' }).getByRole('button')
  await expect.poll(() => tabs.count()).toBe(2)
  await ann.sees('open')
  for (const no of [0, 1]) {
    await tabs.nth(no).click()
    await ann.bets()
  }
  await page.getByRole('button', { name: /^Deal/ }).click()
  await ann.sees('dealt')
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: /^Play \$/, disabled: false }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Position \d · decides/ }).count()).toBe(left)
  }
  await page.getByTestId('net').waitFor()
  const asked = []
  for (const no of [0, 1]) {
    await tabs.nth(no).click()
    await page.getByRole('button', { name: 'Why?' }).click()
    const why = page.getByRole('dialog', { name: /^Why: / })
    await why.getByTestId('replay-net').waitFor()
    expect(await ann.reads('replay-net')).toBe(await ann.reads('net'))
    asked.push(await why.getByRole('heading').textContent())
    await page.keyboard.press('Escape')
    // Back where it was asked.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Why?')
  }
  expect(asked).toEqual([await tabs.nth(0).getAttribute('aria-label'), await tabs.nth(1).getAttribute('aria-label')].map((spot) => `Why: ${spot}, Round 1`))
  expect(ann.wrong).toEqual([])
})

it('asks no more about a hand that is void', async () => {
  const table = 'three-card-fury'
  const { administrator: boss, floor } = await staffOf(house, 'floor')
  const ann = await house.comes(DESKTOP)
  await ann.sits(table)
  const asks = ann.page.getByRole('dialog', { name: 'Fold this hand' })
  // Until a hand comes of which it is asked: a pair or better.
  for (let rounds = 0; rounds < 40 && !(await asks.isVisible()); rounds++) {
    await ann.sees('open')
    await ann.bets()
    await ann.page.getByRole('button', { name: /^Deal/ }).click()
    await ann.sees('dealt')
    await ann.page.getByTestId('hand').waitFor()
    await ann.decides('fold')
    await asks.or(ann.page.getByTestId('net')).first().waitFor()
  }
  expect(await asks.isVisible()).toBe(true)
  expect(await floor.does(table, { do: 'void', reason: 'a card fell on the floor' })).toBe(200)
  // The hand is gone, and nobody is asked about it any more.
  await asks.waitFor({ state: 'detached' })
  expect(ann.wrong).toEqual([])
  await Promise.all([boss, floor, ann].map((one) => one.context.close()))
})
