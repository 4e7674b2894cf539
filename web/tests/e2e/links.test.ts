// Old, mistyped and half-read: addresses that name nothing, and what is not said of what was not read.
import { expect, it } from 'vitest'
import { House, inHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor' | 'auditor', Person>
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor', 'auditor')
})

it('says that there is no such page where an address names none, and asks the house for nothing', async () => {
  const { floor } = staff
  const ann = await house.comes(PHONE)
  await ann.goes('#/sign-in')
  await ann.page.getByLabel('Name at the table').fill('Ann')
  await ann.page.getByRole('button', { name: 'Come in' }).click()
  await ann.page.getByTestId('balance').waitFor()
  const asked: string[] = []
  ann.page.on('request', (request) => asked.push(request.url()))
  for (const [one, links] of [
    [ann, ['#/nowhere', '#/constructor', '#/t', '#/t/', '#/t/nosuch', '#/t/three-card-poker/r/0', '#/t/three-card-poker/r/abc', '#/t/three-card-poker/nothing', '#/account/nothing']],
    [floor, ['#/floor/nothing', '#/floor/rounds/three-card-poker/abc', '#/floor/settle/three-card-poker/0', '#/floor/cases/abc']],
  ] as const) {
    for (const link of links) {
      await one.goes(link)
      await one.page.getByRole('heading', { name: 'There is no such page' }).waitFor()
      expect(await one.page.title(), link).toMatch(/\S · Tercet$/)
      await one.isAccessible(link)
    }
    // A table that is there after one that is not.
    await one.goes('#/t/three-card-poker')
    await one.page.locator('[data-stage]').waitFor()
    expect(one.wrong).toEqual([])
  }
  // Nothing of a table without a name.
  expect(asked.filter((url) => /[?&]table=(&|$)/.test(url))).toEqual([])
  // A number is found as it is shown, and what is none is said.
  await floor.goes('#/floor/rounds')
  const { page } = floor
  await page.getByLabel('Table', { exact: true }).selectOption('three-card-poker')
  await page.getByLabel('Round', { exact: true }).fill('first')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Expected the number of a round').waitFor()
  await page.getByLabel('Round', { exact: true }).fill('1,234')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => page.url()).toMatch(/rounds\/three-card-poker\/1234$/)
  await ann.context.close()
})

it('says of an invitation that was used that it was, and where to sign in, and asks for nothing more', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  for (const [link, fields] of [[`#/join/${house.link}`, ['Name at the table', 'Login', 'Password']], [`#/password/${house.link}`, ['Password']]] as const) {
    await ann.goes(link)
    for (const field of fields) await page.getByLabel(field).fill('anotherone')
    await page.getByLabel(fields.at(-1)!).press('Enter')
    await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor()
    expect(await page.locator('#content input').count()).toBe(0)
    await ann.isAccessible('a link that was used')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Login').waitFor()
  }
  await ann.context.close()
})

it('says of no chain that it holds where reading it was broken off', async () => {
  const { auditor } = staff
  await auditor.goes('#/auditor')
  const { page } = auditor
  await page.getByTestId('chain').waitFor()
  await page.route('**/api/v1/journal?*limit=500*', (route) => route.abort())
  await page.getByRole('button', { name: 'Check the whole chain' }).click()
  await page.getByText('The house cannot be reached.').waitFor()
  expect(await page.getByTestId('whole-chain').count()).toBe(0)
  await page.unroute('**/api/v1/journal?*limit=500*')
  await page.getByRole('button', { name: 'Check the whole chain' }).click()
  await page.getByText(/^All \d+ records were read. The chain holds/).waitFor()
  // Beyond the end there is nothing, and nothing is waited for.
  await page.getByLabel('From record').fill('1,000,000')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('cell', { name: 'Nothing here' }).waitFor()
  expect(await page.locator('#content [aria-busy=true]').count()).toBe(0)
  await page.getByLabel('From record').fill('the last')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Expected the number of a record').waitFor()
  await auditor.isAccessible('the end of the journal')
})

it('hands out what tables took as files of different names', async () => {
  const { floor } = staff
  await floor.goes('#/floor/reports')
  await floor.page.getByTestId('drop').waitFor()
  const names = []
  for (const link of await floor.page.getByRole('link', { name: /CSV|XLSX/ }).all()) {
    const [file] = await Promise.all([floor.page.waitForEvent('download'), link.click()])
    names.push(file.suggestedFilename())
  }
  expect(names).toEqual(['takings.xlsx', 'takings-days.csv', 'takings-tables.csv', 'takings-wagers.csv'])
})
