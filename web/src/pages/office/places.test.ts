import { expect, it } from 'vitest'
import { refusal } from '$i18n'
import { refused } from '$api/problem'
import { placed } from './places'

const no = (detail: string, at?: string) => placed(refused({ type: '', title: '', status: 422, code: 'settings', detail, at }, 422))

it('finds the field of a limit that is refused, whether the house says the place beside it or as that of the game file', () => {
  const why = '$50.50 is not a whole number of steps of $3 above $5 (expected the largest stake to be one that can be made)'
  for (const one of [no(`it is no game with these limits: wager.pair-plus.limits.max: ${why}`, 'ask.limits'), no(`it is no game with these limits: wager.pair-plus.limits.max: ${why}`, 'ask.limits.pair-plus.max'), no(why, 'ask.limits.pair-plus.max')]) {
    expect(one.at).toBe('ask.limits.pair-plus.max')
    expect(refusal(one.error)).toMatch(/\$50\.50 is not a whole number of steps of \$3 above \$5/)
    expect(refusal(one.error)).not.toMatch(/wager\./)
  }
  const both = no('it is no game with these limits: wager.ante.limits: limits from $50 to $10 (expected more than $0, rising, up to $10,000,000,000)', 'ask.limits')
  expect([both.at, refusal(both.error)]).toEqual(['ask.limits.ante', expect.stringMatching(/Limits from \$50 to \$10 /)])
})

it('leaves every other refusal as it is', () => {
  for (const [detail, at] of [['the bet clock of 9 ms; expected 1 to 3', 'ask.clocks.bet_ms'], ['something else about wager.ante.limits.max: no', 'ask.limits'], ['no', undefined]] as const) {
    const { at: where, error } = no(detail, at)
    expect([where, (error as Error).message]).toEqual([at ?? '', detail])
  }
  const other = new Error('offline')
  expect(placed(other)).toEqual({ at: '', error: other })
})
