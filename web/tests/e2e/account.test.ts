import { expect as always, it } from 'vitest'
import { DESKTOP, House, inHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
inHouse((opened) => (house = opened))

/** Plays one round at a table, all bets, to its end. */
async function plays(one: Person, table: string): Promise<void> {
  await one.sits(table)
  await one.sees('open')
  await one.bets()
  await one.sees('dealt')
  await one.decides('play')
  await one.page.getByTestId('net').waitFor()
  await one.sees('over')
}

/** Nothing stands out to the right, of the page and of its tables. */
async function fits(one: Person, where: string): Promise<void> {
  const wide = () => [document.documentElement, ...document.querySelectorAll('.scrolls')].filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.getAttribute('aria-label') ?? 'the page')
  always(await one.page.evaluate(wide), where).toEqual([])
}

it.concurrent.for([
  ['a phone in the light', PHONE, 'light', 'three-card-poker'],
  ['a desktop in the dark', DESKTOP, 'dark', 'three-card-fury'],
] as const)('shows time, cost, rounds and wallet as the books have them, and keeps them as a guest becomes a member, on %s', async ([, size, scheme, table], { expect }) => {
  const ann = await house.comes(size, scheme)
  await plays(ann, table)
  const { page } = ann
  const me = await ann.asks<{ balance: number; player: string }>('/api/v1/me')
  // What the books have of it, be it one round or, where the bets came late, two.
  const { rounds } = await ann.asks<{ rounds: { spots: { player?: string; net?: number }[] }[] }>('/api/v1/me/rounds?limit=50')
  const own = rounds.flatMap(({ spots }) => spots).filter((spot) => spot.player === me.player && spot.net !== undefined)
  const [hands, net] = [String(own.length), own.reduce((sum, spot) => sum + spot.net!, 0)]
  expect(own.length).toBeGreaterThan(0)
  // Beside the table.
  if (size === PHONE) await page.getByRole('button', { name: 'Pays · Rules' }).click()
  await page.getByRole('tab', { name: 'You' }).click()
  await expect.poll(() => page.getByTestId('own-hands').textContent()).toBe(hands)
  expect(await ann.reads('own-net')).toBe(net)
  await ann.isAccessible('session at the table')
  // On pages of their own.
  await ann.goes('#/account')
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await expect.poll(() => page.getByTestId('own-hands').textContent()).toBe(hands)
  await ann.isAccessible('account')
  await fits(ann, 'account')
  await ann.goes('#/account/rounds')
  await expect.poll(() => page.getByTestId('played-hands').textContent()).toBe(hands)
  expect(await ann.reads('played-net')).toBe(net)
  const records = await page.evaluate(async (path) => (await fetch(path!)).text(), await page.getByRole('link', { name: /CSV/ }).getAttribute('href'))
  const [head, ...lines] = records.trim().split('\n').map((line) => line.split(','))
  const at = head!.indexOf('net')
  expect(lines.reduce((sum, line) => sum + Math.round(Number(line[at]) * 100), 0)).toBe(net)
  await ann.isAccessible('rounds')
  await fits(ann, 'rounds')
  await ann.goes('#/account/wallet')
  const top = page.getByRole('region', { name: 'Your wallet' }).getByRole('row').nth(1)
  await expect.poll(async () => Math.round(Number(((await top.getByRole('cell').nth(2).textContent()) ?? '').replace(/[^0-9.]/g, '')) * 100)).toBe(me.balance)
  // Bets are called as the game calls them.
  const { moves } = await ann.asks<{ moves: { what: string }[] }>('/api/v1/me/moves')
  const { wagers } = await ann.asks<{ wagers: { id: string; name: string }[] }>(`/api/v1/games/${table}`)
  const bet = moves.flatMap(({ what }) => (what.startsWith('stake ') && !what.startsWith('stake back') ? [what.slice('stake '.length)] : []))
  expect(bet.length).toBeGreaterThan(1)
  const shown = (await page.getByRole('region', { name: 'Your wallet' }).getByRole('row').allTextContents()).join('\n')
  for (const id of bet) expect(shown).toContain(`Bet: ${wagers.find((one) => one.id === id)!.name}`)
  await ann.isAccessible('wallet')
  await fits(ann, 'wallet')
  // So do large sums, the bets of several games, and both languages.
  await page.route(/\/api\/v1\/me\/played\?/, async (asked) => {
    const answer = await asked.fetch()
    const told = (await answer.json()) as { bets: { game: string; staked: number; net: number }[] }
    const bets = [...told.bets, ...told.bets.map((bet) => ({ ...bet, game: 'three-card-of-another-house', staked: 12_345_678, net: -1_234_567 }))]
    await asked.fulfill({ response: answer, json: { ...told, bets } })
  })
  for (const language of ['en', 'de']) {
    await page.evaluate((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
    for (const part of ['', '/rounds', '/wallet']) {
      await ann.goes(`#/account${part}`)
      await page.reload()
      await page.locator('.scrolls').first().waitFor()
      await fits(ann, `${language} ${part}`)
      const rows = await page.locator('.scrolls tbody tr').allTextContents()
      if (part === '') expect(new Set(rows).size, rows.join()).toBe(rows.length)
    }
  }
  await page.evaluate(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'en' })))
  await page.unroute(/\/api\/v1\/me\/played\?/)
  await page.reload()
  // A guest becomes a member, and comes back as one from somewhere else.
  const login = `ann${size.width}`
  await ann.goes('#/account')
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('alert').filter({ hasText: /8/ }).waitFor()
  await page.getByLabel('Password').fill('a pass for this test')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('heading', { name: 'Password' }).waitFor()
  const again = await house.comes(DESKTOP)
  await again.goes('#/sign-in')
  await again.page.getByLabel('Login').fill(login)
  await again.page.getByLabel('Password').fill('a pass for this test')
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await again.page.getByTestId('balance').waitFor()
  expect(await again.asks<object>('/api/v1/me')).toMatchObject({ player: me.player, balance: me.balance, kind: 'member' })
  await again.goes('#/account/rounds')
  await expect.poll(() => again.page.getByTestId('played-hands').textContent()).toBe(hands)
  // The other session is seen, and ended.
  await page.reload()
  await page.getByRole('button', { name: /^End: A browser/ }).click()
  await page.getByText('Ended.').waitFor()
  await expect.poll(async () => (await again.asks<{ code?: string }>('/api/v1/me')).code).toBe('sign-in')
  // There it is said, and whoever signs in again is where they were.
  await again.page.getByText('Your session is over.').waitFor()
  await again.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await again.page.getByLabel('Login').fill(login)
  await again.page.getByLabel('Password').fill('a pass for this test')
  await again.page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => again.page.getByTestId('played-hands').textContent()).toBe(hands)
  expect(ann.wrong.filter((text) => !text.includes('422'))).toEqual([])
  await Promise.all([ann, again].map((one) => one.context.close()))
})

