import { describe, expect, it } from 'vitest'
import type { GameInfo } from '$api/http'
import { changes, payTables, plain, read, rulingsOf, sessionQuery, withPay, withRuling, write, type Session } from './variant'

const game = {
  wagers: [
    { id: 'pair-plus', name: 'Pair Plus', pays: [{ when: 'straight', pays: '6 to 1' }, { when: 'pair', pays: '3 to 2' }, { when: 'tie', pays: 'push' }] },
    { id: 'jackpot', name: 'Jackpot', pays: [{ when: 'royal', pays: '100% of the meter' }, { when: 'straight', pays: '6 for 1' }] },
    { id: 'even', name: 'Even', pays: [{ when: 'lower', pays: 'lose' }] },
  ],
  bonuses: [],
  rulings: [
    { id: 'R4', question: 'Is it due? Nobody says.', in_force: 'forfeit', readings: [{ id: 'forfeit', words: 'No: it is lost.' }, { id: 'stays', words: 'Yes.' }] },
    { id: 'R6', question: 'Only one?', in_force: 'yes', readings: [{ id: 'yes', words: 'Yes.' }] },
  ],
} as unknown as GameInfo

describe('a variant', () => {
  it('offers every ruling that has another reading', () => {
    expect(rulingsOf(game).map(({ id }) => id)).toEqual(['R4'])
  })

  it('offers the rows that have odds, as the server reads them', () => {
    expect(payTables(game).map(({ id, written }) => [id, written])).toEqual([['pair-plus', ['6', '3/2']], ['jackpot', ['6']]])
  })

  it('is no change where everything is as it is written', () => {
    const [table, ruling, variant] = [payTables(game)[0]!, rulingsOf(game)[0]!, plain()]
    withPay(variant, table, 0, '5')
    withRuling(variant, ruling, 'stays')
    expect(changes(variant)).toEqual({ ruling: ['R4=stays'], pay: ['pair-plus=5-3/2'] })
    withPay(variant, table, 0, '6')
    withRuling(variant, ruling, 'forfeit')
    expect(changes(variant)).toEqual({ ruling: [], pay: [] })
  })

  it('has a pay for every row again once one is changed, whatever a link had', () => {
    const table = payTables(game)[0]!
    for (const [link, then] of [['5', '5-2'], ['5-3/2-9-9', '5-2'], ['', '-2']] as const) {
      const variant = { rulings: {}, pays: { 'pair-plus': link } }
      withPay(variant, table, 1, '2')
      expect(variant.pays).toEqual({ 'pair-plus': then })
    }
  })

  it('comes back from the address as it was', () => {
    const asked = {
      one: { rulings: { R4: 'stays' }, pays: { 'pair-plus': '5-3/2' } },
      two: { rulings: {}, pays: { jackpot: '7' } },
      meter: '25000',
      players: '5',
      session: { bets: { 'pair-plus': '2.50', ante: '' }, rounds: '500', bankroll: '100' },
    }
    expect(read(new URLSearchParams(write(asked)))).toEqual(asked)
    expect(write({ one: plain(), meter: '', players: '', session: { bets: {} } })).toBe('')
  })
})

describe('a session', () => {
  const table = {
    wagers: [
      { id: 'ante', stage: 'bets' },
      { id: 'monster', stage: 'bets', required: true },
      { id: 'pair-plus', stage: 'bets' },
      { id: 'shut', stage: 'bets', required: true, closed: true },
      { id: 'play', stage: 'decision', of: 'ante' },
    ],
  } as unknown as GameInfo

  it('bets five dollars on what must be made, and what is typed', () => {
    const asked = (session: Session) => sessionQuery(table, '?pay=a%3D1&meter=9&players=3', session).toString()
    expect(asked({ bets: {} })).toBe('pay=a%3D1&meter=9&bet=ante%3D5&bet=monster%3D5&rounds=200')
    expect(asked({ bets: { ante: '10', monster: '', 'pair-plus': '2.50' }, rounds: '60', bankroll: '300' })).toBe(
      'pay=a%3D1&meter=9&bet=ante%3D10&bet=pair-plus%3D2.50&rounds=60&bankroll=300',
    )
  })
})
