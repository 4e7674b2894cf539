// Where somebody is: what follows the # of the address. The server hands out one page for all of them.
export interface Place {
  /** The parts of the path, such as `['t', 'three-card-poker']`. */
  path: string[]
  query: URLSearchParams
  /** How far down it was read, where somebody comes back to it by a step of the history or by loading it anew. */
  down?: number
}

// What comes later than the step itself would be scrolled away from: `App` does it, as soon as there is so much of the page.
history.scrollRestoration = 'manual'
/** What this page keeps with a step of the history. */
interface Kept {
  step: number
  down?: number
}
const kept = () => history.state as Kept | null
/** How far down each step of the history was read as it was left. */
const left = new Map<number, number>()
let step = kept()?.step ?? 0
let last = step

function read(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter((part) => part !== '').map(decode), query: new URLSearchParams(query) }
}

/** What cannot be decoded is taken as it stands. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

let place = $state.raw<Place>(cameBack(read(), kept()?.down))
history.replaceState({ step } satisfies Kept, '')

function cameBack(to: Place, down: number | undefined): Place {
  return down === undefined ? to : { ...to, down }
}

/** How often somebody went to another address. */
let moves = 0

addEventListener('hashchange', () => {
  moves++
  left.set(step, scrollY)
  const before = kept()
  // A step that nobody has been at yet has nothing kept with it.
  step = before?.step ?? ++last
  if (before === null) history.replaceState({ step } satisfies Kept, '')
  last = Math.max(last, step)
  place = cameBack(read(), before === null ? undefined : (left.get(step) ?? before.down))
})
addEventListener('pagehide', () => history.replaceState({ step, down: scrollY } satisfies Kept, ''))

export function current(): Place {
  return place
}

/** The number that a part of an address names: a whole one from 1, as it is written. */
export function ordinal(part: string | undefined): number | undefined {
  return /^[1-9]\d{0,14}$/.test(part ?? '') ? Number(part) : undefined
}

/** The address of a place: `to('t', 'three-card-poker')`. */
export function to(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(String(part))).join('/')}`
}

/** The address where somebody is, to come back to. */
export function here(): string {
  const query = place.query.toString()
  return to(...place.path) + (query === '' ? '' : `?${query}`)
}

/** Where one signs in, and comes back from to this address. */
export function signInFor(address: string): string {
  return `${to('sign-in')}?${new URLSearchParams({ then: address })}`
}

export function go(address: string): void {
  location.hash = address
}

/** Asked now, it says later whether somebody is still where they are now: a late answer takes nobody away from where they went meanwhile. */
export function whileHere(): () => boolean {
  const then = moves
  return () => then === moves
}

/** Exchanges the address without a step in the history: for what changes as somebody types. */
export function stay(address: string): void {
  history.replaceState(history.state, '', address)
  place = read()
}
