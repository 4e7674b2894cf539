// All can be read and done where a page is shown at 400 %, its text alone at 200 %, its lines and letters further apart, or with more contrast (WCAG 1.4.4, 1.4.10,
// 1.4.12), on every page that a player sees and on some of each part of the back office.
import { describe, expect, it } from 'vitest'
import { DESKTOP, House, inHouse, NARROW, ownHouse, type Person, PHONE, SMALL, TABLET, ZOOMED } from './house'
import { staffOf } from './staff'

let house: House
let ann: Person
let staff: Record<'administrator' | 'floor' | 'cashier' | 'auditor', Person>
let round = 0
let player = ''
const TABLE = 'three-card-poker'
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor', 'cashier', 'auditor')
  ann = await house.comes(DESKTOP)
  await ann.sits(TABLE)
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await ann.decides('play')
  await ann.page.getByTestId('net').waitFor()
  await ann.sees('over')
  player = (await ann.asks<{ player: string }>('/api/v1/me')).player
  round = (await ann.asks<{ rounds: { round: number }[] }>('/api/v1/me/rounds')).rounds[0]!.round
}, undefined, 150_000)

/** Words that a line break tears: no phone has room for a heap of letters, and nobody reads them. What is meant to break anywhere is no word. */
const torn = ({ page }: Person) =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement!
      if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.sr, svg, pre, code, .code, .hash, option, script') !== null) continue
      // Nor is a hash a word, whatever letters stand in it.
      const said = (text.nodeValue ?? '').replace(/[0-9a-f]{16,}/g, (hash) => '0'.repeat(hash.length))
      for (const { 0: word, index } of said.matchAll(/\p{L}{2,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(`${word}: ${parent.outerHTML.slice(0, 90)}`)
      }
    }
    return found
  })

/** A tablet upright, and the least of a desktop that has the pay tables beside the felt. */
const [UPRIGHT, LAPTOP] = [{ width: 768, height: 1024 }, { width: 1280, height: 800 }]
/** What is left of 1280 × 1024 at 400 %. */
const ENLARGED = { width: 320, height: 256 }

const PAGES = {
  player: ['', 'games', `games/${TABLE}`, `odds/${TABLE}`, `t/${TABLE}`, 't/TABLE/r/ROUND', 'account', 'account/limits', 'account/rounds', 'account/wallet', 'account/cases', 'sign-in', 'join/LINK', 'password/LINK', 'nowhere'],
  floor: ['floor', `floor/tables/${TABLE}`, 'floor/rounds', `floor/rounds/${TABLE}/ROUND`, `floor/settle/${TABLE}/ROUND`, 'floor/cases', 'floor/cases/new', 'floor/reports', 'floor/meters', 'floor/people', 'floor/people/PLAYER'],
  cashier: ['cashier', 'cashier/PLAYER'],
  auditor: ['auditor', 'auditor/checkpoints', 'auditor/log', 'auditor/rounds', 'auditor/people/PLAYER'],
  administrator: ['admin', 'admin/people/PLAYER', 'admin/tables', `admin/tables/${TABLE}`, 'admin/links', 'admin/games', `admin/games/${TABLE}`, 'admin/house'],
} as const
type Who = keyof typeof PAGES
const who = (name: Who) => (name === 'player' ? ann : staff[name])

/** Goes to each page and looks at it. */
async function each(name: Who, looks: (one: Person, path: string) => Promise<void>): Promise<void> {
  const one = who(name)
  for (const page of PAGES[name]) {
    const path = page.replace('TABLE', TABLE).replace('ROUND', String(round)).replace('PLAYER', player)
    await one.goes(`#/${path}`)
    await one.page.locator('#content :is(h1, h2)').first().waitFor({ state: 'attached' })
    await expect.poll(() => one.page.locator('[aria-busy=true]').count()).toBe(0)
    await one.page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished.catch(() => undefined))))
    await looks(one, path)
  }
}

