// What the wagers and bonuses of a game are called.
import type { GameInfo } from './http'

/** The name of a wager or bonus; its id where the game is not known, or has none such. */
export function nameIn(game: GameInfo | undefined, id: string): string {
  return [...(game?.wagers ?? []), ...(game?.bonuses ?? [])].find((one) => one.id === id)?.name ?? id
}
