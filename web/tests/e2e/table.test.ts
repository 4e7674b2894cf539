import { describe, expect, it } from 'vitest'
import { LATE_MS } from '../../src/pages/table/keys'
import { DESKTOP, House, inHouse, ownHouse, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
inHouse((opened) => (house = opened))

interface Replay {
  round: number
  status: string
  spots: { player?: string; net?: number; lines?: { wager: string; net: number }[] }[]
}
const GAMES = ['three-card-fortune', 'three-card-fury', 'three-card-pairs-plus', 'three-card-poker', 'three-card-shine']

/** What the page shows of the last round is what the journal holds. */
async function agreesWithTheJournal(person: Person, table: string, began: number): Promise<void> {
  const [me, page] = [await person.asks<{ player: string; balance: number }>('/api/v1/me'), await person.asks<{ rounds: Replay[] }>(`/api/v1/me/rounds?table=${table}`)]
  const told = await person.asks<Replay>(`/api/v1/tables/${table}/rounds/${page.rounds[0]!.round}`)
  const own = told.spots.find((spot) => spot.lines?.length !== 0 && spot.player === me.player)!
  expect(await person.reads('net')).toBe(own.net)
  for (const line of own.lines!) expect(await person.reads(`line-${line.wager}`), line.wager).toBe(line.net)
  expect(await person.reads('balance')).toBe(me.balance)
  expect(me.balance).toBe(began + own.net!)
}

/** What a screen reader is told from now on. */
async function hears({ page }: Person): Promise<string[]> {
  const told: string[] = []
  await page.exposeFunction('told', (text: string) => told.push(text))
  await page.evaluate(() => {
    const region = document.querySelector('[data-testid=said]')!
    new MutationObserver(() => (window as unknown as { told: (text: string) => void }).told(region.textContent ?? '')).observe(region, { childList: true, characterData: true, subtree: true })
  })
  return told
}

describe.concurrent.each(GAMES.map((table, no) => ({ table, size: no % 2 === 0 ? PHONE : DESKTOP })))('$table', ({ table, size }) => {
  it(`is played by two on a screen of ${size.width} pixels, and the money shown is the journal's`, async ({ expect }) => {
    const [ann, ben] = [await house.comes(size), await house.comes(size, 'light')]
    await Promise.all([ann.sits(table), ben.sits(table)])
    await ann.sees('open')
    const began = await ann.reads('balance')
    await Promise.all([ann.chooses('$5'), ben.chooses('$5')])
    await Promise.all([ann.bets(), ben.bets()])
    await ann.isAccessible(`${table}, bets`)
    await Promise.all([ann.sees('dealt'), ben.sees('dealt')])
    await ann.page.getByTestId('hand').waitFor()
    await ann.isAccessible(`${table}, decision`)
    // What lies face down for Ann has no name on her page: her own cards have, and nothing else.
    const named = await ann.page.getByRole('img').count()
    expect(named).toBe(table === 'three-card-fury' ? 4 : 3)
    await ann.decides('play')
    await ben.decides('fold')
    const sure = ben.page.getByRole('dialog').getByRole('button', { name: 'Fold' })
    if (await sure.isVisible()) await sure.click()
    await Promise.all([ann, ben].map((one) => one.page.getByTestId('net').waitFor()))
    await ann.sees('over')
    await ann.page.getByRole('button', { name: 'Why?' }).click()
    const why = ann.page.getByRole('dialog', { name: /^Why: Position \d, Round / })
    // Each line with its reason and rule, and in all what the slip says.
    await expect.poll(() => why.getByText(/Rule 00/).count()).toBe(await ann.page.locator('.slip [data-testid^=line-]').count())
    expect(await ann.reads('replay-net')).toBe(await ann.reads('net'))
    await why.getByRole('button', { name: 'Close' }).click()
    await Promise.all([agreesWithTheJournal(ann, table, began), agreesWithTheJournal(ben, table, began)])
    expect(await ann.page.getByTestId('call').textContent()).toMatch(/^Dealer (plays|does not play): /)
    // Each cell is read under its own head. What takes long comes after: the result is in sight for some seconds.
    const cells = await ann.page.locator('.slip tr').evaluateAll((rows) => rows.map((row) => [...row.children].reduce((sum, cell) => sum + (cell as HTMLTableCellElement).colSpan, 0)))
    expect(new Set(cells).size, cells.join()).toBe(1)
    await ann.isAccessible(`${table}, settled`)
    expect([...ann.wrong, ...ben.wrong]).toEqual([])
    await Promise.all([ann.context.close(), ben.context.close()])
  })
})

it('is played by keyboard alone, from the lobby to the result, and a screen reader is told of it', async () => {
  const ann = await house.comes()
  const { page } = ann
  await ann.goes('')
  // As from the address bar: with Tab alone.
  const play = page.getByRole('button', { name: 'Play now' })
  await play.waitFor()
  const isThere = () => play.evaluate((button) => button === document.activeElement)
  for (let tabs = 0; tabs < 20 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
  await ann.sees('open')
  const told = await hears(ann)
  // The chips are one stop, and the arrows go along them.
  const chip = page.getByRole('radio', { checked: true })
  for (let tabs = 0; tabs < 60 && !(await chip.evaluate((button) => button === document.activeElement)); tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  expect(await chip.getAttribute('aria-label')).toBe('Chip $1')
  expect(await chip.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('2')
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await page.keyboard.press('u')
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).toBe('$5')
  await page.keyboard.press('x')
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).toBe('$10')
  await page.keyboard.down('p')
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  // Held from the bets, it decides nothing.
  await page.waitForTimeout(LATE_MS)
  await page.keyboard.down('p')
  await page.keyboard.up('p')
  await page.getByRole('button', { name: /^Play \$/, disabled: false }).waitFor()
  await ann.decidesBy('p')
  await page.getByTestId('net').waitFor()
  // The next round: the same again, with the Tab key to it and Enter.
  await ann.sees('over')
  await ann.sees('open')
  const rebet = page.getByRole('button', { name: /^Rebet/ })
  for (let tabs = 0; tabs < 60 && !(await rebet.evaluate((button) => button === document.activeElement)); tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).toBe('$10')
  await ann.sees('dealt')
  await ann.decidesBy('f')
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Fold' })
  if (await sure.isVisible()) {
    for (let tabs = 0; tabs < 6 && !(await sure.evaluate((button) => button === document.activeElement)); tabs++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await page.getByTestId('net').waitFor()
  await expect.poll(() => told.join(' ')).toMatch(/[Dd]ealer/)
  // The own cards too, by their names, as they turn over.
  expect(told.join(' ')).toMatch(/You hold \w+ of \w+, \w+ of \w+, \w+ of \w+: \w+/)
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('goes on after a reload in mid-round with the same cards and the same clock; the shuffle is checked in the page', async () => {
  const table = 'three-card-shine'
  const ann = await house.comes()
  await ann.sits(table)
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  const cards = () => ann.page.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await ann.page.getByTestId('hand').waitFor()
  const before = await cards()
  const deadline = async () => (await ann.asks<{ state: { round: { deadline_ms: number } } }>(`/api/v1/tables/${table}`)).state.round.deadline_ms
  const runs = await deadline()
  await ann.page.reload()
  await ann.page.getByTestId('hand').waitFor()
  expect(await cards()).toEqual(before)
  expect(await deadline()).toBe(runs)
  await ann.page.getByRole('tab', { name: 'Shuffle' }).click()
  await ann.decides('play')
  await ann.page.getByRole('button', { name: 'Check the last round here' }).click()
  await ann.page.getByText('The shuffle holds.').waitFor()
  expect(await ann.page.locator('.drawer li.ok').count()).toBe(6)
  await ann.isAccessible('shuffle')
  await ann.page.getByRole('tab', { name: 'Rounds' }).click()
  await ann.isAccessible('rounds')
  await ann.page.getByRole('link', { name: /^Round \d/ }).first().click()
  await ann.page.getByRole('heading', { name: /^Replay: Round \d/ }).waitFor()
  // Any round of the past, as well: with what this browser kept of it.
  await ann.page.getByRole('button', { name: 'Check the shuffle here' }).click()
  await ann.page.getByText('The shuffle holds.').waitFor()
  expect(await ann.page.locator('li.ok').count()).toBe(6)
  await ann.isAccessible('a round')
  await ann.context.close()
})

it('says which bets went back before the deal, how much and why, where they lay and to a screen reader, also to who comes later, and in German', async () => {
  const table = 'three-card-poker'
  const [ann, ben] = [await house.comes(PHONE), await house.comes(DESKTOP, 'light')]
  await Promise.all([ann.sits(table), ben.sits(table)])
  await ann.sees('open')
  const began = await ann.reads('balance')
  const told = await hears(ann)
  await ann.chooses('$5')
  await ann.page.getByRole('button', { name: /^6 Card Bonus / }).click()
  await expect.poll(() => ann.reads('balance')).toBe(began - 500)
  await ben.page.getByRole('button', { name: /^Ante / }).click()
  await ben.sees('dealt')
  const why = 'Sent back before the deal: 6 Card Bonus needs Ante or Pair Plus beside it.'
  const says = async (text: string) => {
    await expect.poll(() => ann.page.getByTestId('back-why').textContent()).toBe(text)
    for (const id of ['back-six-card-bonus', 'back']) expect(await ann.page.getByTestId(id).textContent()).toMatch(/^\$?5( \$|\u00a0\$)?$/)
  }
  await says(why)
  expect(await ann.reads('balance')).toBe(began)
  // Said once, by the dealer, and not as if the house had done wrong.
  await expect.poll(() => told.join(' ')).toMatch(/Position \d: \$5 back from 6 Card Bonus: 6 Card Bonus needs Ante or Pair Plus beside it\./)
  expect(told.filter((text) => /back from/.test(text))).toHaveLength(1)
  expect(await ann.page.locator('.toast').allTextContents()).toEqual([])
  await ann.isAccessible('bets that went back')
  await ann.page.reload()
  await says(why)
  await ann.page.evaluate(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de' })))
  await ann.page.reload()
  await says('Vor dem Geben zurückgeschickt: 6 Card Bonus steht nicht ohne Ante oder Pair Plus.')
  await ann.isAccessible('bets that went back, in German')
  const { state } = await ann.asks<{ state: { round: { no: number } } }>(`/api/v1/tables/${table}`)
  await ben.decides('play')
  await ann.sees('over')
  await ann.goes(`#/t/${table}/r/${state.round.no}`)
  await expect.poll(() => ann.page.getByTestId('went-back').textContent()).toMatch(/^Vor dem Geben zurückgeschickt: Platz \d: 6 Card Bonus 5\s\$; 6 Card Bonus steht nicht ohne Ante oder Pair Plus\.$/)
  await ann.page.getByText(/Platz \d: 5\s\$ zurück von 6 Card Bonus: 6 Card Bonus steht nicht ohne Ante oder Pair Plus\./).waitFor()
  await ann.isAccessible('a round in which bets went back')
  expect([...ann.wrong, ...ben.wrong]).toEqual([])
  await Promise.all([ann.context.close(), ben.context.close()])
})

it('gives every bet back when the floor declares the round void, and says why', async () => {
  const table = 'three-card-fortune'
  const { administrator: boss, floor } = await staffOf(house, 'floor')
  const ann = await house.comes(PHONE)
  await ann.sits(table)
  await ann.sees('open')
  const began = await ann.reads('balance')
  await ann.bets()
  await ann.sees('dealt')
  await floor.goes(`#/floor/tables/${table}`)
  await floor.page.getByRole('button', { name: `Void: ${table}` }).click()
  const why = floor.page.getByRole('dialog')
  // Nothing is void without a reason.
  await why.getByRole('button', { name: 'Void' }).click()
  expect(await ann.page.getByTestId('call').textContent()).not.toContain('void')
  await why.getByLabel('Reason').fill('a card fell on the floor')
  await why.getByRole('button', { name: 'Void' }).click()
  await floor.page.getByText(`The round at ${table} is void.`).waitFor()
  await expect.poll(() => ann.page.getByTestId('call').textContent()).toMatch(/^The round is void: .*a card fell on the floor/)
  await expect.poll(() => ann.reads('balance')).toBe(began)
  await ann.page.getByText('All stakes are returned: a card fell on the floor').waitFor()
  await ann.isAccessible('void')
  await Promise.all([boss, floor, ann].map((one) => one.context.close()))
})

it('offers no decision once the round is void, whatever the house still says of it, and gives the chips back: while bets are open and while players decide, in both languages', async () => {
  const empty = await ownHouse()
  const { floor } = await staffOf(empty, 'floor')
  for (const [table, language, back] of [
    ['three-card-shine', 'en', { short: /^All stakes are returned$/, long: /^All stakes are returned: a card fell$/ }],
    ['three-card-fury', 'de', { short: /^Alle Einsätze gehen zurück$/, long: /^Alle Einsätze gehen zurück: .*a card fell/ }],
  ] as const) {
    for (const stage of ['open', 'dealt']) {
      const ann = await empty.comes(PHONE)
      const { page } = ann
      await page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
      // A house may say of a hand that it has still to decide though its round is over.
      await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
        const server = line.connectToServer()
        server.onMessage((message) => {
          const said = JSON.parse(String(message)) as { patch?: { round?: { void?: string; spots?: Record<string, { undecided?: boolean | null }> } | null } }
          const { round } = said.patch ?? {}
          if (round?.void !== undefined) for (const spot of Object.values(round.spots ?? {})) if (spot !== null) delete spot.undecided
          line.send(JSON.stringify(said))
        })
      })
      await ann.goes(`#/t/${table}`)
      await page.locator('.guest button').click()
      await page.locator('.layout').waitFor()
      await ann.sees('open')
      await page.locator('.layout').getByRole('button', { name: /^Ante / }).click()
      await expect.poll(() => page.getByTestId('stake-ante').textContent()).toMatch(/5/)
      const chips = page.locator('.layout .pile')
      await expect.poll(() => chips.count()).toBeGreaterThan(0)
      await ann.sees(stage)
      if (stage === 'dealt') await page.locator('button.fold').waitFor()
      await expect.poll(() => floor.does(table, { do: 'void', reason: 'a card fell' })).toBe(200)
      // What lay there while bets were open is not said any more; later each stake is.
      const told = stage === 'open' ? page.locator('.hand .says') : page.getByTestId('back-why')
      await told.filter({ hasText: stage === 'open' ? back.short : back.long }).waitFor()
      await page.getByTestId('call').filter({ hasText: 'a card fell' }).waitFor()
      if (stage === 'dealt') expect(await page.getByTestId('back').textContent()).toMatch(/5|10/)
      expect(await page.locator('button.fold, .play').count(), `${table}, ${stage}`).toBe(0)
      expect(await chips.count(), `${table}, ${stage}`).toBe(0)
      expect((await page.locator('.seats .own .state').textContent())?.trim()).toBe(stage === 'open' ? '' : language === 'en' ? 'back' : 'zurück')
      // A key decides nothing, either.
      await page.keyboard.press('f')
      expect(await page.getByRole('dialog').count()).toBe(0)
      await ann.isAccessible(`void, ${stage}, ${language}`)
      expect(ann.wrong).toEqual([])
      await ann.context.close()
    }
  }
})

it('greets whoever comes to a table whose last round was over long ago with a seat, and with no clock', async () => {
  const table = 'three-card-pairs-plus'
  const empty = await ownHouse()
  const { floor } = await staffOf(empty, 'floor')
  for (const language of ['en', 'de'] as const) {
    const ben = await empty.comes()
    await ben.sits(table)
    await ben.sees('open')
    expect(await floor.does(table, { do: 'void', reason: 'a card fell' })).toBe(200)
    await ben.page.getByRole('button', { name: /^Leave position / }).click()
    await expect.poll(async () => (await ben.asks<{ state: { seats: object } }>(`/api/v1/tables/${table}`)).state.seats).toEqual({})
    const ann = await empty.comes(PHONE)
    const { page } = ann
    await page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
    // As minutes later, when no clock runs any more.
    await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
      const server = line.connectToServer()
      server.onMessage((message) => {
        const said = JSON.parse(String(message)) as { state?: { round?: { stage: string; deadline_ms?: number } } }
        if (said.state?.round?.stage === 'over') delete said.state.round.deadline_ms
        line.send(JSON.stringify(said))
      })
    })
    await ann.goes(`#/t/${table}`)
    await ann.sees('over')
    expect(await page.getByTestId('call').textContent()).toBe(language === 'en' ? 'Take a seat' : 'Nimm Platz')
    expect(await page.getByRole('timer').textContent()).toMatch(/^\s*$/)
    expect(await page.locator('.dealer svg').count()).toBe(0)
    await ann.isAccessible(`a round of the past, ${language}`)
    // Every position can be taken, also the one where somebody played.
    await page.locator('.guest button').click()
    await ann.sees('open')
    await page.locator('.leave').getByRole('button').first().click()
    await page.locator('.guest').waitFor()
    expect(ann.wrong).toEqual([])
    await Promise.all([ann, ben].map((one) => one.context.close()))
  }
})

it('says to whoever sits down while a round is played, or shown, for what they wait', async () => {
  const table = 'three-card-shine'
  const [ann, ben, cid] = [await house.comes(), await house.comes(PHONE), await house.comes(PHONE)]
  await cid.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de' })))
  await ann.sits(table)
  await ann.sees('open')
  await ann.page.getByRole('button', { name: /^Ante / }).click()
  await ann.page.getByRole('button', { name: /^Deal/ }).click()
  await ann.sees('dealt')
  await ben.sits(table)
  await ben.page.getByText('You are in from the next round on').waitFor()
  await ben.isAccessible('sat down while others decide')
  await ann.decides('play')
  await ann.sees('over')
  await ben.page.getByText('The next round begins soon').waitFor()
  await cid.goes(`#/t/${table}`)
  await cid.page.locator('.guest button').click()
  await cid.page.getByText('Gleich kommt die nächste Runde').waitFor()
  // Nobody is told so who sees the result of their own bets, or may bet.
  expect(await ann.page.getByText('The next round begins soon').count()).toBe(0)
  await Promise.all([ben, cid].map((one) => one.sees('open')))
  for (const one of [ben, cid]) expect(await one.page.locator('.hand .waits').count()).toBe(0)
  for (const one of [ann, ben, cid]) expect(one.wrong).toEqual([])
  await Promise.all([ann, ben, cid].map((one) => one.context.close()))
})

it('says that money is put aside for Play as long as it is, by how much the balance falls or not', async () => {
  for (const [table, size, says] of [['three-card-poker', PHONE, /^money put aside/], ['three-card-fury', DESKTOP, /^Geld zurückgelegt/]] as const) {
    const ann = await house.comes(size)
    const { page } = ann
    await page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), size === PHONE ? 'en' : 'de')
    await ann.goes(`#/t/${table}`)
    await page.locator('.guest button').click()
    await page.locator('.layout').waitFor()
    await ann.sees('open')
    const aside = page.getByTestId('aside-play')
    expect(await aside.count()).toBe(0)
    const ante = page.locator('.layout').getByRole('button', { name: /^Ante / })
    await ante.click()
    await expect.poll(async () => (await aside.textContent()) ?? '').toMatch(says)
    // The words have their room.
    expect(await aside.evaluate((text) => text.parentElement!.scrollWidth <= text.parentElement!.clientWidth + 1)).toBe(true)
    await ann.isAccessible(`${table}, money put aside`)
    // Whoever takes the bet back has it back.
    await page.getByRole('button', { name: /^(Clear|Leeren)/ }).click()
    await expect.poll(() => aside.count()).toBe(0)
    await ante.click()
    await aside.waitFor()
    await page.getByRole('button', { name: /^(Deal|Geben)/ }).click()
    await ann.sees('dealt')
    await page.locator('button.fold').waitFor()
    expect(await aside.count()).toBe(1)
    await page.locator('.play').first().click()
    await page.getByTestId('net').waitFor()
    expect(await aside.count()).toBe(0)
    expect(ann.wrong).toEqual([])
    await ann.context.close()
  }
})

it('says hands, rows, reasons and the dealer in German', async () => {
  const ann = await house.comes(PHONE, 'light')
  const { page } = ann
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['de'] }))
  await ann.goes('#/t/three-card-poker')
  await page.getByRole('button', { name: 'Eintreten und spielen' }).click()
  await ann.sees('open')
  const heard = await hears(ann)
  await page.getByRole('button', { name: /^Ante / }).click()
  await ann.sees('dealt')
  await expect.poll(() => page.getByTestId('hand').textContent()).toMatch(/hoch$|^Paar |^Drilling, |^Straße, |Flush, /)
  await page.getByRole('button', { name: /^Spielen / }).click()
  await page.getByTestId('net').waitFor()
  expect(await page.getByTestId('call').textContent()).toMatch(/^Geber spielt( nicht)?: .*(hoch$|Paar |Drilling, |Straße, |Flush, )/)
  // A screen reader is told in German, too, with cards by their names.
  await expect.poll(() => heard.join(' ')).toMatch(/Die Karten liegen\..*(Ass|König|Dame|Bube|Zehn|Neun|Acht|Sieben|Sechs|Fünf|Vier|Drei|Zwei).*Geber spielt( nicht)?: .*Platz \d: .*(gewinnt|verliert|ist unentschieden)/s)
  expect(heard.filter((text) => /Spot|Position|Dealer|Cards/.test(text))).toEqual([])
  await ann.sees('over')
  await page.getByRole('button', { name: 'Warum?' }).click()
  await page.getByRole('dialog').getByText(/^Der Geber qualifiziert sich/).first().waitFor()
  await ann.isAccessible('why, in German')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Zahlt · Regeln' }).click()
  await page.getByText('Geber qualifiziert sich, Spieler höher').first().waitFor()
  await ann.isAccessible('a table in German')
  await ann.context.close()
})

