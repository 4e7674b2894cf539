// What the house did not tell is asked again by itself, once it is there.
import { untrack } from 'svelte'
import { timesBack } from './house.svelte'

/** Asks again as the house is there after it was not, if something is `missing` by then. For a part of a page, as it begins. */
export function onceBack(missing: () => boolean, ask: () => void): void {
  let back = timesBack()
  $effect(() => {
    const now = timesBack()
    if (now !== back && untrack(missing)) untrack(ask)
    back = now
  })
}
