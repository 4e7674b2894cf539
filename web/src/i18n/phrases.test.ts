import { expect, it } from 'vitest'
import { de } from './de'
import { cited, parted } from './house'
import { german, germanDealer, germanEffect } from './phrases.de'

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
  ['other', 'sonst'],
  ['folded', 'gepasst'],
  ['not made', 'nicht gesetzt'],
  ['no bonus', 'kein Bonus'],
  ['packets', 'in Päckchen'],
  ['by hand', 'von Hand'],
  ['automatic shuffler', 'aus der Mischmaschine'],
  ['The hand is folded.', 'Mit der Hand wird gepasst.'],
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

it.each([
  ['Ann sits down at spot 4.', 'Ann setzt sich auf Platz 4.'],
  ['Spot 4 is free.', 'Platz 4 ist frei.'],
  ['Spot 4: $1,000 on Pair Plus.', 'Platz 4: $1,000 auf Pair Plus.'],
  ['Spot 4: $5 back from Ante.', 'Platz 4: $5 zurück von Ante.'],
  ['No more bets.', 'Nichts geht mehr.'],
  ['No more bets. The bets of spot 2 go back (requires-wager). The bets of spot 5 go back (unequal-wagers).', 'Nichts geht mehr. Die Einsätze von Platz 2 gehen zurück (requires-wager). Die Einsätze von Platz 5 gehen zurück (unequal-wagers).'],
  ['Spot 4 is done with betting.', 'Platz 4 ist mit dem Setzen fertig.'],
  ['The round is void: the table is set anew and nobody has bet. All stakes are returned.', 'Die Runde ist ungültig: der Tisch ist neu eingestellt, und niemand hat gesetzt. Alle Einsätze gehen zurück.'],
  ['Cards are out.', 'Die Karten liegen.'],
  ['Spot 4 plays: $2.50 on Play.', 'Platz 4 spielt: $2.50 auf Play.'],
  ['Spot 4 folds (time ran out; the table decided).', 'Platz 4 passt (die Zeit war um, der Tisch hat entschieden).'],
  ['Spot 4: Ante $5, Progressive $1 and the cards collected.', 'Platz 4: eingezogen Ante $5, Progressive $1 und die Karten.'],
  ['Spot 4, corrected: nothing collected, cards tucked under Pair Plus.', 'Platz 4, berichtigt: eingezogen nichts, die Karten liegen unter Pair Plus.'],
  ['Spot 4: Ante $5 collected, cards kept for envy.', 'Platz 4: eingezogen Ante $5, die Karten bleiben für den Neid.'],
  ['Ks 9d 4c. Dealer plays: king high.', 'Ks 9d 4c. Geber spielt: König hoch.'],
  ["As 9d 9c. Dealer doesn't play: pair of nines.", 'As 9d 9c. Geber spielt nicht: Paar Neunen.'],
  ['Spot 4: Ante win $5, Pair Plus win $1,200, Play push, envy $100 for spot 3.\nSpot 3: Ante forfeit.', 'Platz 4: Ante gewinnt $5, Pair Plus gewinnt $1,200, Play ist unentschieden, Neid $100 für Platz 3.\nPlatz 3: Ante ist verloren.'],
  ['The round is void: a card fell. All stakes are returned.', 'Die Runde ist ungültig: a card fell. Alle Einsätze gehen zurück.'],
  ['Irregularity: exposed card.', 'Unregelmäßigkeit: offene Karte.'],
  ['Irregularity: cat on the table.', 'Unregelmäßigkeit: cat on the table.'],
  ['Flo reports: wrong card count.', 'Flo meldet: falsche Zahl von Karten.'],
  ['The round is void: foul deck. All stakes are returned.', 'Die Runde ist ungültig: fehlerhaftes Kartenspiel. Alle Einsätze gehen zurück.'],
  ['The round opens, by tercet 0.1.0; commitment c3fcaf.', 'Die Runde beginnt, mit tercet 0.1.0; Festlegung c3fcaf.'],
  ['Spot 4 commits to a secret: 5b3e.', 'Platz 4 legt sich auf ein Geheimnis fest: 5b3e.'],
  ['Spot 4: ante is taken back.', 'Platz 4: ante wird zurückgenommen.'],
  ['Time ran out for spot 4; the table decided.', 'Die Zeit von Platz 4 war um, der Tisch hat entschieden.'],
  ['The seed is told.', 'Der Startwert wird gesagt.'],
  ['The operator ends the round without its seed, as the key of the seeds is said to be lost: the disk broke.', 'Der Betreiber beendet die Runde ohne ihren Startwert, weil der Schlüssel der Startwerte verloren sei: the disk broke.'],
  ['The round is void: a card fell.', 'Die Runde ist ungültig: a card fell.'],
  ['Spot 3 withheld its secret and is sent back.', 'Platz 3 hat sein Geheimnis zurückgehalten und bekommt seine Einsätze zurück.'],
  ['Spot 3 withheld its secret and is sent back. Spot 5 withheld its secret and is sent back.', 'Platz 3 hat sein Geheimnis zurückgehalten und bekommt seine Einsätze zurück. Platz 5 hat sein Geheimnis zurückgehalten und bekommt seine Einsätze zurück.'],
  ['Spot 3: $5 back from Ante: the seat committed to a secret for the shuffle and did not tell it.', 'Platz 3: $5 zurück von Ante: der Platz hat sich für das Mischen auf ein Geheimnis festgelegt und es nicht gesagt.'],
  ['The round is void: no wager stands: seats withheld their secrets. All stakes are returned.', 'Die Runde ist ungültig: kein Einsatz steht mehr, weil Plätze ihr Geheimnis zurückgehalten haben. Alle Einsätze gehen zurück.'],
  ['The round is void: no wager can stand.', 'Die Runde ist ungültig: kein Einsatz kann stehen bleiben.'],
  ['Spot 3: $5 back from 6 Card Bonus: 6 Card Bonus needs Ante beside it.', 'Platz 3: $5 zurück von 6 Card Bonus: 6 Card Bonus steht nicht ohne Ante.'],
  ['The dealer sneezed.', '“The dealer sneezed.”'],
])('says as a dealer %s', (house, said) => expect(germanDealer(house)).toBe(said))

