// What people are called of whom the house tells the id, as its books do: asked once for each of them.
import { SvelteMap } from 'svelte/reactivity'
import { http, said } from '$api/http'

const names = new SvelteMap<string, string>()
const asked = new Set<string>()

/** Whether it is the id of somebody, and neither the house itself nor nobody. */
const isPerson = (id: string) => /^[a-z]-[a-z2-7]{16}$/.test(id)

/** What somebody is called; nothing until the house has said it. */
export function nameOf(id: string): string | undefined {
  if (isPerson(id) && !asked.has(id)) {
    asked.add(id)
    said(http.GET('/api/v1/people/{id}', { params: { path: { id } } })).then(
      ({ name }) => names.set(id, name),
      // The id says it too; the next who shows it asks again.
      () => asked.delete(id),
    )
  }
  return names.get(id)
}
