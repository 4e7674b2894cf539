// How a table is set in the back office: the form says what holds, and never sets anew what it did not know.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { House, type Person } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor', Person>
beforeAll(async () => {
  house = await House.open()
  staff = await staffOf(house, 'floor')
})
afterAll(() => house.close())

const table = 'three-card-poker'
const field = ({ page }: Person, name: string) => page.getByLabel(name, { exact: true })
/** The least Ante: what is posted at the table, which the rules of its game need not be. */
const least = ({ page }: Person) => page.getByRole('group', { name: /^Ante limits/ }).getByLabel('Least')
const hints = (one: Person) => field(one, 'Tell players who ask what each of their decisions is worth')

/** Sets the table as another manager would who never opened the form. */
async function isSet(over: object): Promise<void> {
  const clocks = { bet_ms: 9_000, secret_ms: 15_000, decide_ms: 45_000, show_ms: 9_000 }
  expect(await staff.administrator.does(table, { do: 'set', game: table, meter: table, clocks, reason: 'for a test', ...over })).toBe(200)
}

it('is not there before all of what holds is known, whichever of it comes last', async () => {
  await isSet({ hints: true, limits: { ante: { min: 1_500, max: 7_500, step: 500 } } })
  const { floor } = staff
  for (const late of ['/api/v1/live', `/api/v1/games`, '/api/v1/games/sha256*', '/api/v1/meters']) {
    let comes = () => {}
    const held = new Promise<void>((done) => (comes = done))
    if (late === '/api/v1/live') {
      await floor.page.routeWebSocket(`**${late}`, (line) => {
        const server = line.connectToServer()
        server.onMessage(async (message) => {
          if (String(message).includes('"hints":true')) await held
          line.send(message)
        })
      })
    } else {
      await floor.page.route(`**${late}`, async (route) => {
        await held
        await route.fallback()
      })
    }
    await floor.goes('')
    await floor.goes(`#/floor/tables/${table}`)
    await floor.page.reload()
    await floor.page.getByRole('heading', { name: 'Set the table' }).waitFor()
    await floor.page.waitForTimeout(300)
    expect(await hints(floor).count(), late).toBe(0)
    comes()
    await hints(floor).waitFor()
    expect([await hints(floor).isChecked(), await least(floor).inputValue()], late).toEqual([true, '15'])
    await floor.page.unrouteAll({ behavior: 'wait' })
  }
  expect(floor.wrong).toEqual([])
})

it('follows what others set while nobody writes in it, and says so to whoever does', async () => {
  await isSet({ hints: true })
  const { floor } = staff
  await floor.goes('')
  await floor.goes(`#/floor/tables/${table}`)
  await hints(floor).waitFor()
  await isSet({ limits: { ante: { min: 2_000, max: 8_000, step: 500 } } })
  await expect.poll(() => least(floor).inputValue()).toBe('20')
  expect(await hints(floor).isChecked()).toBe(false)

  await field(floor, 'Reason').fill('a quiet evening')
  await least(floor).fill('30')
  await isSet({ limits: { ante: { min: 2_500, max: 8_000, step: 500 } } })
  const says = floor.page.getByRole('status').filter({ hasText: 'set anew while you wrote here' })
  await says.waitFor()
  expect([await least(floor).inputValue(), await field(floor, 'Reason').inputValue()]).toEqual(['30', 'a quiet evening'])
  await floor.isAccessible('a table that was set anew meanwhile')
  await says.getByRole('button', { name: 'Show what holds' }).click()
  await expect.poll(() => least(floor).inputValue()).toBe('25')
  expect(await says.count()).toBe(0)

  // Whoever sends what they wrote sees what holds by that, and is not told of their own change.
  await least(floor).fill('40')
  await floor.page.getByRole('button', { name: 'Set from the next round' }).click()
  await floor.page.getByText(`${table} is set to `).waitFor()
  expect([await least(floor).inputValue(), await says.count()]).toEqual(['40', 0])
  await isSet({ limits: { ante: { min: 5_000, max: 8_000, step: 500 } } })
  await expect.poll(() => least(floor).inputValue()).toBe('50')
  expect(floor.wrong).toEqual([])
})
