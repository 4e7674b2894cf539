// Money at the cash desk is moved once, whatever becomes of the answer and wherever the cashier is as it comes.
import { expect, it } from 'vitest'
import { held } from './held'
import { House, inHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'cashier', Person>
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'cashier')
})

interface Wallet {
  player: string
  balance: number
}

/** A player, and the cash desk with what is to be sent typed in. */
async function desk(amount: string, reason: string) {
  const { page } = staff.cashier
  const ann = await house.comes(PHONE)
  await ann.sits('three-card-poker')
  const { player, balance } = await ann.asks<Wallet>('/api/v1/me')
  await staff.cashier.goes(`#/cashier/${player}`)
  const form = { amount: page.getByLabel('Amount'), reason: page.getByLabel('Reason or reference'), take: page.getByRole('button', { name: /^Take / }), again: page.getByRole('button', { name: 'Ask again' }) }
  const fills = async () => {
    await form.amount.fill(amount)
    await form.reason.fill(reason)
    await form.take.click()
  }
  return { ann, player, balance, page, form, fills, holds: async () => (await ann.asks<Wallet>('/api/v1/me')).balance }
}

it('knows nothing of a payment whose answer is lost, and asks for the same again until it is answered, once', async () => {
  const { ann, balance, page, form, fills, holds } = await desk('40', 'receipt 5')
  const asked: unknown[] = []
  const loses = async (times: number) =>
    page.route('**/cashier/moves', async (route) => {
      asked.push([route.request().headers()['idempotency-key'], route.request().postData()])
      await route.fetch()
      await route.abort()
    }, { times })
  await loses(2)
  await fills()
  await page.getByText('it is not known whether this was done').waitFor()
  const locked = async () => [await form.amount.getAttribute('readonly'), await form.reason.getAttribute('readonly'), await page.getByRole('radio', { name: 'Out' }).isDisabled(), await form.take.count()]
  expect(await locked()).toEqual(['', '', true, 0])
  await staff.cashier.isAccessible('a lost answer')
  // The statement tells it, and is the other way on.
  await page.getByRole('button', { name: 'Read the statement' }).click()
  await page.getByRole('cell', { name: /^receipt 5/ }).waitFor()
  await expect.poll(() => staff.cashier.reads('wallet')).toBe(balance + 4_000)
  expect(await locked()).toEqual(['', '', true, 0])
  await form.again.click()
  await expect.poll(() => asked.length).toBe(2)
  await page.getByText('it is not known whether this was done').waitFor()
  await page.route('**/cashier/moves', (route) => {
    asked.push([route.request().headers()['idempotency-key'], route.request().postData()])
    return route.continue()
  }, { times: 1 })
  await form.again.click()
  await page.getByTestId('receipt').waitFor()
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
  expect([asked.length, await form.amount.inputValue(), await form.amount.getAttribute('readonly')]).toEqual([3, '', null])
  expect(await holds()).toBe(balance + 4_000)
  // Another one is another one.
  await form.amount.fill('1')
  await form.reason.fill('receipt 6')
  await form.take.click()
  await expect.poll(holds).toBe(balance + 4_100)
  await ann.context.close()
})

it('keeps what is pending wherever the cashier goes, and whoever comes back sees it, or its receipt', async () => {
  const { ann, player, balance, page, form, fills, holds } = await desk('31', 'receipt 7')
  const answers = await held(staff.cashier, false, '**/cashier/moves')
  await fills()
  await page.getByText('On its way to the house.').waitFor()
  await page.evaluate(() => (location.hash = '#/cashier'))
  await page.getByLabel('Find').waitFor()
  await page.goBack()
  await form.amount.waitFor()
  expect([await form.amount.inputValue(), await form.reason.inputValue(), await form.amount.getAttribute('readonly')]).toEqual(['31', 'receipt 7', ''])
  await form.reason.press('Enter')
  await page.evaluate(() => (location.hash = '#/games'))
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
  await answers.come()
  await page.getByText(/^\+\$31 for .*: done\./).first().waitFor()
  await page.evaluate((hash) => (location.hash = hash), `#/cashier/${player}`)
  await page.getByTestId('receipt').waitFor()
  await expect.poll(() => staff.cashier.reads('wallet')).toBe(balance + 3_100)
  expect([await holds(), await form.amount.inputValue()]).toEqual([balance + 3_100, ''])
  await answers.end()
  await ann.context.close()
})

it('tells a cashier who is elsewhere that a payment was refused, and why', async () => {
  const { ann, balance, page, form, fills, holds } = await desk('5', 'receipt 8')
  await ann.asksWith('POST', '/api/v1/me/breaks', { kind: 'cool-off', for_ms: 3_600_000 })
  const answers = await held(staff.cashier, false, '**/cashier/moves')
  await fills()
  await page.getByText('On its way to the house.').waitFor()
  await page.evaluate(() => (location.hash = '#/games'))
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
  await answers.come()
  await page.getByText(/^\+\$5 for .*: not done\./).first().waitFor()
  await page.goBack()
  await page.locator('form [role=alert]').waitFor()
  expect([await form.amount.inputValue(), await form.amount.getAttribute('readonly'), await holds()]).toEqual(['5', null, balance])
  await answers.end()
  await ann.context.close()
})
