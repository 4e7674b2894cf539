import { expect, it } from 'vitest'
import type { WagerInfo } from '$api/http'
import { chipsFor, doubled, lacks, put, withChip, withoutChip, type Stakes } from './bets'

const wager = (id: string, more: Partial<WagerInfo> = {}): WagerInfo => ({ id, name: id, stage: 'bets', required: false, pays: [], ...more })
const ante = wager('ante', { min: 200, max: 1_000, step: 100 })
const monster = wager('monster', { of: 'ante', times: [1], required: true })
const up = wager('up', { of: 'ante', times: [1, 2] })
const meter = wager('meter', { fixed: 100, needs: [['ante', 'side']] })
const side = wager('side', { min: 100, max: 500, step: 100 })
const play = wager('play', { stage: 'decision', of: 'ante', times: [1] })
const all = [ante, monster, up, meter, side, play]

it('raises the first chip to the least stake, and says where the most would be passed', () => {
  expect(withChip(all, {}, 'side', 100)).toEqual({ side: 100 })
  expect(withChip(all, {}, 'ante', 100)).toEqual({ ante: 200, monster: 200 })
  expect(withChip(all, { side: 500 }, 'side', 100)).toEqual({ kind: 'max', wager: side })
})

it('keeps to the steps of the house', () => {
  const wide = [wager('w', { min: 100, max: 1_000, step: 300 })]
  expect(withChip(wide, { w: 100 }, 'w', 500)).toEqual({ w: 400 })
  expect(withoutChip(wide, { w: 1_000 }, 'w', 500)).toEqual({ w: 400 })
  // A chip that is less than a step goes one step: no click does nothing.
  expect(withChip(wide, { w: 100 }, 'w', 100)).toEqual({ w: 400 })
  expect(withChip(wide, { w: 1_000 }, 'w', 100)).toEqual({ kind: 'max', wager: wide[0] })
  expect(withoutChip(wide, { w: 1_000 }, 'w', 100)).toEqual({ w: 700 })
  expect(withoutChip(wide, { w: 100 }, 'w', 100)).toEqual({})
})

it('sets what must be made beside a wager with it, and takes it back with it', () => {
  const both = withChip(all, {}, 'monster', 500)
  expect(both).toEqual({ ante: 500, monster: 500 })
  expect(withoutChip(all, { ante: 500, monster: 500 }, 'monster', 300)).toEqual({ ante: 200, monster: 200 })
  expect(withoutChip(all, { ante: 200, monster: 200 }, 'ante', 100)).toEqual({})
})

it('turns what may be beside a wager on, higher and off', () => {
  expect(withChip(all, {}, 'up', 100)).toEqual({ kind: 'min', wager: up })
  expect(withChip(all, { ante: 200 }, 'up', 100)).toEqual({ ante: 200, up: 200 })
  expect(withChip(all, { ante: 200, up: 200 }, 'up', 100)).toEqual({ ante: 200, up: 400 })
  expect(withChip(all, { ante: 200, up: 400 }, 'up', 100)).toEqual({ ante: 200 })
  expect(put(all, { ante: 200, monster: 200, up: 400 }, 'ante', 300)).toEqual({ ante: 300, monster: 300, up: 600 })
})

it('turns a fixed wager on and off, and leaves it when all is doubled', () => {
  expect(withChip(all, {}, 'meter', 500)).toEqual({ meter: 100 })
  expect(withChip(all, { meter: 100 }, 'meter', 500)).toEqual({})
  expect(doubled(all, { ante: 300, monster: 300, meter: 100, side: 200 })).toEqual({ ante: 600, monster: 600, meter: 100, side: 400 })
  expect(doubled(all, { ante: 300, monster: 300, side: 300 })).toEqual({ kind: 'max', wager: side })
})

it('knows what a stake lacks', () => {
  expect(lacks(meter, { meter: 100 })).toEqual(['ante', 'side'])
  expect(lacks(meter, { meter: 100, side: 100 })).toBeUndefined()
})

it('has chips that the house takes', () => {
  expect(chipsFor(all)).toEqual([100, 500])
  expect(chipsFor([wager('w', { min: 25, max: 5_000, step: 25 })])).toEqual([25, 100, 500, 2_500])
  expect(chipsFor([wager('w', { min: 300, max: 900, step: 300 })])).toEqual([300])
  expect(chipsFor([wager('w', { min: 1_000, max: 50_000, step: 1_000 })])).toEqual([1_000, 10_000, 50_000])
  expect(chipsFor([])).toEqual([])
})

it.each([100, 500, 1_000, 2_500])('offers no chip that no wager takes, whatever the limits, where the step is %i', (step) => {
  for (const most of [step, 4 * step, 10 * step, 400 * step]) {
    const game = [wager('ante', { min: step, max: most, step }), wager('side', { min: step, max: 2 * step, step }), monster, meter, play, wager('shut', { min: step, max: 1_000 * step, step, closed: true })]
    const chips = chipsFor(game)
    expect(chips.length).toBeGreaterThan(0)
    for (const chip of chips) expect(withChip(game, {}, 'ante', chip), `${chip} of ${most}`).toMatchObject({ ante: Math.max(step, chip) })
  }
})

it.each([10, 25, 100, 200, 500, 1_000, 1_500, 2_000, 2_500, 5_000])('reaches the least stake and every one after it where the step is %i', (step) => {
  for (const min of [step, 3 * step, step + 100]) {
    const one = wager('w', { min, max: min + 100 * step, step })
    const [least] = chipsFor([one])
    let stakes: Stakes = {}
    for (let steps = 0; steps <= 100; steps++) expect((stakes = withChip([one], stakes, 'w', least!) as Stakes)).toEqual({ w: min + steps * step })
  }
})
