// What is told or can be done covers nothing else: on tablets upright, on phones, on a page at 200 %, in both languages.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, type Person, PHONE, SMALL, ZOOMED } from './house'
import { staffOf } from './staff'

let house: House
let floor: Person
inHouse(async (opened) => {
  house = opened
  floor = (await staffOf(house, 'floor')).floor
})

const LONG = { bet_ms: 600_000, secret_ms: 15_000, decide_ms: 45_000, show_ms: 5_000 }
/** A phone as most are. */
const COMMON = { width: 390, height: 844 }
/** A phone on its side. */
const SIDE = { width: 740, height: 360 }

/** Which of these parts, that can be seen, lie in part under what is told there. */
const under = (one: Person, over: string, parts: string) =>
  one.page.evaluate(
    ([over, parts]) => {
      const all = [...document.querySelectorAll(over!)].map((told) => told.getBoundingClientRect()).filter(({ width, height }) => width * height > 0)
      if (all.length === 0) return ['nothing is told']
      return [...document.querySelectorAll(parts!)].flatMap((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        return right > left && all.some((told) => left < told.right - 0.5 && told.left < right - 0.5 && top < told.bottom - 0.5 && told.top < bottom - 0.5) ? [part.outerHTML.slice(0, 80)] : []
      })
    },
    [over, parts],
  )

const speaks = (one: Person, language: string) =>
  one.page.evaluate((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ ...(JSON.parse(localStorage.getItem('tercet.prefs') ?? '{}') as object), language, speed: 'instant' })), language)

it('shows all of every table to the floor, with all that can be done to it, however narrow the page is', async () => {
  const table = 'three-card-poker'
  await floor.goes('')
  expect(await floor.does(table, { do: 'set', game: table, meter: table, clocks: LONG })).toBe(200)
  const ann = await house.comes(DESKTOP)
  await ann.sits(table)
  await ann.sees('open')
  await ann.bets()
  for (const language of ['en', 'de']) {
    await speaks(floor, language)
    for (const width of [768, 820, 1024, 1100, 1200, 1440]) {
      await floor.page.setViewportSize({ width, height: 1180 })
      await floor.goes('#/floor')
      await floor.page.reload()
      const where = `${language}, ${width}`
      const acts = floor.page.getByRole('button', { name: new RegExp(`: ${table}$`) })
      await expect.poll(() => acts.count(), { message: where }).toBe(3)
      const wrong = await floor.page.evaluate(() => {
        const region = document.querySelector('.scrolls')!
        const { left, right } = region.getBoundingClientRect()
        return [
          ...(region.scrollWidth > region.clientWidth ? [`${region.scrollWidth} of ${region.clientWidth}`] : []),
          // In sight, and nothing over it.
          ...[...region.querySelectorAll('th, td, td small, button')].flatMap((part) => {
            const at = part.getBoundingClientRect()
            const on = [0.1, 0.5, 0.9].map((of) => document.elementFromPoint(at.left + at.width * of, at.top + at.height / 2))
            return at.left < left || at.right > right + 0.5 || on.some((one) => !part.contains(one) && !one?.contains(part)) ? [part.outerHTML.slice(0, 80)] : []
          }),
          ...[...region.querySelectorAll('button')].flatMap((button) => (button.getBoundingClientRect().height < 44 || button.getBoundingClientRect().width < 44 ? [button.textContent] : [])),
        ]
      })
      expect(wrong, where).toEqual([])
    }
    await floor.page.setViewportSize({ width: 820, height: 1180 })
    await floor.isAccessible(`the tables, upright, ${language}`)
  }
  // The keys act on a table from wherever one is in it.
  await speaks(floor, 'en')
  await floor.page.reload()
  await floor.page.getByRole('button', { name: `Void: ${table}` }).focus()
  await floor.page.keyboard.press('p')
  await floor.page.getByRole('dialog', { name: new RegExp(table) }).waitFor()
  await floor.page.keyboard.press('Escape')
  await floor.page.getByRole('button', { name: `Void: ${table}` }).focus()
  await floor.page.keyboard.press('ArrowUp')
  expect(await floor.page.evaluate(() => document.activeElement?.closest('[data-table]')?.getAttribute('data-table'))).toBe('three-card-pairs-plus')
  await floor.page.setViewportSize(DESKTOP)
  expect(floor.wrong).toEqual([])
  await ann.context.close()
})

