// What the pages know of the house and of who is signed in: one line, one session, for all pages.
import { http, said, whenSignedOut, type HouseInfo, type Me } from '$api/http'
import { Live, type Link, type Own } from '$api/live'
import { NotAsked, Refusal } from '$api/problem'
import { refusal, words } from '$i18n'
import { forgetOld, signedOut } from './notes'
import { toast } from './toasts.svelte'

let house = $state.raw<HouseInfo>()
let me = $state.raw<Me>()
let known = $state(false)
let link = $state<Link>('connecting')
let why = $state<string>()
let own = $state.raw<Own>()
let returns = $state(0)
let others = $state(0)
let parting = $state(false)
/** Whether the session is ended by its player, in another window. */
let leaves = false

export function theHouse(): HouseInfo | undefined {
  return house
}

/** Who is signed in; nobody if undefined, once `known`. */
export function myself(): Me | undefined {
  return me
}

/** Whether it is known who is signed in. */
export function isKnown(): boolean {
  return known
}

/** What the player's time and money come to. */
export function myOwn(): Own | undefined {
  return own
}

export function lineIs(): { link: Link; why: string | undefined } {
  return { link, why }
}

/** How often the house was there again after it was not: what could not be asked then is asked anew as this changes. */
export function timesBack(): number {
  return returns
}

/** How often somebody took the place of somebody else here: a page that shows what was the other's begins anew as this changes. */
export function timesAnother(): number {
  return others
}

export function has(role: string): boolean {
  return me?.roles.includes(role) ?? false
}

/** Whether one can play here: as a player, or as a guest who comes in. Who works in the house does not. */
export function mayPlay(): boolean {
  return me === undefined ? (house?.guests ?? false) : has('player')
}

// A session ends on the side of the house: by time, by whoever ended it elsewhere, or by a copy that was brought back.
function over(): void {
  if (me === undefined) return
  const who = me
  me = undefined
  own = undefined
  if (leaves) toast(whyGone(who))
  else toast(whyGone(who), 'bad')
  left(who)
}

/** Why somebody is not here any more. */
function whyGone(who: Me): string {
  const w = words().link
  return !leaves ? w.signedOut : who.kind === 'guest' ? w.leftAsGuest : w.leftElsewhere
}

/** What was on its way, and what is noted here, is nothing for whoever comes next. */
function left(who: Me): void {
  parting = false
  // Guests cannot come back to what they played.
  signedOut(who.player, { returns: who.kind !== 'guest' })
  live.renew(new NotAsked(whyGone(who)))
}

/** Somebody is here in place of somebody else. */
function instead(of: Me): void {
  turns++
  others++
  own = undefined
  left(of)
}

/** How often somebody came or went here: an answer to what was asked before that says nothing of who is signed in now. */
let turns = 0
whenSignedOut(() => turns, over)

/** The one live line. It is opened once it is known who is signed in: a session that is over would only make it fail. */
export const live = new Live({
  link(now, because) {
    if (now === 'open' && link === 'lost') {
      returns++
      toast(words().link.back)
    }
    link = now
    why = because
    // Whoever was away for long may have been signed out meanwhile, and then this line does not come back.
    if (now === 'lost') void begin()
  },
  hello(hello) {
    own = hello.own as Own | undefined
    if (me !== undefined && hello.balance !== undefined && hello.player === me.player) me = { ...me, balance: hello.balance }
  },
  wallet(balance, now) {
    if (now !== undefined) own = now
    if (me !== undefined && Number.isFinite(balance)) me = { ...me, balance }
  },
  refused: (_table, problem) => toast(refusal(problem), 'bad'),
  // A session that ended elsewhere.
  signedOut: lookAgain,
})

/**
 * What other windows of this browser are told: that somebody is about to sign out, that there is another session, or another name. They have the same cookie,
 * and ask the house themselves who that is.
 */
const windows = new BroadcastChannel('tercet.session')
type News = 'leaves' | 'session' | 'name'
const tellWindows = (news: News) => windows.postMessage(news)
windows.onmessage = ({ data }: MessageEvent<News>) => {
  if (data === 'leaves') leaves = true
  else if (data === 'session') lookAgain()
  else look().catch(() => void begin())
}

/** Asks who is signed in, as the session may be over or another one. */
function lookAgain(): void {
  const [who, before] = [me?.player, turns]
  look().then(
    () => {
      // The line of a session that has made room for another one of the same player.
      if (who !== undefined && who === me?.player && before === turns) live.renew()
    },
    () => void begin(),
  )
}

addEventListener('visibilitychange', () => document.hidden || live.wake())
addEventListener('online', () => live.wake())

/** How long is waited before it is asked again: doubled each time, up to the last. */
const FIRST_WAIT_MS = 500
const LAST_WAIT_MS = 8_000
let asking = false

/** Asks who the house is and who is signed in, until it is known. */
export async function begin(): Promise<void> {
  if (asking) return
  asking = true
  forgetOld()
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LAST_WAIT_MS)) {
    try {
      await Promise.all([said(http.GET('/api/v1/house')).then((answer) => (house = answer)), look().finally(() => live.open())])
      // A line that was lost counts as it is there again.
      if (wait > FIRST_WAIT_MS && link !== 'lost') returns++
      break
    } catch (error) {
      // Said once; that the house cannot be reached stands on the page by itself.
      if (wait === FIRST_WAIT_MS && link !== 'lost') toast(refusal(error), 'bad')
      await new Promise((then) => setTimeout(then, wait))
    }
  }
  asking = false
}

