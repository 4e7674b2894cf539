import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cents, DESKTOP, House, inHouse, PACE, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor' | 'cashier' | 'auditor', Person>
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor', 'cashier', 'auditor')
})

/** What went wrong on the pages of these people, but for what the server refused as it should: the console shows that by itself. */
const faults = (...people: Person[]) => people.flatMap(({ wrong }) => wrong).filter((text) => !/status of 4(03|09|22)/.test(text))

interface Replay {
  round: number
  spots: { spot: number; player?: string; net?: number; lines?: { wager: string; net: number }[] }[]
}

async function plays(one: Person, table: string): Promise<void> {
  await one.sits(table)
  await one.sees('open')
  await one.bets()
  await one.sees('dealt')
  await one.page.getByTestId('hand').waitFor()
  await one.decides('play')
  await one.page.getByTestId('net').waitFor()
  await one.sees('over')
}

it('hears a dispute: the player opens a case on a round, the floor recalls it, settles it again and decides, the player reads the answer', async () => {
  const [table, { floor }] = ['three-card-shine', staff]
  const ann = await house.comes(PHONE, 'light')
  await plays(ann, table)
  const { rounds } = await ann.asks<{ rounds: Replay[] }>(`/api/v1/me/rounds?table=${table}`)
  const round = rounds[0]!.round
  await ann.goes(`#/t/${table}/r/${round}`)
  await ann.page.getByRole('button', { name: 'Dispute this round' }).click()
  await ann.page.getByLabel('What should have been').fill('I had a pair, and was paid for none.')
  await ann.page.getByRole('button', { name: 'Open a case' }).click()
  await ann.page.getByRole('heading', { name: 'Case 1' }).waitFor()

  await floor.goes('#/floor/cases')
  await floor.page.getByRole('link', { name: 'Case 1' }).click()
  await floor.page.getByText('I had a pair, and was paid for none.').waitFor()
  await floor.isAccessible('a case')
  await floor.page.getByRole('link', { name: new RegExp(table) }).click()
  await floor.page.getByRole('heading', { name: /^Replay: / }).waitFor()
  const told = await floor.asks<Replay>(`/api/v1/tables/${table}/rounds/${round}`)
  const { spot, net } = told.spots[0]!
  expect(await floor.reads(`net-${spot}`)).toBe(net)
  await floor.page.getByRole('button', { name: 'Settle this round again' }).click()
  await floor.page.getByText('The money that was written is what follows by the rules.').waitFor()
  expect(await floor.reads(`settled-${spot}`)).toBe(net)
  await floor.page.getByRole('heading', { name: 'Other readings of the rulings' }).waitFor()
  await floor.isAccessible('a round settled again')

  // The same cards typed come to the same; with a card twice the server says where.
  await floor.page.getByRole('link', { name: 'With other cards or bets' }).click()
  await floor.page.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect.poll(() => floor.page.getByTestId(`settled-${spot}`).textContent()).toBeTruthy()
  expect(await floor.reads(`settled-${spot}`)).toBe(net)
  await floor.page.getByLabel('Dealer’s cards').fill('As As Ks')
  await floor.page.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect.poll(() => floor.page.getByLabel('Dealer’s cards').getAttribute('aria-invalid')).toBe('true')
  await floor.isAccessible('typed cards')

  await floor.goes('#/floor/cases/1')
  await floor.page.getByLabel('Decision').fill('The round was settled again, and comes to the same: the hand was no pair.')
  await floor.page.getByLabel('By whose authority').fill('the shift manager')
  await floor.page.getByRole('button', { name: 'Decide' }).click()
  await expect.poll(() => floor.page.getByTestId('case-state').textContent()).toBe('answered')
  await ann.page.reload()
  await ann.page.getByText('The round was settled again, and comes to the same').waitFor()
  expect(await ann.page.getByTestId('case-state').textContent()).toBe('answered')
  expect(faults(ann, floor)).toEqual([])
  await ann.context.close()
})

