// What is printed: dark letters on white, whatever the screen shows, and nothing that can only be pressed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DESKTOP, House } from './house'

let house: House
beforeAll(async () => {
  house = await House.open()
})
afterAll(() => house.close())

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
