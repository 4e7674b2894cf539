// Much of everything: a lobby of hundreds of tables, a journal of thousands of records, and a meter that several hit in one round.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, ownHouse, PHONE } from './house'
import { staffOf } from './staff'

let house: House
inHouse((opened) => (house = opened))

interface InLobby {
  table: string
  game?: string
  name?: string
  status: string
  taken: number
  spots: number
  players: string[]
}

it('finds its way in a lobby of 240 tables, by keyboard and by ear, on a phone and a desktop', async () => {
  for (const [size, scheme] of [[PHONE, 'light'], [DESKTOP, 'dark']] as const) {
    const ann = await house.comes(size, scheme)
    const { page } = ann
    // Each of the tables that there are, many times; some full, some closed.
    await page.route(/\/api\/v1\/tables$/, async (asked) => {
      const answer = await asked.fetch()
      const tables = (await answer.json()) as InLobby[]
      const many = Array.from({ length: 240 }, (_, no) => {
        const one = tables[no % tables.length]!
        const taken = no % 4 === 0 ? one.spots : no % one.spots
        return { ...one, table: `hall-${no + 1}`, taken, players: Array.from({ length: taken }, (_, at) => `Player ${no + 1}-${at}`), status: no % 10 === 9 ? 'closed' : 'open' }
      })
      await asked.fulfill({ response: answer, json: many })
    })
    await ann.goes('')
    const found = page.getByRole('search').getByRole('status')
    await expect.poll(() => found.textContent()).toBe('240 of 240 tables')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await ann.isAccessible('240 tables')
    // Where there is room stands first, and is played at; of a full table it is said, and one can watch there.
    const cards = await page.getByRole('listitem').evaluateAll((all) =>
      all.map((one) => ({ text: one.querySelector('p')!.textContent!, taken: one.querySelector('.wide dt')!.textContent!, links: [...one.querySelectorAll('.go :is(a, button)')].map((link) => link.textContent!.trim()), button: one.querySelector('.go .button')?.textContent?.trim() })),
    )
    const kinds = cards.map(({ text, taken, links, button }) => {
      if (text.includes('Closed')) return 'closed'
      expect(text.includes('All seats are taken')).toBe(/^7 of 7/.test(taken))
      expect([links.includes('Play'), button]).toEqual(/^7 of 7/.test(taken) ? [false, 'Watch'] : [true, 'Play'])
      return /^7 of 7/.test(taken) ? 'full' : 'room'
    })
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual(['room', 'full', 'closed'])
    // By ear, no two are called the same.
    const names = await page.getByRole('listitem').getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).filter((name) => name !== null))
    expect(new Set(names).size).toBe(names.length)
    // By keyboard: what somebody is called, the game, a free seat.
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('Player 240-')
    await expect.poll(() => found.textContent()).toBe('1 of 240 tables')
    expect(await page.getByRole('listitem').count()).toBe(1)
    await page.getByText('hall-240').first().waitFor()
    await page.getByRole('searchbox').fill('hall-1')
    await expect.poll(() => found.textContent()).toBe('111 of 240 tables')
    await page.getByLabel('Game').selectOption('three-card-fury')
    await page.getByLabel('With a free seat').check()
    const shown = Number(((await found.textContent()) ?? '').split(' ')[0])
    expect(shown).toBeLessThan(30)
    await expect.poll(() => page.getByRole('listitem').count()).toBe(shown)
    for (const seats of await page.getByRole('listitem').locator('dt').filter({ hasText: 'seats taken' }).allTextContents()) expect(seats).not.toMatch(/^7 of 7/)
    await ann.isAccessible('some of 240 tables')
    // What was looked for is in the address: back from a table, it is there.
    await page.getByRole('listitem').getByRole('link', { name: /^Rules/ }).first().click()
    await page.getByRole('heading', { name: /Fury/ }).first().waitFor()
    await page.goBack()
    await expect.poll(() => found.textContent()).toBe(`${shown} of 240 tables`)
    await page.getByRole('searchbox').fill('nobody of that name')
    await expect.poll(() => found.textContent()).toBe('0 of 240 tables')
    await page.getByRole('heading', { name: 'No table is like that' }).waitFor()
    await page.getByRole('button', { name: 'Show all tables' }).click()
    await expect.poll(() => found.textContent()).toBe('240 of 240 tables')
    expect(ann.wrong).toEqual([])
    await ann.context.close()
  }
})

it('comes back to where it was in a long list, and begins a new page at its top', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  await ann.goes('')
  await page.getByRole('listitem').last().waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const at = await page.evaluate(() => scrollY)
  expect(at).toBeGreaterThan(200)
  await page.getByRole('listitem').getByRole('link', { name: /^Rules/ }).last().click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.getByRole('listitem').last().waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(at)
  await page.goForward()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await ann.context.close()
})

