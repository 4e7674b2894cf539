// The tables of the house as the floor follows them: the list now and then, and each table as it changes.
import { http, newKey, said, type GameInfo, type InLobby, type Schemas } from '$api/http'
import type { TableState } from '$api/live'
import { refusal } from '$i18n'
import { has, live } from '$state/house.svelte'

/** How often the list is asked for: what is in it and in no state is what the meters hold, who is absent, and which tables were founded. */
const LIST_MS = 3_000

export type Ask = Schemas['AskBody']

/** Asks a table for something, once. */
export function ask(table: string, what: Ask) {
  const params = { path: { table }, header: { 'idempotency-key': newKey() } }
  return said(http.POST('/api/v1/tables/{table}/asks', { params, body: what }))
}

export const mayTurn = () => has('floor') || has('dealer')
export const mayVoid = () => has('floor')
export const maySet = () => has('floor') || has('administrator')

export class Tables {
  list = $state.raw<InLobby[]>()
  states = $state.raw<Record<string, TableState>>({})
  games = $state.raw<Record<string, GameInfo>>({})
  wrong = $state<string>()
  now = $state(live.now())
  #stops = new Map<string, () => void>()
  #asked = new Set<string>()

  /** Follows all tables, or this one alone, until the result is called. */
  follow(only?: string): () => void {
    void this.look(only)
    const list = setInterval(() => document.hidden || void this.look(only), LIST_MS)
    const clock = setInterval(() => (this.now = live.now()), 250)
    return () => {
      clearInterval(list)
      clearInterval(clock)
      for (const stop of this.#stops.values()) stop()
      this.#stops.clear()
    }
  }

  async look(only?: string): Promise<void> {
    try {
      const query = only === undefined ? {} : { table: only }
      this.list = await said(http.GET('/api/v1/tables', { params: { query } }))
      this.wrong = undefined
      for (const { table, rules } of this.list) {
        if (!this.#stops.has(table)) this.#stops.set(table, live.watch(table, { table: (state) => this.#hears(table, state) }))
        if (rules !== undefined) void this.#learn(rules)
      }
    } catch (error) {
      this.wrong = refusal(error)
    }
  }

  /** The game that a table is set to. */
  game(table: InLobby): GameInfo | undefined {
    return this.games[this.states[table.table]?.game?.rules ?? table.rules ?? '']
  }

  /** How many milliseconds the clock of a table has left. */
  left(table: string): number | undefined {
    const deadline = this.states[table]?.round?.deadline_ms
    return deadline === undefined || this.states[table]?.round?.stage === 'over' ? undefined : Math.max(0, deadline - this.now)
  }

  #hears(table: string, state: TableState): void {
    this.states = { ...this.states, [table]: state }
    if (state.game !== undefined) void this.#learn(state.game.rules)
  }

  async #learn(rules: string): Promise<void> {
    if (this.#asked.has(rules)) return
    this.#asked.add(rules)
    try {
      const game = await said(http.GET('/api/v1/games/{game}', { params: { path: { game: rules } } }))
      this.games = { ...this.games, [rules]: game }
    } catch {
      // It is asked again with the next list; what needs it shows nothing meanwhile.
      this.#asked.delete(rules)
    }
  }
}
