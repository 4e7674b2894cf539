// What this browser keeps of a player's part in shuffles: for each spot and round the secret, until it is told, and what it is checked by. It survives
// that the page is loaded anew, and any window of this browser has it. It goes as the player signs out, but for secrets that are still to be told:
// whoever comes back before that has bets on the table, which go back if nobody tells.

/** What is kept of a seat in a round. */
export interface Note {
  /** Left out once it is told, or will not be asked for any more. */
  secret?: string
  hash: string
  /** What was published as bets closed, once it was seen to be right. */
  frozen?: string
  commitment: string
}

/** Whose it is, and of what. */
export interface Of {
  player: string
  table: string
  round: number
  spot: number
  commitment: string
}

/** Of so many rounds of a table before the one that is played notes are kept, to check what came of them. */
const KEPT_ROUNDS = 10
/** Nothing is kept longer: a house that is away for the night goes on with rounds whose bets are closed. */
const KEPT_MS = 86_400_000

const PREFIX = 'tercet.secret.'

/** Names in the books have no slash. */
const ofPlayer = (player: string) => `${PREFIX}${player}/`
const ofTable = ({ player, table }: Pick<Of, 'player' | 'table'>) => `${ofPlayer(player)}${table}/`
const nameOf = (of: Of) => `${ofTable(of)}${of.round}.${of.spot}.${of.commitment}`

type Kept = Note & { at: number }
/** What this window has written: all there is where nothing may be kept in this browser. */
const memory = new Map<string, Kept>()

/** The names of all notes that begin so. */
function names(from: string): string[] {
  return [...new Set([...memory.keys(), ...Object.keys(stored() ?? {})])].filter((name) => name.startsWith(from))
}

function stored(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function read(name: string): Kept | undefined {
  const found = memory.get(name)
  if (found !== undefined) return found
  try {
    const kept = JSON.parse(stored()?.getItem(name) ?? 'null') as Partial<Kept> | null
    return typeof kept?.at === 'number' && typeof kept.hash === 'string' ? (kept as Kept) : undefined
  } catch {
    // Written by something else, or in another form.
    return undefined
  }
}

function remove(name: string): void {
  memory.delete(name)
  stored()?.removeItem(name)
}

export function noted(of: Of): Note | undefined {
  return read(nameOf(of))
}

/** What this browser noted of a player's spots in a round of a table, whatever was committed to. */
export function notedIn(player: string, table: string, round: number): Note[] {
  const kept = names(`${ofTable({ player, table })}${round}.`).map(read)
  return kept.filter((note) => note !== undefined)
}

export function note(of: Of, what: Note): void {
  forgetOld()
  for (const name of names(ofTable(of))) if (Number(name.slice(ofTable(of).length).split('.')[0]) < of.round - KEPT_ROUNDS) remove(name)
  const kept = { ...what, at: Date.now() }
  memory.set(nameOf(of), kept)
  try {
    stored()?.setItem(nameOf(of), JSON.stringify(kept))
  } catch {
    // Nothing may be kept in this browser: the note is in memory alone.
  }
}

/** The house has another secret of this spot, or none: the one with this hash counts for nothing. */
export function forget(of: Of, hash: string): void {
  memory.delete(nameOf(of))
  if (read(nameOf(of))?.hash === hash) remove(nameOf(of))
}

/** Which secrets of a player at a table are told, or will not be asked for any more: what they are checked by stays. */
export function spent(player: string, table: string, which: (round: number, spot: number) => boolean): void {
  for (const name of names(ofTable({ player, table }))) {
    const [round, spot, commitment] = name.slice(ofTable({ player, table }).length).split('.')
    const own = read(name)
    if (own?.secret === undefined || !which(Number(round), Number(spot))) continue
    const { secret: _, ...rest } = own
    note({ player, table, round: Number(round), spot: Number(spot), commitment: commitment! }, rest)
  }
}

/** Forgets what is too old to be of use, of whatever table and player, and what cannot be read. */
export function forgetOld(): void {
  for (const name of names(PREFIX)) {
    const kept = read(name)
    if (kept === undefined || Date.now() - kept.at > KEPT_MS) remove(name)
  }
}

/** Forgets what there is of a player who signs out; where they `return`, not the secrets that are still to be told. */
export function signedOut(player: string, { returns }: { returns: boolean }): void {
  forgetOld()
  for (const name of names(ofPlayer(player))) if (!returns || read(name)?.secret === undefined) remove(name)
}
