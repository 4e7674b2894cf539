import { expect, it } from 'vitest'
import { german } from './phrases.de'

it.each([
  ['king high', 'König hoch'],
  ['pair of sixes', 'Paar Sechsen'],
  ['straight flush, queen high', 'Straight Flush, Dame hoch'],
  ['three of a kind, nines', 'Drilling, Neunen'],
  ['full house, kings over nines', 'Full House, Könige mit Neunen'],
  ['two pair, aces and threes', 'Zwei Paare, Asse und Dreien'],
  ['queen high or better', 'Dame hoch oder besser'],
  ['dealer qualifies, player equal', 'Geber qualifiziert sich, Spieler gleich'],
  ['dealer does not qualify, player higher or lower', 'Geber qualifiziert sich nicht, Spieler höher oder tiefer'],
  ['straight or flush, player lower', 'Straße oder Flush, Spieler tiefer'],
  ['three of a kind or better, player equal', 'Drilling oder besser, Spieler gleich'],
  ['four-card straight or four-card flush', 'Straße aus vier Karten oder Flush aus vier Karten'],
  ['suited A-K-Q-J', 'A-K-Q-J in einer Farbe'],
  ['A-K-Q of spades', 'A-K-Q in Pik'],
  ['any hand', 'jede Hand'],
])('says %s as %s', (house, said) => expect(german(house)).toBe(said))

it.each([
  ['The dealer qualifies with king high and the player\'s pair of nines is higher: Ante pays 1 to 1.', 'Der Geber qualifiziert sich mit König hoch und Paar Neunen des Spielers ist höher: Ante zahlt 1 zu 1.'],
  ['The player folded: Ante is forfeited.', 'Der Spieler hat gepasst: Ante ist verloren.'],
  ['Two pair, aces and threes fits no row of the table: 6 Card Bonus loses.', 'Zwei Paare, Asse und Dreien passt auf keine Zeile der Tabelle: 6 Card Bonus verliert.'],
  ['Straight flush, queen high: Pair Plus pays 40 to 1. It stays live after the fold.', 'Straight Flush, Dame hoch: Pair Plus zahlt 40 zu 1. Der Einsatz gilt auch nach dem Passen.'],
  ['Ks Kh Kd (three of a kind): Progressive pays $100; the stake is not returned.', 'Ks Kh Kd (Drilling): Progressive zahlt $100, der Einsatz kommt nicht zurück.'],
])('gives the reason %s', (house, said) => {
  const pays = (text: string) => text.replace(' to ', ' zu ')
  expect(german(house, pays)).toBe(said)
})

it('leaves what it does not know as the house says it', () => {
  for (const text of ['monster of the house', 'flush, player bolder', 'pair of moons', 'The dealer sneezed: Ante is returned.']) expect(german(text)).toBe(text)
})