it.concurrent('holds a stricter limit at once and a looser one a day later, says why a bet is refused, and lets nobody bet who is away', async ({ expect }) => {
  const ann = await house.comes(PHONE, 'dark')
  const { page } = ann
  // At a table of its own: who does not decide there keeps nobody waiting.
  const table = 'three-card-pairs-plus'
  await ann.sits(table)
  await ann.goes('#/account/limits')
  const limit = page.getByTestId('limit-stake-day')
  await limit.getByLabel('New limit in dollars').fill('lots')
  await limit.getByRole('button', { name: 'Set' }).click()
  await limit.getByText('Enter an amount such as 50 or 12.50.').waitFor()
  await limit.getByLabel('New limit in dollars').fill('20')
  await limit.getByRole('button', { name: 'Set' }).click()
  await limit.getByText('$20', { exact: true }).waitFor()
  await limit.getByLabel('New limit in dollars').fill('100')
  await limit.getByRole('button', { name: 'Set' }).click()
  await limit.getByText(/^You asked for \$100; it holds from /).waitFor()
  await limit.getByText('$20', { exact: true }).waitFor()
  const day = (await ann.asks<{ limits: { limit: string; pending?: { from_ms: number; value: number } }[] }>('/api/v1/me/protection')).limits.find((one) => one.limit === 'stake-day')!
  expect(day.pending!.value).toBe(10_000)
  expect(day.pending!.from_ms - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  await ann.isAccessible('limits')
  await fits(ann, 'limits')
  // At the table: $10 on the Ante needs $10 more for Play, which is all of it. The next bet is refused in words.
  await ann.goes(`#/t/${table}`)
  await ann.sees('open')
  await ann.chooses('$5')
  const ante = page.getByRole('button', { name: /^Ante / })
  await ante.click()
  await ante.click()
  await page.getByRole('button', { name: /^Pairs Plus / }).click()
  await page.getByText(/A limit of yours/).first().waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).toBe('')
  // A break is begun, and the table says so in place of the chips.
  await ann.goes('#/account/limits')
  await page.getByRole('button', { name: 'Begin the break' }).click()
  await page.getByTestId('break').waitFor()
  await page.getByRole('button', { name: 'Exclude me' }).click()
  await page.getByRole('dialog').getByText(/Nobody can end this before/).waitFor()
  await ann.isAccessible('self-exclusion')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await ann.goes(`#/t/${table}`)
  await ann.sees('open', 'none')
  await page.getByTestId('held').getByText(/^You are on a break until /).waitFor()
  expect(await page.getByRole('radiogroup', { name: 'Chips' }).count()).toBe(0)
  await ann.isAccessible('away at the table')
  await ann.context.close()
})

