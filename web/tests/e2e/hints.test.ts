// What each decision is worth: told where the floor allows it, to whoever asks; nothing of it anywhere else.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cents, DESKTOP, House, inHouse, PACE, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor', Person>
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor')
})

interface Advice {
  decisions: { choice: 'play' | 'fold'; times?: number; value: number }[]
  best: number
}
const bar = (one: Person) => one.page.locator('.bar').evaluate((part) => Math.round(part.getBoundingClientRect().height))
const hints = (one: Person) => one.page.getByRole('switch', { name: 'Hints' })

/** What the page shows of each decision is what the house says, and the better one is named in words. */
async function agrees(one: Person, table: string): Promise<void> {
  const { player } = await one.asks<{ player: string }>('/api/v1/me')
  const { state } = await one.asks<{ state: { seats: Record<string, { player: string }> } }>(`/api/v1/tables/${table}`)
  const spot = Object.entries(state.seats).find(([, seat]) => seat.player === player)![0]
  const told = await one.asks<Advice>(`/api/v1/tables/${table}/spots/${spot}/advice`)
  for (const [no, { choice, times, value }] of told.decisions.entries()) {
    const worth = one.page.getByTestId(`worth-${choice}${times ?? ''}`)
    await expect.poll(() => worth.textContent()).toMatch(/\$/)
    const text = (await worth.textContent())!
    expect(cents(text), `${choice} ${times}`).toBe(Math.round(value))
    expect([text.includes('✓'), text.includes('the best')]).toEqual([no === told.best, no === told.best])
  }
  const best = told.decisions[told.best]!
  await one.page.getByRole('status').filter({ hasText: new RegExp(`^Best on average: ${best.choice === 'play' ? 'Play' : 'Fold'}`) }).waitFor()
}

it('is allowed by the floor for the next rounds, and stays so in what is set later', async () => {
  const { floor } = staff
  const table = 'three-card-poker'
  await floor.goes(`#/floor/tables/${table}`)
  await expect.poll(() => floor.page.getByTestId('hints').textContent()).toBe('none')
  await floor.page.getByLabel('Tell players who ask').check()
  await floor.page.getByLabel('Reason').fill('for those who learn')
  await floor.page.getByRole('button', { name: 'Set from the next round' }).click()
  await floor.page.getByText(`${table} is set to `).waitFor()
  await expect.poll(() => floor.page.getByTestId('hints').textContent()).toMatch(/^players are told/)
  await floor.page.reload()
  expect(await floor.page.getByLabel('Tell players who ask').isChecked()).toBe(true)
  await floor.goes('')
  await floor.page.getByText('hints on request').waitFor()
  expect(floor.wrong).toEqual([])
})

