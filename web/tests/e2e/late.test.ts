// What the floor asks for may be answered after whoever asked has turned to something else: it is told of what it was asked for, and touches nothing else.
import { expect, it } from 'vitest'
import { held } from './held'
import { DESKTOP, House, inHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor', Person>
let floor: Person
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor')
  floor = staff.floor
})

const table = 'three-card-poker'
const dialog = () => floor.page.getByRole('dialog')
const acts = (act: string) => floor.page.getByRole('button', { name: `${act}: ${table}`, exact: true }).click()
const toasts = (text: string) => floor.page.locator('.toast').filter({ hasText: text })
/** Pauses the table, and leaves the dialog before the answer. */
async function pauses(leave: () => Promise<void>) {
  await acts('Pause')
  await dialog().getByLabel('Reason').fill('lunch')
  await dialog().getByLabel('Reason').press('Enter')
  await leave()
  await expect.poll(() => dialog().count()).toBe(0)
}
const escape = () => floor.page.keyboard.press('Escape')
const cancel = () => dialog().getByRole('button', { name: 'Cancel' }).click()

/** What of the dialog the news lie over, its title and what can be pressed. */
const covers = () =>
  floor.page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')!
    const news = [...dialog.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect())
    return [...dialog.querySelectorAll('h2, button, input')].flatMap((part) => {
      const at = part.getBoundingClientRect()
      const over = part.closest('.toast') === null && news.some((one) => one.left < at.right && at.left < one.right && one.top < at.bottom && at.top < one.bottom)
      return over ? [part.outerHTML.slice(0, 80)] : []
    })
  })

it('tells what came of it by itself, done or refused, and leaves another dialog as it is', async () => {
  for (const [lost, leave, says] of [[false, escape, `${table} is paused.`], [true, cancel, `Pause ${table}: `]] as const) {
    expect(await floor.does(table, { do: 'turn', status: 'open', reason: 'for a test' })).toBe(200)
    await floor.goes('')
    await floor.goes(`#/floor/tables/${table}`)
    const answers = await held(floor, lost)
    await pauses(leave)
    await answers.asked
    await acts('Close')
    await dialog().getByLabel('Reason').fill('not yet')
    await answers.come()
    // It is told where it can be read and pressed, over the dialog that is open by now.
    const told = dialog().locator('.toast').filter({ hasText: says })
    for (const size of [PHONE, DESKTOP]) {
      await floor.page.setViewportSize(size)
      await told.waitFor()
      expect(await covers()).toEqual([])
    }
    await told.getByRole('button', { name: 'Close' }).click()
    expect(await toasts(says).count()).toBe(0)
    expect(await toasts('is closed').count()).toBe(0)
    expect(await dialog().getByRole('heading').textContent()).toBe(`Close ${table}`)
    expect(await dialog().getByLabel('Reason').inputValue()).toBe('not yet')
    expect(await dialog().getByRole('alert').count()).toBe(0)
    expect(await dialog().locator('[aria-busy="true"]').count()).toBe(0)
    await answers.end()
    await escape()
    const { state } = await floor.asks<{ state: { status: string } }>(`/api/v1/tables/${table}`)
    expect(state.status).toBe(lost ? 'open' : 'paused')
  }
})

it('tells it on another page too, and names the table that it was asked of', async () => {
  const other = 'three-card-fury'
  for (const [lost, says] of [[false, `${table} is set to `], [true, `Set ${table}: `]] as const) {
    await floor.goes('')
    await floor.goes(`#/floor/tables/${table}`)
    await floor.page.getByLabel('Reason', { exact: true }).fill('for a test')
    const answers = await held(floor, lost)
    await floor.page.getByRole('button', { name: 'Set from the next round' }).click()
    await answers.asked
    await floor.goes(`#/floor/tables/${other}`)
    await floor.page.getByRole('heading', { name: other, exact: true }).waitFor()
    await answers.come()
    await toasts(says).waitFor()
    expect(await toasts(other).count()).toBe(0)
    await answers.end()
  }
})


it('does to a person what was asked for, and not what was chosen before the answer', async () => {
  const { player } = await floor.asks<{ player: string }>('/api/v1/me')
  const boss = staff.administrator
  await boss.goes(`#/admin/people/${player}`)
  const answers = await held(boss, false, '**/unlock')
  const ask = boss.page.getByRole('dialog')
  await boss.page.getByRole('button', { name: 'Unlock the login' }).click()
  await ask.getByLabel('Reason').fill('asked at the desk')
  await ask.getByLabel('Reason').press('Enter')
  await answers.asked
  await boss.page.keyboard.press('Escape')
  await expect.poll(() => ask.count()).toBe(0)
  await boss.page.getByRole('button', { name: 'Close the account' }).click()
  await ask.getByLabel('Reason').fill('not yet')
  await answers.come()
  await boss.page.locator('.toast').filter({ hasText: 'Unlock the login (floor one): done.' }).waitFor()
  expect([await ask.getByRole('heading').textContent(), await ask.getByLabel('Reason').inputValue()]).toEqual(['Close the account', 'not yet'])
  await answers.end()
  expect((await boss.asks<{ closed?: object }>(`/api/v1/people/${player}`)).closed).toBeUndefined()
})
