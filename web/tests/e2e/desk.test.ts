// What somebody new at a desk of the back office comes upon.
import { expect, it } from 'vitest'
import { goTogether, ROLES } from '../../src/pages/office/roles'
import { DESKTOP, House, inHouse, PACE, PHONE, type Person } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor' | 'cashier' | 'auditor', Person>
const CLOCKS = Object.entries(PACE).flatMap(([what, seconds]) => [`--${what}-seconds`, String(seconds)])
inHouse(
  async (opened) => {
    house = opened
    staff = await staffOf(house, 'floor', 'cashier', 'auditor')
  },
  // One account may ask for so much.
  () => House.open('tercet', ['serve', '--asks-a-second', '100000', ...CLOCKS]),
)

/** A guest who came in under this name. */
async function guest(name: string): Promise<Person & { id: string }> {
  const one = await house.comes(PHONE, 'light')
  await one.goes('#/sign-in')
  await one.page.getByLabel('Name at the table').fill(name)
  await one.page.getByRole('button', { name: 'Come in' }).click()
  await one.page.getByTestId('balance').waitFor()
  const { player } = await one.asks<{ player: string }>('/api/v1/me')
  return Object.assign(one, { id: player })
}

const cashed = (player: string, no: number) => staff.cashier.asksWith('POST', '/api/v1/cashier/moves', { player, amount: 100, reason: `move ${no}` })