describe.each([
  ['a phone in the light', PHONE, 'light'],
  ['a desktop in the dark', DESKTOP, 'dark'],
] as const)('on %s', (_where, size, scheme) => {
  it('is shown to whoever switches it on, and moves nothing', async () => {
    const table = 'three-card-poker'
    const ann = await house.comes(size, scheme)
    await ann.sits(table)
    await ann.sees('open')
    await ann.bets()
    expect(await hints(ann).getAttribute('aria-checked')).toBe('false')
    await ann.sees('dealt')
    await ann.page.getByTestId('hand').waitFor()
    expect(await ann.page.getByTestId('worth-fold').count()).toBe(0)
    const before = await bar(ann)
    await hints(ann).click()
    await agrees(ann, table)
    expect(await hints(ann).getAttribute('aria-checked')).toBe('true')
    expect(await bar(ann)).toBe(before)
    await ann.isAccessible('hints')
    // A key does the same as the switch; it is kept for the next visit.
    await ann.page.keyboard.press('h')
    await expect.poll(() => ann.page.getByTestId('worth-fold').count()).toBe(0)
    await ann.page.keyboard.press('h')
    await ann.page.reload()
    await agrees(ann, table)
    await ann.decides('play')
    await ann.page.getByTestId('net').waitFor()
    expect(ann.wrong).toEqual([])
    await ann.context.close()
  })

  it('is not there at a table that forbids it, whatever somebody has chosen elsewhere', async () => {
    const table = 'three-card-fortune'
    const ann = await house.comes(size, scheme)
    await ann.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ hints: true })))
    await ann.sits(table)
    await ann.sees('open')
    await ann.bets()
    await ann.sees('dealt')
    await ann.page.getByTestId('hand').waitFor()
    expect(await hints(ann).count()).toBe(0)
    await ann.page.keyboard.press('h')
    expect(await ann.page.getByTestId('worth-fold').count()).toBe(0)
    await ann.page.keyboard.press('?')
    await ann.page.getByRole('dialog').getByText('this help').waitFor()
    expect(await ann.page.getByRole('dialog').getByText('hints on or off').count()).toBe(0)
    await ann.page.keyboard.press('Escape')
    await ann.decides('play')
    await ann.page.getByTestId('net').waitFor()
    expect(ann.wrong).toEqual([])
    await ann.context.close()
  })

  it('deals once everybody says so, long before the time is up', async () => {
    const [boss, table] = [staff.administrator, `done-${size.width}`]
    await boss.asksWith('POST', '/api/v1/tables', { table, reason: 'for a test' })
    const clocks = { bet_ms: 600_000, secret_ms: PACE.secret * 1000, decide_ms: PACE.decide * 1000, show_ms: PACE.show * 1000 }
    expect(await boss.does(table, { do: 'set', game: 'three-card-shine', clocks })).toBe(200)
    expect(await staff.floor.does(table, { do: 'turn', status: 'open', reason: 'for a test' })).toBe(200)
    const both = [await house.comes(size, scheme), await house.comes(size, scheme)]
    for (const one of both) await one.sits(table)
    const [ann, ben] = both as [Person, Person]
    const deal = ({ page }: Person) => page.getByRole('button', { name: /^Deal/ })
    await ann.sees('open')
    // There is nothing to deal for yet.
    expect(await deal(ann).isDisabled()).toBe(true)
    await ann.bets()
    await deal(ann).click()
    await expect.poll(() => deal(ann).getAttribute('aria-pressed')).toBe('true')
    // Ben may still bet, and does not want to.
    expect(await ann.page.locator('[data-stage="open"]').count()).toBe(1)
    await ben.page.keyboard.press('Space')
    for (const one of both) await one.sees('dealt')
    for (const one of both) {
      expect(one.wrong).toEqual([])
      await one.context.close()
    }
  })

  it('says it of each amount that Play can be made with', async () => {
    const [boss, table] = [staff.administrator, `raise-${size.width}`]
    const text = readFileSync(new URL('../../../testdata/web/triple-raise.toml', import.meta.url), 'utf8').replaceAll('triple-raise', table).replace('"Triple Raise"', `"Raise ${size.width}"`)
    await boss.asksWith('PUT', `/api/v1/games/${table}/file`, { text, reason: 'for a test' })
    await boss.asksWith('POST', '/api/v1/tables', { table, reason: 'for a test' })
    const clocks = { bet_ms: PACE.bet * 1000, secret_ms: PACE.secret * 1000, decide_ms: PACE.decide * 1000, show_ms: PACE.show * 1000 }
    expect(await boss.does(table, { do: 'set', game: table, clocks, hints: true })).toBe(200)
    expect(await staff.floor.does(table, { do: 'turn', status: 'open', reason: 'for a test' })).toBe(200)
    const ann = await house.comes(size, scheme)
    await ann.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ hints: true })))
    await ann.sits(table)
    await ann.sees('open')
    const before = await bar(ann)
    await ann.chooses('$25')
    await ann.bets()
    await ann.sees('dealt')
    await agrees(ann, table)
    expect(await bar(ann)).toBe(before)
    expect(await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await ann.isAccessible('hints for three amounts')
    // The second amount by its key.
    await ann.decidesBy('2')
    await ann.page.getByTestId('net').waitFor()
    await expect.poll(() => ann.page.getByTestId('stake-play').textContent()).toBe('$50')
    expect(ann.wrong).toEqual([])
    await ann.context.close()
  })
})

it('says nothing of what a hand is worth before whoever squeezes their cards has looked at them', async () => {
  const [boss, table] = [staff.administrator, 'squeezed']
  await boss.asksWith('POST', '/api/v1/tables', { table, reason: 'for a test' })
  const clocks = { bet_ms: PACE.bet * 1000, secret_ms: PACE.secret * 1000, decide_ms: PACE.decide * 1000, show_ms: PACE.show * 1000 }
  expect(await boss.does(table, { do: 'set', game: 'three-card-shine', clocks, hints: true })).toBe(200)
  expect(await staff.floor.does(table, { do: 'turn', status: 'open', reason: 'for a test' })).toBe(200)
  const ann = await house.comes(PHONE)
  await ann.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ reveal: 'squeeze', hints: true })))
  await ann.sits(table)
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  const cards = ann.page.getByRole('button', { name: 'Turn over' })
  await cards.waitFor()
  // Time enough for what the house answers.
  await ann.page.waitForTimeout(1_000)
  expect(await ann.page.getByTestId('worth-fold').textContent()).toContain('…')
  expect(await ann.page.getByText(/Best on average/).count()).toBe(0)
  await cards.press('Enter')
  await ann.page.getByTestId('hand').waitFor()
  await agrees(ann, table)
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})
