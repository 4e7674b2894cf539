import { expect, it } from 'vitest'
import { withQuery } from './values'

it('leaves out of an address what is empty', () => {
  expect(withQuery('#/floor/rounds', { table: 't 1', player: '', from: undefined, to: 5 })).toBe('#/floor/rounds?table=t+1&to=5')
})
