// A house of its own for a test, and people who come there with a browser.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, onTestFinished } from 'vitest'
import { LATE_MS } from '../../src/pages/table/keys'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const programs = process.env.TERCET_PROGRAMS ?? join(root, 'target/debug')
const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const PHONE = { width: 360, height: 740 }
/** As much as a phone of that width leaves to a page between its own bars. */
export const SMALL = { width: 360, height: 640 }
/** The narrowest screen, and what is left of a wider one at 400 %. */
export const NARROW = { width: 320, height: 568 }
/** What is left of a desktop of 1280 × 800 at 200 %. */
export const ZOOMED = { width: 640, height: 400 }
/** A tablet on its side. */
export const TABLET = { width: 1024, height: 768 }
export const DESKTOP = { width: 1440, height: 900 }
/** What the clocks of a test are, in seconds: long enough for a busy machine to bet and to read the result, and no longer, as each round waits for them. */
export const PACE = { bet: 9, secret: 15, decide: 45, show: 9 }
/** How far the house is from every browser, in milliseconds: what a page shows before an answer is there, and a test that takes that for the answer, come out. */
const FAR = Number(process.env.FAR ?? 0)
const CLOCKS = Object.entries(PACE).flatMap(([what, seconds]) => [`--${what}-seconds`, String(seconds)])

/** What the command line says. */
export function tercet(...words: string[]): string {
  return execFileSync(join(programs, 'tercet'), words, { encoding: 'utf8', env: {}, maxBuffer: 1 << 26 })
}

export class House {
  private constructor(
    readonly url: string,
    /** The link by which the first administrator comes in. */
    readonly link: string,
    readonly browser: Browser,
    private server: ChildProcess,
    private readonly folder: string,
    private readonly begins: (listen: string) => ChildProcess,
  ) {}

  static async open(program = 'tercet', words: string[] = ['serve', ...CLOCKS]): Promise<House> {
    const folder = mkdtempSync(join(tmpdir(), 'tercet-'))
    const own = ['--data', join(folder, 'data'), '--requests-a-second', '10000', '--arrivals-a-minute', '10000']
    const begins = (listen: string) => spawn(join(programs, program), [...words, ...own, '--listen', listen], { stdio: ['ignore', 'ignore', 'pipe'] })
    const server = begins('127.0.0.1:0')
    const said = await new Promise<string>((done, failed) => {
      let text = ''
      server.stderr!.on('data', (more: Buffer) => {
        text += more.toString()
        if (text.includes('/#/join/') && text.endsWith('\n')) done(text)
      })
      server.on('exit', (code) => failed(new Error(`the house ended with ${code}: ${text}`)))
      server.on('error', (error) => failed(new Error(`no house in ${programs}: build it, or name its folder in TERCET_PROGRAMS (${error.message})`)))
    })
    const url = /open: (\S+)/.exec(said)![1]!
    const executablePath = browsers.find((path) => path !== undefined && existsSync(path))
    if (executablePath === undefined) throw new Error('no Chromium: install it, or name it in CHROMIUM')
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    return new House(url, /\/#\/join\/(\w+)/.exec(said)![1]!, browser, server, folder, begins)
  }

  /** Closes the house as an operator does; it can be opened again. */
  async stops(): Promise<void> {
    const ended = new Promise((done) => this.server.once('exit', done))
    this.server.kill('SIGINT')
    await ended
  }

  /** Opens it again where it was, with the same books. */
  async opensAgain(): Promise<void> {
    const server = this.begins(new URL(this.url).host)
    this.server = server
    await new Promise<void>((done, failed) => {
      let text = ''
      server.stderr!.on('data', (more: Buffer) => {
        text += more.toString()
        if (/open: \S+/.test(text)) done()
      })
      server.on('exit', (code) => failed(new Error(`the house ended with ${code}: ${text}`)))
    })
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.stops()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Somebody with a browser of this size; `zoom` is how large it shows a page. */
  async comes(viewport: { width: number; height: number } = DESKTOP, scheme: 'dark' | 'light' = 'dark', zoom = 1): Promise<Person> {
    const context = await this.browser.newContext({ viewport, colorScheme: scheme, deviceScaleFactor: zoom, locale: 'en-US', hasTouch: viewport.width < 500 })
    context.setDefaultTimeout(20_000)
    if (FAR > 0) await isFar(context)
    const page = await context.newPage()
    return new Person(this, context, page)
  }
}

/**
 * The house of the tests of a file: opened as it is said, and left to `begins`, which lets people come. What a test that failed has left in it nobody knows: its
 * next try has another one, and so have the tests after it; the old one is there to the end for whoever plays in it at the same time.
 */
export function inHouse(begins: (house: House) => unknown, opens: () => Promise<House> = () => House.open(), ms = 60_000): void {
  const all: House[] = []
  let here: Promise<void> | undefined
  const open = async () => {
    const house = await opens()
    all.push(house)
    await begins(house)
  }
  beforeEach(() => (here ??= open()), ms)
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') here = undefined
  })
  afterAll(async () => void (await Promise.all(all.map((house) => house.close()))))
}