it('takes money in and pays it out, and says the same on receipt, statement and in the journal', async () => {
  const { cashier, auditor } = staff
  const ann = await house.comes(PHONE)
  await ann.goes('#/sign-in')
  await ann.page.getByLabel('Name at the table').fill('Purse Ann')
  await ann.page.getByRole('button', { name: 'Come in' }).click()
  await ann.page.getByTestId('balance').waitFor()
  const { player, balance: began } = await ann.asks<{ player: string; balance: number }>('/api/v1/me')

  await cashier.goes('#/cashier')
  await cashier.page.getByLabel('Find').fill('Purse')
  await cashier.page.getByRole('button', { name: 'Search' }).click()
  await cashier.page.getByRole('link', { name: 'Purse Ann' }).click()
  await expect.poll(() => cashier.reads('wallet')).toBe(began)
  const moves = async (way: 'In' | 'Out', amount: string, reason: string) => {
    await cashier.page.getByRole('radio', { name: way }).check()
    await cashier.page.getByLabel('Amount').fill(amount)
    await cashier.page.getByLabel('Reason or reference').fill(reason)
    await cashier.page.getByRole('button', { name: way === 'In' ? /^Take / : /^Pay / }).click()
  }
  await moves('In', '25.50', 'receipt 17')
  await expect.poll(() => cashier.reads('wallet')).toBe(began + 2_550)
  await moves('Out', '1,000', 'home')
  await expect.poll(() => cashier.reads('wallet')).toBe(began + 2_550 - 100_000)
  expect(await cashier.page.getByTestId('receipt').count()).toBe(2)
  await cashier.isAccessible('receipts')
  // More than there is; and what is none. Both are said in place, and nothing has moved.
  await moves('Out', '999,999', 'too much')
  await cashier.page.locator('form [role=alert]').waitFor()
  await moves('In', '1.2.3', 'no amount')
  await cashier.page.getByText('Expected an amount such as').waitFor()
  // Who is away brings no money in.
  await ann.asksWith('POST', '/api/v1/me/breaks', { kind: 'cool-off', for_ms: 3_600_000 })
  await moves('In', '5', 'while away')
  await expect.poll(() => cashier.page.locator('form [role=alert]').textContent()).toMatch(/away|cool-off|break/i)

  const { moves: written } = await ann.asks<{ moves: { record: number; amount: number; balance: number; what: string }[] }>('/api/v1/me/moves')
  expect(written.slice(0, 2).map(({ amount }) => amount)).toEqual([-100_000, 2_550])
  for (const one of written) {
    const row = cashier.page.locator(`tr[data-record="${one.record}"]`)
    const cells = await row.getByRole('cell').allTextContents()
    expect(cells[0]).toMatch(one.amount > 0 ? /^Paid in/ : /^Paid out/)
    expect([cents(cells[1]!), cents(cells[2]!)]).toEqual([one.amount, one.balance])
  }
  await cashier.page.getByRole('cell', { name: /^receipt 17 Cashier / }).waitFor()
  expect(await cashier.reads('wallet')).toBe(written[0]!.balance)

  await auditor.goes('#/auditor')
  await auditor.page.getByText('The chain holds, checked in this browser.').waitFor()
  await auditor.page.getByRole('button', { name: 'Check the whole chain' }).click()
  await auditor.page.getByText(/^All [\d,]+ records were read\. The chain holds/).waitFor()
  await auditor.page.getByLabel('Search in what is read').fill(player)
  await auditor.page.getByText(`world → wallet ${player} $25.50 (cash in)`).waitFor()
  await auditor.page.getByText(`wallet ${player} → world $1,000 (cash out)`).waitFor()
  await auditor.isAccessible('the journal')
  await auditor.goes('#/auditor/log?what=cash')
  await auditor.page.getByRole('cell', { name: 'receipt 17' }).waitFor()
  expect(faults(ann, cashier, auditor)).toEqual([])
  await ann.context.close()
})

/** Gives the reason that the open dialog asks for, by keyboard alone. */
async function givesReason(one: Person, reason: string): Promise<void> {
  const field = one.page.getByRole('dialog').getByLabel('Reason')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await one.page.keyboard.type(reason)
  await one.page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
}

