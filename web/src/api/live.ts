// The live line: one WebSocket for all tables that are watched. It comes back by itself, and asks again under the same keys.
import { newKey } from './http'
import type { components } from './made/live'
import { merged } from './patch'
import { refused, type Refusal } from './problem'

type Schemas = components['schemas']
export type FromClient = Schemas['FromClient']
export type ToClient = Schemas['ToClient']
export type AskBody = Schemas['AskBody']
export type TableState = Schemas['TableState']
export type Round = Schemas['Round']
export type Spot = Schemas['Spot']
export type Line = Schemas['Line']
export type Fact = Schemas['Fact']
export type Own = Schemas['Own']
export type WentBack = Schemas['WentBack']
export type Advice = Schemas['Advice']
type Said<T extends ToClient['type']> = Extract<ToClient, { type: T }>
export type Done = Said<'done'>

/** `connecting` at first, `open`, `lost` while it is tried again, `closed` for good, with the reason of the server. */
export type Link = 'connecting' | 'open' | 'lost' | 'closed'

/** What a watched table tells. */
export interface Watcher {
  /** The whole state, each time that something of it changed. `facts` are what happened since, in order; `words` the same as a dealer says it. */
  table(state: TableState, news: { n: number; facts: Fact[]; words: string[]; whole: boolean }): void
}

/** What the line itself tells. */
export interface Listener {
  link?(link: Link, why?: string): void
  hello?(hello: Said<'hello'>): void
  wallet?(balance: number, own?: Own): void
  refused?(table: string, refusal: Refusal): void
  /** The house no longer knows who asks. */
  signedOut?(): void
}

/** As much of a WebSocket as is used here, so that a test can stand in for it. */
export interface Socket {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface Surroundings {
  connect(): Socket
  now(): number
  after(ms: number, run: () => void): () => void
}

interface Watched {
  watcher: Watcher
  n?: number
  state?: TableState
}

interface Asked {
  message: Extract<FromClient, { type: 'ask' | 'advise' }>
  done(said: Done | Said<'advice'>): void
  refused(why: Error): void
}

/** How long the line may be silent before it is asked whether it still is there, and then before it is given up. */
const QUIET_MS = 15_000
const GIVE_UP_MS = 8_000
/** How long the line may be silent after the device has slept: nobody is left to look for long at what is no longer so. */
const AWAKE_MS = 4_000
/** How long is waited before the line is opened anew: doubled each time, up to the last. */
const FIRST_WAIT_MS = 250
const LAST_WAIT_MS = 8_000

export class Live {
  #socket: Socket | undefined
  #link: Link = 'connecting'
  #greeted = false
  #opened = false
  #waits = FIRST_WAIT_MS
  #offset = 0
  #best = -Infinity
  #stopTimer: () => void = () => {}
  readonly #watched = new Map<string, Watched>()
  readonly #asked = new Map<string, Asked>()

  constructor(
    readonly listener: Listener,
    readonly surroundings: Surroundings = browser(),
  ) {}

  /** Opens the line, if nobody has; what is watched and asked before waits for it. */
  open(): void {
    if (this.#opened) return
    this.#connect()
  }

  get link(): Link {
    return this.#link
  }

  /** The time of the house, in milliseconds. */
  now(): number {
    return this.surroundings.now() + this.#offset
  }

  watch(table: string, watcher: Watcher): () => void {
    this.#watched.set(table, { watcher })
    if (this.#greeted) this.#say({ type: 'watch', table })
    return () => {
      if (this.#watched.get(table)?.watcher !== watcher) return
      this.#watched.delete(table)
      if (this.#greeted) this.#say({ type: 'unwatch', table })
    }
  }

  /** Asks a table for something, once: whatever happens to the line meanwhile, it is answered when it is done or refused. */
  ask(table: string, ask: AskBody, key = newKey()): Promise<Done> {
    return this.#wait({ type: 'ask', key, table, ask }) as Promise<Done>
  }

  /** Asks what each decision of a spot is worth, where the table says it. */
  async advise(table: string, spot: number): Promise<Advice> {
    return ((await this.#wait({ type: 'advise', key: newKey(), table, spot })) as Said<'advice'>).advice
  }

  #wait(message: Asked['message']): Promise<Done | Said<'advice'>> {
    return new Promise((done, fail) => {
      if (this.#link === 'closed') {
        fail(refused(undefined))
        return
      }
      this.#asked.set(`${message.table} ${message.key}`, { message, done, refused: fail })
      if (this.#greeted) this.#say(message)
    })
  }

  /** Ends the line for good, and whatever waits for an answer. */
  close(): void {
    this.#end('closed')
    this.#forget(refused(undefined))
  }

  #forget(why: Error) {
    for (const asked of this.#asked.values()) asked.refused(why)
    this.#asked.clear()
  }

  /**
   * Opens the line anew at once, as after a sign-in: the server knows by the session who asks. Where somebody has gone, what is not answered yet is not
   * asked again under the next one's name: `gone` is what whoever asked is told.
   */
  renew(gone?: Error): void {
    if (gone !== undefined) this.#forget(gone)
    this.#waits = FIRST_WAIT_MS
    this.#end('connecting')
    this.#connect()
  }

  /** As the device wakes up, or has a network again: a line that is gone without a word is found out at once, and one that is lost waits no longer. */
  wake(): void {
    if (this.#link === 'closed' || !this.#opened) return
    if (this.#socket === undefined) {
      this.#waits = FIRST_WAIT_MS
      this.#connect()
    } else if (this.#greeted) {
      this.#say({ type: 'ping' })
      this.#patience(AWAKE_MS, () => this.#lost())
    }
  }

  #connect() {
    this.#opened = true
    const socket = this.surroundings.connect()
    this.#socket = socket
    this.#greeted = false
    socket.onmessage = (event) => {
      if (this.#socket === socket && typeof event.data === 'string') this.#hear(JSON.parse(event.data) as ToClient)
    }
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
    this.#patience(GIVE_UP_MS, () => this.#lost())
  }

  /** The one timer that runs: until the line is opened anew, is asked whether it is there, or is given up. */
  #patience(ms: number, then: () => void) {
    this.#stopTimer()
    this.#stopTimer = this.surroundings.after(ms, then)
  }

  #end(link: Link, why?: string) {
    this.#stopTimer()
    const socket = this.#socket
    this.#socket = undefined
    this.#greeted = false
    socket?.close()
    this.#set(link, why)
  }

  #lost(why?: string) {
    this.#end('lost', why)
    // Not all at once, when a server comes back.
    const wait = this.#waits * (0.75 + Math.random() / 2)
    this.#waits = Math.min(this.#waits * 2, LAST_WAIT_MS)
    this.#patience(wait, () => this.#connect())
  }

  #set(link: Link, why?: string) {
    if (this.#link === link && why === undefined) return
    this.#link = link
    this.listener.link?.(link, why)
  }

  #say(message: FromClient) {
    this.#socket?.send(JSON.stringify(message))
  }

  #heard() {
    this.#patience(QUIET_MS, () => {
      this.#say({ type: 'ping' })
      this.#patience(GIVE_UP_MS, () => this.#lost())
    })
  }