/** What is wider than the screen, but for what scrolls by itself as it must: tables, texts of programs, and rows of places. */
const wide = ({ page }: Person) =>
  page.evaluate(() => {
    const scrolls = (part: Element) => part.closest('.scrolls > *, nav > *, pre, .sheet, .gutter, .seats > *, .sr, svg *') !== null
    const all = [...document.querySelectorAll('#content *, .shell > header *, footer *')].filter((part) => part.checkVisibility({ visibilityProperty: true }))
    const out = all.filter((part) => !scrolls(part) && (part.getBoundingClientRect().right > innerWidth + 1 || part.getBoundingClientRect().left < -1))
    return [...(document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth}`] : []), ...out.map((part) => part.outerHTML.slice(0, 140))]
  })

/** What cannot be pressed though it is there to be, as something lies over it wherever the page is scrolled. */
const covered = async ({ page }: Person, within = '#content, .shell > header') =>
  page.evaluate((within) => {
    const all = document.querySelectorAll<HTMLElement>(within.split(', ').flatMap((part) => ['a[href]', 'button', 'input', 'select', 'textarea', 'summary'].map((kind) => `${part} ${kind}`)).join(', '))
    return [...all].flatMap((part) => {
      if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || part.matches(':disabled')) return []
      part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, right, top, bottom } = part.getClientRects()[0] ?? part.getBoundingClientRect()
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return over !== null && (part.contains(over) || over.contains(part) || over.closest('label')?.contains(part)) ? [] : [`${part.outerHTML.slice(0, 110)} under ${over?.outerHTML.slice(0, 60)}`]
    })
  }, within)

/** Text that is cut off, in a box that is too small for it and does not scroll, or that runs into the next cell of a table. */
const cut = ({ page }: Person) =>
  page.evaluate(() => {
    const hides = (part: Element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(part)
      const [across, down] = [part.scrollWidth - part.clientWidth > 2, part.scrollHeight - part.clientHeight > 2]
      // What is cut with an ellipsis is said in full elsewhere.
      return (across && overflowX === 'hidden' && textOverflow !== 'ellipsis') || (down && overflowY === 'hidden')
    }
    const all = [...document.querySelectorAll('#content *, .shell > header *, footer *, dialog *')]
    const spilt = [...document.querySelectorAll('#content :is(td, th)')].filter((cell) => !cell.matches('.sr *') && cell.checkVisibility() && cell.scrollWidth - cell.clientWidth > 2)
    return [...spilt, ...all].filter((part) => spilt.includes(part) || (part.checkVisibility({ visibilityProperty: true }) && !part.matches('.sr, svg, svg *, .table, .felt, .gutter, .clip') && part.clientWidth > 1 && hides(part))).map((part) => part.outerHTML.slice(0, 140))
  })

/**
 * What is pressed and leaves a finger less than 44 px in either direction (WCAG 2.5.5): measured is what answers there, whatever it looks like. Links in a text, a
 * list or a table are as high as their line.
 */
const small = async ({ page }: Person, within = '#content, .shell > header, footer, dialog[open]') =>
  page.evaluate((within) => {
    const kinds = ['button', '.button', 'input', 'select', 'textarea', 'summary', 'nav a', '[role=radio]', '[role=tab]', '[role=switch]']
    const all = document.querySelectorAll<HTMLElement>(within.split(', ').flatMap((part) => kinds.map((kind) => `${part} ${kind}`)).join(', '))
    return [...all].flatMap((part) => {
      if (!part.checkVisibility({ visibilityProperty: true })) return []
      part.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const answers = (x: number, y: number) => {
        const over = document.elementFromPoint(x, y)
        return over !== null && (part.contains(over) || over.closest('label')?.contains(part) === true)
      }
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const far = (across: number, down: number) => {
        let far = 0
        while (far < 44 && answers(x + across * (far + 1), y + down * (far + 1))) far++
        return far
      }
      const [width, height] = [far(-1, 0) + far(1, 0) + 1, far(0, -1) + far(0, 1) + 1]
      return width >= 44 && height >= 44 ? [] : [`${width} × ${height}: ${part.outerHTML.slice(0, 120)}`]
    })
  }, within)

const styled = ({ page }: Person, css: string) =>
  page.evaluate((css) => {
    // The policy of the server allows no style that stands in the page; one that a script makes it does.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, css)

describe.each(Object.keys(PAGES) as Who[])('%s', (name) => {
  it('can be read and used at 400 %, without scrolling both ways, in either language', async () => {
    const { page } = who(name)
    await page.setViewportSize(ENLARGED)
    for (const language of ['en', 'de']) {
      await page.evaluate((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
      await page.reload()
      await each(name, async (one, path) => {
        expect(await wide(one), `${path} ${language}`).toEqual([])
        expect(await covered(one), `${path} ${language}`).toEqual([])
      })
    }
    await page.evaluate(() => localStorage.removeItem('tercet.prefs'))
    await page.setViewportSize(DESKTOP)
    await page.reload()
  })

  it.each([['en', 1], ['de', 1], ['en', 2], ['de', 2]] as const)('is no wider than a phone, tears no word, and leaves a finger its room, in %s with its text %i times as large', async (language, times) => {
    const { page } = who(name)
    await page.setViewportSize(PHONE)
    await page.evaluate((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
    await page.reload()
    const bad: Record<string, string[]> = {}
    await each(name, async (one, path) => {
      await styled(one, `html { font-size: ${times}00% !important }`)
      // What a table does meanwhile may be on its way to its place.
      let found: string[] = []
      const looked = async () => (found = [...(await wide(one)), ...(await cut(one)), ...(await torn(one)), ...(await small(one))])
      await expect.poll(looked, { timeout: 10_000 }).toEqual([]).catch(() => (bad[path] = found))
    })
    await page.evaluate(() => localStorage.removeItem('tercet.prefs'))
    await page.setViewportSize(DESKTOP)
    await page.reload()
    expect(bad).toEqual({})
  })

  it.each([
    ['letters, words, lines and paragraphs are further apart', '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'],
    ['its text alone is twice as large', 'html { font-size: 200% !important }'],
  ])('loses nothing where %s', async (_, css) => {
    await who(name).page.setViewportSize(DESKTOP)
    await each(name, async (one, path) => {
      await styled(one, css)
      expect(await wide(one), path).toEqual([])
      expect(await cut(one), path).toEqual([])
      expect(await covered(one), path).toEqual([])
    })
    await styled(who(name), '')
  })
})

it('opens every dialog at 400 % so that all of it can be reached, and closed', async () => {
  const { page } = ann
  await page.setViewportSize(ENLARGED)
  await ann.goes(`#/t/${TABLE}`)
  await ann.sees('none', 'open', 'dealt', 'over')
  const dialog = page.getByRole('dialog')
  const opened = async (what: string) => {
    await dialog.waitFor()
    expect(await wide(ann), what).toEqual([])
    expect(await covered(ann, 'dialog[open]'), what).toEqual([])
    const { width, height } = (await dialog.boundingBox())!
    expect(width <= ENLARGED.width && height <= ENLARGED.height, what).toBe(true)
    const close = dialog.getByRole('button', { name: 'Close' })
    const target = (await close.boundingBox())!
    expect(Math.min(target.width, target.height), what).toBeGreaterThanOrEqual(44)
    await close.click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  // A list that is longer than the screen scrolls.
  expect(await covered(ann, '.shell > header nav')).toEqual([])
  await page.getByRole('button', { name: 'Settings' }).click()
  await opened('settings')
  await page.keyboard.press('?')
  await opened('keys')
  await ann.goes(`#/t/${TABLE}/r/${round}`)
  await page.getByRole('button', { name: 'Dispute this round' }).click()
  await opened('a dispute')
  await page.setViewportSize(DESKTOP)
})

it('leaves a finger its room at the table and tears no word, whatever the round does, on phones, tablets and a small desktop', async () => {
  const slow = await ownHouse('tercet', ['serve', '--bet-seconds', '120', '--decide-seconds', '120', '--show-seconds', '120'])
  const people = await Promise.all([PHONE, SMALL, NARROW, ZOOMED, UPRIGHT, TABLET, LAPTOP].map((size) => slow.comes(size)))
  const looks = async (what: string, within?: string) => {
    for (const one of people) {
      await one.page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished.catch(() => undefined))))
      const { width, height } = one.page.viewportSize()!
      await expect.poll(async () => [...(await small(one, within)), ...(await torn(one))], { message: `${what} at ${width} × ${height}` }).toEqual([])
    }
  }
  for (const one of people) {
    await one.page.addInitScript(() => localStorage.setItem('tercet.prefs', JSON.stringify({ language: 'de', speed: 'instant' })))
    await one.goes('#/t/three-card-poker')
    await one.page.getByRole('button', { name: 'Eintreten und spielen' }).click()
    await one.sees('open')
  }
  await looks('no bets')
  // The tabs beside the felt stand in one line.
  expect(await people.at(-1)!.page.getByRole('tab').evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size)).toBe(1)
  for (const one of people) await one.page.keyboard.press('a')
  for (const one of people) await expect.poll(() => one.page.getByTestId('stake-ante').textContent()).not.toBe('')
  await looks('bets')
  for (const one of people) await one.page.locator('.deal').click()
  for (const one of people) await one.sees('dealt')
  await looks('decision')
  for (const one of people) await one.decidesBy('p')
  for (const one of people) await one.page.getByTestId('net').waitFor()
  await looks('result')
  for (const one of people) await one.page.getByRole('button', { name: 'Warum?' }).click()
  for (const one of people) await one.page.getByRole('dialog').getByTestId('replay-net').waitFor()
  // Behind it nothing can be pressed.
  await looks('why', 'dialog[open]')
  for (const one of people) expect(one.wrong).toEqual([])
})

