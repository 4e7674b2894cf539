// Asking over HTTP. Paths, bodies and answers have the types that the server's own document gives them.
import createClient from 'openapi-fetch'
import type { components, paths } from './made/http'
import { refused } from './problem'

export type Schemas = components['schemas']
export type GameInfo = Schemas['GameInfo']
export type WagerInfo = Schemas['WagerInfo']
export type PayRow = Schemas['PayRow']
export type InLobby = Schemas['InLobby']
export type Me = Schemas['Me']
export type HouseInfo = Schemas['HouseInfo']

/** The client: `await said(http.GET('/api/v1/tables'))`. */
export const http = createClient<paths>({ baseUrl: '', credentials: 'same-origin' })

let session = () => 0
let signedOut: () => void = () => {}

/** What is done as the house no longer knows who asks. `turn` is another number for each session: what was asked in one says nothing of the next. */
export function whenSignedOut(turn: () => number, then: () => void): void {
  session = turn
  signedOut = then
}

/** The answer, or a `Refusal` thrown. */
export async function said<T>(asked: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const turn = session()
  let answer
  try {
    answer = await asked
  } catch {
    throw refused(undefined)
  }
  if (answer.response.ok) return answer.data as T
  const refusal = refused(answer.error, answer.response.status)
  if (refusal.code === 'sign-in' && turn === session()) signedOut()
  throw refusal
}

/** A new key for something that is to be done once: ask again under it if the answer is lost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
