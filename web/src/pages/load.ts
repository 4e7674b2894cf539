// The code of a page comes when somebody goes there.
import { refused, type Refusal } from '$api/problem'
import { lineIs, live } from '$state/house.svelte'

/** How long the house may take to say that it is there. */
const ANSWER_MS = 8_000

/**
 * What `load` brings. While the house cannot be reached, or answers nobody, that is why it does not; a house that was brought up to date since has other files:
 * then all of it is loaded anew, once.
 */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const why = lineIs().link === 'lost' ? refused(undefined) : await whyNot()
    if (why !== undefined) throw why
    loadAnew()
    throw error
  }
}

/**
 * Why the page would not come if it were loaded anew, if it would not: of a network that is gone the line may not know yet, and in its place the browser would
 * show a page of its own. A house that is there may have a reason, which it says.
 */
async function whyNot(): Promise<Refusal | undefined> {
  let why = refused(undefined)
  try {
    const page = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })
    if (page.ok) return undefined
    why = refused(await page.json(), page.status)
  } catch {
    // Nothing answers, or something in the place of the house, as what the house says can be read.
  }
  // A line that is gone without a word is found out at once, said, and asked for again.
  if (why.code === 'offline') live.wake()
  return why
}

const ANEW = 'tercet.anew'
const ONCE_MS = 30_000

function loadAnew(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(ANEW) ?? 0) < ONCE_MS) return
    sessionStorage.setItem(ANEW, String(Date.now()))
  } catch {
    // Where nothing may be kept it cannot be known whether it was tried: it is said instead.
    return
  }
  location.reload()
}