it.concurrent('asks for a look at time and cost between two rounds, never over cards, before the next bet', async ({ expect }) => {
  const ann = await house.comes(DESKTOP, 'light')
  const { page } = ann
  await ann.sits('three-card-shine')
  expect(await page.evaluate(async () => (await fetch('/api/v1/me/limits/reality-check', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"value":60000}' })).status)).toBe(200)
  const held = page.getByTestId('held')
  let rounds = 0
  while ((await held.count()) === 0 && rounds < 12) {
    await ann.sees('open')
    if ((await held.count()) > 0) break
    await ann.bets()
    await ann.sees('dealt')
    await page.getByTestId('hand').waitFor()
    // Whatever is due by now, a hand is played first.
    expect(await held.count()).toBe(0)
    await ann.decides('play')
    await ann.sees('over')
    rounds++
  }
  await held.getByText(/^You have been playing for 1:\d\d\. Your result: /).waitFor()
  await ann.isAccessible('reality check')
  await held.getByRole('button', { name: 'Go on' }).click()
  await held.waitFor({ state: 'detached' })
  await ann.sees('open')
  await ann.bets()
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).not.toBe('')
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it.concurrent('takes a dispute from a round to its answer', async ({ expect }) => {
  const { administrator: boss, floor } = await staffOf(house, 'floor')
  const ann = await house.comes(PHONE, 'light')
  await plays(ann, 'three-card-fortune')
  const { page } = ann
  const { rounds } = await ann.asks<{ rounds: { round: number }[] }>('/api/v1/me/rounds?table=three-card-fortune')
  await ann.goes(`#/t/three-card-fortune/r/${rounds[0]!.round}`)
  await page.getByRole('button', { name: 'Dispute this round' }).click()
  await page.getByLabel('What should have been').fill('My straight was called a flush. Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung.')
  await ann.isAccessible('dispute')
  await page.getByRole('button', { name: 'Open a case' }).click()
  await page.getByRole('heading', { name: 'Case 1' }).waitFor()
  await page.getByText('My straight was called a flush.').waitFor()
  expect(await page.getByTestId('case-state').textContent()).toBe('open')
  const answered = await floor.page.evaluate(async () => {
    const body = JSON.stringify({ text: 'It was a flush: all three are hearts.', authority: 'the floor' })
    return (await fetch('/api/v1/cases/1/decision', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  })
  expect(answered).toBe(200)
  await page.reload()
  await expect.poll(() => page.getByTestId('case-state').textContent()).toBe('answered')
  await page.getByText('It was a flush: all three are hearts.').waitFor()
  await ann.isAccessible('case')
  await fits(ann, 'case')
  await page.getByLabel('Not content with the answer').fill('The nine is a diamond.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.getByTestId('case-state').textContent()).toBe('open')
  await page.getByRole('link', { name: 'Your disputes' }).click()
  await page.getByRole('link', { name: 'Case 1' }).waitFor()
  await ann.isAccessible('cases')
  expect(await page.getByTestId('case-mark').count()).toBe(0)
  // Whoever is elsewhere is told of the next answer, there and by a mark at what leads to it, until they have seen it.
  await ann.goes('#/games')
  await page.getByRole('heading', { name: 'Games' }).waitFor()
  const menu = page.getByRole('button', { name: /^Menu/ })
  expect(await menu.getAttribute('aria-label')).toBe('Menu')
  expect(await floor.asksWith('POST', '/api/v1/cases/1/decision', { text: 'The nine is a heart.', authority: 'the floor' })).toMatchObject({ state: 'answered' })
  await page.locator('.toast').getByText('The house has answered your case 1.').waitFor({ timeout: 40_000 })
  expect(await menu.getAttribute('aria-label')).toBe('Menu, news of a dispute')
  await menu.click()
  await page.getByRole('link', { name: 'Your account, news of a dispute' }).waitFor()
  await ann.isAccessible('news of a dispute')
  // In another language, and after a while, too.
  await page.evaluate(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de' })))
  await page.reload()
  await page.getByRole('button', { name: 'Menü, Neues zu einem Einspruch' }).click()
  await page.getByRole('link', { name: 'Dein Konto, Neues zu einem Einspruch' }).click()
  await page.getByRole('link', { name: 'Das Haus hat auf deinen Fall 1 geantwortet.' }).waitFor()
  await ann.isAccessible('news of a dispute, in German')
  await fits(ann, 'news of a dispute')
  await page.evaluate(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'en' })))
  await ann.goes('#/account/cases')
  await page.reload()
  await page.getByRole('row', { name: /Case 1/ }).getByText('new answer').waitFor()
  await page.getByRole('link', { name: 'The house has answered your case 1.' }).click()
  await page.getByText('The nine is a heart.').waitFor()
  await expect.poll(() => page.getByTestId('case-mark').count()).toBe(0)
  await ann.goes('#/account')
  await page.reload()
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await page.waitForTimeout(2_000)
  expect(await page.getByTestId('case-mark').count()).toBe(0)
  expect(await page.getByText('The house has answered').count()).toBe(0)
  expect(ann.wrong).toEqual([])
  await Promise.all([boss, floor, ann].map((one) => one.context.close()))
})
