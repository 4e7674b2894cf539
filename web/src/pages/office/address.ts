// Which part of the back office an address shows, and what the address says to it.
import type { Component } from 'svelte'
import type { OfficeWords } from '../../i18n/office.en'

export interface Part {
  /** What stands in the address behind the first part of it. What is written in capitals may be anything, and is given to the page. */
  at: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  page: Component<any>
  /** Its name in the list of pages; a page without one is reached from others. */
  name?: keyof OfficeWords['nav']
  /** The page of the list that it belongs to, where that is not the one of its first word. */
  under?: string
  /** What the page is given of the address, beside `base`; all of it under the names that stand there if left out. Where it gives nothing there is no such page. */
  gives?: (said: Record<string, string>) => Record<string, unknown> | undefined
}

/** The part at this address, and what it is given; none if there is no such page. */
export function partAt(parts: Part[], path: string[]): { part: Part; given: Record<string, unknown> } | undefined {
  for (const part of parts) {
    const wants = part.at === '' ? [] : part.at.split('/')
    if (wants.length !== path.length) continue
    const said: Record<string, string> = {}
    const fits = wants.every((want, no) => {
      if (!/^[A-Z]+$/.test(want)) return want === path[no]
      said[want.toLowerCase()] = path[no]!
      return true
    })
    const given = !fits ? undefined : part.gives === undefined ? said : part.gives(said)
    if (given !== undefined) return { part, given }
  }
  return undefined
}

/** The page of the list under which a part is found. */
export function under(part: Part): string {
  return part.under ?? part.at.split('/')[0]!
}
