// Whoever plays two positions on a phone sees all of a round: the dealer's cards, every bet, the own cards with both decisions, and the whole result.
import { describe, expect, it } from 'vitest'
import { ownHouse, type Person, PHONE, SMALL } from './house'

const GAMES = ['three-card-fortune', 'three-card-fury', 'three-card-pairs-plus', 'three-card-poker', 'three-card-shine']

interface State {
  state: { seats: Record<string, { player: string }>; round: { no: number } }
}

/** What of these parts is not in sight, whole: out of its place, or under something else. */
const hidden = (one: Person, ...parts: string[]) =>
  one.page.evaluate((parts) => {
    const felt = document.querySelector('.felt')!
    const all = parts.flatMap((name) => {
      const found = [...document.querySelectorAll(name)].filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return found.length === 0 ? [`no ${name}`] : found.filter((part) => {
        // Of a text its letters, however large its place.
        const text = document.createRange()
        text.selectNodeContents(part)
        const { left, right, top, bottom } = (name === '.says' ? text : part).getBoundingClientRect()
        // Beside its middle: what asks why answers to a finger there above its own line.
        const at = (y: number) => document.elementsFromPoint(left + (right - left) / 4, y).find((over) => !over.matches('.sky, .sky *'))
        const is = (over: Element | undefined) => over !== undefined && (part.contains(over) || over.contains(part))
        return left < 0 || right > innerWidth || !is(at(top + 2)) || !is(at(bottom - 2))
      }).map((part) => `${name}: ${part.textContent?.trim().slice(0, 40)} ${JSON.stringify(part.getBoundingClientRect())}`)
    })
    return [...all, ...(felt.scrollTop > 0 || felt.scrollHeight > felt.clientHeight ? [`the felt scrolls: ${felt.scrollHeight} in ${felt.clientHeight}`] : [])]
  }, parts)

/** What one presses stands apart from what stands beside it. */
const touching = (one: Person) =>
  one.page.locator('.leave button').evaluateAll((buttons) => {
    const text = buttons.map((button) => {
      const range = document.createRange()
      range.selectNodeContents(button)
      return range.getBoundingClientRect()
    })
    return text.slice(1).filter(({ left }, no) => left - text[no]!.right < 8).length
  })

const ALWAYS = ['.dealer .cards', '.open-drawer button', '.seats', '.tabs button']

describe.each(GAMES)('%s', (table) => {
  // Fury, with its fourth card, has more in a result than a small phone shows at once.
  it.each(table === 'three-card-fury' ? [PHONE] : [PHONE, SMALL])('shows all of a round to whoever plays two positions on a phone, in both languages: $width × $height', async (size) => {
    // A house of its own, in which every seat is free.
    const house = await ownHouse()
    const people = await Promise.all(
      ['en', 'de'].map(async (language) => {
        const one = await house.comes(size)
        await one.page.addInitScript((language) => localStorage.setItem('tercet.prefs', JSON.stringify({ language })), language)
        await one.goes(`#/t/${table}`)
        return one
      }),
    )
    const spots = new Map<Person, number[]>()
    for (const [no, one] of people.entries()) {
      await one.page.locator('.guest button').click()
      await one.page.locator('.layout').waitFor()
      await one.sees('open')
      const me = await one.asks<{ player: string }>('/api/v1/me')
      const own = async () => Object.entries((await one.asks<State>(`/api/v1/tables/${table}`)).state.seats).filter(([, { player }]) => player === me.player).map(([spot]) => Number(spot))
      const [first] = await own()
      // Both sides of it may be free; one is enough.
      for (const spot of no === 0 ? [first! + 1, first! - 1] : [first! - 1, first! + 1]) if ((await own()).length < 2) await one.does(table, { do: 'sit', spot })
      spots.set(one, await own())
      expect(spots.get(one)).toHaveLength(2)
      await one.page.locator('.tabs').waitFor()
    }
    for (const one of people) {
      await expect.poll(() => hidden(one, ...ALWAYS, '.layout button', '.layout .name'), { message: `${table}, bets` }).toEqual([])
      expect(await touching(one)).toBe(0)
    }
    const { wagers } = await people[0]!.asks<{ wagers: { id: string; stage: string; fixed?: number; min?: number }[] }>(`/api/v1/games/${table}`)
    await Promise.all(people.map(async (one) => {
      const bets = spots.get(one)!.flatMap((spot) => wagers.filter(({ stage }) => stage === 'bets').map(({ id, fixed, min }) => ({ do: 'place', spot, wager: id, amount: fixed ?? Math.max(500, min ?? 0) })))
      expect(await one.doesAll(table, bets)).toEqual(bets.map(() => 200))
      await expect.poll(() => hidden(one, ...ALWAYS, '.layout button', '.has .stake'), { message: `${table}, bets made` }).toEqual([])
    }))
    for (const one of people) {
      await one.sees('dealt')
      await one.page.getByTestId('hand').waitFor()
      await expect.poll(() => hidden(one, ...ALWAYS, '.own .hand .cards', '.says', 'button.fold', '.play'), { message: `${table}, decision` }).toEqual([])
    }
    await Promise.all(people.map(async (one) => {
      const decisions = spots.get(one)!.map((spot) => ({ do: 'decide', spot, choice: 'play' }))
      expect(await one.doesAll(table, decisions)).toEqual(decisions.map(() => 200))
    }))
    await Promise.all(people.map(async (one) => {
      await one.page.getByTestId('net').waitFor()
      await expect.poll(() => one.page.locator('.lay > .bets').evaluate((bets) => bets.checkVisibility({ visibilityProperty: true }))).toBe(false)
      await expect.poll(() => hidden(one, ...ALWAYS, '[data-testid=call]', '.own .hand .cards', '.says', '.slip tbody tr', '.slip tfoot tr'), { message: `${table}, result` }).toEqual([])
    }))
    for (const one of people) {
      expect(one.wrong).toEqual([])
      await one.context.close()
    }
  })
})
