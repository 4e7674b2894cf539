// What the wagers and bonuses of a game are called.
import type { GameInfo } from './http'

/** What names something of a game. */
export type Named = Pick<GameInfo, 'wagers' | 'bonuses'>

/** The name of a wager or bonus; its id without the dashes where the game is not known, or has none such. */
export function nameIn(game: Named | undefined, id: string): string {
  return [...(game?.wagers ?? []), ...(game?.bonuses ?? [])].find((one) => one.id === id)?.name ?? id.replaceAll('-', ' ')
}