it('reports an irregularity with a reason, by keyboard, in words; the round is void, and log, floor and player read so', async () => {
  const [table, { floor, auditor }] = ['three-card-poker', staff]
  const ann = await house.comes(PHONE)
  await floor.goes(`#/floor/tables/${table}`)
  await ann.sits(table)
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  const first = floor.page.getByRole('button', { name: 'Report an irregularity' })
  await floor.page.getByLabel('What happened').selectOption({ label: 'exposed card' })
  await first.focus()
  await floor.page.keyboard.press('Enter')
  const asks = floor.page.getByRole('dialog', { name: `Report at ${table}: exposed card` })
  await asks.getByText('By the rules of this game the round is void and every bet comes back.').waitFor()
  await floor.isAccessible('a report')
  // Nothing is reported without a reason, and nothing by whoever goes back; what they had typed is no reason for what is asked next.
  await floor.page.keyboard.press('Enter')
  await floor.page.keyboard.type('another table')
  await floor.page.keyboard.press('Escape')
  await asks.waitFor({ state: 'detached' })
  await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true)
  await ann.sees('dealt')
  await floor.page.keyboard.press('Enter')
  expect(await asks.getByLabel('Reason').inputValue()).toBe('')
  await givesReason(floor, 'a card lay open')
  await floor.page.getByText('Reported: exposed card.').waitFor()
  await expect.poll(() => ann.page.getByTestId('call').textContent()).toBe('The round is void: exposed card')
  const { rounds } = await ann.asks<{ rounds: { round: number }[] }>(`/api/v1/me/rounds?table=${table}`)
  await ann.goes(`#/t/${table}/r/${rounds[0]!.round}`)
  await ann.page.getByText('The round is void: exposed card', { exact: true }).waitFor()
  await ann.page.getByText('Void: bets are returned').waitFor()
  await auditor.goes('#/auditor/log?what=table.reported')
  await auditor.page.getByRole('cell', { name: 'a card lay open' }).waitFor()
  await auditor.page.getByRole('cell', { name: /exposed card in record \d+/ }).waitFor()
  expect(faults(ann, floor, auditor)).toEqual([])
  await ann.context.close()
})

it('stands somebody up with a reason, which the log has', async () => {
  const [table, { floor, auditor }] = ['three-card-fortune', staff]
  const ann = await house.comes(PHONE)
  await ann.sits(table)
  const { name } = await ann.asks<{ name: string }>('/api/v1/me')
  await floor.goes(`#/floor/tables/${table}`)
  // Whoever looks at something else is absent; who comes back is not.
  const absent = floor.page.getByRole('listitem').filter({ hasText: name }).getByText('(absent)')
  await floor.page.getByRole('button', { name: `Stand up: ${name}` }).waitFor()
  expect(await absent.count()).toBe(0)
  await ann.goes('')
  await absent.waitFor()
  await floor.isAccessible('somebody who is absent')
  await ann.goes(`#/t/${table}`)
  await absent.waitFor({ state: 'detached' })
  await floor.page.getByRole('button', { name: `Stand up: ${name}` }).click()
  await floor.page.getByRole('dialog', { name: `Stand ${name} up` }).waitFor()
  await givesReason(floor, 'asleep')
  await floor.page.getByText(`${name} no longer sits there.`).waitFor()
  await ann.page.getByRole('group', { name: 'Your bets' }).waitFor({ state: 'detached' })
  await ann.page.locator('.toast').filter({ hasText: /^You were stood up from position \d/ }).waitFor()
  await auditor.goes('#/auditor/log?what=table.stood-up')
  await auditor.page.getByRole('cell', { name: 'asleep' }).waitFor()
  expect(faults(ann, floor, auditor)).toEqual([])
  await ann.context.close()
})

it('says of a round of the past who voided it, and which positions were sent back before the deal', async () => {
  const [table, { floor }] = ['three-card-shine', staff]
  const [ann, ben] = [await house.comes(DESKTOP), await house.comes(PHONE, 'light')]
  // Ben's browser promises a secret for the shuffle, and never tells it.
  await ben.page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => {
      if (!String(message).includes('"do":"tell"')) server.send(message)
    })
  })
  await Promise.all([ann, ben].map((one) => one.sits(table)))
  await ann.sees('open')
  await Promise.all([ann, ben].map((one) => one.bets()))
  await ann.sees('dealt')
  const { player } = await ben.asks<{ player: string }>('/api/v1/me')
  const { state } = await ben.asks<{ state: { seats: Record<string, { player: string }> } }>(`/api/v1/tables/${table}`)
  const [back] = Object.entries(state.seats).find(([, seat]) => seat.player === player)!
  await floor.goes(`#/floor/tables/${table}`)
  await floor.page.getByRole('button', { name: `Void: ${table}` }).click()
  await givesReason(floor, 'a card fell')
  await ann.page.getByText('The round is void: a card fell').first().waitFor()
  const { rounds } = await floor.asks<{ rounds: { round: number; void_by: string }[] }>(`/api/v1/rounds?table=${table}&limit=1`)
  const { round, void_by } = rounds[0]!
  await floor.goes(`#/floor/rounds/${table}/${round}`)
  await floor.page.getByText('Voided by').waitFor()
  await expect.poll(() => floor.page.getByTestId('void-by').textContent()).toBe(`floor one ${void_by}`)
  const withheld = new RegExp(`position ${back}: Ante \\$\\d+(, .+ \\$\\d+)*; the seat committed to a secret for the shuffle and did not tell it`)
  expect(await floor.page.getByTestId('went-back').textContent()).toMatch(withheld)
  for (const one of [ann, ben]) {
    await one.goes(`#/t/${table}/r/${round}`)
    await expect.poll(() => one.page.getByTestId('went-back').textContent()).toMatch(withheld)
    expect(await one.page.getByText('Void: bets are returned').count()).toBe(1)
    // Who of the house it was is nobody's business.
    expect(await one.page.getByText(void_by).count()).toBe(0)
    await one.isAccessible('a void round')
  }
  expect(faults(ann, ben, floor)).toEqual([])
  await Promise.all([ann, ben].map((one) => one.context.close()))
})

