import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, NARROW, type Person, PHONE, TABLET, tercet, ZOOMED } from './house'

let house: House
inHouse((opened) => (house = opened))

/** What the server says the edge of a bet is, as the page writes it. */
async function edge(one: Person, wager: string, query: string): Promise<string> {
  const odds = await one.asks<{ wagers: Record<string, { house_edge: number }> }>(`/api/v1/games/three-card-poker/odds${query}`)
  return `${(odds.wagers[wager]!.house_edge * 100).toFixed(4)}%`
}

/** What the server says of a bet as a whole. */
async function whole(one: Person, query: string): Promise<{ element_of_risk: number }> {
  return (await one.asks<{ total: { element_of_risk: number } }>(`/api/v1/games/three-card-poker/odds${query}`)).total
}

const figures = (one: Person, wager: string, set: string) => one.page.getByTestId(`odds-${wager}-${set}`)
const line = (one: Person, wager: string) => one.page.getByTestId(`odds-${wager}`)

it.each([
  ['a phone in the dark', PHONE, 'dark'],
  ['a desktop in the light', DESKTOP, 'light'],
] as const)('turns a pay and a ruling, compares, and comes back by its link on %s', async (_where, size, scheme) => {
  const one = await house.comes(size, scheme)
  await one.goes('#/odds/three-card-poker')
  await expect.poll(() => figures(one, 'pair-plus', 'one').textContent()).toContain(await edge(one, 'pair-plus', ''))
  expect(await line(one, 'pair-plus').textContent()).toContain('no change')
  await one.isAccessible('odds')

  await one.page.getByText('Pair Plus pays').click()
  await one.page.getByRole('group').filter({ hasText: 'Pair Plus pays' }).getByLabel('flush', { exact: true }).fill('4')
  const changed = await edge(one, 'pair-plus', '?pay=pair-plus=40-30-6-4-1')
  await expect.poll(() => figures(one, 'pair-plus', 'one').textContent()).toContain(changed)
  expect(await line(one, 'pair-plus').textContent()).toContain('▼')
  // Pulled instead of typed, it is the same.
  const pull = one.page.getByRole('group').filter({ hasText: 'Pair Plus pays' }).getByLabel('flush, to pull', { exact: true })
  await pull.fill('5')
  await expect.poll(async () => figures(one, 'pair-plus', 'one').textContent()).toContain(await edge(one, 'pair-plus', '?pay=pair-plus=40-30-6-5-1'))
  await pull.fill('4')
  // What is decided with a queen and a six turns at a third card of four; a picture can be taken away.
  const grid = one.page.getByRole('table', { name: 'What is decided' })
  await expect.poll(async () => grid.getByRole('row', { name: /^Q/ }).getByRole('cell').nth(8).textContent()).toBe('4+')
  const [file] = await Promise.all([one.page.waitForEvent('download'), one.page.getByRole('button', { name: 'SVG: House edge of each bet' }).click()])
  expect(file.suggestedFilename()).toBe('three-card-poker-edges.svg')
  const drawn = readFileSync(await file.path(), 'utf8')
  expect(drawn).toMatch(/^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(drawn).toContain('Pair Plus')
  const [decided] = await Promise.all([one.page.waitForEvent('download'), one.page.getByRole('button', { name: 'SVG: What is decided' }).click()])
  expect(decided.suggestedFilename()).toBe('three-card-poker-decisions-one.svg')
  // Each cell of the page that has hands, on white.
  expect(readFileSync(await decided.path(), 'utf8').match(/<rect /g)).toHaveLength((await grid.locator('td.some').count()) + 1)
  // The wagers that one would make, together: five dollars on the Ante, and what is typed.
  await one.page.getByLabel('Pair Plus, dollars').fill('2.50')
  const total = await whole(one, '?bet=ante%3D5&bet=pair-plus%3D2.50&pay=pair-plus%3D40-30-6-4-1')
  await expect.poll(() => one.page.getByTestId('bet-risk').textContent()).toContain(`${(total.element_of_risk * 100).toFixed(4)}%`)
  expect(await one.page.getByTestId('bet-staked').textContent()).toContain('$7.50')
  await one.page.getByLabel('Pair Plus, dollars').fill('')
  // What is exact is said exactly.
  await expect.poll(() => one.page.getByTestId('exactly-one').textContent()).toContain('−13733780/407170400')
  // Many rounds, as the house works them out.
  const session = await one.asks<{ ahead: number; mean: number }>('/api/v1/games/three-card-poker/session?bet=ante%3D5&rounds=200&points=12&pay=pair-plus%3D40-30-6-4-1')
  await expect.poll(() => one.page.getByTestId('session-one').textContent()).toContain(`${(session.ahead * 100).toFixed(2)}% of sessions are ahead`)
  await one.page.getByLabel('Bankroll in dollars').fill('100')
  await one.page.getByText(/% run out of money on the way\.$/).waitFor()
  // Rows have words, and no identifiers.
  expect(await one.page.getByRole('region', { name: 'How often each row is hit' }).textContent()).toContain('dealer qualifies, player higher')

  await one.page.getByRole('button', { name: 'Compare two variants' }).click()
  const second = one.page.getByRole('region', { name: 'Second variant' })
  await second.getByText('Rulings').click()
  await second.getByLabel(/^R5:/).selectOption('forfeit')
  const forfeit = await edge(one, 'ante', '?ruling=R4=stays')
  await second.getByLabel(/^R4:/).selectOption('stays')
  await expect.poll(() => figures(one, 'ante', 'two').textContent()).toContain(forfeit)
  await one.isAccessible('odds, two variants')
  if (size === DESKTOP) {
    // All figures of both are in sight on a smaller screen too, and what can be taken away does not touch its name.
    await one.page.setViewportSize({ width: 1280, height: 800 })
    // With a meter the figures are at their longest.
    await one.page.getByLabel('Meter in dollars', { exact: true }).fill('25000')
    await expect.poll(() => figures(one, 'progressive', 'two').textContent()).toMatch(/^-/)
    for (const name of ['Figures', 'How often each row is hit']) {
      const table = one.page.getByRole('region', { name, exact: true })
      expect(await table.evaluate((part) => part.scrollWidth - part.clientWidth), name).toBe(0)
    }
    const apart = await one.page.locator('li:has(> .forms)').evaluateAll((lines) =>
      lines.map((line) => {
        const text = document.createRange()
        text.selectNodeContents(line.querySelector('.name')!)
        return line.querySelector('a')!.getBoundingClientRect().left - text.getBoundingClientRect().right
      }),
    )
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(8)
    await one.page.getByLabel('Meter in dollars', { exact: true }).fill('')
    await one.page.setViewportSize(size)
  }

  const link = one.page.url()
  await one.goes('#/games')
  await one.page.goto(link)
  await expect.poll(() => figures(one, 'pair-plus', 'one').textContent()).toContain(changed)
  await expect.poll(() => figures(one, 'ante', 'two').textContent()).toContain(forfeit)
  // Nothing but a table stands out to the right, and that scrolls by itself.
  const wide = await one.page.evaluate(() => {
    const out = [...document.querySelectorAll('#content *')].filter((part) => part.closest('.scrolls > *') === null && part.getBoundingClientRect().right > innerWidth)
    return [document.documentElement.scrollWidth, ...out.map((part) => part.outerHTML.slice(0, 120))]
  })
  expect(wide).toEqual([size.width])
  expect(one.wrong).toEqual([])
})

/** A file without what asked for it, however that is written. */
const UNASKED: Record<string, (text: string) => unknown> = {
  html: (text) => text.replace(/<code>(GET|tercet) [^<]*<\/code>/, 'ASKED'),
  markdown: (text) => text.replace(/`(GET|tercet) [^`]*`/, 'ASKED'),
  // The command may be broken, as a shell reads it.
  text: (text) => text.replace(/^(GET|tercet) (.*\\\n)*.*$/m, 'ASKED'),
  csv: (text) => text.replaceAll(/,(GET|tercet) [^,\n]*$/gm, ',ASKED'),
  json: (text) => JSON.parse(text, (key, value: unknown) => (key === 'command' ? 'ASKED' : value)),
}

it('hands out what the command line says of what is shown, by the keyboard', async () => {
  const one = await house.comes()
  const alike = async (id: string, ...words: string[]) => {
    const form = id.split('-').at(-1)!
    const link = one.page.getByTestId(id)
    await link.focus()
    const [file] = await Promise.all([one.page.waitForEvent('download'), one.page.keyboard.press('Enter')])
    const text = readFileSync(await file.path(), 'utf8')
    const option = form === 'text' ? [] : [`--${form}`]
    const said = UNASKED[form]!(tercet(...words, ...option))
    const readings = (text: string) => text.replaceAll('readings=yes', '--readings').replaceAll('form=json', '--json')
    expect(UNASKED[form]!(readings(text)), id).toEqual(said)
    if (form !== 'json') expect(said, id).toContain('ASKED')
    return file.suggestedFilename()
  }
  // All of it comes back from the link: pays, rulings, meter, players, and the bet of the session.
  await one.goes('#/odds/three-card-poker?pay=pair-plus%3D40-30-6-4-1&ruling=R4%3Dstays&meter=25000&players=3&bet=ante%3D10&bet=pair-plus%3D2.50&rounds=60&bankroll=300')
  const written = ['three-card-poker', '--pay', 'pair-plus=40-30-6-4-1', '--ruling', 'R4=stays', '--meter', '25000']
  const odds = ['odds', ...written, '--players', '3']
  expect(await alike('odds-one-html', ...odds)).toBe('three-card-poker-odds.html')
  expect(await alike('odds-one-markdown', ...odds)).toBe('three-card-poker-odds.md')
  expect(await alike('odds-one-text', ...odds)).toBe('three-card-poker-odds.txt')
  expect(await alike('odds-one-csv', ...odds)).toBe('three-card-poker-odds.csv')
  expect(await alike('odds-one-json', ...odds)).toBe('three-card-poker-odds.json')
  const session = ['session', ...written, '--bet', 'ante=10', '--bet', 'pair-plus=2.50', '--rounds', '60', '--bankroll', '300']
  await alike('bet-one-csv', ...odds, '--bet', 'ante=10', '--bet', 'pair-plus=2.50')
  expect(await alike('session-one-markdown', ...session)).toBe('three-card-poker-session.md')
  expect(await alike('session-one-csv', ...session)).toBe('three-card-poker-session.csv')
  await one.page.getByLabel('With what every other reading of the rulings would move').press('Space')
  await alike('odds-one-markdown', ...odds, '--readings')
  // A workbook is a zip; what is in it is compared where it can be read.
  const [book] = await Promise.all([one.page.waitForEvent('download'), one.page.getByTestId('odds-one-xlsx').press('Enter')])
  expect(book.suggestedFilename()).toBe('three-card-poker-odds.xlsx')
  expect(readFileSync(await book.path()).subarray(0, 2).toString()).toBe('PK')

  await one.page.getByRole('button', { name: 'Compare two variants' }).click()
  const second = one.page.getByRole('region', { name: 'Second variant' })
  await second.getByText('Ante Bonus pays').click()
  // What was opened stays open as something else changes, and as it is told.
  const meter = one.page.getByLabel('Meter in dollars', { exact: true })
  for (const dollars of ['26000', '25000']) {
    await meter.fill(dollars)
    await expect.poll(() => figures(one, 'progressive', 'two').textContent()).toContain(await edge(one, 'progressive', `?meter=${dollars}&players=3`))
  }
  await second.getByRole('group').filter({ hasText: 'Ante Bonus pays' }).getByLabel('straight', { exact: true }).fill('2')
  await expect.poll(() => figures(one, 'ante', 'two').textContent()).toContain(await edge(one, 'ante', '?pay=ante-bonus%3D5-4-2&meter=25000&players=3'))
  const bet = 'bet=ante%3D10&bet=pair-plus%3D2.50&meter=25000&players=3'
  const both = ['compare', 'three-card-poker', 'three-card-poker', '--pay-a', 'pair-plus=40-30-6-4-1', '--ruling-a', 'R4=stays', '--pay-b', 'ante-bonus=5-4-2', '--meter', '25000', '--players', '3']
  // Beside each other, with what the second has more, and a line where a bet is neither the house's nor the player's.
  const [first, then] = [await whole(one, `?pay=pair-plus%3D40-30-6-4-1&ruling=R4%3Dstays&${bet}`), await whole(one, `?pay=ante-bonus%3D5-4-2&${bet}`)]
  const more = ((then.element_of_risk - first.element_of_risk) * 100).toFixed(4)
  await expect.poll(() => one.page.getByTestId('bet-risk').textContent()).toContain(more.replace('-', '−'))
  await one.page.getByText('To the left of the line the player has the edge.').waitFor()
  expect(await alike('comparison-html', ...both)).toBe('three-card-poker-comparison.html')
  expect(await alike('comparison-json', ...both)).toBe('three-card-poker-comparison.json')
  expect(await alike('odds-two-csv', 'odds', 'three-card-poker', '--pay', 'ante-bonus=5-4-2', '--meter', '25000', '--players', '3')).toBe('three-card-poker-odds-two.csv')
  const names: string[] = []
  for (const id of ['odds-one-csv', 'odds-two-csv', 'bet-one-csv', 'bet-two-csv', 'session-one-csv', 'session-two-csv']) {
    const [file] = await Promise.all([one.page.waitForEvent('download'), one.page.getByTestId(id).press('Enter')])
    names.push(file.suggestedFilename())
  }
  expect(new Set(names).size, names.join()).toBe(6)
  await one.isAccessible('odds to take away')
  expect(one.wrong).toEqual([])
})

it('takes other pays for every table of every game that shows some', async () => {
  const one = await house.comes()
  await one.goes('')
  for (const { id } of await one.asks<{ id: string }[]>('/api/v1/games')) {
    await one.goes(`#/odds/${id}`)
    await one.page.locator('details').first().waitFor()
    for (const table of await one.page.locator('details').filter({ has: one.page.locator('input[type=range]') }).all()) {
      if ((await table.getAttribute('open')) === null) await table.locator('summary').click()
      await table.locator('input[type=range]').first().press('ArrowRight')
      await expect.poll(() => one.page.url()).toContain('pay=')
      await expect.poll(() => one.page.locator('[aria-busy=true]').count()).toBe(0)
      expect(await one.page.getByRole('alert').allTextContents(), `${id} ${await table.locator('summary').textContent()}`).toEqual([])
    }
  }
  expect(one.wrong).toEqual([])
  await one.context.close()
})