it('says that a table pauses over no button, no meter and no name, and cuts nothing that can be done', async () => {
  const table = 'three-card-poker'
  await floor.goes('')
  expect(await floor.does(table, { do: 'set', game: table, meter: table, hints: true, clocks: LONG })).toBe(200)
  const sizes = [
    { ...SMALL, language: 'de', positions: 1 },
    { ...PHONE, language: 'en', positions: 2 },
    { ...COMMON, language: 'de', positions: 2 },
    { ...ZOOMED, language: 'de', positions: 1 },
    { ...SIDE, language: 'en', positions: 1 },
  ]
  for (const { language, positions, ...size } of sizes) {
    const where = `${size.width} × ${size.height}, ${language}`
    const one = await house.comes(size)
    await one.goes('')
    await speaks(one, language)
    await one.goes(`#/t/${table}`)
    await one.page.reload()
    await one.page.locator('.guest button').click()
    await one.page.locator('.layout').waitFor()
    if (positions === 2) {
      await one.page.locator('.sit').first().click()
      await one.page.locator('.tabs').waitFor()
    }
    await one.page.getByTestId('meter').waitFor()
    await one.sees('open')
    // A round is played with hints, as the table is set.
    expect([200, 409]).toContain(await floor.does(table, { do: 'void', reason: 'the next one' }))
    await one.page.getByRole('switch').waitFor()
    await one.sees('open')
    const uncut = () =>
      one.page.evaluate(() => {
        const head = document.querySelector('header')!.getBoundingClientRect().bottom
        const end = document.querySelector('.foot')!.getBoundingClientRect().top
        const parts = [...document.querySelectorAll('.leave button, .own .hand, .bets .place')]
        // On a phone on its side the facts are out of sight, as a whole.
        return parts.filter((part) => {
          const { top, bottom } = part.getBoundingClientRect()
          return (top < head - 0.5 && bottom > head + 0.5) || bottom > end + 0.5
        }).map((part) => part.textContent)
      })
    expect(await uncut(), where).toEqual([])
    expect(await floor.does(table, { do: 'turn', status: 'paused', reason: 'a pause' })).toBe(200)
    await one.page.locator('.news span').waitFor()
    expect(await under(one, '.news span', '.leave button, .leave .hints, .rail h1, .meter, .felt, .rail dl ~ dl div, header button'), where).toEqual([])
    // It is read as a whole.
    expect(await one.page.locator('.news span').evaluate((told) => told.scrollWidth <= told.clientWidth), where).toBe(true)
    expect(await uncut(), where).toEqual([])
    expect(await floor.does(table, { do: 'turn', status: 'open', reason: 'goes on' })).toBe(200)
    for (let left = positions; left > 0; left--) {
      await one.page.locator('.ups button').first().click()
      await expect.poll(() => one.page.locator('.ups button').count()).toBe(left - 1)
    }
    expect(one.wrong).toEqual([])
    await one.context.close()
  }
})

it('says that the line is lost, or that a bet is refused, over no card', async () => {
  const table = 'three-card-shine'
  await floor.goes('')
  expect(await floor.does(table, { do: 'set', game: table, clocks: LONG })).toBe(200)
  const played = '.dealer .cards > *, .hand .cards > *, .call span, .seats .cards > *'
  for (const size of [DESKTOP, { width: 1200, height: 800 }, { width: 820, height: 1180 }, COMMON, SMALL]) {
    for (const drawer of size.width < 1200 ? [false] : [true, false]) {
      const where = `${size.width} × ${size.height}, ${drawer ? 'with' : 'without'} the drawer`
      const one = await house.comes(size)
      let cut = false
      const lines: { close: () => Promise<void> }[] = []
      await one.page.routeWebSocket(/\/api\/v1\/live/, (line) => {
        if (cut) return void line.close()
        line.connectToServer()
        lines.push(line)
      })
      await one.sits(table)
      await one.sees('open')
      if (size.width >= 1200 && !drawer) await one.page.locator('.drawer button').last().click()
      // More than the wallet holds, three times: no more than the newest of it is told.
      await one.chooses('$500')
      const bets = one.page.getByRole('group', { name: 'Your bets' }).getByRole('button', { disabled: false })
      for (let more = 0; more < 3; more++) {
        for (const bet of await bets.all()) await bet.click()
        await one.page.waitForTimeout(300)
      }
      await one.page.locator('.toast:visible').first().waitFor()
      expect(await one.page.locator('.toast:visible').count(), where).toBeLessThanOrEqual(size.width < 1200 ? 1 : 2)
      expect(await under(one, '.toast', `${played}, .drawer [role="tab"]`), where).toEqual([])
      cut = true
      for (const line of lines) await line.close()
      await one.page.locator('.link').waitFor()
      expect(await under(one, '.link', `${played}, .drawer [role="tab"]${size.width < 1200 ? '' : ', .rail h1, .rail button'}`), where).toEqual([])
      await one.context.close()
      expect([200, 409]).toContain(await floor.does(table, { do: 'void', reason: 'the next one' }))
    }
  }
})

it('says of a full table that it is full, and leaves what was told there behind', async () => {
  const table = 'three-card-fury'
  const people: Person[] = []
  for (let no = 0; no < 7; no++) {
    people.push(await house.comes(DESKTOP))
    await people[no]!.sits(table)
  }
  const stranger = await house.comes(COMMON, 'light')
  await stranger.goes(`#/t/${table}`)
  const full = stranger.page.locator('.guest').getByText('All positions are taken. You can watch.')
  await full.waitFor()
  expect(await stranger.page.getByRole('button', { name: 'Come in to play' }).count()).toBe(0)
  await stranger.isAccessible('a full table')
  // Whoever comes to play is told once, and by no note.
  await stranger.goes('#/t/three-card-fortune')
  await stranger.sits('three-card-fortune')
  await stranger.goes(`#/t/${table}?sit`)
  await full.waitFor()
  expect(await stranger.page.getByText('Take a free position').count()).toBe(0)
  expect(await stranger.page.locator('.toast').count()).toBe(0)
  // What is refused at one table is not told at the next one.
  await stranger.goes('#/t/three-card-fortune')
  await stranger.page.getByRole('group', { name: 'Your bets' }).waitFor()
  await stranger.sees('open')
  await stranger.chooses('$500')
  for (let more = 0; more < 3; more++) {
    await stranger.page.getByRole('group', { name: 'Your bets' }).getByRole('button', { name: /^Ante/ }).click()
    await stranger.page.waitForTimeout(300)
  }
  await stranger.page.locator('.toast:visible').first().waitFor()
  await stranger.goes(`#/t/${table}`)
  await full.waitFor()
  await expect.poll(() => stranger.page.locator('.toast').count()).toBe(0)
  // As soon as somebody leaves, there is a position.
  await people[0]!.page.getByRole('button', { name: /^Leave position/ }).click()
  await stranger.page.locator('.guest').getByText('Take a free position').waitFor()
  for (const one of [stranger, ...people]) await one.context.close()
})
