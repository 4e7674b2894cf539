import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refused } from '$api/problem'

const asked: string[] = []
let answers: () => Promise<object>
let link = 'open'
vi.mock('$api/http', () => ({
  http: { GET: (_: string, { params }: { params: { path: { id: string } } }) => asked.push(params.path.id) },
  said: () => answers(),
}))
vi.mock('$state/house.svelte', () => ({ lineIs: () => ({ link }) }))
const { nameOf } = await import('./people.svelte')

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  link = 'open'
})
afterEach(() => vi.useRealTimers())

const no = (code: string, status: number) => refused({ type: '', title: '', code, detail: 'no', status }, status)
const WHILE_MS = 60_000

it('asks once what somebody is called, again by whoever shows it next where that was refused, and never of who is nobody', async () => {
  const id = 'm-abcdefghijklmn27'
  answers = () => Promise.reject(no('forbidden', 403))
  expect([nameOf(id), nameOf(id), asked]).toEqual([undefined, undefined, [id]])
  await vi.advanceTimersByTimeAsync(WHILE_MS)
  expect(asked).toEqual([id])
  answers = () => Promise.resolve({ name: 'Ann' })
  expect(nameOf(id)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(0)
  expect([nameOf(id), asked]).toEqual(['Ann', [id, id]])
  for (const none of ['house', 'nobody', 'three-card-poker', 'r-1']) expect(nameOf(none)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(WHILE_MS)
  expect(asked.length).toBe(2)
})

it.each([
  ['could not be reached', 'm-bbcdefghijklmn27', refused(undefined)],
  ['could not read its books', 'm-cbcdefghijklmn27', no('store', 503)],
  ['was asked too much at once', 'm-dbcdefghijklmn27', no('too-many', 429)],
])('asks again by itself, after a while, a house that %s, and not while the line is lost', async (_, id, error) => {
  answers = () => Promise.reject(error)
  nameOf(id)
  await vi.advanceTimersByTimeAsync(0)
  expect([nameOf(id), asked]).toEqual([undefined, [id]])
  link = 'lost'
  await vi.advanceTimersByTimeAsync(WHILE_MS)
  expect(asked).toEqual([id])
  link = 'open'
  answers = () => Promise.resolve({ name: 'Ben' })
  await vi.advanceTimersByTimeAsync(WHILE_MS)
  expect([nameOf(id), asked]).toEqual(['Ben', [id, id]])
})