it('says of a pay that is none what is expected there, of a link that does not fit what the server says, and keeps what was typed', async () => {
  const one = await house.comes()
  await one.goes('#/odds/three-card-poker?pay=pair-plus%3D40-x-6-3-1')
  const alert = one.page.getByRole('alert')
  await expect.poll(() => alert.textContent()).toBe('Enter a whole number from 1 to 100,000, or a fraction such as 3/2.')
  const field = one.page.getByLabel('three of a kind', { exact: true }).first()
  expect(await field.inputValue()).toBe('x')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await one.page.locator('.answers').getByText('No figures yet: an entry does not fit.').waitFor()
  await one.isAccessible('an entry that does not fit')
  await one.goes('#/odds/three-card-poker?pay=pair-plus%3D40-6')
  await one.page.reload()
  await expect.poll(() => alert.textContent()).toMatch(/2 pays for `pair-plus`; expected 5/)
  await one.context.close()
})

it.each([
  ['a phone in the dark, in English', PHONE, 'dark', 'en'],
  ['a desktop in the light, in German', DESKTOP, 'light', 'de'],
] as const)('keeps the figures of the last entries that fit, says so, and says at each entry what is expected, on %s', async (_where, size, scheme, language) => {
  const one = await house.comes(size, scheme)
  await one.page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
  const says = (en: string, de: string) => (language === 'en' ? en : de)
  const shown = (text: string) => says(text, text.replace('.', ',').replace('%', '\u00a0%'))
  await one.goes('#/odds/three-card-poker')
  const first = shown(await edge(one, 'pair-plus', ''))
  await expect.poll(() => figures(one, 'pair-plus', 'one').textContent()).toBe(first)
  const last = one.page.getByTestId('last-fit')
  const alerts = () => one.page.getByRole('alert').allTextContents()
  /** What is said of a field, by what describes it. */
  const told = (field: ReturnType<Person['page']['getByLabel']>) => field.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '')
  await one.page.getByText(says('Pair Plus pays', 'Pair Plus: Auszahlungen')).click()
  const flush = one.page.getByRole('group').filter({ hasText: says('Pair Plus pays', 'Pair Plus: Auszahlungen') }).getByLabel(says('flush', 'Flush'), { exact: true })
  const noPay = says('Enter a whole number from 1 to 100,000, or a fraction such as 3/2.', 'Gib eine ganze Zahl von 1 bis 100.000 ein, oder einen Bruch wie 3/2.')
  for (const text of ['x', '', '0']) {
    await flush.fill(text)
    await expect.poll(() => told(flush)).toBe(noPay)
    await expect.poll(() => last.textContent()).toBe(says('of the last entries that fit', 'der letzten Eingaben, die passten'))
    expect(await figures(one, 'pair-plus', 'one').textContent()).toBe(first)
    expect(await alerts()).toEqual([noPay])
  }
  await one.isAccessible('figures of the last entries that fit')
  // All that follows from them is of the same entries.
  expect(await one.page.getByTestId('odds-one-json').getAttribute('href')).not.toContain('pay=')
  await one.page.getByTestId('exactly-one').waitFor()
  // An entry that fits: the figures are its own again.
  await flush.fill('4')
  await expect.poll(() => figures(one, 'pair-plus', 'one').textContent()).toBe(shown(await edge(one, 'pair-plus', '?pay=pair-plus=40-30-6-4-1')))
  expect(await last.count()).toBe(0)
  expect(await alerts()).toEqual([])
  // So is every other entry that can be typed.
  const [amount, value] = [says('Enter an amount such as 50 or 12.50.', 'Gib einen Betrag wie 50 oder 12,50 ein.'), 'Ein Wert ist nicht möglich.']
  for (const [label, text, expects] of [
    [says('Meter in dollars', 'Jackpot in Dollar'), 'x', amount],
    [says('Players', 'Spieler'), '9', says('9 players; the table has 1 to 7 positions.', `${value} 9 Spieler; der Tisch hat 1 bis 7 Plätze.`)],
    [says('Players', 'Spieler'), 'x', says('`x`; expected a whole number from 1 to 255.', `${value} „x“; möglich ist eine ganze Zahl von 1 bis 255.`)],
  ] as const) {
    const field = one.page.getByLabel(label, { exact: true })
    await field.fill(text)
    await expect.poll(() => told(field)).toBe(expects)
    await last.waitFor()
    expect(await alerts()).toEqual([expects])
    await field.fill('')
    await expect.poll(alerts).toEqual([])
    expect(await last.count()).toBe(0)
  }
  const session = one.page.getByTestId('session-one')
  await session.waitFor()
  const before = await session.textContent()
  for (const [label, text, expects] of [
    [says('Pair Plus, dollars', 'Pair Plus, Dollar'), 'x', amount],
    [says('Pair Plus, dollars', 'Pair Plus, Dollar'), '200000', says('A stake of $200,000; expected $0.01 to $100,000.', `${value} Ein Einsatz von 200.000\u00a0$; möglich sind 0,01\u00a0$ bis 100.000\u00a0$.`)],
    [says('Rounds', 'Runden'), '0', says('`0`; expected a whole number from 1 to 10000.', `${value} „0“; möglich ist eine ganze Zahl von 1 bis 10000.`)],
    [says('Bankroll in dollars', 'Mitgebracht, in Dollar'), '1', says('A bankroll of $1; one round of this bet may cost $10.', `${value} Mitgebracht sind 1\u00a0$; eine Runde mit diesem Einsatz kann 10\u00a0$ kosten.`)],
  ] as const) {
    const field = one.page.getByLabel(label, { exact: true })
    const usual = await field.inputValue()
    await field.fill(text)
    await expect.poll(() => told(field)).toBe(expects)
    expect(await session.textContent()).toBe(before)
    expect(await one.page.getByTestId('bet-staked').textContent()).toContain('5')
    expect(await alerts()).toEqual([expects])
    await one.isAccessible(`an entry of the session that does not fit: ${label}`)
    await field.fill(usual)
    await expect.poll(alerts).toEqual([])
  }
  expect(one.wrong.filter((text) => !text.includes('422'))).toEqual([])
  await one.context.close()
})

