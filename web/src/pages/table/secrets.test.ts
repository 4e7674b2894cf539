// The player's part in the shuffle: which secret is looked for among those that the house publishes.
import { expect, it } from 'vitest'
import type { Live, Round } from '$api/live'
import { refused } from '$api/problem'
import { noted, swear, unswear } from './secrets'

const context = { table: 't', rules: `sha256:${'0'.repeat(64)}`, deal: 'standard', engine: 'tercet' }
const round = (no: number) => ({ no, commitment: 'c', context: { ...context, round: no } }) as unknown as Round

/** A line that answers whatever is asked so. */
const line = (answer: () => Promise<unknown>) => ({ ask: answer }) as unknown as Live

it('is looked for once the house has it, or may have it', async () => {
  await swear(line(() => Promise.resolve()), 'ann', round(1), 1)
  expect(noted('ann', round(1), 1)?.hash).toMatch(/^[0-9a-f]{64}$/)
  for (const [no, said] of [[2, undefined], [3, { code: 'store', detail: 'no room', status: 503 }]] as const) {
    await expect(swear(line(() => Promise.reject(refused(said))), 'ann', round(no), 1)).rejects.toThrow()
    expect(noted('ann', round(no), 1), String(no)).toBeDefined()
  }
})

it('is not looked for where the house refused it: that it is not published is no fault', async () => {
  const late = { code: 'not-now', detail: 'the time to bet is up', status: 409 }
  await expect(swear(line(() => Promise.reject(refused(late))), 'ann', round(4), 1)).rejects.toThrow()
  expect(noted('ann', round(4), 1)).toBeUndefined()
  // Another window was quicker: its secret is the one.
  await swear(line(() => Promise.reject(refused({ ...late, code: 'sworn' }))), 'ann', round(5), 1)
  expect(noted('ann', round(5), 1)).toBeUndefined()
})

it('is another one for whoever stood up and sits down again', async () => {
  const done = line(() => Promise.resolve())
  await swear(done, 'ann', round(6), 1)
  const first = noted('ann', round(6), 1)!
  await swear(done, 'ann', round(6), 1)
  expect(noted('ann', round(6), 1)).toEqual(first)
  unswear('ann', round(6), 1)
  await swear(done, 'ann', round(6), 1)
  expect(noted('ann', round(6), 1)!.hash).not.toBe(first.hash)
})
