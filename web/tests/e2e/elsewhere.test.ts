// Answers that come late, keys that are held down and sessions that end elsewhere: none of them does what nobody meant.
import { expect, it } from 'vitest'
import { DESKTOP, House, inHouse } from './house'

let house: House
inHouse((opened) => (house = opened))

const PASS = 'a pass for this test'

it('takes nobody away from where they went before the answer came, and seats nobody who has left the lobby', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  let answer: () => void = () => undefined
  const holds = (path: string) =>
    page.route(path, async (route) => {
      await new Promise<void>((then) => (answer = then))
      await route.continue()
    }, { times: 1 })
  await holds('**/sessions/guest')
  await ann.goes('')
  await page.getByRole('button', { name: 'Play now' }).click()
  await page.evaluate(() => (location.hash = '#/games'))
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
  answer()
  await page.getByTestId('who').waitFor()
  expect(new URL(page.url()).hash).toBe('#/games')
  const me = await ann.asks<{ player: string }>('/api/v1/me')
  const tables = await ann.asks<{ players: { player: string }[] }[]>('/api/v1/tables')
  expect(JSON.stringify(tables)).not.toContain(me.player)

  await ann.asksWith('POST', '/api/v1/me/member', { login: 'late', password: PASS })
  await page.reload()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await holds('**/api/v1/sessions')
  await ann.goes('#/sign-in')
  await page.getByLabel('Login').fill('late')
  await page.getByLabel('Password').fill(PASS)
  await page.getByLabel('Password').press('Enter')
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(1)
  await page.evaluate(() => (location.hash = '#/games'))
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
  answer()
  await page.getByTestId('who').waitFor()
  expect(new URL(page.url()).hash).toBe('#/games')
  await ann.context.close()
})

it('knows at a quiet table that the session has ended elsewhere, as soon as a bet is refused for it', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  // Of its end the line says nothing but that it takes no bet: it is told so in place of the house.
  await page.routeWebSocket(/\/api\/v1\/live/, (line) => {
    const server = line.connectToServer()
    line.onMessage((message) => {
      const said = JSON.parse(String(message)) as { type: string; key?: string; table?: string }
      if (said.type !== 'ask' || !over) return server.send(message)
      line.send(JSON.stringify({ type: 'refused', key: said.key, table: said.table, problem: { type: '/problems#sign-in', title: 'Sign in first', status: 401, detail: 'the session is over; sign in again', code: 'sign-in' } }))
    })
    server.onMessage((message) => {
      if (!String(message).includes('"type":"bye"')) line.send(message)
    })
    server.onClose(() => undefined)
  })
  let over = false
  await ann.sits('three-card-fury')
  await ann.sees('open')
  const { name, value } = (await ann.context.cookies()).find(({ httpOnly }) => httpOnly)!
  expect((await fetch(`${house.url}/api/v1/sessions/current`, { method: 'DELETE', headers: { cookie: `${name}=${value}`, origin: house.url } })).status).toBe(204)
  over = true
  await page.getByRole('button', { name: /^Ante / }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await page.getByText('Your session is over.').waitFor()
  expect(await page.getByTestId('who').count()).toBe(0)
  await ann.context.close()
})

it('takes a key that is held down for one press, whichever key bets or takes back', async () => {
  const ann = await house.comes(DESKTOP)
  const { page } = ann
  await ann.sits('three-card-shine')
  await ann.sees('open')
  const stake = () => page.getByTestId('stake-ante').textContent()
  const holds = async (key: string) => {
    for (let times = 0; times < 10; times++) await page.keyboard.down(key)
    await page.keyboard.up(key)
  }
  const ante = page.getByRole('button', { name: /^Ante / })
  await holds('a')
  await expect.poll(stake).toBe('$5')
  await holds('x')
  await expect.poll(stake).toBe('$10')
  await ante.focus()
  await holds('Enter')
  await expect.poll(stake).toBe('$15')
  await holds('Delete')
  await expect.poll(stake).toBe('$10')
  await holds('u')
  await expect.poll(stake).toBe('$15')
  await ann.context.close()
})
