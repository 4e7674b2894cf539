// What people are called of whom the house tells the id, as its books do: asked once for each of them.
import { SvelteMap } from 'svelte/reactivity'
import { http, said } from '$api/http'
import { isPassing } from '$api/problem'
import { lineIs } from '$state/house.svelte'

const names = new SvelteMap<string, string>()
const asked = new Set<string>()

/** Whether it is the id of somebody, and neither the house itself nor nobody. */
export const isPerson = (id: string) => /^[a-z]-[a-z2-7]{16}$/.test(id)

/** Until a house that did not answer is asked again. */
const AGAIN_MS = 4_000

function ask(id: string): void {
  asked.add(id)
  said(http.GET('/api/v1/people/{id}', { params: { path: { id } } })).then(
    ({ name }) => names.set(id, name),
    (error: unknown) => {
      // The id says it too. What was refused is asked again by the next who shows it: somebody else may be there by then.
      if (isPassing(error)) setTimeout(again, AGAIN_MS, id)
      else asked.delete(id)
    },
  )
}

function again(id: string): void {
  if (lineIs().link === 'lost') setTimeout(again, AGAIN_MS, id)
  else ask(id)
}

/** What somebody is called; nothing until the house has said it. */
export function nameOf(id: string): string | undefined {
  if (isPerson(id) && !asked.has(id)) ask(id)
  return names.get(id)
}
