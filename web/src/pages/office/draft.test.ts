// A game file that is longer than the server reads is not sent, and one that is written is kept.
import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { bytesOf, draftOf, isTooLong, keepDraft, LONGEST_BODY, LONGEST_GAME } from './draft'

afterEach(() => vi.unstubAllGlobals())

it('knows the longest body that the server reads', () => {
  const limits = readFileSync(new URL('../../../../crates/server/src/limits.rs', import.meta.url), 'utf8')
  expect(/^ +body: (\d+) \* 1024,$/m.exec(limits)![1]).toBe(String(LONGEST_BODY / 1024))
})

it.each([
  ['letters', 'a'],
  ['letters of several bytes', 'ß'],
  ['letters of two parts', '🂡'],
  ['lines', '\n'],
  ['quotes', '"'],
])('takes no file of %s that the server would not, with the longest reason beside it', (_, letter) => {
  const body = (text: string) => new TextEncoder().encode(JSON.stringify({ text, reason: '🂡'.repeat(500) })).length
  let most = ''
  while (!isTooLong(most + letter.repeat(1_000))) most += letter.repeat(1_000)
  expect(most.length).toBeGreaterThan(10_000)
  expect(body(most)).toBeLessThanOrEqual(LONGEST_BODY)
  expect(bytesOf(most + letter.repeat(1_000))).toBeGreaterThan(LONGEST_GAME)
})

it('keeps what is written for whoever wrote it, by game, until it is brought in; where nothing may be kept, nothing breaks', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text), removeItem: (name: string) => kept.delete(name) })
  keepDraft('ann', 'new', { text: 'format = 1', of: '' })
  expect([draftOf('ann', 'new'), draftOf('ben', 'new'), draftOf('ann', 'fury')]).toEqual([{ text: 'format = 1', of: '' }, undefined, undefined])
  keepDraft('ann', 'new', undefined)
  expect([draftOf('ann', 'new'), kept.size]).toEqual([undefined, 0])
  const no = () => {
    throw new Error('not allowed')
  }
  vi.stubGlobal('sessionStorage', { getItem: no, setItem: no, removeItem: no })
  keepDraft('ann', 'new', { text: 'format = 1' })
  expect(draftOf('ann', 'new')).toBeUndefined()
})
