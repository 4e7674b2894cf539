import { afterEach, describe, expect, it, vi } from 'vitest'
import { DecisionKeys, isForTable, keysFor, LATE_MS, TAKEN } from './keys'

it('gives each wager a letter of its own, its initial where that is free', () => {
  expect(keysFor(['Ante', 'Pair Plus', '6 Card Bonus', 'Progressive'])).toEqual(['A', 'P', 'B', 'O'])
  expect(keysFor(['Ante', '3 Card Monster', '4 Card Royal Family Bonus'])).toEqual(['A', 'M', 'F'])
})

it('takes no letter twice, and none that means something else, whatever the names are', () => {
  const keys = keysFor(['Red', 'Red', 'Cur', '6', 'Über', 'Insurance', 'Nine', 'In'])
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => TAKEN.has(key) || key === '')).toEqual([])
})

describe('a key is for the table', () => {
  let dialog: object | null = null
  vi.stubGlobal('document', { querySelector: () => dialog })
  afterEach(() => {
    dialog = null
  })
  const press = (target: object, more = {}) => ({ ctrlKey: false, metaKey: false, altKey: false, isComposing: false, keyCode: 80, target, ...more }) as unknown as KeyboardEvent
  const within = (found: object | null) => ({ closest: () => found })

  it('but in fields and for the browser; also where it comes from no element', () => {
    expect([press({}), press(within(null)), press(within({})), press({}, { ctrlKey: true })].map(isForTable)).toEqual([true, true, false, false])
  })

  it('but where a dialog lies over it, wherever it comes from', () => {
    dialog = {}
    expect(isForTable(press(within(null)))).toBe(false)
  })

  it('but while an input method composes by it', () => {
    expect([press({}, { isComposing: true }), press({}, { keyCode: 229 })].map(isForTable)).toEqual([false, false])
  })
})

describe('a key decides a hand', () => {
  const [fresh, held] = [{ repeat: false }, { repeat: true }]
  let now = 0
  const keys = () => {
    now = 5_000
    return new DecisionKeys(() => now)
  }

  it('only once somebody can have seen that there is something to decide', () => {
    const of = keys()
    expect(of.takes(fresh)).toBe(false)
    of.follow(true)
    expect(of.takes(fresh)).toBe(false)
    now += LATE_MS - 1
    expect(of.takes(fresh)).toBe(false)
    now += 1
    expect(of.takes(fresh)).toBe(true)
  })

  it('never where it is held from before, however long', () => {
    const of = keys()
    of.follow(true)
    now += 100 * LATE_MS
    expect(of.takes(held)).toBe(false)
    expect(of.takes(fresh)).toBe(true)
  })

  it('at once at a second position, and late again in the next round', () => {
    const of = keys()
    of.follow(true)
    now += LATE_MS
    of.follow(true)
    expect(of.takes(fresh)).toBe(true)
    of.follow(false)
    expect(of.takes(fresh)).toBe(false)
    now += 9_000
    of.follow(true)
    expect(of.takes(fresh)).toBe(false)
  })
})
