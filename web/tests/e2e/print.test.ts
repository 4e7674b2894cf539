// What is printed: dark letters on white, whatever the screen shows, and nothing that can only be pressed.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse } from './house'
import { staffOf } from './staff'

let house: House
inHouse((opened) => (house = opened))

it('prints a rule card dark on white, and leaves the screen as it was', async () => {
  const ann = await house.comes(DESKTOP, 'dark')
  const { page } = ann
  await ann.goes('#/games/three-card-poker')
  await page.getByRole('heading', { name: 'Three Card Poker' }).waitFor()
  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector('#content h2')!).color)
  const light = (colour: string) => Math.max(...colour.match(/\d+/g)!.map(Number)) > 128
  const before = await ink()
  expect(light(before)).toBe(true)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  expect(light(await ink())).toBe(false)
  for (const part of ['.shell > header', 'footer']) expect(await page.locator(part).isVisible(), part).toBe(false)
  expect(await page.locator('#content h2').first().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await ink()).toBe(before)
  await ann.context.close()
})

it('prints which limits hold, without what would set them', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await ann.sits('three-card-poker')
  await ann.goes('#/account/limits')
  const limit = page.getByTestId('limit-loss-day')
  await limit.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await limit.getByText('no limit', { exact: true }).isVisible()).toBe(true)
  for (const part of ['textbox', 'button'] as const) expect(await limit.getByRole(part).count(), part).toBe(0)
  await ann.context.close()
})

it('prints the whole of wide tables, and of which days a report is', async () => {
  const { floor } = await staffOf(house, 'floor')
  const ann = await house.comes(DESKTOP)
  await ann.sits('three-card-poker')
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await ann.decides('play')
  await ann.page.getByTestId('net').waitFor()
  await ann.sees('over')
  const { page } = floor
  // As wide as paper: A4 at 96 dots an inch, without its margins.
  await page.setViewportSize({ width: 718, height: 1_000 })
  for (const path of ['floor/reports', 'floor/rounds/three-card-poker/1', 'floor/people', 'floor']) {
    await floor.goes(`#/${path}`)
    await page.locator('.scrolls td').first().waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    const cut = await page.locator('.scrolls').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.getAttribute('aria-label')}: ${one.scrollWidth} in ${one.clientWidth}`))
    expect(cut, path).toEqual([])
    if (path === 'floor/reports') for (const day of ['From', 'To, inclusive']) expect(await page.getByLabel(day, { exact: true }).isVisible(), day).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  }
  await Promise.all([floor, ann].map((one) => one.context.close()))
})
