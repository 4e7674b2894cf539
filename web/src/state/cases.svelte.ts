// Whether the house has answered a dispute of whoever is signed in. It says so to nobody by itself: it is asked as somebody comes, as they come back to the page, and
// again and again while a case of theirs is open.
import { http, said } from '$api/http'
import { number, words } from '$i18n'
import { current } from './router.svelte'
import { isNews, keepSeen, keptAs, seenBy, type CaseState, type Seen } from './seen'
import { toast } from './toasts.svelte'

let player: string | undefined
let known = $state.raw<CaseState[]>([])
let seen = $state.raw<Seen>({})

/** Whether there is news of this case that was not seen here. */
export const isNewCase = (one: CaseState): boolean => isNews(one, seen)

/** The cases of which there is news, the newest first. */
export function newCases(): CaseState[] {
  return known.filter(isNewCase)
}

/** What leads to the cases, by its name, with that there is news of them. */
export function withNews(name: string): string {
  const count = newCases().length
  return count === 0 ? name : `${name}, ${words().cases.news(number(count), count === 1)}`
}

/** What there is to say of it. */
export function caseNews(one: CaseState): string {
  const w = words().cases
  return (one.state === 'closed' ? w.isClosed : w.isAnswered)(number(one.number))
}

/** The player has it before them as it is. */
export function sawCase(one: CaseState): void {
  if (player === undefined) return
  known = [one, ...known.filter((other) => other.number !== one.number)].sort((a, b) => b.number - a.number)
  if (seen[one.number] === one.state_ms) return
  seen = { ...seen, [one.number]: one.state_ms }
  keepSeen(player, seen)
}

/** When it is asked first: what the page itself is made of comes before. */
const FIRST_MS = 1_000
/** How often it is asked while a case is open. */
const LOOK_MS = 20_000
/** The house hands out so many at once; of more nobody waits for an answer. */
const MOST = 200

/** Follows the cases of a player, until it is stopped. */
export function followCases(who: string): () => void {
  player = who
  known = []
  seen = seenBy(who)
  let [stopped, missing] = [false, true]
  /** What was told by a note: once for each answer. */
  const told = new Set<string>()

  async function look(): Promise<void> {
    missing = true
    try {
      const { cases } = await said(http.GET('/api/v1/cases', { params: { query: { player: who, limit: MOST } } }))
      if (stopped) return
      missing = false
      known = cases
    } catch {
      // Nobody has asked for it: it is asked again with the next turn, and that the house cannot be reached is said elsewhere.
      return
    }
    for (const one of newCases()) {
      const which = `${one.number} ${one.state_ms}`
      // On the pages of the account it stands by itself.
      if (!told.has(which) && current().path[0] !== 'account') toast(caseNews(one))
      told.add(which)
    }
  }

  const inTurn = () => {
    if (!document.hidden && (missing || known.some(({ state }) => state === 'open'))) void look()
  }
  const back = () => void (document.hidden || look())
  // Another window of this browser has shown it, or opened another case.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== keptAs(who)) return
    seen = seenBy(who)
    void look()
  }
  const first = setTimeout(look, FIRST_MS)
  const timer = setInterval(inTurn, LOOK_MS)
  document.addEventListener('visibilitychange', back)
  addEventListener('storage', elsewhere)
  return () => {
    stopped = true
    player = undefined
    known = []
    clearTimeout(first)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', back)
    removeEventListener('storage', elsewhere)
  }
}
