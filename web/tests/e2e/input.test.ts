// Fingers, input methods and dialogs that lie over each other.
import type { CDPSession, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, NARROW, type Person, PHONE } from './house'
import { staffOf } from './staff'

let house: House
inHouse((opened) => (house = opened))

/** How long a press must last to take a chip off, and somewhat more, in milliseconds. */
const LONG_MS = 800

class Finger {
  private constructor(
    private readonly page: Page,
    private readonly client: CDPSession,
  ) {}

  static async of({ page, context }: Person): Promise<Finger> {
    return new Finger(page, await context.newCDPSession(page))
  }

  /** Puts it down in the middle of something, moves it so far and lifts it, after a while. */
  async swipes(what: string, by: { x: number; y: number }, ms = 0): Promise<void> {
    const box = (await this.page.locator(what).first().boundingBox())!
    const at = (part: number) => [{ x: box.x + box.width / 2 + by.x * part, y: box.y + box.height / 2 + by.y * part }]
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) => this.client.send('Input.dispatchTouchEvent', { type, touchPoints: part === undefined ? [] : at(part) })
    await touch('touchStart', 0)
    if (by.x !== 0 || by.y !== 0) for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8)
    await this.page.waitForTimeout(ms)
    await touch('touchEnd')
  }
}

const stake = (one: Person, wager: string) => one.page.getByTestId(`stake-${wager}`).textContent()

it('takes a tap for a chip, a long press for one less and a swipe for neither, and cards are turned over by a finger', async () => {
  const ann = await house.comes(NARROW)
  await ann.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ reveal: 'squeeze' })))
  await ann.sits('three-card-fury')
  await ann.sees('open')
  const finger = await Finger.of(ann)
  const spot = '.layout .place:has([data-testid=stake-ante]) button'
  for (const stakes of ['$5', '$10']) {
    await ann.page.locator(spot).tap()
    await expect.poll(() => stake(ann, 'ante')).toBe(stakes)
  }
  await finger.swipes(spot, { x: 0, y: 0 }, LONG_MS)
  await expect.poll(() => stake(ann, 'ante')).toBe('$5')
  // Where the page scrolls, a finger that scrolls it from a bet puts no chip there, and takes none off, however long it rests.
  const scrolled = () => ann.page.locator('.table').evaluate((table) => table.scrollTop)
  const before = await scrolled()
  await finger.swipes(spot, { x: 0, y: before > 0 ? 60 : -60 }, LONG_MS)
  await expect.poll(scrolled).not.toBe(before)
  expect(await stake(ann, 'ante')).toBe('$5')
  await ann.sees('dealt')
  const cover = ann.page.getByRole('button', { name: /^Turn|^Look/ })
  await cover.waitFor()
  // Half a pull lets one peep below the back of each card, and turns nothing; whoever cannot see is told nothing yet.
  const back = () => ann.page.locator('.hand .over').evaluateAll((backs) => backs.map((back) => Math.round(Number(/([\d.]+)%/.exec(getComputedStyle(back).clipPath)?.[1] ?? 0))))
  await expect.poll(back).toEqual([0, 0, 0, 0])
  const half = finger.swipes('.hand button.cards', { x: 0, y: -40 }, LONG_MS)
  await expect.poll(async () => (await back()).every((share) => share > 15 && share < 45)).toBe(true)
  expect(await ann.page.locator('.hand').getByRole('img').count()).toBe(0)
  await half
  await expect.poll(back).toEqual([0, 0, 0, 0])
  expect(await cover.isVisible()).toBe(true)
  await finger.swipes('.hand button.cards', { x: 0, y: -110 })
  await ann.page.getByTestId('hand').waitFor()
  await ann.decides('play')
  await ann.page.getByTestId('net').waitFor()
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('does nothing by keys that an input method composes with', async () => {
  const ann = await house.comes(DESKTOP)
  const { page, context } = ann
  const client = await context.newCDPSession(page)
  /** A key that an input method takes. */
  const composes = (key: string) => client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 })
  // The key that ends a composition sends no form.
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await ann.goes('#/sign-in')
  const name = page.getByLabel('Name at the table')
  await name.focus()
  await client.send('Input.imeSetComposition', { text: 'あん', selectionStart: 2, selectionEnd: 2 })
  await composes('Enter')
  await client.send('Input.insertText', { text: 'アン' })
  await expect.poll(() => name.inputValue()).toBe('アン')
  expect(sent).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByTestId('who').waitFor()
  await page.evaluate(() => (location.hash = '#/t/three-card-shine?sit'))
  await page.getByRole('group', { name: 'Your bets' }).waitFor()
  await ann.sees('open')
  for (const key of ['a', 'r', 'x', '?', ' ', '2']) await composes(key)
  expect([await page.getByRole('dialog').count(), await stake(ann, 'ante')]).toEqual([0, ''])
  // The same keys by themselves.
  await page.keyboard.press('a')
  await expect.poll(() => stake(ann, 'ante')).toBe('$5')
  await ann.sees('dealt')
  await page.getByTestId('hand').waitFor()
  await page.waitForTimeout(700)
  for (const key of ['p', 'f']) await composes(key)
  expect([await page.getByRole('dialog').count(), await page.getByRole('button', { name: /^Play \$/ }).isVisible()]).toEqual([0, true])
  await ann.decidesBy('p')
  await page.getByTestId('net').waitFor()
  expect(ann.wrong).toEqual([])
  await context.close()
})

