// Where there is room, and who one would sit with there: a seat whose player is absent is taken, and no company.
import type { InLobby } from '$api/http'

/** How many of the taken seats have players who are absent. */
export const absent = (table: InLobby): number => table.absent?.length ?? 0

const present = (table: InLobby) => table.taken - absent(table)

/** Whether somebody can sit down there. */
export const hasRoom = (table: InLobby): boolean => table.status === 'open' && table.taken < table.spots

/** Whether all seats of a table are taken at which there would be room else. */
export const isFull = (table: InLobby): boolean => table.status === 'open' && table.spots > 0 && !hasRoom(table)

/** Where one can sit down comes first, and what is closed last. */
const rank = (table: InLobby) => (hasRoom(table) ? 0 : table.status === 'closed' ? 2 : 1)

/**
 * The tables in the order in which they are shown: those with room first, and else as the house has them. What was shown `before` stays where it was, though seats are
 * taken and given up all the time: nobody presses what has just come in place of something else. What is new comes after it.
 */
export function arranged(tables: InLobby[], before: string[] = []): InLobby[] {
  const places = new Map(before.map((table, place) => [table, place]))
  const place = ({ table }: InLobby) => places.get(table) ?? before.length
  return [...tables].sort((a, b) => place(a) - place(b) || rank(a) - rank(b))
}

/** The table at which the most play who are there and that has a seat left: nobody likes to sit alone, and still less to wait for those who are gone. */
export function best(tables: InLobby[]): InLobby | undefined {
  const free = tables.filter(hasRoom)
  return free.sort((a, b) => present(b) - present(a) || absent(a) - absent(b))[0]
}