  /** A message takes time on its way, so the house is at least so far: of all that it says, the latest time is the nearest. */
  #clock(now_ms: number) {
    const offset = now_ms - this.surroundings.now()
    if (offset > this.#best) {
      this.#best = offset
      this.#offset = offset
    }
  }

  #hear(said: ToClient) {
    this.#heard()
    switch (said.type) {
      case 'hello':
        return this.#hello(said)
      case 'snapshot':
        this.#clock(said.now_ms)
        if (said.own !== undefined) this.listener.wallet?.(NaN, said.own as Own)
        return this.#took(said.table, said.n, said.state as TableState, said.missed ?? [], [], true)
      case 'event':
        return this.#event(said)
      case 'done':
      case 'advice':
      case 'refused':
        return this.#answered(said)
      case 'wallet':
        this.listener.wallet?.(said.balance, said.own as Own | undefined)
        return
      case 'pong':
        return this.#clock(said.now_ms)
      case 'bye':
        return this.#lost(said.code)
    }
  }

  #hello(hello: Said<'hello'>) {
    this.#best = -Infinity
    this.#clock(hello.now_ms)
    this.#waits = FIRST_WAIT_MS
    this.#greeted = true
    this.listener.hello?.(hello)
    for (const [table, { n }] of this.#watched) this.#say(n === undefined ? { type: 'watch', table } : { type: 'watch', table, after: n })
    for (const { message } of this.#asked.values()) this.#say(message)
    this.#set('open')
  }

  #event(said: Said<'event'>) {
    this.#clock(said.now_ms)
    const watched = this.#watched.get(said.table)
    if (watched === undefined || (watched.n !== undefined && said.n <= watched.n)) return
    if (watched.n !== said.after || watched.state === undefined) {
      this.#say(watched.n === undefined ? { type: 'watch', table: said.table } : { type: 'watch', table: said.table, after: watched.n })
      return
    }
    this.#took(said.table, said.n, merged(watched.state, said.patch) as TableState, said.facts, said.words, false)
  }

  #took(table: string, n: number, state: TableState, facts: Fact[], words: string[], whole: boolean) {
    const watched = this.#watched.get(table)
    if (watched === undefined) return
    watched.n = n
    watched.state = state
    watched.watcher.table(state, { n, facts, words, whole })
  }

  #answered(said: Said<'done'> | Said<'advice'> | Said<'refused'>) {
    const name = `${said.table} ${said.key}`
    const asked = this.#asked.get(name)
    this.#asked.delete(name)
    if (said.type !== 'refused') {
      asked?.done(said)
      return
    }
    const refusal = refused(said.problem)
    if (refusal.code === 'sign-in') this.listener.signedOut?.()
    if (asked !== undefined) asked.refused(refusal)
    else this.listener.refused?.(said.table ?? '', refusal)
  }
}

/** The surroundings of a page. Time goes on by itself: whoever sets the clock of the device meanwhile changes nothing. */
export function browser(): Surroundings {
  return {
    connect() {
      const url = new URL('/api/v1/live', location.href)
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
      return new WebSocket(url) as unknown as Socket
    },
    now: () => performance.timeOrigin + performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
}
