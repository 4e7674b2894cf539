// How a table is set in the back office: the form says what holds, and never sets anew what it did not know.
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { held } from './held'
import { House, inHouse, type Person } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor', Person>
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor')
})

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

const submit = ({ page }: Person) => page.getByRole('button', { name: 'Set from the next round' }).click()
const game = readFileSync(new URL('../../../testdata/web/triple-raise.toml', import.meta.url), 'utf8')
/** Brings in a file of the game with this least Ante, in dollars. */
const brought = (least: number) =>
  staff.administrator.asksWith('PUT', '/api/v1/games/triple-raise/file', { text: game.replace('min = "$5", max = "$100"', `min = "$${least}", max = "$100"`), reason: 'for a test' })
/** What the table is set to: its game, and the least Ante there. */
async function holds(): Promise<[string, number | undefined]> {
  const { state } = await staff.administrator.asks<{ state: { game: { id: string; rules: string } } }>(`/api/v1/tables/${table}`)
  const { wagers } = await staff.administrator.asks<{ wagers: { id: string; min?: number }[] }>(`/api/v1/games/${state.game.rules}`)
  return [state.game.id, wagers.find(({ id }) => id === 'ante')?.min]
}

it('stands in the lobby with the limits that are posted there, and leads to rules that have them', async () => {
  await isSet({ limits: { ante: { min: 1_500, max: 7_500, step: 500 } } })
  const ann = await house.comes()
  await ann.goes('')
  const card = ann.page.getByRole('listitem').filter({ has: ann.page.locator(`a[href="#/t/${table}"]`) })
  await card.getByText('$15 to $75').waitFor()
  // What is posted meanwhile is there with the next look.
  await isSet({ limits: { ante: { min: 2_000, max: 9_000, step: 500 } } })
  await card.getByText('$20 to $90').waitFor()
  await card.getByRole('link', { name: /^Rules/ }).click()
  await ann.page.getByText(/\$20 to \$90/).first().waitFor()
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('is of the games as they are: one that was brought in, written anew or taken away meanwhile is no other game, and no other limits', async () => {
  await isSet({})
  const { floor } = staff
  await floor.goes('')
  await floor.goes(`#/floor/tables/${table}`)
  await least(floor).waitFor()
  await brought(5)
  await isSet({ game: 'triple-raise', meter: undefined })
  await expect.poll(() => field(floor, 'Game').inputValue()).toBe('triple-raise')
  await field(floor, 'Reason').fill('as it is')
  await submit(floor)
  await expect.poll(() => field(floor, 'Reason').inputValue()).toBe('')
  expect(await holds()).toEqual(['triple-raise', 500])

  // What equals the file that was there before is said all the same.
  await brought(20)
  await isSet({ game: 'triple-raise', meter: undefined })
  await expect.poll(() => least(floor).inputValue()).toBe('20')
  await least(floor).fill('5')
  await field(floor, 'Reason').fill('as before')
  await submit(floor)
  await expect.poll(() => field(floor, 'Reason').inputValue()).toBe('')
  expect(await holds()).toEqual(['triple-raise', 500])

  // A file that nobody here has seen is not set: it is shown, and what was typed stays.
  await brought(10)
  await least(floor).fill('15')
  await field(floor, 'Reason').fill('a third file')
  await submit(floor)
  await floor.page.getByRole('alert').filter({ hasText: 'was replaced or taken away' }).waitFor()
  await floor.page.getByRole('group', { name: /^Ante limits in the rules: \$10 / }).waitFor()
  expect([await least(floor).inputValue(), await field(floor, 'Reason').inputValue(), await holds()]).toEqual(['15', 'a third file', ['triple-raise', 500]])
  await submit(floor)
  await expect.poll(() => field(floor, 'Reason').inputValue()).toBe('')
  expect(await holds()).toEqual(['triple-raise', 1_500])

  await staff.administrator.asksWith('DELETE', '/api/v1/games/triple-raise/file', { reason: 'for a test' })
  for (const path of [`#/floor/tables/${table}`, `#/floor/tables/${table}?game=nix`]) {
    await floor.goes('')
    await floor.goes(path)
    await floor.page.getByRole('alert').filter({ hasText: `There is no game ${path.endsWith('nix') ? 'nix' : 'triple-raise'} ` }).waitFor()
    expect(await field(floor, 'Game').inputValue(), path).toBe('')
    await field(floor, 'Reason').fill('none')
    expect(await floor.page.getByRole('button', { name: 'Set from the next round' }).isDisabled(), path).toBe(true)
    await field(floor, 'Reason').press('Enter')
  }
  await field(floor, 'Game').selectOption(table)
  await submit(floor)
  await floor.page.getByText(`${table} is set to `).first().waitFor()
  expect((await holds())[0]).toBe(table)
  expect(floor.wrong.filter((one) => !one.includes('404'))).toEqual([])
})

it('says at the field what is wrong with it, by no name of a file, and takes away what was told of the last time', async () => {
  await isSet({})
  const { floor } = staff
  const { page } = floor
  await floor.goes('')
  // What the tests before this one saw is theirs.
  const before = floor.wrong.length
  await floor.goes(`#/floor/tables/${table}`)
  const ante = page.getByRole('group', { name: /^Ante limits/ })
  const [min, max, step] = ['Least', 'Most', 'Step'].map((label) => ante.getByLabel(label)) as [Locator, Locator, Locator]
  /** What is said of a field, as whoever is at it hears it. */
  const said = async (at: Locator) => ((await at.getAttribute('aria-invalid')) === 'true' ? page.locator(`#${await at.getAttribute('aria-describedby')}`).textContent() : undefined)
  const done = page.locator('.toast').filter({ hasText: `${table} is set to ` })
  for (const [typed, where, why] of [
    [['5', '50.50', '3'], max, /\$50\.50 is not a whole number of steps of \$3 above \$5/],
    [['5', '50', '0'], step, /step of \$0/],
    [['5', 'much', '1'], max, /\S/],
  ] as const) {
    await min.fill('10')
    await max.fill('100')
    await step.fill('10')
    await field(floor, 'Reason').fill('the evening')
    await submit(floor)
    await done.waitFor()
    for (const [no, one] of [min, max, step].entries()) await one.fill(typed[no]!)
    await field(floor, 'Reason').fill('the night')
    await submit(floor)
    await expect.poll(() => said(where)).toMatch(why)
    expect(await said(where)).not.toMatch(/wager|limits\./)
    // It stands there alone.
    expect([await page.getByRole('alert').count(), await done.count()], typed.join()).toEqual([1, 0])
    await floor.isAccessible(`a limit that is refused: ${typed.join()}`)
  }
  // What is wrong with all of a wager's limits stands at them.
  await min.fill('50')
  await max.fill('10')
  await step.fill('5')
  await submit(floor)
  await ante.getByRole('alert').filter({ hasText: 'imits from $50 to $10' }).waitFor()
  expect(floor.wrong.slice(before).filter((one) => !one.includes('422'))).toEqual([])
  await isSet({})
})

it('keeps what is typed while an answer is awaited, whether it was set or refused', async () => {
  await isSet({})
  const { floor } = staff
  await floor.goes('')
  await floor.goes(`#/floor/tables/${table}`)
  for (const [sent, says] of [['10', `${table} is set to `], ['0', undefined]] as const) {
    await least(floor).fill(sent)
    await field(floor, 'Reason').fill('the first')
    const answers = await held(floor)
    await submit(floor)
    await answers.asked
    await least(floor).fill('15')
    await field(floor, 'Reason').fill('the second')
    await answers.come()
    await (says === undefined ? floor.page.getByRole('alert').first() : floor.page.getByText(says)).waitFor()
    expect([await least(floor).inputValue(), await field(floor, 'Reason').inputValue()], sent).toEqual(['15', 'the second'])
    await answers.end()
  }
  await submit(floor)
  await expect.poll(() => field(floor, 'Reason').inputValue()).toBe('')
  expect((await holds())[1]).toBe(1_500)
})
