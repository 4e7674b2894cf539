import { expect, it } from 'vitest'
import { about, type RuleCard } from './card'

const of = (...words: string[]) => [words.map((words) => ({ words, cites: [] }))]
const card: Pick<RuleCard, 'sections'> = {
  sections: [
    { title: 'Play', blocks: [{ text: [{ words: 'Cards are dealt.', cites: [] }] }, { heading: 'No decision in time' }] },
    { title: 'House policies', blocks: [{ terms: [{ term: 'Positions', about: of('There are seven.') }, { term: 'No decision in time', about: of('The hand is folded.', 'Side bets stay.') }] }] },
  ],
}

it('says what the card says of a term, and nothing of what it does not name', () => {
  expect(about(card, 'No decision in time')).toBe('The hand is folded. Side bets stay.')
  expect(about(card, 'Irregularities')).toBeUndefined()
})
