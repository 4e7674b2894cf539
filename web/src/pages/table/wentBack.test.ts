import { expect, it } from 'vitest'
import type { TableState } from '$api/live'
import { backOf, betsOf } from './wentBack'

const state = (seats: object) => ({ seats, round: { sent_back: [{ spot: 2, player: 'ann', wagers: { ante: 500 }, why: '' }, { spot: 3, wagers: { ante: 500 }, why: '' }] } }) as unknown as TableState

it('says of bets that went back to whoever sits there still, and of none at a seat that is empty or taken anew', () => {
  expect(backOf(state({ 2: { player: 'ann' } }), 2)?.wagers).toEqual({ ante: 500 })
  expect([backOf(state({ 2: { player: 'ben' } }), 2), backOf(state({}), 2), backOf(state({}), 3), backOf(undefined, 2)]).toEqual([undefined, undefined, undefined, undefined])
})

it('names bets, and those of a game that is not known by their ids', () => {
  expect(betsOf({ ante: 1_000, 'pair-plus': 550 }, undefined)).toEqual(['ante $10', 'pair plus $5.50'])
})
