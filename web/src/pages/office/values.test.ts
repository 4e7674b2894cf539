import { afterEach, describe, expect, it } from 'vitest'
import { clocksOf, dayAfter, dayOf, msOf, withQuery } from './values'

it('leaves out of an address what is empty, and has each of several', () => {
  expect(withQuery('#/floor/rounds', { table: 't 1', player: '', from: undefined, to: 5, change: ['6,120', '7,60'] })).toBe('#/floor/rounds?table=t+1&to=5&change=6%2C120&change=7%2C60')
})

describe('days are those of whoever looks, where clocks change too', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
  const clocks = (from: string, to: string) => clocksOf(msOf(from)!, msOf(to)!)

  // The second has half an hour, the third changes at midnight, where a day begins at one o'clock, and the last never does.
  it.each([
    ['Europe/Berlin', 60, ['1774746000000,120', '1792890000000,60']],
    ['Australia/Lord_Howe', 660, ['1775314800000,630', '1791041400000,660']],
    ['America/Santiago', -180, ['1775358000000,-240', '1788667200000,-180']],
    ['Asia/Tokyo', 540, []],
  ])('in %s', (tz, offset, change) => {
    process.env.TZ = tz
    expect(clocks('2026-01-01', '2027-01-01')).toEqual({ offset, change })
    // The change itself is in the span that begins with it, and not in the one that ends there.
    for (const [no, one] of change.entries()) {
      const [at, then] = one.split(',').map(Number) as [number, number]
      expect(clocksOf(at, at + 5)).toEqual({ offset: then, change: [] })
      expect(clocksOf(at - 5, at)).toEqual({ offset: no === 0 ? offset : Number(change[no - 1]!.split(',')[1]), change: [] })
    }
    // Each day of the year follows the one before, whatever its length.
    for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day)) {
      expect(dayOf(msOf(day)!)).toBe(day)
      expect(dayOf(msOf(dayAfter(day))! - 1)).toBe(day)
    }
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  })
})
