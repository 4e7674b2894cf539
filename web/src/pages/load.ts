// The code of a page comes when somebody goes there.
import { refused } from '$api/problem'
import { lineIs, live } from '$state/house.svelte'

/** How long the house may take to say that it is there. */
const ANSWER_MS = 8_000

/**
 * What `load` brings. While the house cannot be reached, that is why it does not; a house that was brought up to date since has other files: then all of it is
 * loaded anew, once.
 */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (lineIs().link === 'lost' || !(await answers())) throw refused(undefined)
    loadAnew()
    throw error
  }
}

/** Whether the page would come if it were loaded anew: of a network that is gone the line may not know yet, and in its place the browser would show a page of its own. */
async function answers(): Promise<boolean> {
  try {
    const page = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })
    if (page.ok) return true
  } catch {
    // That is the answer.
  }
  // A line that is gone without a word is found out at once, said, and asked for again.
  live.wake()
  return false
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