it('tells apart what variants of one game took at a table on a day', async () => {
  const { floor } = staff
  const ann = await house.comes(PHONE)
  await plays(ann, 'three-card-fury')
  const other = `sha256:${'b0'.repeat(32)}`
  await floor.page.route(/\/api\/v1\/reports\/takings\?/, async (asked) => {
    const answer = await asked.fetch()
    const told = (await answer.json()) as { wagers: { rules: string }[] }
    // As if the table had been set anew, and had taken the same by other rules.
    await asked.fulfill({ response: answer, json: { ...told, wagers: told.wagers.flatMap((one) => [one, { ...one, rules: other }]) } })
  })
  await floor.goes('#/floor/reports')
  const rows = floor.page.getByRole('region', { name: 'Wagers by day' }).locator('tbody tr')
  await rows.first().waitFor()
  const texts = await rows.allTextContents()
  expect(new Set(texts).size, texts.join('\n')).toBe(texts.length)
  const link = rows.filter({ hasText: 'b0b0b0b0' }).first().getByRole('link')
  expect([await link.textContent(), await link.getAttribute('href')]).toEqual([expect.stringMatching(/^three-card-\w+(-\w+)* · b0b0b0b0$/), `#/games/${encodeURIComponent(other)}`])
  await floor.isAccessible('takings of two variants')
  await floor.page.unroute(/\/api\/v1\/reports\/takings\?/)
  expect(faults(ann, floor)).toEqual([])
  await ann.context.close()
})

it('says that books are damaged wherever rounds or sums may be short for it, and tells the rest', async () => {
  const { floor } = staff
  const ann = await house.comes(PHONE)
  await plays(ann, 'three-card-fury')
  const damaged = [{ record: 12 }, { table: 'three-card-fury', round: 3, record: 40 }]
  for (const one of [ann, floor]) {
    await one.page.route(/\/api\/v1\/(rounds|me\/rounds|me\/played)\?/, async (asked) => {
      const answer = await asked.fetch()
      await asked.fulfill({ response: answer, json: { ...(await answer.json()), damaged } })
    })
  }
  const places = ['record 12', 'three-card-fury, Round 3, record 40']
  const says = async (one: Person, no: number, of: string) => {
    const note = one.page.getByTestId('damaged').nth(no)
    await note.getByText(of).waitFor()
    expect(await note.getByRole('listitem').allTextContents()).toEqual(places)
  }
  await floor.goes('#/floor/rounds')
  await says(floor, 0, 'Rounds may be missing here; all others are told.')
  await floor.page.getByRole('link', { name: /^three-card-fury / }).first().waitFor()
  await floor.isAccessible('damaged books')
  await ann.goes('#/account/rounds')
  await says(ann, 0, 'These sums are without it.')
  await says(ann, 1, 'Rounds may be missing here; all others are told.')
  await ann.isAccessible('own rounds of damaged books')
  await floor.page.unroute(/\/api\/v1\/(rounds|me\/rounds|me\/played)\?/)
  expect(faults(ann, floor)).toEqual([])
  await ann.context.close()
})

it('shows a cashier why no bet is taken, and lets nobody change it there', async () => {
  const { cashier, floor, auditor } = staff
  const ann = await house.comes(PHONE)
  await ann.sits('three-card-poker')
  const { player } = await ann.asks<{ player: string }>('/api/v1/me')
  await ann.asksWith('PUT', '/api/v1/me/limits/stake-day', { value: 0 })
  for (const [one, page] of [[cashier, `cashier/${player}`], [auditor, `auditor/people/${player}`]] as const) {
    await one.goes(`#/${page}`)
    await one.page.getByRole('row', { name: /^Stakes in 24 hours \$0 \$0 used up/ }).waitFor()
    expect(await one.page.getByRole('button', { name: 'Set a limit of the house' }).count()).toBe(0)
    await one.isAccessible('limits to look at')
  }
  await floor.goes(`#/floor/people/${player}`)
  await floor.page.getByRole('button', { name: 'Set a limit of the house' }).waitFor()
  expect(faults(ann, cashier, floor, auditor)).toEqual([])
  await ann.context.close()
})

