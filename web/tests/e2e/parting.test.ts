// A guest is told before they leave their money behind.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse } from './house'

let house: House
inHouse((opened) => (house = opened))

it('tells a guest who signs in or out that the money stays behind, and how to keep it', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await ann.sits('three-card-poker')
  await ann.goes('#/sign-in')
  await page.getByText(/^You are here as the guest .* with \$/).waitFor()
  expect(await page.getByRole('button', { name: 'Come in', exact: true }).count()).toBe(0)
  await ann.isAccessible('a guest signs in')
  await page.getByRole('link', { name: 'Keep this account first' }).click()
  await page.getByRole('button', { name: 'Keep it' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByTestId('who').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out all the same' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})
