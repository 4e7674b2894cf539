// Rounds of several tables overlap: the house tells them as their money came, and they are shown as they opened.

interface Opened {
  opened_ms: number
  table: string
  round: number
}

/** The same rounds, the newest first. */
export function newestFirst<T extends Opened>(rounds: T[]): T[] {
  return [...rounds].sort((a, b) => b.opened_ms - a.opened_ms || a.table.localeCompare(b.table) || b.round - a.round)
}
