import { describe, expect, it } from 'vitest'
import type { GameInfo } from '$api/http'
import { Refusal, refused } from '$api/problem'
import { plain, type Session, type Variant } from './variant'
import { at, betEntry, payEntry, wrongOf } from './wrong'

const game = { wagers: [{ id: 'ante', stage: 'bets' }, { id: 'pair-plus', stage: 'bets' }, { id: 'play', stage: 'decision', of: 'ante' }], bonuses: [] } as unknown as GameInfo
const refusal = (at: string, detail: string) => new Refusal({ type: '', title: 'A value is not possible', status: 422, code: 'value', at, detail })
const wrong = (error: unknown, variant: Variant = plain(), session: Session = { bets: {} }) => wrongOf(error, game, variant, session)
const expects = 'such as 40-30-6-4-1, or fractions such as 3/2'

describe('an entry that is none', () => {
  it('is the pay that the house names, and what is expected there is said of one pay', () => {
    const variant = { rulings: {}, pays: { other: '1-x', 'pair-plus': '40-x-6-3-1' } }
    const { entry, says } = wrong(refusal('pay', `pair-plus=40-x-6-3-1: \`x\` is no pay; expected whole numbers from 1 to 100000 ${expects}`), variant)
    expect(entry).toBe(payEntry('pair-plus', 1))
    expect(says).toBe('Enter a whole number from 1 to 100,000, or a fraction such as 3/2.')
    // Nothing is typed, or what looks like something else.
    for (const [pays, pay, row] of [['40--6', '', 1], ['1=2-5', '1=2', 0]] as const) {
      const told = refusal('pay', `other=${pays}: \`${pay}\` is no pay; expected whole numbers from 1 to 100000 ${expects}`)
      expect(wrong(told, { rulings: {}, pays: { other: pays } }).entry).toBe(payEntry('other', row))
    }
  })

  it('is what stands at the deal or in a session, by its name', () => {
    for (const name of ['meter', 'players', 'rounds', 'bankroll']) {
      expect(wrong(refusal(name, '`x`; expected a whole number from 1 to 7'))).toEqual({ entry: name, says: '`x`; expected a whole number from 1 to 7.' })
    }
    expect(wrong(refusal('meter', '`x` is no amount; expected dollars such as $5, $2.50 or $1,000'))).toEqual({ entry: 'meter', says: 'Enter an amount such as 50 or 12.50.' })
  })

  it('is the bet with what the house cites, as a text or as an amount', () => {
    const session = { bets: { ante: '10', 'pair-plus': '1.5.3' } }
    const told = refusal('bet', '`1.5.3` is no amount; expected dollars such as $5, $2.50 or $1,000')
    expect(wrong(told, plain(), session)).toEqual({ entry: betEntry('pair-plus'), says: 'Enter an amount such as 50 or 12.50.' })
    const large = refusal('bet', 'a stake of $200,000; expected $0.01 to $100,000')
    expect(wrong(large, plain(), { bets: { ante: '200000' } })).toEqual({ entry: betEntry('ante'), says: 'A stake of $200,000; expected $0.01 to $100,000.' })
  })

  it('is none where several would have to change, or where a link has what stands nowhere', () => {
    for (const error of [
      refusal('pay', 'pair-plus=1-2: 2 pays for `pair-plus`; expected 5: a, b, c, d, e'),
      refusal('pay', `of-another=x: \`x\` is no pay; expected whole numbers from 1 to 100000 ${expects}`),
      refusal('ruling', 'R4=maybe: `maybe` is no reading of R4; expected forfeit or stays'),
      refusal('bet', 'expected a wager and its dollars, such as ante=10'),
    ]) {
      expect(wrong(error, { rulings: {}, pays: { 'pair-plus': '1-2' } })).toEqual({ says: expect.stringContaining(error.message.slice(1)) })
    }
    expect(wrong(refused(undefined)).entry).toBe(undefined)
  })
})

it('says something at its own entry alone', () => {
  const [meter, none] = [{ entry: 'meter', says: 'An amount.' }, { says: 'Away.' }]
  expect(at('meter', undefined, none, meter)).toBe('An amount.')
  expect(at('players', undefined, none, meter)).toBe(undefined)
})
