import { expect, it } from 'vitest'
import { newestFirst } from './newest'

it('shows rounds of several tables as they opened, the newest first, whenever their money came', () => {
  const round = (table: string, round: number, opened_ms: number) => ({ table, round, opened_ms })
  // A long round is paid after a shorter one that opened later.
  const told = [round('fury', 7, 1_000), round('poker', 3, 5_000), round('fury', 6, 500), round('poker', 2, 500)]
  expect(newestFirst(told).map(({ table, round }) => `${table} ${round}`)).toEqual(['poker 3', 'fury 7', 'fury 6', 'poker 2'])
  expect(told[0]).toEqual(round('fury', 7, 1_000))
})
