// A table as it is shown: what the house says of it, and what the player is about to bet.
import { about, ruleCard } from '$api/card'
import { http, said, type GameInfo, type WagerInfo } from '$api/http'
import type { Advice, AskBody, Round, Spot, TableState, WentBack } from '$api/live'
import { nameIn } from '$api/names'
import { isTooLate, Refusal } from '$api/problem'
import { money, refusal, told, words } from '$i18n'
import { live, myself } from '$state/house.svelte'
import { announce, toast } from '$state/toasts.svelte'
import { doubled, isLimit, placed, raisedTo, total, withChip, withoutChip, type Limit, type Stakes } from './bets'
import { noted, spend, swear, tell, unswear } from './secrets'
import { backOf } from './wentBack'

/** How long is waited for another chip before a stake is sent. */
const GATHER_MS = 120

/** Where the card of a game says what becomes of a hand whose player does not decide. */
const NO_DECISION = 'No decision in time'

type Bets = Record<number, Stakes>

interface Kept {
  player: string
  game: string
  bets: Bets
}

/** What the house has counted for a hand, or why it has not; neither while it counts. */
export interface Hint {
  told?: Advice
  wrong?: string
}

export class TableModel {
  state = $state.raw<TableState>()
  game = $state.raw<GameInfo>()
  /** What the dealer has said, the latest last. */
  said = $state.raw<string[]>([])
  /** Why the last chip was not taken, at which spot; or that it was raised to the `least` that is. */
  limit = $state.raw<{ spot: number; wager: string; text: string; least?: true }>()
  /** The own spot that lies large before the player. */
  chosen = $state<number>()
  /** Whether something that was asked is not yet answered. */
  deciding = $state<number[]>([])
  missing = $state<string>()
  /** What these rules do with a hand whose player does not decide in time, in their words; nothing before they are known. */
  timeout = $state.raw<{ rules: string; words: string | undefined }>()
  /** Stakes that the house has not confirmed yet. */
  #wanted = $state.raw<Bets>({})
  /** What lay there as somebody began to want something else: only what differs from it is asked for, as bets may come from another window too. */
  #from: Bets = {}
  /** Whether what is wanted is wanted as a whole, or else as it was. */
  #whole = false
  #before: Bets[] = []
  undoable = $state(false)
  /** What was bet last, by whom, and in which game. */
  kept = $state.raw<Kept>()
  /** What the decisions of the own spots are worth in this round, where it was asked. */
  hints = $state.raw<Record<number, Hint>>({})
  #sent = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The round whose result this page saw come, as long as it is looked at: where no other one follows the house runs no clock for that. */
  #looked = $state.raw<number>()
  #looking: ReturnType<typeof setTimeout> | undefined
  /** What is on its way, if anything is: whether all of it comes there. */
  #sending: Promise<boolean> | undefined
  /** The own spots that somebody is about to leave: nothing is bet there meanwhile. */
  #leaving = new Set<number>()
  #told = new Set<string>()
  /** The round of which it was said that bets came too late. */
  #late: number | undefined
  #asking: string | undefined
  #askingTimeout: string | undefined
  /** What is asked for and not yet answered. */
  #onItsWay = new Map<string, Promise<unknown>>()

  constructor(readonly table: string) {
    this.kept = this.#read()
  }

