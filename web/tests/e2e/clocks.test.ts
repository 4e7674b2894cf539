import { expect, it } from 'vitest'
import { ownHouse } from './house'
import { staffOf } from './staff'

it('asks for a report by the days of whoever looks, over a change of their clocks, for the page and for its files', async () => {
  const house = await ownHouse()
  const { floor } = await staffOf(house, 'floor')
  const { page, context } = floor
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' })
  // Of a weekend in spring one day has 23 hours, of one in autumn 25.
  for (const [from, to, begins, ends, offset, change] of [
    ['2024-03-30', '2024-03-31', '2024-03-29T23:00Z', '2024-03-31T22:00Z', '60', `${Date.parse('2024-03-31T01:00Z')},120`],
    ['2024-10-26', '2024-10-27', '2024-10-25T22:00Z', '2024-10-27T23:00Z', '120', `${Date.parse('2024-10-27T01:00Z')},60`],
    ['2024-07-01', '2024-07-02', '2024-06-30T22:00Z', '2024-07-02T22:00Z', '120', undefined],
  ] as const) {
    const wanted = { from: String(Date.parse(begins)), to: String(Date.parse(ends)), offset, ...(change === undefined ? {} : { change }) }
    const answer = page.waitForResponse(/\/api\/v1\/reports\/takings/)
    await floor.goes(`#/floor/reports?from=${from}&to=${to}`)
    const said = await answer
    expect(said.status()).toBe(200)
    expect(Object.fromEntries(new URL(said.url()).searchParams)).toEqual(wanted)
    const file = page.locator('a[href*="form=xlsx"]')
    await expect.poll(async () => Object.fromEntries(new URL((await file.getAttribute('href'))!, house.url).searchParams)).toEqual({ ...wanted, form: 'xlsx' })
  }
  // Nothing was settled yet by clocks that are still to change; the days of the last week are seven, whatever their length.
  await floor.goes('#/floor/reports')
  const typed = () => Promise.all(['From', 'To, inclusive'].map((day) => page.getByLabel(day, { exact: true }).inputValue()))
  await expect.poll(async () => {
    const [from, to] = await typed()
    return (Date.parse(to!) - Date.parse(from!)) / 86_400_000
  }).toBe(6)
  await page.goBack()
  await expect.poll(typed).toEqual(['2024-07-01', '2024-07-02'])
  expect(floor.wrong).toEqual([])
})
