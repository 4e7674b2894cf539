import { expect, it } from 'vitest'
import type { TableState } from '$api/live'
import { backOf, betsOf } from './wentBack'

const state = (seats: object) => ({ seats, round: { spots: {}, sent_back: [{ spot: 2, player: 'ann', wagers: { ante: 500 }, why: '' }, { spot: 3, wagers: { ante: 500 }, why: '' }] } }) as unknown as TableState

it('says of bets that went back to whoever sits there still, and of none at a seat that is empty or taken anew', () => {
  expect(backOf(state({ 2: { player: 'ann' } }), 2)?.wagers).toEqual({ ante: 500 })
  expect([backOf(state({ 2: { player: 'ben' } }), 2), backOf(state({}), 2), backOf(state({}), 3), backOf(undefined, 2)]).toEqual([undefined, undefined, undefined, undefined])
})

it('says of a round that is void that all went back that lay there, and why, where nothing had gone back before', () => {
  const lay = { 1: { player: 'ann', wagers: { ante: 500 } }, 2: { player: 'ben', wagers: {} }, 3: { player: 'cid', wagers: {} } }
  const is = (over: object, seats: object) => ({ seats, round: { spots: lay, sent_back: [{ spot: 2, player: 'ben', wagers: { side: 700 }, why: 'alone' }], ...over } }) as unknown as TableState
  const all = { 1: { player: 'ann' }, 2: { player: 'ben' }, 3: { player: 'cid' } }
  const void_ = is({ void: 'a card fell' }, all)
  expect(backOf(void_, 1)).toEqual({ spot: 1, player: 'ann', wagers: { ante: 500 }, why: 'a card fell' })
  expect([backOf(void_, 2)?.wagers, backOf(void_, 3), backOf(is({}, all), 1), backOf(is({ void: 'a card fell' }, { 1: { player: 'dan' } }), 1)]).toEqual([{ side: 700 }, undefined, undefined, undefined])
})

it('names bets, and those of a game that is not known by their ids', () => {
  expect(betsOf({ ante: 1_000, 'pair-plus': 550 }, undefined)).toEqual(['ante $10', 'pair plus $5.50'])
})
