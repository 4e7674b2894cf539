// Where somebody is: what follows the # of the address. The server hands out one page for all of them.
export interface Place {
  /** The parts of the path, such as `['t', 'three-card-poker']`. */
  path: string[]
  query: URLSearchParams
}

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

let place = $state.raw<Place>(read())
addEventListener('hashchange', () => (place = read()))

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

/** Exchanges the address without a step in the history: for what changes as somebody types. */
export function stay(address: string): void {
  history.replaceState(null, '', address)
  place = read()
}