it.each([
  ['the round is void and every bet comes back', 'die Runde ist ungültig, und alle Einsätze gehen zurück'],
  ['Ante, Play and Pair Plus are lost; Six Card Bonus is settled as the cards lie', 'Ante, Play und Pair Plus sind verloren; Six Card Bonus wird abgerechnet, wie die Karten liegen'],
  ['Ante is void and returned; Play is eaten', '“Ante is void and returned; Play is eaten”'],
])('says that from something irregular follows: %s', (house, said) => expect(germanEffect(house)).toBe(said))

it('cites what it does not know as the house says it, and nothing where nothing is said', () => {
  for (const text of ['monster of the house', 'flush, player bolder', 'pair of moons', 'The dealer sneezed: Ante is returned.']) expect(german(text)).toBe(`“${text}”`)
  expect(german('Pair of moons fits no row of the table: Ante loses.')).toBe('“Pair of moons” passt auf keine Zeile der Tabelle: Ante verliert.')
  expect(de.cause('Ante is cursed')).toBe('“Ante is cursed”')
  expect([german(''), germanDealer('')]).toEqual(['', ''])
})

it.each([
  ['Ante is required at every spot', 'Ante ist auf jedem Platz nötig'],
  ['Progressive needs Ante or Pair Plus beside it', 'Progressive steht nicht ohne Ante oder Pair Plus'],
  ['Blind of $5; it must be equal to the Ante of $10', 'Blind mit $5; so hoch wie Ante mit $10 muss es sein'],
  ['Super Bet of $5; it must be 2 times the Ante of $10', 'Super Bet mit $5; das 2-Fache von Ante mit $10 muss es sein'],
  ['Ante of $15; the most is $10', 'Ante mit $15; höchstens $10'],
  ['with this one the player holds positions that are not adjacent', 'die Plätze liegen nicht nebeneinander'],
  ['with this one the player holds 3 positions; at most 2 are allowed', 'das wären 3 Plätze; höchstens 2 sind erlaubt'],
  ['the seat committed to a secret for the shuffle and did not tell it', 'der Platz hat sich für das Mischen auf ein Geheimnis festgelegt und es nicht gesagt'],
])('says why bets went back: %s', (house, said) => expect(de.cause(house)).toBe(said))

it('says why a round is void where the rules end it, and leaves what somebody typed', () => {
  const { void: why } = de.table.call
  expect(why('no wager stands: seats withheld their secrets')).toBe('Die Runde ist ungültig: kein Einsatz steht mehr, weil Plätze ihr Geheimnis zurückgehalten haben')
  expect(why('a card fell')).toBe('Die Runde ist ungültig: a card fell')
})

it('shows where the words of the house begin and end in a text that cites them, wherever they stand', () => {
  expect(parted('Was „Spielen“ kostet, liegt nicht da.')).toEqual(['Was „Spielen“ kostet, liegt nicht da.'])
  expect(parted(`Ein Wert ist nicht „möglich“. ${de.houseSays(cited('Expected a “clock”.'))}`)).toEqual(['Ein Wert ist nicht „möglich“. Das Haus sagt: ', '“Expected a "clock".”', ''])
  expect(parted(`Du hast „nichts“ als ${cited('a moon')}, ${cited('a star')}. „Passen“?`)).toEqual(['Du hast „nichts“ als ', '“a moon”', ', ', '“a star”', '. „Passen“?'])
  expect(parted('')).toEqual([''])
})
