// What is written of a game file is there whenever the answer of the house comes, and says what it was written on.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepDraft } from './draft'
import { Written } from './written.svelte'

const [HOUSE, LATER] = ['id = "fury"', 'id = "fury" # of somebody else']
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text), removeItem: (name: string) => kept.delete(name) })
})
afterEach(() => vi.unstubAllGlobals())

/** The page as it is opened, before the house has answered. */
function opened(game = 'fury'): Written {
  const written = new Written()
  written.begin('ann', game)
  return written
}

/** The page with the file of the house, where so much is written and kept. */
function writes(text: string): void {
  const written = opened()
  written.hears(HOUSE)
  written.text = text
  written.keep()
}

it.each([
  ['with a draft', 'id = "fury" # mine'],
  ['without one', undefined],
])('stays as it is typed while the file of the house is on its way, %s', (_, draft) => {
  if (draft !== undefined) writes(draft)
  const written = opened()
  written.text += ' # and more'
  written.hears(HOUSE)
  expect([written.text, written.original, written.unsaved]).toEqual([`${draft ?? ''} # and more`, HOUSE, true])
})

it('stays wiped out, where a draft is wiped out while the file of the house is on its way, and is taken from the house where that is asked for', () => {
  writes('mine')
  const wiped = opened()
  wiped.text = ''
  wiped.hears(HOUSE)
  expect([wiped.text, wiped.unsaved]).toEqual(['', true])
  writes('mine')
  const asked = opened()
  asked.asItIs()
  asked.hears(HOUSE)
  expect([asked.text, asked.unsaved]).toEqual([HOUSE, false])
})

it('is the file of the house where nothing is written, also where a draft was wiped out', () => {
  writes('mine')
  writes('')
  const written = opened()
  expect(written.text).toBe('')
  written.hears('id = "fury"\r\n')
  expect([written.text, written.unsaved, written.overtaken]).toEqual(['id = "fury"\n', false, false])
})

it('is there again as it was kept, also where the house does not answer and the page is opened once more', () => {
  writes('mine')
  for (const _ of [1, 2]) {
    const written = opened()
    expect(written.text).toBe('mine')
    written.keep()
  }
  const written = opened()
  written.hears(HOUSE)
  expect([written.text, written.overtaken]).toEqual(['mine', false])
})

it('says that the house has another file by now than the one on which it was written, until that is taken or this is brought in', () => {
  writes('mine')
  const written = opened()
  expect(written.overtaken, 'as long as nothing is heard').toBe(false)
  written.hears(LATER)
  expect([written.text, written.overtaken]).toEqual(['mine', true])
  written.keep()
  const again = opened()
  again.hears(LATER)
  expect(again.overtaken, 'opened once more').toBe(true)
  again.asItIs()
  expect([again.text, again.overtaken]).toEqual([LATER, false])
  again.text += ' # on top'
  expect(again.overtaken, 'written on what there is now').toBe(false)

  writes('mine')
  const brought = opened()
  brought.hears(LATER)
  brought.brought('mine')
  brought.text += ' # and more'
  expect([brought.unsaved, brought.overtaken]).toEqual([true, false])
})

it('is of one game and one player, and never overtaken where there was nothing', () => {
  const written = opened('new')
  written.text = 'a new one'
  written.begin('ann', 'fury')
  expect(written.text).toBe('')
  written.begin('ben', 'new')
  expect(written.text).toBe('')
  written.begin('ann', 'new')
  expect([written.text, written.overtaken]).toEqual(['a new one', false])
  keepDraft('ann', 'new', undefined)
  expect(opened('new').text).toBe('')
})