it('has what is being turned in sight at every entry, at every size', async () => {
  for (const [size, language] of [[PHONE, 'en'], [NARROW, 'de'], [ZOOMED, 'en'], [TABLET, 'de'], [DESKTOP, 'en']] as const) {
    const one = await house.comes(size)
    const { page } = one
    await page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
    await one.goes('#/odds/three-card-poker')
    const main = page.getByTestId('main-figures')
    await expect.poll(() => main.textContent()).toMatch(/Ante/)
    for (const summary of await page.locator('.fields summary').all()) await summary.click()
    /** What of the figures is in sight, and whether they cover where one is. */
    const sees = (entry: ReturnType<Person['page']['locator']>) =>
      entry.evaluate((input) => {
        input.focus()
        const own = input.getBoundingClientRect()
        const inSight = ({ top, bottom, height }: DOMRect) => height > 10 && top >= -1 && bottom <= innerHeight + 1
        const all = ['.main', '.head .scrolls'].map((part) => document.querySelector(part)!.getBoundingClientRect())
        const over = document.elementFromPoint((own.left + own.right) / 2, (own.top + own.bottom) / 2)
        return { figures: all.filter(inSight).length, open: over === input }
      })
    const entries = await page.locator('.fields input').all()
    expect(entries.length).toBeGreaterThan(20)
    for (const entry of entries) expect(await sees(entry), `${size.width}: ${await entry.evaluate((input) => input.getAttribute('aria-label') ?? input.id)}`).toEqual({ figures: expect.toSatisfy((count: number) => count > 0), open: true })
    // They are those of the bet that is turned, as they come.
    const pull = page.locator('.fields details').filter({ hasText: 'Pair Plus' }).locator('input[type=range]').first()
    await pull.press('ArrowRight')
    const changed = (Number((await edge(one, 'pair-plus', '?pay=pair-plus=41-30-6-3-1')).replace('%', ''))).toFixed(4).replace('.', language === 'en' ? '.' : ',')
    await expect.poll(() => main.textContent()).toContain(changed)
    expect(await main.textContent()).toMatch(/Pair Plus[^]*▼/)
    await one.isAccessible(`odds at ${size.width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(size.width)).toBeLessThanOrEqual(size.width)
    expect(one.wrong).toEqual([])
    await one.context.close()
  }
})

it('says why there is no file', async () => {
  const one = await house.comes()
  await one.goes('#/odds/three-card-poker?bet=ante%3D10&bet=pair-plus%3D2.51&rounds=2000')
  await one.page.getByTestId('session-one-csv').press('Enter')
  await one.page.getByText(/records; expected 10,000 at most; of a session, ask about fewer rounds/).waitFor()
})

it('shows every game of the house on a phone, in German', async () => {
  const one = await house.comes(PHONE, 'light')
  await one.page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['de'] }))
  await one.goes('#/odds')
  const games = await one.asks<{ id: string }[]>('/api/v1/games')
  expect(games.length).toBeGreaterThan(0)
  for (const { id } of games) {
    await one.goes(`#/odds/${id}`)
    await one.page.getByRole('heading', { name: 'Bestes Spiel' }).waitFor()
    await expect.poll(() => line(one, 'ante').textContent()).toContain('gleich')
    await one.page.getByRole('link', { name: 'Arbeitsmappe (XLSX): Quoten' }).waitFor()
    await one.isAccessible(`odds of ${id}`)
    expect(await one.page.evaluate(() => document.documentElement.scrollWidth), id).toBe(PHONE.width)
    // For all that the house says of its own games there are words: nothing is cited.
    expect(await one.page.getByText(/“\w/).allTextContents(), id).toEqual([])
    await one.goes(`#/games/${id}`)
    await one.page.getByTitle(/^Quelle: /).first().waitFor()
    await one.isAccessible(`rules of ${id}`)
  }
  // Amounts are typed as they are written here, and the link is one for every language.
  await one.goes('#/odds/three-card-poker')
  const pairPlus = one.page.getByLabel('Pair Plus, Dollar')
  await pairPlus.pressSequentially('1.000,5')
  await expect.poll(() => one.page.getByTestId('bet-staked').textContent()).toMatch(/1\.005,50\s\$/)
  expect(await pairPlus.inputValue()).toBe('1.000,5')
  expect(new URLSearchParams(one.page.url().split('?')[1]).getAll('bet')).toContain('pair-plus=1,000.5')
  await one.page.reload()
  await expect.poll(() => pairPlus.inputValue()).toBe('1.000,5')
  expect(one.wrong).toEqual([])
})