/** A house for one test alone, in which every seat is free. */
export async function ownHouse(...opened: Parameters<typeof House.open>): Promise<House> {
  const house = await House.open(...opened)
  onTestFinished(() => house.close())
  return house
}

/** Holds back whatever the house says, answers, messages and the end of the line alike, in their order. */
async function isFar(context: BrowserContext): Promise<void> {
  const wait = () => new Promise((done) => setTimeout(done, FAR))
  await context.route(/\/api\//, async (route) => {
    await wait()
    await route.fallback().catch(() => undefined) // The page may be gone.
  })
  await context.routeWebSocket(/\/api\//, (line) => {
    const house = line.connectToServer()
    let last = Promise.resolve()
    const later = (what: () => void | Promise<void>) => {
      const far = wait()
      last = last.then(() => far).then(what).catch(() => undefined) // The page may be gone.
    }
    house.onMessage((message) => later(() => line.send(message)))
    house.onClose((code, reason) => later(() => line.close({ ...(code === undefined ? {} : { code }), ...(reason === undefined ? {} : { reason }) })))
  })
}

export class Person {
  readonly wrong: string[] = []

  constructor(
    readonly house: House,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.wrong.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.wrong.push(message.text())
    })
  }

  async goes(path: string): Promise<void> {
    await this.page.goto(`${this.house.url}/${path}`)
  }

  /** Comes in as a guest at a table, and sits down at the first free position. */
  async sits(table: string): Promise<void> {
    await this.goes(`#/t/${table}`)
    await this.page.getByRole('button', { name: 'Come in to play' }).click()
    await this.page.getByRole('group', { name: 'Your bets' }).waitFor()
  }

  /** Makes an account by a link. */
  async joins(link: string, login: string): Promise<void> {
    await this.goes(`#/join/${link}`)
    await this.isAccessible('invitation')
    await this.page.getByLabel('Name at the table').fill(`${login} one`)
    await this.page.getByLabel('Login').fill(login)
    await this.page.getByLabel('Password').fill('a pass for this test')
    await this.page.getByRole('button', { name: 'Make the account' }).click()
    await this.page.getByTestId('who').waitFor({ state: 'attached' })
  }

  /** Makes a link by which somebody joins in this role. */
  async invites(role: string): Promise<string> {
    return await this.page.evaluate(async (role) => {
      const body = JSON.stringify({ roles: [role], reason: 'the evening' })
      const answer = await fetch('/api/v1/links', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await answer.json()) as { token: string }).token
    }, role)
  }

  /** Waits until the table does this. */
  async sees(...stages: string[]): Promise<void> {
    await this.page.locator(stages.map((stage) => `[data-stage="${stage}"]`).join(',')).waitFor({ timeout: 60_000 })
  }

  /** Puts a chip on every bet of the layout that takes one. */
  async bets(): Promise<void> {
    const spots = this.page.getByRole('group', { name: 'Your bets' }).getByRole('button', { disabled: false })
    for (const spot of await spots.all()) if (/no bet/.test((await spot.textContent()) ?? '')) await spot.click()
  }

  async chooses(chip: string): Promise<void> {
    await this.page.getByRole('radio', { name: `Chip ${chip}`, exact: true }).click()
  }

  /** Decides by a key; one that comes as soon as the cards is not taken for a decision. */
  async decidesBy(key: string): Promise<void> {
    await this.page.waitForTimeout(LATE_MS)
    await this.page.keyboard.press(key)
  }

  async decides(how: 'play' | 'fold'): Promise<void> {
    await this.page.getByRole('button', { name: how === 'play' ? /^Play \$/ : /^Fold/ }).first().click()
  }

  /** What the API says, as this person's browser may ask for it. */
  async asks<T>(path: string): Promise<T> {
    return (await this.page.evaluate(async (path) => (await fetch(path)).json(), path)) as T
  }

  /** What the API says to this, with a body; nothing if that is what it says. */
  async asksWith<T>(method: string, path: string, body: object): Promise<T> {
    const asked = { method, path, body: JSON.stringify(body), key: String(Math.random()) }
    return (await this.page.evaluate(async ({ method, path, body, key }) => {
      const answer = await fetch(path, { method, body, headers: { 'content-type': 'application/json', 'idempotency-key': key } })
      return answer.status === 204 ? undefined : answer.json()
    }, asked)) as T
  }

  async does(table: string, ask: object): Promise<number> {
    return (await this.doesAll(table, [ask]))[0]!
  }

  /** Asks a table for several things at once; the statuses of the answers. */
  async doesAll(table: string, asks: object[]): Promise<number[]> {
    return await this.page.evaluate(
      ({ table, asks }) =>
        Promise.all(
          asks.map(async (ask) => {
            const headers = { 'content-type': 'application/json', 'idempotency-key': String(Math.random()) }
            return (await fetch(`/api/v1/tables/${table}/asks`, { method: 'POST', headers, body: JSON.stringify(ask) })).status
          }),
        ),
      { table, asks },
    )
  }

  /** An amount that stands on the page, in cents. */
  async reads(id: string): Promise<number> {
    return cents((await this.page.getByTestId(id).textContent()) ?? '')
  }

  /** Axe finds nothing wrong with the page as it stands. */
  async isAccessible(where: string): Promise<void> {
    // What still moves has other colours than it will have.
    await this.page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))))
    const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
    // The policy of the server allows no script that stands inside the page; as a tool of the test it comes another way.
    await this.page.evaluate(readFileSync(source, 'utf8'))
    const found = await this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }
      // What stands on a button is part of its name (WCAG 2.5.3): axe counts that among what it tries out, and does not look by itself.
      const rules = { 'label-content-name-mismatch': { enabled: true } }
      const result = await axe.run({ runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }, rules })
      return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join(' | ')}`)
    })
    expect(found, where).toEqual([])
    // What is English on a page that speaks another language says so, and what stands in its own language within that says so too: a screen reader would
    // read it as the other. So do the words that an element has besides its text.
    const foreign = await this.page.evaluate(() => {
      if (document.documentElement.lang === 'en') return []
      const said: [string, Element | null][] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) said.push([text.nodeValue ?? '', text.parentElement])
      for (const name of ['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'label']) {
        for (const one of document.body.querySelectorAll(`[${name}]`)) said.push([one.getAttribute(name)!, one])
      }
      // The name of a rule, such as `001.bonus.when`, is of no language.
      const [english, own] = [/(?<![.\w-])(when|which|are|if|has|their|does)\b/, /\b(und|oder|der|das|nicht|ist|wird|Quelle|In Kraft)\b/i]
      return said.filter(([text, at]) => (at?.closest('[lang]')?.getAttribute('lang') === 'en' ? own : english).test(text)).map(([text]) => text)
    })
    expect(foreign, where).toEqual([])
    // What a dot tells apart has room on both sides.
    expect(await this.page.evaluate(() => document.body.innerText.match(/.{0,20}(?:\S·|·\S).{0,20}/g)), where).toBeNull()
  }
}

export function cents(text: string): number {
  const sign = /[-−]/.test(text) ? -1 : 1
  return sign * Math.round(Number(text.replace(/[^0-9.]/g, '')) * 100)
}