it('shows cards, chips and what is chosen where the device sets its own colours', async () => {
  const ann = await house.comes()
  await ann.page.emulateMedia({ forcedColors: 'active' })
  await ann.sits('three-card-fortune')
  await ann.sees('open')
  for (const chosen of ['radio', 'tab'] as const) {
    const [outlined, plain] = await Promise.all([true, false].map((is) => ann.page.getByRole(chosen, chosen === 'radio' ? { checked: is } : { selected: is }).first().evaluate((part) => getComputedStyle(part).outlineStyle)))
    expect(outlined, chosen).toBe('solid')
    expect(plain, chosen).toBe('none')
  }
  await ann.bets()
  await ann.sees('dealt')
  await ann.page.getByTestId('hand').waitFor()
  // The ink of a card stands off its paper, and so does the numeral of a chip.
  const contrasts = await ann.page.evaluate(() => {
    const light = (colour: string) => {
      const [r, g, b] = colour.match(/[\d.]+/g)!.slice(0, 3).map((part) => Number(part) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const contrast = (text: Element, paper: Element) => {
      const [one, two] = [text, paper].map((part) => light(getComputedStyle(part).fill)).sort((a, b) => b - a)
      return (one! + 0.05) / (two! + 0.05)
    }
    return [['.face', 'rect'], ['.chip', '.inner']].flatMap(([drawing, paper]) => [...document.querySelectorAll(drawing!)].map((one) => ({ drawing, contrast: contrast(one.querySelector('text')!, one.querySelector(paper!)!) })))
  })
  expect(contrasts.length).toBeGreaterThan(5)
  for (const { drawing, contrast } of contrasts) expect(contrast, drawing).toBeGreaterThan(3)
  await ann.context.close()
})

it('refuses more than the house takes at a spot, and says what it takes', async () => {
  const ann = await house.comes(PHONE)
  await ann.sits('three-card-pairs-plus')
  await ann.sees('open')
  const ante = ann.page.getByRole('button', { name: /^Ante / })
  await ann.chooses('$5')
  for (let time = 0; time < 3; time++) await ante.click()
  await ann.page.getByText('Ante is $2 to $10 here.').first().waitFor()
  expect(await ann.page.getByTestId('stake-ante').textContent()).toBe('$10')
  await ann.context.close()
})

it('has no fault that axe finds on its other pages, in both languages', async () => {
  for (const [size, scheme] of [[DESKTOP, 'dark'], [PHONE, 'light']] as const) {
    const ann = await house.comes(size, scheme)
    for (const path of ['', '#/games', '#/games/three-card-poker', '#/sign-in', '#/nowhere', '#/t/three-card-fury']) {
      await ann.goes(path)
      await ann.page.locator('h1, h2').first().waitFor()
      await ann.isAccessible(`${path} ${size.width}`)
    }
    await ann.goes('')
    if (size === PHONE) await ann.page.getByRole('button', { name: 'Menu' }).click()
    await ann.page.getByRole('button', { name: 'Settings' }).click()
    await ann.isAccessible('settings')
    await ann.page.getByLabel('Language').selectOption('Deutsch')
    await ann.page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    await ann.page.getByRole('button', { name: 'Schließen' }).first().click()
    await ann.page.getByRole('heading', { name: 'Tische', exact: true }).waitFor()
    expect(await ann.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await ann.context.close()
  }
})

it('shows the result of the last round before a pause as that of any other, and says later that the table is paused', async () => {
  const table = 'three-card-pairs-plus'
  const empty = await ownHouse()
  const { floor } = await staffOf(empty, 'floor')
  const [ann, eve] = [await empty.comes(PHONE), await empty.comes()]
  await ann.sits(table)
  await eve.goes(`#/t/${table}`)
  await ann.sees('open')
  const told = await hears(ann)
  await ann.bets()
  await ann.sees('dealt')
  expect(await floor.does(table, { do: 'turn', status: 'paused', reason: 'the last round' })).toBe(200)
  // Both see at once how it came out, and the dealer's cards: no round follows, and it is theirs to look at all the same.
  const seen = [ann, eve].map(async ({ page }) => {
    await page.getByTestId('call').filter({ hasText: /^Dealer (plays|does not play): / }).waitFor()
    expect(await page.locator('.dealer').getByRole('img').count()).toBeGreaterThanOrEqual(3)
  })
  await ann.decides('play')
  await Promise.all([ann.page.getByTestId('net').waitFor(), ...seen])
  await expect.poll(() => told.join(' ')).toMatch(/Dealer (plays|does not play)/)
  for (const { page } of [ann, eve]) await expect.poll(() => page.getByTestId('call').textContent(), { timeout: 30_000 }).toMatch(/paused/)
  expect([...ann.wrong, ...eve.wrong]).toEqual([])
})

it('lays bets that belong together whole or not at all, whatever the wallet holds', async () => {
  const table = 'three-card-fury'
  const ann = await house.comes(PHONE)
  await ann.sits(table)
  await ann.sees('open')
  const lies = async () => {
    const { player } = await ann.asks<{ player: string }>('/api/v1/me')
    const { state } = await ann.asks<{ state: { round: { spots: Record<string, { player: string; wagers: Record<string, number> }> } } }>(`/api/v1/tables/${table}`)
    return Object.values(state.round.spots).find((spot) => spot.player === player)?.wagers ?? {}
  }
  const began = await ann.reads('balance')
  await ann.chooses('$500')
  // The Ante and what is put aside for Play would take all there is, and the wager that must lie beside it could not be made.
  const ante = ann.page.getByRole('group', { name: 'Your bets' }).getByRole('button', { name: /^Ante/ })
  await ante.click()
  await ann.page.getByText(/is needed/).first().waitFor()
  await expect.poll(lies).toEqual({})
  await expect.poll(() => ann.reads('balance')).toBe(began)
  // Chip after chip: where the next is one too many, what lay there stays as it was.
  await ann.chooses('$100')
  for (let chips = 0; chips < 3; chips++) await ante.click()
  await expect.poll(lies).toMatchObject({ ante: 30_000 })
  const three = await lies()
  await ante.click()
  await ann.page.getByText(/is needed/).first().waitFor()
  await expect.poll(lies).toEqual(three)
  await expect.poll(() => ann.page.getByTestId('stake-ante').textContent()).toBe('$300')
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})
