import { describe, expect, it } from 'vitest'
import type { GameInfo } from '$api/http'
import { changes, payTables, plain, read, rulingsOf, withPay, withRuling, write } from './variant'

const sentence = (words: string) => [{ words, cites: [] }]
const card = {
  id: 'g',
  name: 'G',
  rules: 'sha256:0',
  sections: [
    {
      title: 'Rulings',
      blocks: [
        {
          terms: [
            { term: 'R4. Is it due? Nobody says.', about: [sentence('R4=forfeit (in force): No: it is lost.'), sentence('R4=stays: Yes.')] },
            { term: 'R6. Only one?', about: [sentence('R6=yes (in force): Yes.')] },
          ],
        },
      ],
    },
  ],
}
const game = {
  wagers: [
    { id: 'pair-plus', name: 'Pair Plus', pays: [{ when: 'straight', pays: '6 to 1' }, { when: 'pair', pays: '3 to 2' }, { when: 'tie', pays: 'push' }] },
    { id: 'jackpot', name: 'Jackpot', pays: [{ when: 'royal', pays: '100% of the meter' }, { when: 'straight', pays: '6 for 1' }] },
    { id: 'even', name: 'Even', pays: [{ when: 'lower', pays: 'lose' }] },
  ],
  bonuses: [],
} as unknown as GameInfo

describe('a variant', () => {
  it('offers every ruling that has another reading', () => {
    const found = rulingsOf(card)
    expect(found.map(({ id, inForce }) => [id, inForce])).toEqual([['R4', 'forfeit']])
    expect(found[0]!.readings).toEqual([{ value: 'forfeit', words: 'No: it is lost.' }, { value: 'stays', words: 'Yes.' }])
  })

  it('offers the rows that have odds, as the server reads them', () => {
    expect(payTables(game).map(({ id, written }) => [id, written])).toEqual([['pair-plus', ['6', '3/2']], ['jackpot', ['6']]])
  })

  it('is no change where everything is as it is written', () => {
    const [table, ruling, variant] = [payTables(game)[0]!, rulingsOf(card)[0]!, plain()]
    withPay(variant, table, 0, '5')
    withRuling(variant, ruling, 'stays')
    expect(changes(variant)).toEqual({ ruling: ['R4=stays'], pay: ['pair-plus=5-3/2'] })
    withPay(variant, table, 0, '6')
    withRuling(variant, ruling, 'forfeit')
    expect(changes(variant)).toEqual({ ruling: [], pay: [] })
  })

  it('comes back from the address as it was', () => {
    const asked = {
      one: { rulings: { R4: 'stays' }, pays: { 'pair-plus': '5-3/2' } },
      two: { rulings: {}, pays: { jackpot: '7' } },
      meter: '25000',
      players: '5',
    }
    expect(read(new URLSearchParams(write(asked)))).toEqual(asked)
    expect(write({ one: plain(), meter: '', players: '' })).toBe('')
  })
})
