// Hands that lie face down before whoever they are, until they are looked at: nothing on the page tells of them before.
import { prefs } from '$state/prefs.svelte'

/** The hands that were looked at: each position is turned over by itself. */
let looked = $state.raw<string[]>([])

const which = (round: number | undefined, spot: number, cards: string) => `${round} ${spot} ${cards}`

/** Whether the cards of an own position that has still to decide are not yet looked at. */
export function isFaceDown(round: number | undefined, spot: number, cards: string | undefined): boolean {
  return prefs.reveal === 'squeeze' && cards !== undefined && cards !== '' && !looked.includes(which(round, spot, cards))
}

export function lookAt(round: number | undefined, spot: number, cards: string | undefined): void {
  looked = [...looked, which(round, spot, cards ?? '')].slice(-10)
}
