import type { Person } from './house'

export interface Held {
  /** The first of them is on its way. */
  asked: Promise<void>
  /** Lets the answers come. */
  come: () => Promise<void>
  /** Holds nothing back any more. */
  end: () => Promise<void>
}

/** Holds back what a browser asks, of tables if nothing else is said, until it is let go; `lost` is whether it then comes to nothing. */
export async function held({ page }: Person, lost = false, what = '**/asks'): Promise<Held> {
  let come = () => {}
  let first = () => {}
  const asked = new Promise<void>((done) => (first = done))
  const gate = new Promise<void>((done) => (come = done))
  await page.route(what, async (route) => {
    first()
    await gate
    await (lost ? route.abort() : route.fallback())
  })
  return { asked, come: async () => come(), end: () => page.unrouteAll({ behavior: 'wait' }) }
}