/** What has the focus, in a few words. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '')

it('closes by Escape what lies on top, and that alone, and is back each time where it was opened', async () => {
  const ann = await house.comes(PHONE)
  const { page } = ann
  await ann.sits('three-card-poker')
  const [menu, keys] = [page.getByRole('button', { name: 'Menu' }), page.getByRole('button', { name: 'How to play' })]
  const help = page.getByRole('dialog', { name: 'How to play' })
  // A dialog over a dialog's place, opened by its button.
  await keys.click()
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('How to play')
  // The list of pages, and the keys over it.
  await menu.click()
  await page.keyboard.press('?')
  await help.waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  expect([await menu.getAttribute('aria-expanded'), await focused(page)]).toEqual(['true', 'Menu'])
  await page.keyboard.press('Escape')
  expect([await menu.getAttribute('aria-expanded'), await focused(page)]).toEqual(['false', 'Menu'])
  // The settings, whose button goes with the list.
  await menu.click()
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.waitFor()
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe('Menu')
  // The drawer, which stands in the place of the felt, and the keys over it.
  const opens = page.locator('.open-drawer button')
  await opens.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('tab', { selected: true })
  await drawer.waitFor()
  const tab = (await drawer.textContent())!
  await expect.poll(() => focused(page)).toBe(tab)
  await page.keyboard.press('?')
  await help.waitFor()
  // Keys of the table do nothing behind it, wherever the focus is.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe(tab)
  await page.keyboard.press('Escape')
  await opens.waitFor()
  await expect.poll(() => opens.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('is back at its table after a dialog of the back office, also where what opened it is gone', async () => {
  const { administrator: boss, floor } = await staffOf(house, 'floor')
  await boss.context.close()
  const table = 'three-card-fury'
  await floor.goes('#/floor')
  const row = floor.page.locator(`[data-table="${table}"]`)
  const link = row.getByRole('link').first()
  const dialog = floor.page.getByRole('dialog')
  await link.focus()
  await floor.page.keyboard.press('p')
  await dialog.waitFor()
  await floor.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await link.evaluate((link) => link === document.activeElement)).toBe(true)
  // Done: the button that was pressed is another one now.
  await row.getByRole('button', { name: /^Pause/ }).click()
  await dialog.getByLabel('Reason').fill('a break')
  await floor.page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: /^Open/ }).waitFor()
  await expect.poll(() => row.evaluate((row) => row.contains(document.activeElement))).toBe(true)
  expect(floor.wrong).toEqual([])
  await floor.context.close()
})

it('says first how one plays by touch; keys and the letters in the circles are for whoever has a keyboard', async () => {
  const [finger, mouse] = [await house.comes(PHONE), await house.comes(DESKTOP)]
  // A machine without a mouse, as this one may be, has none either.
  await mouse.page.addInitScript(() => {
    const asks = window.matchMedia.bind(window)
    window.matchMedia = (query) => (query === '(hover: hover)' ? ({ matches: true, addEventListener: () => undefined } as unknown as MediaQueryList) : asks(query))
  })
  const table = 'three-card-pairs-plus'
  const help = ({ page }: Person) => page.getByRole('dialog', { name: 'How to play' })
  const letters = ({ page }: Person) => page.locator('.layout .ring kbd').allTextContents()
  for (const one of [finger, mouse]) await one.sits(table)
  await finger.sees('open')
  expect(await letters(finger)).toEqual([])
  expect((await letters(mouse)).length).toBeGreaterThan(1)
  for (const one of [finger, mouse]) {
    await one.page.getByRole('button', { name: 'How to play' }).click()
    const lines = await help(one).getByRole('listitem').allTextContents()
    expect(lines.map((line) => /tap or click a circle|hold its circle down|“Deal” means: I am done|“Play” makes the bet Play|put aside|time is up the table decides/.exec(line)?.[0])).not.toContain(undefined)
    expect(await help(one).locator('kbd').count() > 0, one === mouse ? 'keys' : 'no keys').toBe(one === mouse)
    await one.isAccessible('how to play')
    await help(one).getByRole('button', { name: 'Close' }).click()
  }
  // What is typed in a field may come from a phone; a key that is pressed elsewhere comes from a keyboard.
  await finger.page.keyboard.press('Shift')
  await expect.poll(async () => (await letters(finger)).length).toBeGreaterThan(1)
  await finger.page.getByRole('button', { name: 'How to play' }).click()
  await help(finger).getByRole('heading', { name: 'Keys' }).waitFor()
  await finger.isAccessible('how to play, with keys')
  for (const one of [finger, mouse]) {
    expect(one.wrong).toEqual([])
    await one.context.close()
  }
})
