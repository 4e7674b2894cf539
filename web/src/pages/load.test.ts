// A page whose code does not come is loaded anew where that helps, and nowhere else.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '$api/problem'

let link = 'open'
let woken = 0
vi.mock('$state/house.svelte', () => ({ lineIs: () => ({ link }), live: { wake: () => woken++ } }))
const { loaded } = await import('./load')

let reloads = 0
beforeEach(() => {
  const kept = new Map<string, string>()
  ;[link, woken, reloads] = ['open', 0, 0]
  vi.stubGlobal('location', { pathname: '/', reload: () => reloads++ })
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text) })
})
afterEach(() => vi.unstubAllGlobals())

const missing = new TypeError('no such file')
/** How a page that does not come ends, where the house answers so. */
async function tried(house: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', vi.fn(house))
  const error: unknown = await loaded(() => Promise.reject(missing)).catch((error: unknown) => error)
  return error instanceof Refusal ? error.code : error
}

it('loads all of it anew, once, where the house is there and has other files', async () => {
  const there = () => Promise.resolve(new Response('<!doctype html>'))
  expect([await tried(there), reloads]).toEqual([missing, 1])
  expect([await tried(there), reloads]).toEqual([missing, 1])
})

it.each([
  ['the network is gone', () => Promise.reject(new TypeError('failed'))],
  ['something before the house answers in its place', () => Promise.resolve(new Response('<!doctype html>', { status: 502 }))],
])('says that the house cannot be reached, and has the line look, where %s and the line does not know', async (_, house) => {
  expect([await tried(house), reloads, woken]).toEqual(['offline', 0, 1])
})

it.each([
  ['too-many', 429],
  ['store', 503],
])('says what the house says where it is there and answers %s', async (code, status) => {
  const house = () => Promise.resolve(Response.json({ type: `/problems#${code}`, title: 'No', code, detail: 'ask again later', status }, { status }))
  expect([await tried(house), reloads, woken]).toEqual([code, 0, 0])
})

it('asks nothing where the line is known to be lost', async () => {
  link = 'lost'
  expect([await tried(() => Promise.resolve(new Response())), reloads]).toEqual(['offline', 0])
  expect(fetch).not.toHaveBeenCalled()
})
