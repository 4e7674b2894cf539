import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { NotAsked, Refusal } from '../api/problem'
import { parted } from './house'
import { refusal, speak, told, words } from './index.svelte'

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
  expect(parted(house).house).toBe('“Expected a number of days.”')
  expect(refusal(new TypeError('x is undefined'))).toBe(words().problems.unexpected)
})

it('takes no comma for a part of the amount before it', async () => {
  await speak('en')
  for (const text of ['Spot 4: Play push, Ante win $5, 3 Card Monster win $1,000, Pair Plus win $2.50.', 'From $5 to $1,000,000.']) expect(told(text)).toBe(text)
  await speak('de')
})
