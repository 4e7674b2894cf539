// Who is signed in, in whatever order answers come: the line waits for it, and what was asked in another session takes none back.
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { refused } from '$api/problem'

interface Asked {
  what: string
  answers(status: number, body?: unknown): Promise<void>
}
const asked: Asked[] = []
const said: string[] = []
const lines: string[] = []

vi.stubGlobal('location', { href: 'http://house/' })
for (const what of ['window', 'document']) vi.stubGlobal(what, new EventTarget())
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal(
  'WebSocket',
  class {
    constructor(url: URL) {
      lines.push(url.pathname)
    }
    close(): void {}
    send(): void {}
  },
)
/** What the page tells other windows, and what it hears of them. */
const told: unknown[] = []
let elsewhere: ((news: string) => void) | undefined
vi.stubGlobal(
  'BroadcastChannel',
  class {
    onmessage?: (message: { data: unknown }) => void
    constructor() {
      elsewhere = (data) => this.onmessage?.({ data })
    }
    postMessage(news: unknown): void {
      told.push(news)
    }
  },
)
/** Asking, answered by the test. */
async function answered(original: () => Promise<object>) {
  const ask = (method: string) => (path: string) =>
    new Promise((done) => {
      const answers = async (status: number, body?: unknown) => {
        done(status < 300 ? { data: body, response: { ok: true, status } } : { error: body, response: { ok: false, status } })
        await settled()
      }
      asked.push({ what: `${method} ${path.replace('/api/v1/', '')}`, answers })
    })
  return { ...(await original()), http: { GET: ask('GET'), POST: ask('POST'), PUT: ask('PUT'), DELETE: ask('DELETE') } }
}
const forgotten: [string, object][] = []
vi.mock('./notes', () => ({ forgetOld: () => undefined, signedOut: (...who: [string, object]) => forgotten.push(who) }))
vi.mock('./toasts.svelte', () => ({ toast: (text: string) => said.push(text) }))

const settled = () => new Promise((then) => setTimeout(then, 0))
const open = () => asked.map(({ what }) => what)
const ann = { me: { player: 'ann', name: 'Ann', kind: 'member', roles: [] } }
const over = { code: 'sign-in', title: '', type: '', detail: 'the session is over', status: 401 }

/** The house as the page finds it. */
async function page() {
  vi.resetModules()
  vi.doMock('$api/http', (original) => answered(original<object>))
  const [house, http] = [await import('./house.svelte'), await import('$api/http')]
  const begun = house.begin()
  await settled()
  return { house, http, begun }
}

/** The first answer that is waited for to something. */
const to = (what: string) => asked.splice(asked.findIndex((one) => one.what === what), 1)[0]!

// The first time takes long on a busy machine, and is no part of what is tried.
beforeAll(async () => {
  await page()
}, 60_000)
beforeEach(() => {
  for (const list of [asked, said, lines, told, forgotten]) list.length = 0
})

it('is known before the line is opened, which is once', async () => {
  const { house } = await page()
  expect([open().sort(), lines]).toEqual([['GET house', 'GET sessions/current'], []])
  await to('GET sessions/current').answers(200, {})
  expect([lines.length, house.isKnown(), house.myself()]).toEqual([1, true, undefined])
  await to('GET house').answers(200, {})
  expect(lines.length).toBe(1)
})

it('is asked to the end before somebody signs in, whose cookie it would take back', async () => {
  const { house } = await page()
  const signed = house.signIn('ann', 'pass')
  await settled()
  expect(open().sort()).toEqual(['GET house', 'GET sessions/current'])
  await to('GET sessions/current').answers(200, {})
  await to('POST sessions').answers(200, ann)
  await signed
  expect(house.myself()?.player).toBe('ann')
  // The line of nobody is exchanged for that of the player.
  expect(lines.length).toBe(2)
})

it('is whoever signed in, also where the sign-in before failed, and whatever is answered to what nobody asked', async () => {
  const { house, http } = await page()
  await to('GET sessions/current').answers(200, {})
  const wrong = house.signIn('ann', 'wrong').catch((error: unknown) => error)
  const right = house.signIn('ann', 'right')
  const before = http.said(http.http.GET('/api/v1/tables')).catch((error: unknown) => error)
  await settled()
  await to('POST sessions').answers(401, over)
  expect(await wrong).toEqual(refused(over))
  await to('POST sessions').answers(200, ann)
  await right
  await to('GET tables').answers(401, over)
  expect(await before).toEqual(refused(over))
  expect([house.myself()?.player, said]).toEqual(['ann', []])
})

it('is nobody after a sign-out, and leaves no notes, and is told once where the session was over by itself', async () => {
  for (const [status, messages] of [[204, 0], [401, 1]] as const) {
    for (const list of [asked, said, lines, forgotten]) list.length = 0
    const { house } = await page()
    await to('GET sessions/current').answers(200, ann)
    const out = house.signOut()
    await settled()
    await to('DELETE sessions/current').answers(status, status === 401 ? over : undefined)
    await out
    expect([house.myself(), said.length]).toEqual([undefined, messages])
    // Secrets that are still to be told are a member's to come back to, and all else is gone, once.
    expect(forgotten).toEqual([['ann', { returns: true }]])
  }
})

it('is asked again, and so is what the pages had not been answered, where the house did not answer though no line was lost', async () => {
  const { house, begun } = await page()
  const before = house.timesBack()
  await to('GET sessions/current').answers(502)
  await to('GET house').answers(502)
  await vi.waitFor(() => expect(open().sort()).toEqual(['GET house', 'GET sessions/current']), 3_000)
  expect(house.timesBack()).toBe(before)
  await to('GET sessions/current').answers(200, {})
  await to('GET house').answers(200, {})
  await begun
  expect(house.timesBack()).toBe(before + 1)
})

