import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, PHONE } from './house'

let house: House
inHouse((opened) => (house = opened), () => House.open('examples/rigged_house', []))

// Spot 4 gets the ace, king and queen of spades; docs/FAIRNESS.md has how that can be, when all secrets are known.
it('pays the meter to who hits it and envy to everybody else with the bet, and both see it', async () => {
  const table = 'three-card-poker'
  const [ann, ben] = [await house.comes(PHONE), await house.comes(DESKTOP)]
  for (const one of [ann, ben]) {
    await one.page.addInitScript(() => {
      const draws = crypto.getRandomValues.bind(crypto)
      crypto.getRandomValues = ((into: Uint8Array) => (into.length === 32 ? into.fill(0x11) : draws(into as Uint8Array<ArrayBuffer>))) as typeof draws
    })
    await one.sits(table)
  }
  expect(await ann.asks<{ state: { seats: Record<string, { player: string }> } }>(`/api/v1/tables/${table}`)).toMatchObject({ state: { seats: { 3: {}, 4: {} } } })
  await ann.sees('open')
  const began = await Promise.all([ann, ben].map((one) => one.reads('balance')))
  await Promise.all([ann, ben].map((one) => one.chooses('$1')))
  await Promise.all([ann, ben].map((one) => one.bets()))
  await ann.sees('dealt')
  await expect.poll(() => ann.page.getByTestId('hand').textContent()).toMatch(/straight flush|royal|suited/i)
  await ann.decides('play')
  await ben.decides('fold')
  const sure = ben.page.getByRole('dialog').getByRole('button', { name: 'Fold' })
  if (await sure.isVisible()) await sure.click()
  await Promise.all([ann, ben].map((one) => one.page.getByTestId('net').waitFor()))
  await ann.sees('over')
  // The meter starts at $1,000; of each of the two bets of $1 it gets 26 cents. The bet itself is not returned.
  expect(await ann.reads('line-progressive')).toBe(100_052 - 100)
  const envy = ben.page.locator('.slip').getByRole('row', { name: /Envy, position 4/ })
  expect(await envy.textContent()).toContain('+$100')
  await ben.page.getByText('The meter was hit: $1,000.52 paid from the meter').waitFor()
  expect(await ben.reads('meter')).toBe(100_000)
  for (const [no, one] of [ann, ben].entries()) {
    const me = await one.asks<{ balance: number }>('/api/v1/me')
    expect(await one.reads('balance')).toBe(me.balance)
    expect(me.balance).toBe(began[no]! + (await one.reads('net')))
    await one.isAccessible('jackpot')
    expect(one.wrong).toEqual([])
  }
})
