// What the wagers and bonuses of a game are called.
import { http, said, type GameInfo, type InLobby } from './http'

/** What names something of a game. */
export type Named = Pick<GameInfo, 'wagers' | 'bonuses'>

/** The name of a wager or bonus; its id without the dashes where the game is not known, or has none such. */
export function nameIn(game: Named | undefined, id: string): string {
  return [...(game?.wagers ?? []), ...(game?.bonuses ?? [])].find((one) => one.id === id)?.name ?? id.replaceAll('-', ' ')
}

/** The name of a wager or bonus at a table, by its id. */
export type NameAt = (table: string | undefined, id: string) => string

/** What bets are called where it is only known at which table they were made: by the game of that table, or, as another may have been played there, by whichever has one such. */
export function namesAt(tables: Pick<InLobby, 'table' | 'game'>[], games: (Named & Pick<GameInfo, 'id'>)[]): NameAt {
  const has = ({ wagers, bonuses }: Named, id: string) => [...wagers, ...bonuses].some((one) => one.id === id)
  return (table, id) => {
    const game = tables.find((one) => one.table === table)?.game
    const all = games.filter((one) => has(one, id))
    return nameIn(all.find((one) => one.id === game) ?? all[0], id)
  }
}

/** The same, of the tables and games that the house has now. */
export async function askNames(): Promise<NameAt> {
  const [tables, games] = await Promise.all([said(http.GET('/api/v1/tables')), said(http.GET('/api/v1/games'))])
  return namesAt(tables, games)
}