describe.each([
  ['a desktop', DESKTOP, 'friday-desk'],
  ['a phone', PHONE, 'friday-phone'],
] as const)('a game that is not built in, from %s', (_where, size, table) => {
  it('is refused with its faults in place, brought in, set at a table, and played by two; the money shown is the journal’s', async () => {
    const { floor } = staff
    const boss = staff.administrator
    await boss.page.setViewportSize(size)
    const whole = readFileSync(new URL('../../../testdata/web/triple-raise.toml', import.meta.url), 'utf8').replaceAll('triple-raise', `${table}-game`).replace('"Triple Raise"', `"Triple Raise ${size.width}"`)
    const upload = async (text: string) => boss.page.getByLabel('Take a file').setInputFiles({ name: 'game.toml', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await boss.goes('#/admin/games/new')
    // A key that there is not, and a pay that is none: each where it stands.
    await upload(whole.replace('times = [1, 2, 3]', 'tines = [1, 2, 3]').replace('"35 to 1"', '"35 by 1"'))
    await expect.poll(() => boss.page.getByTestId('verdict').textContent()).toMatch(/No game yet\. Faults: [2-9]/)
    const lines = whole.split('\n')
    const lineOf = (words: string) => lines.findIndex((line) => line.includes(words)) + 1
    for (const words of ['times = [1, 2, 3]', '"35 to 1"']) await boss.page.getByRole('button', { name: new RegExp(`Fault line ${lineOf(words)}, column \\d+`) }).first().waitFor()
    await boss.page.getByRole('button', { name: new RegExp(`line ${lineOf('"35 to 1"')},`) }).first().click()
    const marked = await boss.page.getByLabel('Game file').evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
    expect(marked).toBe('"35 by 1"')
    expect(await boss.page.getByRole('button', { name: 'Bring in' }).isDisabled()).toBe(true)
    await boss.isAccessible('a faulty game file')

    await upload(whole)
    await expect.poll(() => boss.page.getByTestId('verdict').textContent()).toContain(`A game: Triple Raise ${size.width}`)
    await boss.page.getByRole('button', { name: 'Bring in' }).click()
    await boss.page.getByRole('dialog').getByLabel('Reason').fill('for fridays')
    await boss.page.getByRole('dialog').getByRole('button', { name: 'Bring in' }).click()
    await boss.page.getByRole('link', { name: 'Set a table to it' }).click()
    await boss.page.getByRole('button', { name: 'Found a table' }).click()
    await boss.page.getByRole('dialog').getByLabel('Table', { exact: true }).fill(table)
    await boss.page.getByRole('dialog').getByLabel('Reason').fill('for fridays')
    await boss.page.getByRole('dialog').getByRole('button', { name: 'Found a table' }).click()
    await boss.page.getByRole('heading', { name: table }).waitFor()
    await boss.page.getByLabel('Game').selectOption({ label: `Triple Raise ${size.width}` })
    for (const [clock, seconds] of [['To bet', PACE.bet], ['Secrets', PACE.secret], ['To decide', PACE.decide], ['To look', PACE.show]] as const) await boss.page.getByLabel(clock).fill(String(seconds))
    // Limits that no game can have are said where they stand; those of this table are other than the file's.
    const ante = boss.page.getByRole('group', { name: /^Ante limits/ })
    await ante.getByLabel('Least').fill('50')
    await ante.getByLabel('Most').fill('10')
    await boss.page.getByLabel('Reason').fill('for fridays')
    await boss.page.getByRole('button', { name: 'Set from the next round' }).click()
    await boss.page.locator('form [role=alert]').waitFor()
    await ante.getByLabel('Least').fill('25')
    await ante.getByLabel('Most').fill('75')
    // So is a clock that no table can have.
    await boss.page.getByLabel('To bet').fill('0')
    await boss.page.getByRole('button', { name: 'Set from the next round' }).click()
    await expect.poll(() => boss.page.getByLabel('To bet').getAttribute('aria-invalid')).toBe('true')
    expect(await boss.page.locator('form [role=alert]').allTextContents()).toEqual([expect.stringContaining('The bet clock of 0 ms')])
    await boss.page.getByLabel('To bet').fill(String(PACE.bet))
    await boss.page.getByRole('button', { name: 'Set from the next round' }).click()
    await boss.page.getByText(`${table} is set to Triple Raise ${size.width}.`).waitFor()

    await floor.goes(`#/floor/tables/${table}`)
    await floor.page.getByRole('button', { name: `Open: ${table}` }).click()
    await floor.page.getByRole('dialog').getByLabel('Reason').fill('friday')
    await floor.page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
    await expect.poll(() => floor.page.getByTestId('status').textContent()).toBe('open')

    const [ann, ben] = [await house.comes(size), await house.comes(size, 'light')]
    await Promise.all([ann.sits(table), ben.sits(table)])
    await ann.sees('open')
    const began = await Promise.all([ann, ben].map((one) => one.reads('balance')))
    await Promise.all([ann, ben].map((one) => one.chooses('$25')))
    await Promise.all([ann.bets(), ben.bets()])
    await Promise.all([ann.sees('dealt'), ben.sees('dealt')])
    // The Play wager is once, twice or three times the Ante of $25.
    await ann.page.getByRole('button', { name: 'Play $75' }).click()
    await ben.page.getByRole('button', { name: /^Play \$25/ }).click()
    await Promise.all([ann, ben].map((one) => one.page.getByTestId('net').waitFor()))
    await ann.sees('over')
    for (const [no, one] of [ann, ben].entries()) {
      const me = await one.asks<{ player: string; balance: number }>('/api/v1/me')
      const { rounds } = await one.asks<{ rounds: Replay[] }>(`/api/v1/me/rounds?table=${table}`)
      const told = await one.asks<Replay>(`/api/v1/tables/${table}/rounds/${rounds[0]!.round}`)
      const own = told.spots.find(({ player }) => player === me.player)!
      expect(own.lines!.map(({ wager }) => wager).sort()).toEqual(['ante', 'pair-up', 'play', 'six-card-bonus'])
      for (const line of own.lines!) expect(await one.reads(`line-${line.wager}`), line.wager).toBe(line.net)
      expect(await one.reads('net')).toBe(own.net)
      expect(await one.reads('balance')).toBe(me.balance)
      expect(me.balance).toBe(began[no]! + own.net!)
      await one.isAccessible('a game of the house’s own')
      expect(one.wrong).toEqual([])
      await one.context.close()
    }
    await boss.page.setViewportSize(DESKTOP)
    expect(faults(boss, floor)).toEqual([])
  })
})

it('keeps a game file that is written, over a step back and a reload, and says of one that is too long what there may be', async () => {
  const boss = staff.administrator
  const { page } = boss
  let looked = 0
  page.on('request', (asked) => asked.url().endsWith('/games/check') && looked++)
  const field = page.getByLabel('Game file')
  await boss.goes('#/admin/games')
  await page.getByRole('button', { name: 'New game' }).click()
  await field.fill('format = 1\nid = "mine"')
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'Games of the house' }).waitFor()
  await page.goForward()
  await expect.poll(() => field.inputValue()).toBe('format = 1\nid = "mine"')
  await field.press('End')
  await field.pressSequentially(' # more')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('format = 1\nid = "mine" # more')
  // Of another game it is another.
  await boss.goes('#/admin/games/three-card-poker')
  await expect.poll(() => field.inputValue()).toContain('three-card-poker')
  expect(await page.getByRole('button', { name: 'As it is in the house' }).count()).toBe(0)
  await boss.goes('#/admin/games/new')
  await page.getByRole('button', { name: 'Begin anew' }).click()
  await expect.poll(() => field.inputValue()).toBe('')

  await field.fill('format = 1')
  const file = Buffer.from('# a line of a file\n'.repeat(100_000))
  await page.getByLabel('Take a file').setInputFiles({ name: 'game.toml', mimeType: 'text/plain', buffer: file })
  await page.getByRole('alert').getByText(/This is too long for a game: 1,856 KiB as it is sent, and the house takes 60 KiB at most/).waitFor()
  expect(await field.inputValue()).toBe('format = 1')
  // Nor is it taken where it is pasted: what was written stays.
  await field.pressSequentially(' ')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await field.fill(file.toString())
  await page.getByRole('alert').getByText(/This is too long for a game/).waitFor()
  expect(await field.inputValue()).toBe('format = 1 ')
  // As many lines as there can be are seen through, a few of them drawn at a time.
  await page.getByLabel('Take a file').setInputFiles({ name: 'game.toml', mimeType: 'text/plain', buffer: Buffer.from('#\n'.repeat(20_000)) })
  await expect.poll(() => page.getByTestId('verdict').textContent()).toMatch(/No game yet/)
  await field.evaluate((area) => (area.scrollTop = area.scrollHeight))
  await page.locator('.gutter').getByText('20001', { exact: true }).waitFor()
  expect(await page.locator('.gutter .numbers > div').count()).toBeLessThan(200)
  const before = looked
  await field.evaluate((area: HTMLTextAreaElement) => {
    area.value += '#'.repeat(30_000)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.getByRole('alert').getByText(/This is too long for a game/).waitFor()
  await boss.isAccessible('a file that is too long')
  await field.fill('format = 2')
  await expect.poll(() => page.getByTestId('verdict').textContent()).toMatch(/No game yet/)
  expect([looked, await page.getByRole('alert').count()]).toEqual([before + 1, 0])
  await page.getByRole('button', { name: 'Begin anew' }).click()
})

it('takes nothing away that is written of a game file while the house is slow, and says of a draft that the house has another file since', async () => {
  const boss = staff.administrator
  const { page } = boss
  const field = page.getByLabel('Game file')
  const file = '**/api/v1/games/three-card-poker/file'
  let told = () => {}
  const held = new Promise<void>((then) => (told = then))
  await page.route(file, async (route) => {
    await held
    await route.continue()
  })
  await boss.goes('#/admin/games/three-card-poker')
  await field.pressSequentially('# mine')
  told()
  const inHouse = page.getByRole('button', { name: 'As it is in the house' })
  await inHouse.waitFor()
  expect(await field.inputValue()).toBe('# mine')
  expect(await page.getByText('The house has taken another file').count()).toBe(0)
  // Somebody else brings in another one.
  await page.unroute(file)
  await page.route(file, (route) => route.fulfill({ contentType: 'text/plain', body: '# of somebody else' }))
  await page.reload()
  await page.getByText('The house has taken another file of this game since you began.').waitFor()
  expect(await field.inputValue()).toBe('# mine')
  await boss.isAccessible('a draft that is overtaken')
  await inHouse.click()
  await expect.poll(() => field.inputValue()).toBe('# of somebody else')
  expect(await page.getByText('The house has taken another file').count()).toBe(0)
  // A draft that is wiped out is none.
  await field.fill('')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('# of somebody else')
  await page.unroute(file)
})

it('offers whoever works in the house their work, and no seat', async () => {
  const { floor, cashier, auditor } = staff
  const { administrator: boss } = staff
  const dealer = await house.comes(PHONE)
  await dealer.joins(await boss.invites('dealer'), 'dealer')
  for (const [one, pages, desk] of [[dealer, ['Floor'], 1], [floor, ['Floor'], 1], [cashier, ['Cashier'], 0], [auditor, ['Audit'], 0], [boss, ['House'], 0]] as const) {
    await one.goes('#/')
    const work = one.page.getByRole('navigation', { name: 'What you do in this house' }).getByRole('link')
    await work.first().waitFor()
    expect(await work.allTextContents()).toEqual(pages)
    await one.page.getByRole('link', { name: /^Watch/ }).first().waitFor()
    expect(await one.page.getByRole('button', { name: /^Play/ }).count()).toBe(0)
    await one.isAccessible('the lobby of the staff')
    // Nor by an address that asks for a seat.
    await one.goes('#/t/three-card-poker?sit')
    await one.page.getByText('You are watching. Who works in the house does not play in it.').waitFor()
    expect(await one.page.getByRole('button', { name: /^Sit at/ }).count()).toBe(0)
    expect(await one.page.getByRole('link', { name: 'This table on the floor' }).count()).toBe(desk)
    await one.isAccessible('a table before the staff')
  }
  expect(faults(dealer, floor, cashier, auditor, boss)).toEqual([])
  await dealer.context.close()
})

it('names people in the log and among links, beside the ids of the books', async () => {
  const { administrator: boss, auditor } = staff
  const { player } = await boss.asks<{ player: string }>('/api/v1/me')
  await boss.invites('dealer')
  await boss.goes('#/admin/links')
  await boss.page.getByRole('row').getByText(`boss one ${player}`).first().waitFor()
  await auditor.goes('#/auditor/log')
  await auditor.page.getByRole('row').getByText(`boss one ${player}`).first().waitFor()
  await auditor.isAccessible('the log')
  expect(faults(boss, auditor)).toEqual([])
})

it('asks for a reason by keyboard alone: pauses and opens a table from its row', async () => {
  const { floor } = staff
  const table = 'three-card-fury'
  await floor.goes('#/floor')
  await floor.page.getByRole('link', { name: table, exact: true }).focus()
  await floor.page.keyboard.press('ArrowDown')
  await floor.page.keyboard.press('ArrowUp')
  for (const [key, state] of [['p', 'paused'], ['o', 'open']] as const) {
    await floor.page.getByRole('link', { name: table, exact: true }).focus()
    await floor.page.keyboard.press(key)
    await givesReason(floor, 'a change of dealers')
    await floor.page.locator(`tr[data-table="${table}"]`).getByText(state, { exact: true }).waitFor()
  }
})

/** `PLAYER` stands for a guest who has played, `ROUND` for the round of the dispute that is the first case. */
const PAGES = {
  floor: ['floor', 'floor/tables/three-card-poker', 'floor/rounds', 'floor/rounds/ROUND', 'floor/settle', 'floor/settle/ROUND', 'floor/cases', 'floor/cases/new', 'floor/cases/1', 'floor/reports', 'floor/meters', 'floor/people', 'floor/people/PLAYER'],
  cashier: ['cashier', 'cashier/PLAYER'],
  auditor: ['auditor', 'auditor/checkpoints', 'auditor/log', 'auditor/rounds', 'auditor/rounds/ROUND', 'auditor/settle', 'auditor/cases', 'auditor/cases/1', 'auditor/reports', 'auditor/meters', 'auditor/people', 'auditor/people/PLAYER'],
  administrator: ['admin', 'admin/people/PLAYER', 'admin/links', 'admin/games', 'admin/games/new', 'admin/games/three-card-poker', 'admin/tables', 'admin/tables/three-card-fury', 'admin/reports', 'admin/meters', 'admin/log', 'admin/house', 'admin/nowhere'],
} as const

/** The round of the first case; where there is none, one is played and disputed. */
async function disputed(): Promise<string> {
  const cases = async () => (await staff.floor.asks<{ cases: { number: number; table: string; round: number }[] }>('/api/v1/cases')).cases
  if ((await cases()).length === 0) {
    const ann = await house.comes(PHONE)
    await plays(ann, 'three-card-shine')
    const { rounds } = await ann.asks<{ rounds: Replay[] }>('/api/v1/me/rounds')
    await ann.asksWith('POST', '/api/v1/cases', { table: 'three-card-shine', round: rounds[0]!.round, claim: 'Pay me.' })
    await ann.context.close()
  }
  const { table, round } = (await cases()).find(({ number }) => number === 1)!
  return `${table}/${round}`
}

describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('%s', (role) => {
  it('has no fault that axe finds, in either theme and language, and nothing that stands out to the right', async () => {
    const one = staff[role]
    const round = await disputed()
    const { people } = await one.asks<{ people: { id: string }[] }>('/api/v1/people?kind=guest')
    for (const [size, scheme, language] of [[DESKTOP, 'dark', 'en'], [PHONE, 'light', 'de']] as const) {
      await one.page.setViewportSize(size)
      await one.page.emulateMedia({ colorScheme: scheme })
      await one.page.evaluate((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
      await one.page.reload()
      for (const path of PAGES[role]) {
        await one.goes(`#/${path.replace('PLAYER', people[0]!.id).replace('ROUND', round)}`)
        await one.page.locator('.office h2').first().waitFor()
        await expect.poll(() => one.page.locator('[aria-busy=true]').count()).toBe(0)
        await one.isAccessible(`${path} ${size.width}`)
        const wide = await one.page.evaluate(() => {
          const scrolls = (part: Element) => part.closest('.scrolls > *, nav > *, pre, .sheet, .gutter') !== null
          const out = [...document.querySelectorAll('#content *')].filter((part) => !scrolls(part) && part.getBoundingClientRect().right > innerWidth + 0.5)
          return [document.documentElement.scrollWidth, ...out.map((part) => part.outerHTML.slice(0, 120))]
        })
        expect(wide, path).toEqual([size.width])
      }
    }
    await one.page.setViewportSize(DESKTOP)
    expect(faults(one)).toEqual([])
  })
})

it('shows the back office in German', async () => {
  const { floor } = staff
  await floor.goes('#/floor')
  await floor.page.evaluate(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de' })))
  await floor.page.reload()
  await floor.page.getByRole('heading', { name: 'Alle Tische' }).waitFor()
  await floor.isAccessible('the floor in German')
  await floor.page.evaluate(() => localStorage.removeItem('tercet.prefs'))
})