const ben = { me: { player: 'ben', name: 'Ben', kind: 'guest', roles: [] } }

it.each([
  ['nobody, if that was the sign-out', ann, {}, undefined, [['ann', { returns: true }]]],
  ['somebody else, if that was their sign-in', ben, ann, 'ann', [['ben', { returns: false }]]],
  ['who signed in', {}, ann, 'ann', []],
  ['the same player in another session', ann, ann, 'ann', []],
])('is known at once of another window of the same browser: then it is %s, with a line of theirs', async (_, before, after, player, gone) => {
  const { house } = await page()
  await to('GET sessions/current').answers(200, before)
  expect(lines.length).toBe(1)
  elsewhere!('session')
  await settled()
  await to('GET sessions/current').answers(200, after)
  expect([house.myself()?.player, lines.length, forgotten]).toEqual([player, 2, gone])
  // Whoever was there is told why they are not.
  expect(said.length).toBe(gone.length)
  expect(house.timesAnother()).toBe(gone.length > 0 && player !== undefined ? 1 : 0)
})

it.each([
  ['a guest', ben, 'You have left in another window of this browser. To play on, come in again as a guest, or sign in.'],
  ['a member', ann, 'You have signed out in another window of this browser. Sign in to go on.'],
])('is told as what it was, and as no fault, where %s signs out in another window, also where the house ends the line before', async (_, before, words) => {
  for (const news of [['leaves', 'session'], ['leaves']]) {
    said.length = 0
    const { house, http } = await page()
    await to('GET sessions/current').answers(200, before)
    for (const one of news) elsewhere!(one)
    // It is heard by the line, or as something is asked, that the session is over.
    if (news.length === 1) {
      const late = http.said(http.http.GET('/api/v1/me')).catch((error: unknown) => error)
      await settled()
      await to('GET me').answers(401, over)
      await late
    } else {
      await settled()
      await to('GET sessions/current').answers(200, {})
    }
    expect([house.myself(), said]).toEqual([undefined, [words]])
  }
})

it('is over by itself again, where the sign-out in another window came to nothing', async () => {
  const { house } = await page()
  await to('GET sessions/current').answers(200, ann)
  for (const news of ['leaves', 'session']) elsewhere!(news)
  await settled()
  await to('GET sessions/current').answers(200, ann)
  expect(house.myself()?.player).toBe('ann')
  elsewhere!('session')
  await settled()
  await to('GET sessions/current').answers(200, {})
  expect(said).toEqual(['Your session is over. Sign in again; bets and cards on the table stay yours.'])
})

/** Another window is about to sign out, and this one asks who is there now. */
async function saidToLeave(house: { myself(): unknown }): Promise<void> {
  for (const news of ['leaves', 'session']) elsewhere!(news)
  await settled()
  expect(house.myself()).toBeDefined()
}

/** It is heard as something is asked that the session is over. */
async function heardOver(http: Awaited<ReturnType<typeof page>>['http']): Promise<void> {
  const late = http.said(http.http.GET('/api/v1/me')).catch((error: unknown) => error)
  await settled()
  await to('GET me').answers(401, over)
  await late
}

it('is over by itself again for whoever signs in here after a sign-out in another window, though nobody has asked since who is there', async () => {
  const byItself = 'Your session is over. Sign in again; bets and cards on the table stay yours.'
  // Heard before the answer about the session came, which is none; or not at all before another signs in.
  for (const heard of [true, false]) {
    for (const list of [asked, said]) list.length = 0
    const { house, http } = await page()
    await to('GET sessions/current').answers(200, ann)
    await saidToLeave(house)
    if (heard) await heardOver(http)
    await to('GET sessions/current').answers(502)
    const signed = house.signIn('ann', 'pass')
    await settled()
    await to('POST sessions').answers(200, ann)
    await signed
    said.length = 0
    await heardOver(http)
    expect([house.myself(), said], heard ? 'heard' : 'not heard').toEqual([undefined, [byItself]])
  }
})

it('is called by another name at once, on the same line', async () => {
  const { house } = await page()
  await to('GET sessions/current').answers(200, ann)
  elsewhere!('name')
  await settled()
  await to('GET sessions/current').answers(200, { me: { ...ann.me, name: 'Anna' } })
  expect([house.myself()?.name, lines.length]).toEqual(['Anna', 1])
})

it('tells other windows of whoever comes, takes another name and goes, and leaves nothing of who was here before', async () => {
  const { house } = await page()
  await to('GET sessions/current').answers(200, ben)
  const signed = house.signIn('ann', 'pass')
  await settled()
  await to('POST sessions').answers(200, ann)
  await signed
  expect([told, forgotten, house.myself()?.player]).toEqual([['session'], [['ben', { returns: false }]], 'ann'])
  const renamed = house.rename('Anna')
  await settled()
  await to('PUT me/name').answers(200, { ...ann.me, name: 'Anna' })
  await renamed
  const out = house.signOut()
  await settled()
  await to('DELETE sessions/current').answers(204)
  await out
  expect(told).toEqual(['session', 'name', 'leaves', 'session'])
})

// The last, as it asks on.
it('is not waited for by the line where the house does not say it: that is how it is seen that the house is back', async () => {
  await page()
  await to('GET sessions/current').answers(500)
  expect(lines.length).toBe(1)
})