/** How long it may take to hear who is signed in: whoever signs in waits for that answer. */
const LOOK_MS = 8_000
/** And how long whoever comes or goes waits; a password takes the house a while. */
const TURN_MS = 20_000
let last: Promise<unknown> = Promise.resolve()

/**
 * Asks about the session, or for another one, once what was asked before is answered: with the answer the house may take back the cookie of a session that
 * is over, and would take back one that came meanwhile.
 */
function inTurn<T>(ask: (within: AbortSignal) => Promise<T>, ms = TURN_MS): Promise<T> {
  const turn = () => ask(AbortSignal.timeout(ms))
  const answer = last.then(turn, turn)
  last = answer
  return answer
}

function look(): Promise<void> {
  return inTurn(async (signal) => {
    const { me: now } = await said(http.GET('/api/v1/sessions/current', { signal }))
    const before = me
    const anew = known && before === undefined && now !== undefined
    if (now === undefined) over()
    me = now
    leaves = false
    known = true
    // Somebody signed in elsewhere in this browser.
    if (anew) {
      turns++
      live.renew()
    } else if (before !== undefined && now !== undefined && before.player !== now.player) {
      instead(before)
      toast(words().link.another(now.name))
    }
  }, LOOK_MS)
}

/** Begins a session; the line must know of it. */
function arrive(begin: (signal: AbortSignal) => Promise<{ me: Me }>): Promise<void> {
  return inTurn(async (within) => {
    const session = await begin(within)
    const before = me
    me = session.me
    known = true
    if (before !== undefined && before.player !== session.me.player) instead(before)
    else {
      turns++
      live.renew()
    }
    // What another window was about to end was a session before this one.
    leaves = false
    tellWindows('session')
  })
}

export async function comeAsGuest(name: string): Promise<void> {
  await arrive((signal) => said(http.POST('/api/v1/sessions/guest', { body: { name, keeps: 'browser' }, signal })))
}

/** Comes in under some name; where it is taken, under another. */
export async function comeQuickly(): Promise<void> {
  for (let tries = 0; ; tries++) {
    const drawn = crypto.getRandomValues(new Uint32Array(1))[0]!
    try {
      // Of a hundred guests hardly two draw the same: of four digits they often would.
      return await comeAsGuest(`${words().signIn.someone} ${String(drawn).padStart(6, '0').slice(-6)}`)
    } catch (error) {
      if (tries === 4 || !(error instanceof Refusal) || error.code !== 'exists') throw error
    }
  }
}

export async function signIn(login: string, password: string): Promise<void> {
  await arrive((signal) => said(http.POST('/api/v1/sessions', { body: { login, password, keeps: 'browser' }, signal })))
}

export async function accept(token: string, name: string, login: string, password: string): Promise<void> {
  await arrive((signal) => said(http.POST('/api/v1/links/accept', { body: { token, name, login, password, keeps: 'browser' }, signal })))
}

/** Sets a new password by a link; then one signs in with it. */
export async function newPassword(token: string, password: string): Promise<void> {
  await said(http.POST('/api/v1/links/password', { body: { token, password } }))
}

export async function becomeMember(login: string, password: string): Promise<void> {
  await arrive((signal) => said(http.POST('/api/v1/me/member', { body: { login, password }, signal })))
}

export async function changePassword(old: string, chosen: string): Promise<void> {
  await arrive((signal) => said(http.PUT('/api/v1/me/password', { body: { old, new: chosen }, signal })))
}

export function rename(name: string): Promise<void> {
  return inTurn(async (signal) => {
    me = await said(http.PUT('/api/v1/me/name', { body: { name }, signal }))
    tellWindows('name')
  })
}

/** Says that time and cost were seen: the next check comes after as much playing time again. */
export async function acknowledge(): Promise<void> {
  own = await said(http.POST('/api/v1/me/reality-checks'))
}

/** Whether a guest is asked if they mean it, as nobody finds the money of a guest again. */
export function isParting(): boolean {
  return parting && me?.kind === 'guest'
}

export function stays(): void {
  parting = false
}

/** Ends the session; a guest is asked first, once. */
export async function signOut(): Promise<void> {
  if (me?.kind === 'guest' && !parting) parting = true
  else await leave()
}

function leave(): Promise<void> {
  return inTurn(async (signal) => {
    const who = me
    // Before the house ends the lines of all windows: they know then why.
    tellWindows('leaves')
    try {
      await said(http.DELETE('/api/v1/sessions/current', { signal }))
    } catch (error) {
      // A session that was over by itself is said to be.
      if (!(error instanceof Refusal) || error.code !== 'sign-in') throw error
    } finally {
      tellWindows('session')
    }
    // Of a session that was over by itself all was done as that was heard.
    if (who === undefined || me === undefined) return
    turns++
    me = undefined
    own = undefined
    left(who)
  })
}
