// What a round waits for is in sight in every window that is low and wide, without anybody scrolling: every bet, the own cards with both decisions, the whole result.
import { expect, it } from 'vitest'
import { keysFor } from '../../src/pages/table/keys'
import { House, inHouse, type Person } from './house'
import { staffOf } from './staff'

let house: House
let staff: Record<'administrator' | 'floor', Person>
inHouse(async (opened) => {
  house = opened
  staff = await staffOf(house, 'floor')
})

const SIZES = [[768, 512], [960, 512], [1200, 512], [1440, 512], [1366, 600], [1024, 600]] as const

/** What of these parts is not in sight: out of the window, scrolled away, or under the bar. */
const hidden = (one: Person, ...parts: string[]) =>
  one.page.evaluate((parts) => {
    const [felt, foot] = [document.querySelector('.felt')!.getBoundingClientRect(), document.querySelector('.foot')!.getBoundingClientRect()]
    const [top, bottom] = [Math.max(felt.top, document.querySelector('header')!.getBoundingClientRect().bottom), Math.min(felt.bottom, foot.top)]
    return parts.flatMap((name) => {
      const all = [...document.querySelectorAll(name)].map((part) => part.getBoundingClientRect())
      if (all.length === 0) return [`no ${name}`]
      return all.filter((part) => part.top < top - 1 || part.bottom > bottom + 1).map((part) => `${name} from ${Math.round(part.top)} to ${Math.round(part.bottom)}, seen ${Math.round(top)} to ${Math.round(bottom)}`)
    })
  }, parts)

it('brings bets, cards and the result into sight in a low window', async () => {
  const table = 'three-card-pairs-plus'
  const clocks = { bet_ms: 600_000, secret_ms: 15_000, decide_ms: 120_000, show_ms: 20_000 }
  expect(await staff.floor.does(table, { do: 'set', game: table, clocks })).toBe(200)
  const people = await Promise.all(
    SIZES.map(async ([width, height]) => {
      const one = await house.comes({ width, height })
      await one.sits(table)
      return [`${width} × ${height}`, one] as const
    }),
  )
  const { wagers } = await people[0]![1].asks<{ wagers: { name: string; stage: string }[] }>(`/api/v1/games/${table}`)
  const bets = wagers.filter(({ stage }) => stage === 'bets').map(({ name }) => name)
  for (const [size, one] of people) {
    await one.sees('open')
    await expect.poll(() => hidden(one, '.layout .ring'), { message: size }).toEqual([])
  }
  // By keys, which scroll nothing.
  for (const [, one] of people) {
    for (const key of keysFor(bets)) await one.page.keyboard.press(key)
    await one.page.getByTestId('stake-ante').waitFor()
  }
  for (const [, one] of people) await one.page.getByRole('button', { name: /^Deal/ }).click()
  for (const [size, one] of people) {
    await one.sees('dealt')
    await one.page.getByTestId('hand').waitFor()
    await expect.poll(() => hidden(one, '.own .hand .cards'), { message: size }).toEqual([])
    for (const name of [/^Play \$/, /^Fold/]) {
      const { y, height } = (await one.page.getByRole('button', { name }).first().boundingBox())!
      expect(y + height <= one.page.viewportSize()!.height, size).toBe(true)
    }
  }
  for (const [, one] of people) await one.decidesBy('p')
  for (const [size, one] of people) {
    await one.page.getByTestId('net').waitFor()
    await expect.poll(() => hidden(one, '.paid tbody tr', '.paid tfoot'), { message: size }).toEqual([])
  }
  for (const [, one] of people) await one.context.close()
})