it('searches the whole journal, says where it looked, and can be stopped', async () => {
  const { auditor } = staff
  const { page } = auditor
  const ben = await guest('Early Ben')
  const ann = await guest('Busy Ann')
  for (let no = 0; no < 3; no++) await cashed(ben.id, no)
  for (let no = 0; no < 1_300; no += 50) await Promise.all(Array.from({ length: 50 }, (_, one) => cashed(ann.id, no + one)))

  await auditor.goes('#/auditor')
  const rows = page.locator('#content tbody tr')
  await expect.poll(() => rows.count()).toBe(100)
  const { size } = await auditor.asks<{ size: number }>('/api/v1/journal?limit=1')
  const at = (record: number) => record.toLocaleString('en-US')
  const searched = page.getByTestId('searched')
  const says = () => searched.textContent().then((text) => text?.trim())
  await page.getByLabel('Search in what is read').fill(ben.id)
  await expect.poll(says).toBe(`Nothing in records ${at(size - 100)} to ${at(size - 1)}.`)
  await auditor.isAccessible('a search that found nothing yet')

  // The house is slow: the search is stopped, and goes on from there, by keyboard alone.
  let free: (() => void) | undefined
  await page.route('**/api/v1/journal?*limit=500*', async (route) => {
    await new Promise<void>((then) => (free = then))
    await route.fallback().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Search older records' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(says).toMatch(/^Searching… \d+% of the journal\. Nothing in records/)
  await expect.poll(() => free).toBeTruthy()
  free!()
  await expect.poll(says).toMatch(new RegExp(`Nothing in records ${at(size - 600)} to ${at(size - 1)}`))
  await page.keyboard.press('Enter')
  await expect.poll(says).toBe(`Nothing in records ${at(size - 600)} to ${at(size - 1)}.`)
  await page.unroute('**/api/v1/journal?*limit=500*')
  free!()
  await page.keyboard.press('Enter')
  await expect.poll(says).toBe(`4 found in records 0 to ${at(size - 1)}. That is all of the journal.`)
  expect(await rows.count()).toBe(4)
  // Whoever pressed what is gone by then is told so.
  expect(await searched.evaluate((said) => said === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByTestId('chain').textContent()).toBe(`Records 0 to ${at(size - 1)} were read. The chain holds, checked in this browser.`)
  await auditor.isAccessible('a search to the end')

  // So many stay enough for once.
  await page.getByLabel('Search in what is read').fill(ann.id)
  await expect.poll(says).toBe(`100 found in records ${at(size - 100)} to ${at(size - 1)}.`)
  await page.keyboard.press('Enter')
  await expect.poll(says).toBe(`600 found in records ${at(size - 600)} to ${at(size - 1)}.`)

  // Without a search what is older comes before what is there; from a number it goes on.
  await page.getByLabel('Search in what is read').fill('')
  await expect.poll(() => rows.count()).toBe(100)
  await page.getByRole('button', { name: 'Older records' }).click()
  await expect.poll(() => rows.count()).toBe(200)
  await expect.poll(() => rows.first().locator('td').first().textContent()).toBe(at(size - 200))
  await expect.poll(() => page.getByTestId('chain').textContent()).toMatch(new RegExp(`^Records ${at(size - 200)} to ${at(size - 1)} were read. The chain holds`))
  await page.getByLabel('From record').fill('500')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.first().locator('td').first().textContent()).toBe('500')
  await page.getByLabel('Search in what is read').fill(ben.id)
  await expect.poll(says).toBe('Nothing in records 500 to 599.')
  await page.keyboard.press('Enter')
  await expect.poll(says).toBe(`Nothing in records 500 to ${at(size - 1)}.`)
  await page.getByRole('button', { name: 'Search older records' }).click()
  await expect.poll(says).toMatch(/^4 found in records 0 to/)
  expect(auditor.wrong).toEqual([])
  await Promise.all([ann, ben].map((one) => one.context.close()))
})

it('lets nobody choose roles that do not go together, just as the house does', async () => {
  const { administrator } = staff
  const { page } = administrator
  await administrator.goes('#/admin/links')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  const box = (role: string) => dialog.getByRole('checkbox', { name: role })
  const chosen = async () => (await Promise.all(ROLES.map(async (role) => ((await box(role).isChecked()) ? [role] : [])))).flat()
  expect(await chosen()).toEqual(['player'])
  await box('floor').check()
  expect(await chosen()).toEqual(['floor'])
  await dialog.getByText('Not for the same person as floor, and taken away: player.').waitFor()
  await box('dealer').check()
  await box('cashier').check()
  expect(await chosen()).toEqual(['dealer', 'floor', 'cashier'])
  await administrator.isAccessible('roles that go together')
  await box('player').check()
  expect(await chosen()).toEqual(['player'])
  await box('floor').check()
  await dialog.getByLabel('Reason').fill('the evening')
  await dialog.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByTestId('link').waitFor()
  for (const one of ROLES) {
    for (const other of ROLES.filter((role) => role > one)) {
      const answer = await administrator.asksWith<{ token?: string }>('POST', '/api/v1/links', { roles: [one, other], reason: 'a try' })
      expect(answer.token !== undefined, `${one} and ${other}`).toBe(goTogether(one, other))
    }
  }
})

it('says at the cash desk how much the wallet of the player holds, in words for the cashier', async () => {
  const { cashier } = staff
  const ann = await guest('Poor Ann')
  await cashier.goes(`#/cashier/${ann.id}`)
  const balance = (await cashier.page.getByTestId('wallet').textContent())!
  await cashier.page.getByRole('radio', { name: 'Out' }).check()
  await cashier.page.getByLabel('Amount').fill('5,000')
  await cashier.page.getByLabel('Reason or reference').fill('too much')
  await cashier.page.getByRole('button', { name: /^Pay / }).click()
  await expect.poll(() => cashier.page.locator('form [role=alert]').textContent()).toBe(`The wallet of this player holds too little. The wallet holds ${balance}, and $5,000 is needed.`)
  await ann.asksWith('POST', '/api/v1/me/breaks', { kind: 'cool-off', for_ms: 3_600_000 })
  await cashier.page.getByRole('radio', { name: 'In' }).check()
  await cashier.page.getByRole('button', { name: /^Take / }).click()
  await expect.poll(() => cashier.page.locator('form [role=alert]').textContent()).toMatch(/^This player is on a break\. /)
  await ann.context.close()
})

it('finds rounds by the id that stands beside a name, shows what lay in a void one, and leads from a case to the cards', async () => {
  const [table, { floor }] = ['three-card-poker', staff]
  const { page } = floor
  const ann = await house.comes(DESKTOP)
  await ann.sits(table)
  const { player, name } = await ann.asks<{ player: string; name: string }>('/api/v1/me')
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await floor.does(table, { do: 'void', reason: 'a card fell' })
  await ann.page.getByText('The round is void: a card fell').first().waitFor()
  const { rounds } = await ann.asks<{ rounds: { round: number }[] }>(`/api/v1/me/rounds?table=${table}`)
  const { round } = rounds[0]!

  await floor.goes('#/floor/rounds')
  await page.getByRole('link', { name: `Rounds of ${name}` }).first().waitFor()
  await page.getByLabel('Player’s id').fill(name)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Expected the id of a player').waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await floor.isAccessible('a name in place of an id')
  await page.getByRole('link', { name: `Look for ${name} among the people` }).click()
  await page.getByRole('link', { name }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: `Rounds of ${name}` }).first().click()
  await expect.poll(() => page.getByLabel('Player’s id').inputValue()).toBe(player)
  await page.getByRole('link', { name: new RegExp(`^${table} ${round}`) }).click()
  await expect.poll(() => page.getByTestId(/^lay-/).textContent()).toMatch(/^Ante \$\d+.*Void: bets are returned$/)
  expect(await page.getByText('Nothing here').count()).toBe(0)
  await floor.isAccessible('a void round at the desk')

  // A case that is decided elsewhere is decided here, too.
  const { number } = await ann.asksWith<{ number: number }>('POST', '/api/v1/cases', { table, round, claim: 'No card fell.' })
  await floor.goes(`#/floor/cases/${number}`)
  await ann.goes(`#/account/cases/${number}`)
  await page.getByRole('button', { name: 'Decide' }).waitFor()
  expect(await page.getByRole('button', { name: 'Close the case' }).count()).toBe(0)
  const again = page.getByRole('link', { name: 'Settle the round again from its cards' })
  expect(await again.getAttribute('href')).toBe(`#/floor/settle/${table}/${round}`)
  await floor.asksWith('POST', `/api/v1/cases/${number}/decision`, { text: 'One did.', authority: 'the shift manager' })
  for (const one of [floor, ann]) await expect.poll(() => one.page.getByTestId('case-state').textContent()).toBe('answered')
  expect(await page.getByRole('button', { name: 'Decide' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Close the case' }).waitFor()
  await floor.isAccessible('a case that is decided')
  await page.getByRole('link', { name: 'Look at the round and its cards' }).click()
  await page.getByTestId(/^lay-/).waitFor()
  await ann.context.close()
})

it('says to whoever was signed in that the session has ended, and to nobody else', async () => {
  const { administrator } = staff
  const stranger = await house.comes(DESKTOP)
  await stranger.goes('#/admin')
  await stranger.page.getByText('This part of the house is for those who work in it.').waitFor()
  await stranger.context.close()
  await administrator.goes('#/admin')
  await administrator.page.getByRole('table').first().waitFor()
  // It ends on the side of the house: the page hears of it with what it asks next.
  await administrator.context.clearCookies()
  await administrator.page.getByLabel('Find').fill('one')
  await administrator.page.getByRole('button', { name: 'Search' }).click()
  await administrator.page.getByText('Your session has ended').waitFor()
  await administrator.isAccessible('a session that has ended')
  await administrator.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await administrator.page.getByLabel('Login').fill('boss')
  await administrator.page.getByLabel('Password').fill('a pass for this test')
  await administrator.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await administrator.page.getByRole('table').first().waitFor()
})
