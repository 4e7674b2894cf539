import { expect, it } from 'vitest'
import { isPassing, NotAsked, refused } from './problem'

const no = (code: string, status: number) => refused({ type: '', title: '', code, detail: 'no', status }, status)

it.each([
  ['a network that is gone', refused(undefined), true],
  ['something that answers in place of the house', refused('<!doctype html>', 404), true],
  ['a house that cannot read its books', no('store', 503), true],
  ['too much at once', no('too-many', 429), true],
  ['a value that is not possible', no('value', 422), false],
  ['what nobody may do', no('forbidden', 403), false],
  ['what was not even asked', new NotAsked('signed out'), false],
  ['a fault of the page', new TypeError('x is undefined'), false],
])('knows of %s whether it passes', (_, error, passes) => expect(isPassing(error)).toBe(passes))