it('reads a journal of thousands of records page by page, with its focus where one reads on', async () => {
  // In a house of its own, in which one account may ask for so much.
  const patient = await ownHouse('tercet', ['serve', '--asks-a-second', '100000'])
  const { auditor, cashier } = await staffOf(patient, 'auditor', 'cashier')
  const ann = await patient.comes(PHONE)
  await ann.sits('three-card-poker')
  const { player } = await ann.asks<{ player: string }>('/api/v1/me')
  // A dollar in, again and again.
  const RECORDS = 2_000
  const moved = await cashier.page.evaluate(
    async ({ player, records }) => {
      let done = 0
      const moves = async (lane: number) => {
        for (let no = lane; no < records; no += 8) {
          const headers = { 'content-type': 'application/json', 'idempotency-key': `much-${no}` }
          const answer = await fetch('/api/v1/cashier/moves', { method: 'POST', headers, body: JSON.stringify({ player, amount: 100, reason: `move ${no}` }) })
          if (answer.ok) done++
        }
      }
      await Promise.all(Array.from({ length: 8 }, (_, lane) => moves(lane)))
      return done
    },
    { player, records: RECORDS },
  )
  expect(moved).toBe(RECORDS)
  const { page } = auditor
  await auditor.goes('#/auditor')
  const rows = page.locator('#content tbody tr')
  await expect.poll(() => rows.count()).toBe(100)
  const chain = page.getByTestId('chain')
  await chain.waitFor()
  // From the first on, page after page, by keyboard alone.
  await page.getByLabel('From record').fill('0')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows.first().locator('td').first().textContent()).toBe('0')
  const more = page.getByRole('button', { name: 'Read on' })
  await more.focus()
  for (let pages = 2; pages <= 12; pages++) {
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(100 * pages)
    // It can be pressed again: the focus has not gone, and what is read on comes below what was read.
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
  }
  await expect.poll(() => chain.textContent()).toMatch(/1,199/)
  await page.getByLabel('Search').fill('move')
  await page.getByRole('button', { name: 'Check the whole chain' }).click()
  await expect.poll(() => page.getByTestId('whole-chain').textContent()).toMatch(/2,\d\d\d/)
  await expect.poll(() => page.getByTestId('whole-chain').getAttribute('aria-busy')).toBe('false')
  expect(await page.getByTestId('whole-chain').getAttribute('class')).toMatch(/good/)
  await auditor.isAccessible('a long journal')
  expect(auditor.wrong).toEqual([])
})

it('tells of each position that hit the meter in one round what it brings as envy, in lines that are all in sight, and by ear', async () => {
  const table = 'three-card-poker'
  const others = [
    { spot: 7, won: 10_000 },
    { spot: 6, won: 10_000 },
    { spot: 5, won: 2_500 },
    { spot: 2, won: 2_500 },
    { spot: 1, won: 2_500 },
  ]
  for (const [size, language] of [[PHONE, 'en'], [DESKTOP, 'de']] as const) {
    const ann = await house.comes(size)
    const { page } = ann
    await page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
    // So much luck no house has: it is made to say so.
    await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
      const server = line.connectToServer()
      server.onMessage((message) => {
        const told = JSON.parse(String(message)) as { patch?: { round?: { spots?: Record<string, { lines?: object[]; envy?: object[] } | null> } | null }; words?: string[] }
        for (const [no, spot] of Object.entries(told.patch?.round?.spots ?? {})) {
          if (spot?.lines === undefined) continue
          spot.envy = others
          told.words = told.words?.map((words) => words.replace(new RegExp(`^(Spot ${no}: .+ (?:win|lose|push).*)\\.$`, 'm'), (_, before: string) => `${before}, ${others.map(({ spot, won }) => `envy $${won / 100} for spot ${spot}`).join(', ')}.`))
        }
        line.send(JSON.stringify(told))
      })
    })
    await ann.goes(`#/t/${table}`)
    await page.locator('.guest button').click()
    await page.locator('.layout').waitFor()
    await ann.sees('open')
    const spots = page.locator('.layout button:enabled')
    for (let no = 0; no < (await spots.count()); no++) await spots.nth(no).click()
    await ann.sees('dealt')
    await page.getByTestId('hand').waitFor()
    const heard = page.getByTestId('said')
    const all: string[] = []
    await page.exposeFunction('hears', (text: string) => all.push(text))
    await heard.evaluate((said) => new MutationObserver(() => (window as unknown as { hears: (text: string) => void }).hears(said.textContent ?? '')).observe(said, { childList: true, characterData: true, subtree: true }))
    await page.locator('.play').first().click()
    await page.getByTestId('net').waitFor()
    const line = page.locator('.slip').getByRole('row', { name: language === 'en' ? /^Envy/ : /^Neid/ })
    await expect.poll(() => line.count()).toBe(1)
    const each = (await line.locator('.each > span').filter({ hasText: /\d/ }).allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(each).toEqual(others.map(({ spot, won }) => expect.stringMatching(new RegExp(`^(Position|Platz) ${spot}:.*\\+.*${won / 100}`))))
    // Every line is in sight, and so is the total.
    await expect.poll(() => page.locator('.slip tr').evaluateAll((rows) => rows.filter((row) => row.closest('thead') === null).filter((row) => {
      const { top, bottom, left, right } = row.getBoundingClientRect()
      const inside = (y: number) => document.elementFromPoint((left + right) / 2, y)?.closest('.slip') !== null
      return !inside(top + 2) || !inside(bottom - 2)
    }).length)).toBe(0)
    await expect.poll(() => all.join(' ')).toMatch(language === 'en' ? /envy \$100 for position 7, envy \$100 for position 6, envy \$25 for position 5/ : /Neid 100\s\$ für Platz 7, Neid 100\s\$ für Platz 6, Neid 25\s\$ für Platz 5/)
    expect(ann.wrong).toEqual([])
    await ann.context.close()
  }
})
