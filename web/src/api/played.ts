// What somebody's own play came to, as `GET /api/v1/me/played` sums it up.
import { http, said, type Schemas } from './http'

export type Played = Schemas['Played']

export async function playedOf(query: { table?: string; from?: number; to?: number }): Promise<Played> {
  return (await said(http.GET('/api/v1/me/played', { params: { query } }))) as Played
}
