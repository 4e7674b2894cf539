// Who one would sit with: a seat whose player is absent is taken, and no company.
import type { InLobby } from '$api/http'

/** How many of the taken seats have players who are absent. */
export const absent = (table: InLobby): number => table.absent?.length ?? 0

const present = (table: InLobby) => table.taken - absent(table)

/** The table at which the most play who are there and that has a seat left: nobody likes to sit alone, and still less to wait for those who are gone. */
export function best(tables: InLobby[]): InLobby | undefined {
  const free = tables.filter((table) => table.status === 'open' && table.taken < table.spots)
  return free.sort((a, b) => present(b) - present(a) || absent(a) - absent(b))[0]
}