it('tears no word at the table, nor in its dialogs, on a phone with its text twice as large, whatever the round does', async () => {
  const [eva, udo] = [await house.comes(PHONE), await house.comes(PHONE)]
  const looks = async (what: string) => {
    for (const one of [eva, udo]) {
      await one.page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished.catch(() => undefined))))
      await expect.poll(async () => [...(await wide(one)), ...(await cut(one)), ...(await torn(one))], { message: what }).toEqual([])
    }
  }
  for (const [one, language, come] of [[eva, 'en', 'Come in to play'], [udo, 'de', 'Eintreten und spielen']] as const) {
    // Whoever has it so has it from the beginning.
    await one.page.addInitScript((language) => {
      localStorage.setItem('tercet.prefs', JSON.stringify({ language }))
      addEventListener('DOMContentLoaded', () => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('html { font-size: 200% !important }')
        document.adoptedStyleSheets = [sheet]
      })
    }, language)
    await one.goes('#/t/three-card-fury')
    await one.page.getByRole('button', { name: come }).waitFor()
    expect([...(await wide(one)), ...(await torn(one))]).toEqual([])
    await one.page.getByRole('button', { name: come }).click()
  }
  for (const one of [eva, udo]) await one.sees('open')
  await looks('open')
  for (const one of [eva, udo]) await one.page.keyboard.press('a')
  for (const one of [eva, udo]) await expect.poll(() => one.page.getByTestId('stake-ante').textContent()).not.toBe('')
  await looks('bets')
  for (const one of [eva, udo]) await one.sees('dealt')
  await looks('dealt')
  for (const one of [eva, udo]) await one.decidesBy('p')
  for (const one of [eva, udo]) await one.page.getByTestId('net').waitFor()
  await looks('result')
  for (const one of [eva, udo]) await one.page.keyboard.press('?')
  for (const one of [eva, udo]) await one.page.getByRole('dialog').waitFor()
  await looks('keys')
  for (const one of [eva, udo]) await one.context.close()
})