  /** Follows the table until the result is called. */
  follow(): () => void {
    const stop = live.watch(this.table, {
      table: (state, { facts, words: said, whole }) => {
        const before = this.state?.round
        const sat = this.mine
        this.state = state
        // By the house: whoever stood up by themselves knows it.
        for (const fact of facts) if (fact.what === 'left' && fact.by_floor && sat.includes(fact.spot)) toast(words().table.stoodUp(fact.spot, fact.absent === true), 'bad')
        if (whole) this.#settle()
        if (said.length > 0) {
          this.said = [...this.said, ...said].slice(-60)
          announce(said.map(told).join(' '))
        }
        this.#went(before, state.round)
      },
    })
    return () => {
      stop()
      clearTimeout(this.#timer)
      clearTimeout(this.#looking)
    }
  }

  round = $derived.by<Round | undefined>(() => this.state?.round)
  /** What is being played, or will be. */
  ref = $derived.by(() => this.state?.round?.game ?? this.state?.game)
  stage = $derived(this.round?.stage ?? 'none')
  open = $derived(this.stage === 'open')
  /** Whether the last round is one of the past: no other one follows it before somebody sits down, or the floor opens the table. */
  past = $derived(this.stage === 'over' && this.round?.deadline_ms === undefined && this.round?.no !== this.#looked)
  /** The spots at which the player sits, from the dealer's left. */
  mine = $derived.by(() => {
    const player = myself()?.player
    if (player === undefined) return []
    return Object.entries(this.state?.seats ?? {})
      .filter(([, seat]) => seat.player === player)
      .map(([spot]) => Number(spot))
  })
  /**
   * The bets of the last round, if they are the player's own, and of the game that is played now: somebody else may sit at this page since, and the table may
   * have been set to another one.
   */
  last = $derived.by<Bets>(() => {
    const { player, game, bets } = this.kept ?? {}
    if (bets === undefined || player !== myself()?.player || game !== this.ref?.id) return {}
    const made = placed(this.game?.wagers ?? []).flatMap(({ id, closed }) => (closed ? [] : [id]))
    return Object.values(bets).flatMap(Object.keys).every((id) => made.includes(id)) ? bets : {}
  })
  /** Why the round is void, if it is: nothing lies there any more. */
  void = $derived(this.round?.void)
  /** The own spots that have still to decide. */
  undecided = $derived(this.mine.filter((spot) => this.decides(spot)))
  /** The own spot that is before the player: one that has to decide, or the chosen one. */
  at = $derived.by(() => {
    const chosen = this.chosen
    if (this.undecided.length > 0 && (chosen === undefined || !this.undecided.includes(chosen))) return this.undecided[0]
    return chosen !== undefined && this.mine.includes(chosen) ? chosen : this.mine[0]
  })

  /** Whether the house tells what decisions are worth: in the round that is played, or else in the next one. */
  mayHint = $derived((this.stage === 'none' || this.stage === 'over' ? this.state?.hints : this.round?.hints) ?? false)

  spot(no: number): Spot | undefined {
    return this.round?.spots[String(no)] as Spot | undefined
  }

  /** Whether a spot has still to decide: once the round is decided, over or void, none has. */
  decides(no: number): boolean {
    return this.stage === 'dealt' && this.void === undefined && (this.spot(no)?.undecided ?? false)
  }

  /** Whether whoever sits at a spot has no part in the round, and waits for the next one. */
  waits(no: number): boolean {
    return !this.open && this.stage !== 'none' && !this.past && this.spot(no) === undefined && this.back(no) === undefined
  }

  /** Whether the house holds money for a wager that is decided on later, beside the one that it goes by: until the decision the wallet is without it. How much, the house knows. */
  holdsFor(no: number, wager: WagerInfo): boolean {
    const { of, stage } = wager
    if (stage !== 'decision' || of === undefined || !['open', 'closed', 'dealt'].includes(this.stage)) return false
    return this.spot(no)?.decision === undefined && (this.lies(no)[of] ?? 0) > 0
  }

  /** What lies at a spot as the house has it; of a round that is void, nothing. */
  lies(no: number): Stakes {
    return this.void === undefined ? this.#there(no) : {}
  }

  /** What went back to whoever sits at a spot: before the deal of this round, or as it is void. */
  back(no: number): WentBack | undefined {
    return backOf(this.state, no)
  }

  name(id: string): string {
    return nameIn(this.game, id)
  }

  /** What lies at a spot, with what is on its way there. */
  stakes(spot: number): Stakes {
    return this.#wanted[spot] ?? this.#there(spot)
  }

  #there(spot: number): Stakes {
    return (this.spot(spot)?.wagers ?? {}) as Stakes
  }

  /** What all own spots stake, with what is on its way there. */
  get staked(): number {
    return this.mine.reduce((sum, spot) => sum + total(this.open ? this.stakes(spot) : this.lies(spot)), 0)
  }

  /** What all own spots come to, where the result of more than one is told. */
  get net(): number | undefined {
    const me = myself()?.player
    const nets = this.mine.flatMap((spot) => (this.spot(spot)?.player === me ? (this.spot(spot)?.net ?? []) : []))
    return nets.length > 1 ? nets.reduce((sum, net) => sum + net, 0) : undefined
  }

  /** Turns to the next own spot; among those that have still to decide, as long as there are any. */
  turn(): number | undefined {
    const among = this.undecided.length > 0 ? this.undecided : this.mine
    const next = among[(among.indexOf(this.at ?? 0) + 1) % among.length]
    if (next === undefined || next === this.at) return undefined
    this.chosen = next
    return next
  }

  /** What all own spots stake and have not yet been taken for. */
  get waiting(): number {
    return Object.keys(this.#wanted).reduce((sum, spot) => {
      const there = total(this.#there(Number(spot)))
      return sum + total(this.#wanted[Number(spot)]!) - there
    }, 0)
  }

  async learn(rules: string): Promise<void> {
    if (this.game?.rules === rules || this.#asking === rules) return
    this.#asking = rules
    try {
      this.game = await said(http.GET('/api/v1/games/{game}', { params: { path: { game: rules } } }))
      this.missing = undefined
    } catch (error) {
      this.missing = refusal(error)
    } finally {
      this.#asking = undefined
    }
  }

  /** Learns what is done with a hand whose player does not decide in time; what could not be told is asked again with the next round. */
  async learnTimeout(rules: string): Promise<void> {
    if (this.timeout?.rules === rules || this.#askingTimeout === rules) return
    this.#askingTimeout = rules
    try {
      this.timeout = { rules, words: about(await ruleCard(rules), NO_DECISION) }
    } catch {
      // What of it is not known is not said: where it stands is.
      this.timeout = undefined
    } finally {
      this.#askingTimeout = undefined
    }
  }

  /** Asks once for what is asked again before it is answered: a second press of the same button is none of another thing. */
  #once(ask: AskBody): Promise<unknown> {
    const what = JSON.stringify(ask)
    const before = this.#onItsWay.get(what)
    if (before !== undefined) return before
    const asked = live.ask(this.table, ask).finally(() => this.#onItsWay.delete(what))
    this.#onItsWay.set(what, asked)
    return asked
  }

  async ask(ask: AskBody): Promise<boolean> {
    try {
      await this.#once(ask)
      return true
    } catch (error) {
      toast(refusal(error), 'bad')
      return false
    }
  }

  async sit(spot: number): Promise<void> {
    try {
      await this.#once({ do: 'sit', spot })
      this.chosen = spot
    } catch (error) {
      // Only seats that may be taken are offered: where the rules refuse one, somebody else was quicker, by less than it takes to see it.
      const taken = error instanceof Refusal && error.code === 'rules'
      toast(taken ? words().table.taken(spot) : refusal(error), 'bad')
    }
  }

  /** Sits down where there is room, the nearest to the middle first; somebody else may be quicker. */
  async sitAnywhere(): Promise<void> {
    const spots = this.game?.spots ?? 0
    const middle = (spots + 1) / 2
    const all = Array.from({ length: spots }, (_, at) => at + 1).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
    let why: unknown
    for (const spot of all) {
      if (this.state?.seats[spot] !== undefined) continue
      try {
        await live.ask(this.table, { do: 'sit', spot })
        this.chosen = spot
        return
      } catch (error) {
        why = error
      }
    }
    toast(why === undefined ? words().table.full : refusal(why), 'bad')
  }

  /**
   * Stands up. What was about to be bet there is not bet any more, and what is on its way comes first: otherwise it would be refused, as nobody sits there.
   */
  async leave(spot: number): Promise<boolean> {
    this.#leaving.add(spot)
    try {
      if (this.#sending !== undefined || this.#wanted[spot] !== undefined) {
        clearTimeout(this.#timer)
        await this.#sending
        const { [spot]: _, ...others } = this.#wanted
        this.#wanted = others
        if (Object.keys(others).length > 0) await this.#start()
        else this.#settle()
      }
      return await this.ask({ do: 'leave', spot })
    } finally {
      this.#leaving.delete(spot)
    }
  }

  async decide(spot: number, choice: 'play' | 'fold', times?: number): Promise<void> {
    if (this.deciding.includes(spot)) return
    this.deciding = [...this.deciding, spot]
    const round = this.round?.no
    await this.ask(times === undefined ? { do: 'decide', spot, choice, round } : { do: 'decide', spot, choice, times, round })
    this.deciding = this.deciding.filter((other) => other !== spot)
  }

  /** Asks what the decisions of a spot are worth, once; what could not be told is asked again. */
  async advise(spot: number): Promise<void> {
    const round = this.round?.no
    const before = this.hints[spot]
    if (round === undefined || (before !== undefined && before.wrong === undefined)) return
    const put = (hint: Hint) => {
      if (this.round?.no === round) this.hints = { ...this.hints, [spot]: hint }
    }
    put({})
    try {
      put({ told: await live.advise(this.table, spot) })
    } catch (error) {
      put({ wrong: refusal(error) })
    }
  }

  // Bets.

  add(spot: number, wager: string, chip: number): void {
    this.#change(spot, wager, (wagers, stakes) => withChip(wagers, stakes, wager, chip), chip)
  }

  remove(spot: number, wager: string, chip: number): void {
    this.#change(spot, wager, (wagers, stakes) => withoutChip(wagers, stakes, wager, chip))
  }

  #change(spot: number, wager: string, change: (wagers: GameInfo['wagers'], stakes: Stakes) => Stakes | Limit, chip?: number): void {
    if (!this.open || this.game === undefined || this.#leaving.has(spot)) return
    const stakes = this.stakes(spot)
    const result = change(this.game.wagers, stakes)
    if (isLimit(result)) {
      this.#limited(spot, wager, result)
      return
    }
    const raised = chip === undefined ? undefined : raisedTo(this.game.wagers, stakes, result, chip)
    this.limit = raised === undefined ? undefined : { spot, wager: raised.id, text: words().table.least(raised.name, money(result[raised.id]!)), least: true }
    if (this.limit !== undefined) announce(this.limit.text)
    this.#remember()
    // Bets that belong together are laid together, or not at all: one without the other could not stand.
    const changed = placed(this.game.wagers).filter(({ id }) => (result[id] ?? 0) !== (stakes[id] ?? 0))
    this.#want({ ...this.#all(), [spot]: result }, changed.length > 1)
  }

  #limited(spot: number, wager: string, limit: Limit): void {
    const { name, min, max, of } = limit.wager
    const w = words().table
    const text =
      limit.kind === 'closed' ? w.limitClosed(name) : limit.kind === 'min' ? w.limitOf(name, this.name(of ?? '')) : w.limit(name, money(min ?? 0), money(max ?? 0))
    this.limit = { spot, wager, text }
    announce(text)
  }

  #all(): Bets {
    return Object.fromEntries(this.mine.map((spot) => [spot, this.stakes(spot)]))
  }

  #remember(): void {
    this.#before.push(this.#all())
    this.undoable = true
  }

  undo(): void {
    const before = this.#before.pop()
    this.undoable = this.#before.length > 0
    // Whoever stood up since has nothing there any more.
    if (before !== undefined && this.open) this.#want(Object.fromEntries(Object.entries(before).filter(([spot]) => this.mine.includes(Number(spot)))))
  }

  clear(): void {
    if (!this.open) return
    this.#remember()
    this.#want(Object.fromEntries(this.mine.map((spot) => [spot, {}])))
  }

  /** The bets of the last round once more: all of them, or none. */
  rebet(): void {
    const bets: Bets = Object.fromEntries(this.mine.filter((spot) => this.last[spot] !== undefined).map((spot) => [spot, this.last[spot]!]))
    if (this.open && this.#affords(bets)) {
      this.#remember()
      this.#want(bets, true)
    }
  }

  double(): void {
    if (!this.open || this.game === undefined) return
    const bets: Bets = {}
    for (const spot of this.mine) {
      const result = doubled(this.game.wagers, this.stakes(spot))
      if (isLimit(result)) {
        this.#limited(spot, result.wager.id, result)
        return
      }
      bets[spot] = result
    }
    if (this.#affords(bets)) {
      this.#remember()
      this.#want(bets, true)
    }
  }

  #affords(bets: Bets): boolean {
    const lies = this.mine.reduce((sum, spot) => sum + total(this.#there(spot)), 0)
    const needs = Object.values(bets).reduce((sum, stakes) => sum + total(stakes), 0)
    const has = (myself()?.balance ?? 0) + lies
    if (needs <= has) return true
    toast(words().table.tooDear(money(needs), money(has)), 'bad')
    return false
  }

  /** Wants these bets, all of them or none if they are a `whole`, with what was wanted a moment ago. */
  #want(bets: Bets, whole = false): void {
    const first = Object.keys(this.#wanted).length === 0
    if (first) this.#from = Object.fromEntries(this.mine.map((spot) => [spot, this.#there(spot)]))
    this.#wanted = Object.fromEntries(Object.entries(bets).filter(([spot]) => !this.#leaving.has(Number(spot))))
    this.#whole = whole || (!first && this.#whole)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#start(), GATHER_MS)
  }

  /** Sends what is wanted, beside what is on its way: whether all of it comes there. Whoever deals or stands up meanwhile waits for it. */
  #start(): Promise<boolean> {
    const sending = Promise.all([this.#sending, this.#send()]).then((came) => !came.includes(false))
    this.#sending = sending
    void sending.then(() => {
      if (this.#sending === sending) this.#sending = undefined
    })
    return sending
  }

  /** The own spots that may still bet. */
  get notDone(): number[] {
    return this.open ? this.mine.filter((spot) => !(this.round?.ready ?? []).includes(spot)) : []
  }

  /**
   * Says of all own spots that betting is done, once what is on its way has come there. Where the house takes a bet not, nothing is said: cards would be dealt
   * without it. Nor is it of another round than the one in which it was wanted.
   */
  async done(): Promise<void> {
    const no = this.round?.no
    clearTimeout(this.#timer)
    if ((await this.#sending) === false || !(await this.#start())) return
    for (const spot of this.notDone) {
      if (this.round?.no !== no) return
      // Whoever stands up there has no more to say of it.
      if (this.#leaving.has(spot)) continue
      try {
        await this.#once({ do: 'ready', spot, round: no })
      } catch (error) {
        // Where bets are closed already, that is what was wanted.
        if (!isTooLate(error)) toast(refusal(error), 'bad')
        return
      }
    }
  }

  /**
   * Says why bets were not taken. That they came too late is said once a round, whatever it stops of them: it is one event. Of what only takes back
   * what was sent before it is not said at all, as something was said of that.
   */
  #notTaken(error: unknown, round: number, back: boolean): void {
    if (isTooLate(error)) {
      if (back || this.#late === round) return
      this.#late = round
    }
    toast(refusal(error), 'bad')
  }

  /** Sends what is wanted, or takes `back` what was; whether the house took all of it. */
  async #send(back = false): Promise<boolean> {
    const round = this.round
    const wanted = this.#wanted
    const me = myself()?.player
    if (round === undefined || !this.open || this.game === undefined || me === undefined) return true
    const whole = this.#whole
    const asks: { name: string; answer: Promise<unknown> }[] = []
    const swears: Promise<unknown>[] = []
    for (const [no, stakes] of Object.entries(wanted)) {
      const spot = Number(no)
      const from = this.#from[spot] ?? {}
      for (const { id } of placed(this.game.wagers)) {
        const amount = stakes[id] ?? 0
        if (amount === (this.#sent.get(`${spot} ${id}`) ?? from[id] ?? 0)) continue
        const name = `${spot} ${id}`
        this.#sent.set(name, amount)
        asks.push({ name, answer: live.ask(this.table, amount === 0 ? { do: 'take-back', spot, wager: id, round: round.no } : { do: 'place', spot, wager: id, amount, round: round.no }) })
      }
      if (total(stakes) > 0) swears.push(swear(live, me, round, spot).catch((error: unknown) => this.#notTaken(error, round.no, back)))
    }
    const results = await Promise.allSettled(asks.map(({ answer }) => answer))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed !== undefined) this.#notTaken((failed as PromiseRejectedResult).reason, round.no, back)
    // What has been asked for meanwhile is on its own way.
    if (this.#wanted === wanted && failed !== undefined && whole) {
      // A part of it is nothing that anybody asked for: what was taken comes back.
      for (const [no, { name }] of asks.entries()) if (results[no]!.status === 'rejected') this.#sent.delete(name)
      this.#whole = false
      this.#wanted = this.#from
      await this.#send(true)
    } else if (this.#wanted === wanted) this.#settle()
    await Promise.all(swears)
    return failed === undefined
  }

  #settle(): void {
    this.#wanted = {}
    this.#whole = false
    this.#sent.clear()
  }

  /** What follows when the table went on. */
  #went(before: Round | undefined, now: Round | undefined): void {
    if (now === undefined) return
    const me = myself()?.player
    if (now.no !== before?.no) {
      this.#before = []
      this.undoable = false
      this.limit = undefined
      this.hints = {}
      this.#settle()
    }
    if (before?.no === now.no && before.stage === 'open' && now.stage === 'open') {
      // Whoever stands up, or is stood up, takes back what was sworn there.
      for (const [spot, { player }] of Object.entries(before.spots)) if (player === me && now.spots[spot]?.player !== me) unswear(player, before, Number(spot))
    }
    if (before?.stage === 'open' && now.stage !== 'open') {
      this.#settle()
      const bets = this.mine.filter((spot) => total((now.spots[spot]?.wagers ?? {}) as Stakes) > 0)
      if (me !== undefined && bets.length > 0) this.#keep({ player: me, game: now.game.id, bets: Object.fromEntries(bets.map((spot) => [spot, { ...(now.spots[spot]!.wagers as Stakes) }])) })
    }
    if (before?.no === now.no && before.stage !== 'over' && now.stage === 'over') {
      this.#looked = now.no
      clearTimeout(this.#looking)
      this.#looking = setTimeout(() => (this.#looked = undefined), this.state?.clocks?.show_ms)
    }
    if (me === undefined) return
    if (now.no !== before?.no || now.stage !== before.stage) spend(me, now)
    // Bets that went back are not in the list that is published, and nobody asks for a secret of theirs.
    if (now.stage === 'closed') for (const [spot, { player }] of Object.entries(now.spots)) if (player === me) void this.#tell(me, now, Number(spot))
  }

  async #tell(me: string, round: Round, spot: number): Promise<void> {
    const name = `${round.no} ${spot}`
    if (this.#told.has(name) || noted(me, round, spot) === undefined) return
    this.#told.add(name)
    try {
      if ((await tell(live, me, round, spot)) === 'wrong') toast(words().fair.notListed, 'bad')
    } catch (error) {
      // After a break the cards may be dealt already: then it was told, or time had run out, which the round says.
      if (!isTooLate(error)) toast(refusal(error), 'bad')
    }
  }

  #keep(kept: Kept): void {
    this.kept = kept
    try {
      sessionStorage.setItem(`tercet.bets.${this.table}`, JSON.stringify(kept))
    } catch {
      // Nothing may be kept in this browser: they are kept until the page is left.
    }
  }

  #read(): Kept | undefined {
    try {
      return JSON.parse(sessionStorage.getItem(`tercet.bets.${this.table}`) ?? 'null') as Kept | undefined
    } catch {
      return undefined
    }
  }
}

/** The cards of a text such as `Qs 9d 4c`. */
export function cardsOf(text: string | undefined): string[] {
  return text === undefined || text === '' ? [] : text.split(' ')
}
