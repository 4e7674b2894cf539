// The rule card of a game, as `GET /api/v1/games/GAME/card` has it.
import { http, said } from './http'

export interface Sentence {
  words: string
  cites: string[]
}

export type Block =
  | { text: Sentence[] }
  | { list: Sentence[][] }
  | { steps: Sentence[][] }
  | { heading: string }
  | { terms: { term: string; about: Sentence[][] }[] }
  | { table: { head: string[]; rows: { cells: string[]; cites: string[] }[] } }

export interface RuleCard {
  id: string
  name: string
  rules: string
  source?: string
  summary?: string
  sections: { title: string; blocks: Block[] }[]
}

export async function ruleCard(game: string): Promise<RuleCard> {
  return (await said(http.GET('/api/v1/games/{game}/card', { params: { path: { game } } }))) as unknown as RuleCard
}

/** What the card of a game says of this, in sentences; nothing where it says nothing. */
export function about({ sections }: Pick<RuleCard, 'sections'>, term: string): string | undefined {
  for (const { blocks } of sections) {
    for (const block of blocks) {
      const found = 'terms' in block ? block.terms.find((one) => one.term === term) : undefined
      if (found !== undefined) return found.about.flat().map(({ words }) => words).join(' ')
    }
  }
  return undefined
}
