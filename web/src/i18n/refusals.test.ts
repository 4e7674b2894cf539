import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DETAILS, germanDetail } from './refusals.de'

/** All that the house says, as its code has it: each text on one line. */
function house(): string {
  const crates = new URL('../../../crates/', import.meta.url)
  const files = readdirSync(crates, { recursive: true, encoding: 'utf8' }).filter((file) => /^[^/]+\/src\/.*\.rs$/.test(file))
  return files.map((file) => readFileSync(new URL(file, crates), 'utf8').replace(/\\\n\s*/g, '').replace(/\\(?=["\\])/g, '')).join('\n')
}

/** The places of a pattern at which the house puts in what it was refused for. */
const OPEN = /\((?:[^()\\]|\\.|\([^()]*\))*\)[?*+]?|[^\\]\?|\[[^\]]*\][+*]?|\.[+*]|\\[dS][+*]?/g
/** Where the house makes one sentence of two texts. */
const JOINT = /\0|(?<=^the round |the player |some patience)/

/** What must stand in the code of the house word for word where a pattern is of something that the house says. */
const fixed = ({ source }: RegExp) => source.slice(1, -1).replace(OPEN, '\0').replace(/\\(.)/g, '$1').split(JOINT)

it('knows no sentence that the house has worded otherwise since', () => {
  const says = house()
  expect(DETAILS.filter(([pattern]) => fixed(pattern).some((text) => !says.includes(text))).map(([pattern]) => pattern.source)).toEqual([])
})

it.each([
  ['not now: the players decide; this is possible only while bets are open', 'die Spieler entscheiden; möglich ist es nur: solange gesetzt wird'],
  ['not now: the time to bet is up; this is possible only while bets are open', 'die Zeit zum Setzen ist um; möglich ist es nur: solange gesetzt wird'],
  ['not now: no round is open; this is possible only between the deal and the settlement', 'es läuft keine Runde; möglich ist es nur: zwischen Geben und Auszahlen'],
  ['spot 3 is taken', 'Platz 3 ist besetzt'],
  ['the spot has nothing to decide', 'der Platz hat nichts zu entscheiden'],
  ['spot 4 has nothing to decide', 'Platz 4 hat nichts zu entscheiden'],
  ['with this spot the player holds 3 positions; at most 2 are allowed', 'das wären 3 Plätze; höchstens 2 sind erlaubt'],
  ['Ante of $1; the least is $5', 'Ante mit $1; mindestens $5'],
  ['Pair Plus of $1,001; expected $5 and steps of $5', 'Pair Plus mit $1,001; möglich sind $5 und mehr in Schritten von $5'],
  ['wallet ann holds $3, and $10 is needed', '$3 sind da, $10 werden gebraucht'],
  ['not now: the moon is full; this is possible only while bets are open', undefined],
  ['expected a clock of 5 to 60 seconds', undefined],
  ['the bet clock of 0 ms; expected 1 to 3600000', 'die Uhr für das Setzen mit 0 ms; möglich sind 1 bis 3600000'],
  ['the secret clock of 0 ms; expected 1 to 3600000', 'die Uhr für das Sagen der Geheimnisse mit 0 ms; möglich sind 1 bis 3600000'],
  ['the decide clock of 0 ms; expected 1 to 3600000', 'die Uhr für das Entscheiden mit 0 ms; möglich sind 1 bis 3600000'],
  ['the show clock of 0 ms; expected 1 to 3600000', 'die Uhr für das Ansehen mit 0 ms; möglich sind 1 bis 3600000'],
  ['the moon clock of 0 ms; expected 1 to 3600000', undefined],
  ['with this spot the player holds positions that are not adjacent', 'die Plätze liegen nicht nebeneinander'],
  ['expected a reason of 1 to 500 characters', 'es fehlt ein Grund, höchstens 500 Zeichen lang'],
  ['under this key something else was done, in record 12', 'unter diesem Schlüssel wurde schon etwas anderes getan, in Datensatz 12'],
  ['there is nothing with the number 12a', 'mit der Nummer 12a gibt es nichts'],
  ['13,116,053 records; expected 10,000 at most; of a session, ask about fewer rounds or rounder stakes', '13.116.053 Datensätze; höchstens 10.000 sind möglich; frage bei einer Sitzung nach weniger Runden oder runderen Einsätzen'],
  ['spot 4 has committed to another secret in this round', 'Platz 4 hat sich in dieser Runde auf ein anderes Geheimnis festgelegt'],
  ['Play may not be 4 times the Ante; it may be 1, 2 or 3 times it', 'Play darf nicht das 4-Fache von Ante sein; möglich ist das 1, 2 oder 3-Fache'],
  ['you do not play at spot 3', 'auf Platz 3 spielst du nicht'],
  ['the table has stopped: the floor must look at it', 'die Aufsicht muss nachsehen'],
  ['the table has no game yet: the floor must set one', 'die Aufsicht muss eines einstellen'],
  ['the table is closed: nobody sits down', 'niemand setzt sich'],
  ['try again in a while, under the same key; nothing is done twice', 'versuche es nach einer Weile noch einmal; nichts geschieht doppelt'],
  ['cool-off: no bets and no money in until it is over', 'Pause: bis das vorbei ist, gibt es keine Einsätze und kein Geld hinein'],
  ['the limit loss-day is $100, and $90 of it is used', 'Verlust in 24 Stunden: höchstens $100, davon verbraucht $90'],
  ['the limit stake-week is $5, and $0 of it is used; no bet of this size fits in it', 'Einsätze in 7 Tagen: höchstens $5, davon verbraucht $0; ein so hoher Einsatz passt nie hinein'],
  ['the limit playing-time is 90 minutes, and 91 minutes of it is used', 'Spielen ohne Pause: höchstens 90 Minuten, davon verbraucht 91 Minuten'],
  ['1 minute of play; expected a word that this was seen', 'du spielst seit 1 Minute; sag erst, dass du es gesehen hast'],
  ['2 minutes is out of bounds as the limit for playing-time; expected 5 minutes to 1440 minutes', '2 Minuten ist keine Grenze für „Spielen ohne Pause“; möglich sind 5 Minuten bis 1440 Minuten'],
  ['the limit moon-day is $100, and $90 of it is used', undefined],
  ['a name of 41 characters; expected 1 to 20', 'der Name hat 41 Zeichen; möglich sind 1 bis 20'],
  ["`<` (U+003C) may not stand in a name; expected letters, digits, spaces and . - ' _", "„<“ (U+003C) darf in einem Namen nicht stehen; möglich sind Buchstaben, Ziffern, Leerzeichen und . - ' _"],
  ['a name that sounds like the staff; expected another', 'der Name klingt, als gehörte er zum Haus; nimm einen anderen'],
  ['`Ä` is no login; expected 3 to 32 of the letters a to z, digits and . _ -, with a letter or digit first', '„Ä“ ist kein Anmeldename; möglich sind 3 bis 32 Zeichen: a bis z, Ziffern und . _ -, vorn ein Buchstabe oder eine Ziffer'],
  ['a password too short or too long; expected 8 to 128 characters', 'ein Passwort hat 8 bis 128 Zeichen'],
  ['too many failures to sign in; expected some patience: 15 minutes', 'die Anmeldung ist zu oft gescheitert; wieder möglich ist sie in 15 Minuten'],
  ['cashier and auditor are not for one person; expected another account for one of them', 'Kasse und Prüfung sind nicht für dieselbe Person; eine davon braucht ein anderes Konto'],
  ['expected the right run-tables (it goes with: floor, administrator) or read-all (it goes with: auditor, administrator)', 'das tut nur: Aufsicht, Verwaltung, Prüfung'],
  ['the account m-1 has a login already; expected a guest', 'das Konto m-1 hat schon einen Anmeldenamen; das geht nur für Gäste'],
  ['$12.50 in the wallet and on the tables; expected it to be paid out, or with_money to be true', '$12.50 liegen in der Geldbörse und auf Tischen; erst muss es ausgezahlt werden, oder das Konto wird mit dem Geld geschlossen'],
  ['the claim: expected 1 to 4000 characters that can be seen', 'der Einspruch: möglich sind 1 bis 4000 sichtbare Zeichen'],
  ['the reason: several lines; expected one', 'der Grund: es sind mehrere Zeilen; möglich ist eine'],
  ['case 3 has no answer; expected one first', 'Einspruch 3 ist noch nicht beantwortet; das kommt zuerst'],
  ['there is no game x; expected a, b or c', 'ein Spiel x gibt es nicht; möglich sind a, b oder c'],
  ['Three Card Poker has a meter; expected its name', 'Three Card Poker hat einen Jackpot; es fehlt, welcher'],
  ['no such round; expected one of 1 to 1,204', 'diese Runde gibt es nicht; möglich sind 1 bis 1.204'],
  ['more than 100000 rows; expected a shorter span', 'das sind mehr als 100000 Zeilen; nimm eine kürzere Zeit'],
  ['a meter of $2,000,000,000; expected $0.01 to $1,000,000,000', 'der Jackpot mit $2,000,000,000; möglich sind $0.01 bis $1,000,000,000'],
  ['`x`; expected a whole number from 1 to 10000', '„x“; möglich ist eine ganze Zahl von 1 bis 10000'],
  ['9 players; the table has 1 to 7 spots', '9 Spieler; der Tisch hat 1 bis 7 Plätze'],
  ['12,000 rounds; expected 1 to 10,000', '12.000 Runden; möglich sind 1 bis 10.000'],
  ['a bankroll of $5; one round of this bet may cost $10', 'mitgebracht sind $5; eine Runde mit diesem Einsatz kann $10 kosten'],
  ['this account has asked for too much; ask again later, under the same key', 'dieses Konto hat zu viel auf einmal verlangt; versuche es später'],
])('says why something was refused: %s', (house, said) => expect(germanDetail(house)).toBe(said))
