import { expect, it } from 'vitest'
import type { TableState } from '$api/live'
import { waitedFor } from './waiting'

const spot = (more: object = {}) => ({ player: 'p', wagers: { ante: 500 }, ...more })

/** A table at which spots 2, 3 and 5 are taken. */
function at(stage: string, more: object = {}): TableState {
  const seats = { 2: { player: 'a', name: 'Ann' }, 3: { player: 'b', name: 'Ben' }, 5: { player: 'c', name: 'Cid' } }
  return { table: 't', status: 'open', seats, round: { no: 1, stage, deadline_ms: 9, spots: { 2: spot(), 3: spot() }, ...more } } as unknown as TableState
}

it.each([
  ['everybody who sits there and is not done, with a bet or without', at('open', { ready: [3] }), [2, 5]],
  ['nobody once all are done', at('open', { ready: [2, 3, 5] }), []],
  ['nobody before there is a bet, as no clock runs', at('open', { deadline_ms: undefined, spots: { 2: spot({ wagers: {} }) } }), []],
  ['whoever has sworn and not told, and none whose bets went back', at('closed', { sworn: [2, 3, 5], told: [2] }), [3]],
  ['nobody where none has sworn', at('closed'), []],
  ['whoever has still to decide', at('dealt', { spots: { 2: spot({ decision: { choice: 'play' } }), 3: spot({ undecided: true }) } }), [3]],
  ['nobody once the cards of the dealer are open', at('decided', { spots: { 2: spot(), 3: spot({ undecided: true }) } }), []],
  ['nobody as the result is shown', at('over'), []],
  ['nobody in a round that is void, whatever the house still says of it', at('dealt', { void: 'a card fell', spots: { 2: spot({ undecided: true }) } }), []],
])('waits for %s', (_, state, spots) => expect(waitedFor(state)).toEqual(spots))

it('waits for nobody where there is no round', () => {
  expect(waitedFor({ table: 't', status: 'closed', seats: {} })).toEqual([])
})
