import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { NotAsked, Refusal } from '../api/problem'
import { parted } from './house'
import { cause, moved, refusal, speak, told, words } from './index.svelte'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await speak('de')
})
afterAll(async () => {
  await speak('en')
  vi.unstubAllGlobals()
})

it('says in the words of the page what was not even asked for, and cites the house for what it refused', () => {
  expect(refusal(new NotAsked('Erwartet werden Tage, etwa 7.'))).toBe('Erwartet werden Tage, etwa 7.')
  const house = refusal(new Refusal({ type: '/problems#value', title: 'A value', status: 422, code: 'value', detail: 'expected a number of days' }))
  expect(parted(house)[1]).toBe('“Expected a number of days.”')
  expect(refusal(new TypeError('x is undefined'))).toBe(words().problems.unexpected)
})

it('speaks of positions in every language, where the house speaks of spots', async () => {
  const says = ['Spot 4 folds.', 'Ann sits down at spot 4.', 'Spot 4: Ante win $5, envy $100 for spot 3.\nSpot 3: Ante forfeit.', 'No more bets. The bets of spot 2 go back (requires-wager).', 'Every spot is paid and taken.']
  const refuses = ['spot 3 is taken', 'the spot has nothing to decide', 'there is no spot 9; the table has 1 to 7', '9 players; the table has 1 to 7 spots', 'with this spot the player holds 3 positions; at most 2 are allowed']
  for (const [language, spot, position] of [['en', /spot/i, /position/i], ['de', /spot/i, /Platz|Plätze/]] as const) {
    await speak(language)
    const all = [...says.map(told), ...refuses.map((detail) => refusal(new Refusal({ type: '', title: '', status: 409, code: 'not-now', detail })))]
    for (const text of all) expect(text).toMatch(position)
    for (const text of all) expect(text).not.toMatch(spot)
  }
  await speak('en')
  // A name is what it is.
  expect(told('Spot 12 sits down at spot 4.')).toBe('Spot 12 sits down at position 4.')
  await speak('de')
})

it('changes nothing within what is cited, neither amounts nor cards', () => {
  expect(told('Ks 9d 4c. Dealer plays: king high.')).toBe('Pik König, Karo Neun, Kreuz Vier. Geber spielt: König hoch.')
  const text = 'The moon takes $1,000 and As 9d.'
  expect(told(text)).toBe(`“${text}”`)
  expect(cause('the moon takes $1,000')).toBe('“the moon takes $1,000”')
  const name = (id: string) => ({ ante_plus: 'Ante Plus' })[id] ?? id
  expect(moved('moonlight ante', name)).toBe('“moonlight ante”')
  expect(moved('stake back ante_plus', name)).toBe('Einsatz zurück: Ante Plus')
  expect(moved('hold for play on ante_plus', name)).toBe('Gehalten zum Spielen auf Ante Plus')
  expect(moved('envy for spot 3', name)).toBe('Neid für Platz 3')
  expect(moved('cash in', name)).toBe('Eingezahlt')
})

it('takes no comma for a part of the amount before it', async () => {
  await speak('en')
  for (const text of ['Position 4: Play push, Ante win $5, 3 Card Monster win $1,000, Pair Plus win $2.50.', 'From $5 to $1,000,000.']) expect(told(text)).toBe(text)
  await speak('de')
})
