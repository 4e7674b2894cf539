// Several windows of one browser, and one that was away: all of them know who is signed in, and come back to what they showed.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse, PHONE } from './house'

let house: House
inHouse((opened) => (house = opened))

const PASS = 'a pass for this test'

/** A line that tells this window nothing of how its session goes: what it knows of that it has from other windows. */
async function hearsNothing(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"type":"bye"')) line.send(message)
    })
    server.onClose(() => undefined)
  })
}

async function signsIn(page: Page, login: string): Promise<void> {
  await page.goto(`${house.url}/#/sign-in`)
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').fill(PASS)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

it('knows in every window at once who signed out, came in or took another name in one of them', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  for (const login of ['ann', 'ben']) {
    await ann.sits('three-card-poker')
    const answer = await ann.asksWith<{ me: { kind: string } }>('POST', '/api/v1/me/member', { login, password: PASS })
    expect(answer.me.kind).toBe('member')
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  }
  await signsIn(page, 'ann')
  await page.getByTestId('who').waitFor()
  const others = [await ann.context.newPage(), await ann.context.newPage()]
  for (const [no, other] of others.entries()) {
    await hearsNothing(other)
    await other.goto(`${house.url}/${['#/account/wallet', '#/t/three-card-fury'][no]}`)
    await other.getByTestId('who').waitFor()
  }
  // Another name.
  await ann.goes('#/account')
  await page.getByRole('group', { name: 'Name at the table' }).getByRole('textbox').fill('Annabel')
  await page.getByRole('button', { name: 'Save' }).first().click()
  for (const other of others) await expect.poll(() => other.getByTestId('who').textContent()).toBe('Annabel')
  // Nobody.
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const other of others) {
    await other.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await other.getByText('You have signed out in another window of this browser.').waitFor()
  }
  expect(await others[0]!.getByRole('table').count()).toBe(0)
  // Somebody again, and somebody else in their place.
  await signsIn(page, 'ann')
  for (const other of others) await expect.poll(() => other.getByTestId('who').textContent()).toBe('Annabel')
  await others[0]!.getByRole('table').first().waitFor()
  await signsIn(page, 'ben')
  for (const other of others) {
    await other.getByText(/^Somebody signed in in another window/).waitFor()
    await expect.poll(() => other.getByTestId('who').textContent()).not.toBe('Annabel')
  }
  await ann.context.close()
})

it('goes back and forward through a table, its odds, one of its rounds and the lobby', async () => {
  const table = 'three-card-shine'
  const ann = await house.comes(PHONE)
  const { page } = ann
  await ann.goes('')
  await page.locator(`a[href="#/t/${table}"]`).first().click()
  await page.getByRole('button', { name: 'Come in to play' }).click()
  await page.getByRole('group', { name: 'Your bets' }).waitFor()
  await ann.sees('open')
  await ann.bets()
  await ann.sees('dealt')
  await ann.decides('play')
  await page.getByTestId('net').waitFor()
  await ann.sees('over')
  const { rounds } = await ann.asks<{ rounds: { round: number }[] }>(`/api/v1/me/rounds?table=${table}`)
  await page.evaluate((hash) => (location.hash = hash), `#/odds/${table}`)
  await page.getByRole('heading', { level: 1, name: /Odds/ }).waitFor()
  await page.evaluate((hash) => (location.hash = hash), `#/t/${table}/r/${rounds[0]!.round}`)
  await page.getByRole('heading', { name: /^Replay: / }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /Odds/ }).waitFor()
  await page.goBack()
  // The seat is still there, and was not taken twice.
  await page.getByRole('group', { name: 'Your bets' }).waitFor()
  const { state } = await ann.asks<{ state: { seats: Record<string, { player: string }> } }>(`/api/v1/tables/${table}`)
  const me = await ann.asks<{ player: string }>('/api/v1/me')
  expect(Object.values(state.seats).filter(({ player }) => player === me.player).length).toBe(1)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Tables' }).waitFor()
  for (const heading of [undefined, /Odds/, /^Replay: /]) {
    await page.goForward()
    if (heading === undefined) await page.getByRole('group', { name: 'Your bets' }).waitFor()
    else await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  // A dialog goes with the page over which it was opened.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /Odds/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('is where the table is as it comes back from long in the background, with one line and its clock right', async () => {
  const table = 'three-card-pairs-plus'
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await ann.sits(table)
  await ann.sees('open')
  // The clock runs from the first bet on.
  await page.getByRole('button', { name: /^Ante / }).click()
  await expect.poll(() => page.getByTestId('stake-ante').textContent()).toBe('$5')
  const client = await ann.context.newCDPSession(page)
  // As browsers do it with windows that nobody has looked at for long: no timer runs, and no message is heard.
  await client.send('Page.setWebLifecycleState', { state: 'frozen' })
  const round = async () => {
    const { state } = await (await fetch(`${house.url}/api/v1/tables/${table}`)).json() as { state: { round?: { no: number; stage: string } } }
    return state.round
  }
  const before = await round()
  await expect.poll(async () => {
    const now = await round()
    return now?.no !== before?.no || now?.stage !== 'open'
  }, { timeout: 60_000 }).toBe(true)
  await client.send('Page.setWebLifecycleState', { state: 'active' })
  await page.bringToFront()
  await expect.poll(async () => (await page.locator('[data-stage]').getAttribute('data-stage')) === ((await round())?.stage ?? 'none')).toBe(true)
  expect(await page.locator('.link').count()).toBe(0)
  expect(ann.wrong).toEqual([])
  await ann.context.close()
})

it('seats whoever comes in by an address that says so, once', async () => {
  const table = 'three-card-fortune'
  const ann = await house.comes(DESKTOP)
  await ann.goes(`#/t/${table}?sit`)
  await ann.page.getByRole('button', { name: 'Come in to play' }).click()
  await ann.page.getByRole('group', { name: 'Your bets' }).waitFor()
  await ann.page.waitForTimeout(500)
  const { state } = await ann.asks<{ state: { seats: Record<string, object> } }>(`/api/v1/tables/${table}`)
  expect(Object.keys(state.seats).length).toBe(1)
  expect(await ann.page.locator('.toast').allTextContents()).toEqual([])
  await ann.context.close()
})
