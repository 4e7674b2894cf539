import { beforeEach, expect, it, vi } from 'vitest'

const asked: string[] = []
let answers: () => Promise<object>
vi.mock('$api/http', () => ({
  http: { GET: (_: string, { params }: { params: { path: { id: string } } }) => asked.push(params.path.id) },
  said: () => answers(),
}))
const { nameOf } = await import('./people.svelte')
const settled = () => new Promise((then) => setTimeout(then, 0))
beforeEach(() => void (asked.length = 0))

it('asks once what somebody is called, again where that failed, and never of who is nobody', async () => {
  const id = 'm-abcdefghijklmn27'
  answers = () => Promise.reject(new Error('gone'))
  expect([nameOf(id), nameOf(id), asked]).toEqual([undefined, undefined, [id]])
  await settled()
  answers = () => Promise.resolve({ name: 'Ann' })
  expect(nameOf(id)).toBeUndefined()
  await settled()
  expect([nameOf(id), asked]).toEqual(['Ann', [id, id]])
  for (const none of ['house', 'nobody', 'three-card-poker', 'r-1']) expect(nameOf(none)).toBeUndefined()
  expect(asked.length).toBe(2)
})