/** The contrast of two colours (WCAG 2.2, relative luminance). */
function contrast(one: string, two: string): number {
  const light = (colour: string) => {
    const [r, g, b] = colour.match(/\d+(?:\.\d+)?/g)!.map((part) => Number(part) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const [high, low] = [light(one), light(two)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

it.each(['dark', 'light'] as const)('has more contrast for who asks the device for it, on the page and on every felt: %s', async (scheme) => {
  const one = await house.comes(DESKTOP, scheme)
  const { page } = one
  await page.emulateMedia({ contrast: 'more', colorScheme: scheme })
  for (const felt of ['green', 'blue', 'paper']) {
    await one.goes('')
    await page.evaluate((felt) => localStorage.setItem('tercet.prefs', JSON.stringify({ felt })), felt)
    await page.reload()
    await one.goes(`#/t/${TABLE}`)
    await page.locator('.seats .free').first().waitFor()
    const colours = await page.evaluate(() => {
      const of = (name: string) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(${name})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }
      return Object.fromEntries(['--bg', '--ink', '--ink-soft', '--line', '--line-strong', '--accent', '--win', '--lose', '--felt', '--on-felt', '--on-felt-soft', '--felt-line', '--brass', '--felt-win', '--felt-lose'].map((name) => [name, of(name)]))
    })
    const least = { '--ink': 15, '--ink-soft': 10, '--line': 4, '--line-strong': 7, '--accent': 7, '--win': 7, '--lose': 7 }
    for (const [name, ratio] of Object.entries(least)) expect(contrast(colours[name]!, colours['--bg']!), `${name} ${felt}`).toBeGreaterThan(ratio)
    for (const name of ['--on-felt', '--on-felt-soft', '--felt-line', '--brass', '--felt-win', '--felt-lose']) expect(contrast(colours[name]!, colours['--felt']!), `${name} ${felt}`).toBeGreaterThan(7)
    await one.isAccessible(`${felt} ${scheme}`)
  }
  await one.context.close()
})
