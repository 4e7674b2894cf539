// The words of the house for hands, rows and reasons, in German. They are few and made by a known pattern; what is not among them, such as the
// words of a game of the house's own, is cited as the house says it.

import { cited } from './house'
import { all, first, type Patterns } from './patterns'
import { germanDetail } from './refusals.de'

const RANKS: Record<string, [one: string, many: string]> = {
  two: ['Zwei', 'Zweien'], three: ['Drei', 'Dreien'], four: ['Vier', 'Vieren'], five: ['Fünf', 'Fünfen'], six: ['Sechs', 'Sechsen'],
  seven: ['Sieben', 'Siebenen'], eight: ['Acht', 'Achten'], nine: ['Neun', 'Neunen'], ten: ['Zehn', 'Zehnen'], jack: ['Bube', 'Buben'],
  queen: ['Dame', 'Damen'], king: ['König', 'Könige'], ace: ['Ass', 'Asse'],
}
const MANY = new Map(Object.entries(RANKS).map(([word, [, many]]) => [word === 'six' ? 'sixes' : `${word}s`, many]))
const SUITS: Record<string, string> = { spades: 'Pik', hearts: 'Herz', diamonds: 'Karo', clubs: 'Kreuz' }
const HANDS: Record<string, string> = {
  'high card': 'Höchste Karte', pair: 'Paar', 'two pair': 'Zwei Paare', flush: 'Flush', straight: 'Straße', 'full house': 'Full House',
  'three of a kind': 'Drilling', 'four of a kind': 'Vierling', 'straight flush': 'Straight Flush', 'royal flush': 'Royal Flush', 'any hand': 'jede Hand',
  'dealer qualifies': 'Geber qualifiziert sich', 'dealer does not qualify': 'Geber qualifiziert sich nicht',
}
/** What there is in place of a row. */
const NO_ROW: Record<string, string> = { other: 'sonst', folded: 'gepasst', 'not made': 'nicht gesetzt', 'no bonus': 'kein Bonus' }
/** What becomes of a hand whose player does not decide in time. */
const NO_DECISION: Record<string, string> = {
  'The hand is folded.': 'Mit der Hand wird gepasst.',
  "The table plays a pair or better, and any hand with a live bet on the player's own cards; it folds the rest.":
    'Der Tisch spielt ein Paar oder besser und jede Hand, auf deren eigene Karten noch ein Einsatz gilt; mit den anderen passt er.',
}
/** How the games of the program are dealt. */
const DEALT: Record<string, string> = { packets: 'in Päckchen', 'by hand': 'von Hand', 'automatic shuffler': 'aus der Mischmaschine' }
const VERSUS: Record<string, string> = { higher: 'höher', equal: 'gleich', lower: 'tiefer' }
const CARDS: Record<string, string> = { three: 'drei', four: 'vier', five: 'fünf', six: 'sechs' }
const DECIDED: Record<string, string> = { '': '', ' and the stake is returned': ', der Einsatz kommt zurück', '; the stake is not returned': ', der Einsatz kommt nicht zurück' }

const PATTERNS: Patterns = [
  [/^(.+) or better$/, (hand) => all`${part(hand)} oder besser`],
  [/^player (higher|equal|lower)(?: or (higher|equal|lower))?$/, (one, two) => `Spieler ${VERSUS[one!]}${two === undefined ? '' : ` oder ${VERSUS[two]}`}`],
  [/^(\w+) high$/, (rank) => all`${RANKS[rank!]?.[0]} hoch`],
  [/^pair of (\w+)$/, (rank) => all`Paar ${MANY.get(rank!)}`],
  [/^(\w+) over (\w+)$/, (one, two) => all`${MANY.get(one!)} mit ${MANY.get(two!)}`],
  [/^(\w+) and (\w+)$/, (one, two) => all`${MANY.get(one!)} und ${MANY.get(two!)}`],
  [/^(.+?) or (.+)$/, (one, two) => all`${part(one)} oder ${part(two)}`],
  [/^(three|four|five|six)-card (.+)$/, (count, hand) => all`${part(hand)} aus ${CARDS[count!]} Karten`],
  [/^suited ([AKQJT2-9-]+)$/, (cards) => `${cards} in einer Farbe`],
  [/^([AKQJT2-9-]+) of (\w+)$/, (cards, suit) => all`${cards} in ${SUITS[suit!]}`],
  [/^(\w+)$/, (rank) => MANY.get(rank!)],
]

/** A part between commas. */
function part(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const known = HANDS[text]
  if (known !== undefined) return known
  return first(PATTERNS, text)
}

/** A hand or the condition of a row, part by part. */
function hand(text: string): string | undefined {
  const parts = text.split(', ').map(part)
  return parts.includes(undefined) ? undefined : parts.join(', ')
}

/** As it is within a sentence. */
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What a row looked at, as it lay. */
function fact(text: string): string | undefined {
  const tries: Patterns = [
    [/^the dealer qualifies with (.+)$/i, (with_) => all`der Geber qualifiziert sich mit ${hand(with_!)}`],
    [/^the dealer does not qualify with (.+)$/i, (with_) => all`der Geber qualifiziert sich nicht mit ${hand(with_!)}`],
    [/^the player's (.+) is (higher|equal|lower) against the dealer's (.+)$/i, (own, how, other) => all`${hand(own!)} des Spielers ist ${VERSUS[how!]} gegen ${hand(other!)} des Gebers`],
    [/^the player's (.+) is (higher|equal|lower)$/i, (own, how) => all`${hand(own!)} des Spielers ist ${VERSUS[how!]}`],
    [/^the dealer's (.+)$/i, (what) => all`${hand(what!)} des Gebers`],
    [/^it is (.+)$/i, (what) => all`es ist ${hand(what!)}`],
    [/^(.+) fits no row of the table$/i, (what) => all`${hand(lower(what!)) ?? cited(what!)} passt auf keine Zeile der Tabelle`],
    [/^any hand will do$/i, () => 'jede Hand genügt'],
    [/^(.+) \((.+)\)$/, (what, test) => all`${hand(lower(what!)) ?? what} (${hand(test!)})`],
    [/^(.+)$/, (what) => hand(lower(what!))],
  ]
  const known = first(tries, text)
  if (known !== undefined) return known
  // Two facts, with an "and" between that may also stand within a hand.
  for (let at = text.indexOf(' and '); at >= 0; at = text.indexOf(' and ', at + 1)) {
    const [one, two] = [fact(text.slice(0, at)), fact(text.slice(at + 5))]
    if (one !== undefined && two !== undefined) return `${one} und ${two}`
  }
  return undefined
}

/** Why a line came out as it did. */
function reason(text: string, pays: (text: string) => string): string | undefined {
  const folded = /^The player folded: (.+) is forfeited\.$/.exec(text)
  if (folded !== null) return `Der Spieler hat gepasst: ${folded[1]} ist verloren.`
  const found = /^(.+): (.+?) (loses|pushes|pays (.+?)( and the stake is returned|; the stake is not returned)?)\.( It stays live after the fold\.)?$/.exec(text)
  if (found === null) return undefined
  const because = fact(found[1]!)
  const verdict = found[3] === 'loses' ? 'verliert' : found[3] === 'pushes' ? 'ist unentschieden' : `zahlt ${pays(found[4]!)}${DECIDED[found[5] ?? '']}`
  if (because === undefined) return undefined
  return `${because.charAt(0).toUpperCase()}${because.slice(1)}: ${found[2]} ${verdict}.${found[6] === undefined ? '' : ' Der Einsatz gilt auch nach dem Passen.'}`
}

/** What the house says, in German where it is known, and cited where it is not. */
export function german(text: string, pays: (text: string) => string = (same) => same): string {
  return NO_ROW[text] ?? DEALT[text] ?? NO_DECISION[text] ?? hand(text) ?? reason(text, pays) ?? cited(text)
}

const OUTCOMES: Record<string, string> = { win: 'gewinnt', lose: 'verliert', push: 'ist unentschieden', forfeit: 'ist verloren', void: 'ist ungültig' }

/** What is taken from a spot: wagers, cards, both or nothing. */
function taken(text: string): string {
  if (text === 'nothing') return 'nichts'
  return text.replace(/^the cards$/, 'die Karten').replace(/ and the cards$/, ' und die Karten')
}

/** A line of what is paid, such as `Ante win $5` or `envy $100 for spot 4`. */
function paid(text: string): string | undefined {
  const envy = /^envy (\S+) for spot (\d+)$/.exec(text)
  if (envy !== null) return `Neid ${envy[1]} für Platz ${envy[2]}`
  const line = /^(.+) (win|lose|push|forfeit|void)(?: (\S+))?$/.exec(text)
  return line === null ? undefined : `${line[1]} ${OUTCOMES[line[2]!]}${line[3] === undefined ? '' : ` ${line[3]}`}`
}

const late = (text: string | undefined) => (text === undefined ? '' : ' (die Zeit war um, der Tisch hat entschieden)')

/** Why the rules or the table itself send a stake back or end a round; a reason that somebody typed stays as it was typed. */
const CAUSES: Record<string, string> = {
  'no wager can stand': 'kein Einsatz kann stehen bleiben',
  'no wager stands: seats withheld their secrets': 'kein Einsatz steht mehr, weil Plätze ihr Geheimnis zurückgehalten haben',
  'the table is paused and nobody has bet': 'der Tisch ist in Pause, und niemand hat gesetzt',
  'the table is set anew and nobody has bet': 'der Tisch ist neu eingestellt, und niemand hat gesetzt',
  'places and bets were changed too often, and nobody has bet': 'Plätze und Einsätze wurden zu oft geändert, und niemand hat gesetzt',
  'the table was started again while bets were open': 'der Tisch wurde neu gestartet, während gesetzt wurde',
  'the seat committed to a secret for the shuffle and did not tell it': 'der Platz hat sich für das Mischen auf ein Geheimnis festgelegt und es nicht gesagt',
}

/** What is irregular, as the games of the program know it; a house's own is left as it is. */
const IRREGULAR: Record<string, string> = { 'exposed card': 'offene Karte', 'wrong card count': 'falsche Zahl von Karten', 'foul deck': 'fehlerhaftes Kartenspiel' }

/** Something irregular. */
export function germanIrregularity(text: string): string {
  return IRREGULAR[text] ?? text
}

const EFFECTS: Record<string, string> = {
  'the round is void and every bet comes back': 'die Runde ist ungültig, und alle Einsätze gehen zurück', 'the round goes on': 'die Runde geht weiter',
  'every bet is lost': 'alle Einsätze sind verloren', 'every bet is settled as the cards lie': 'alle Einsätze werden abgerechnet, wie die Karten liegen',
}
const FATES: Record<string, [one: string, more: string]> = {
  'void and returned': ['ist ungültig und geht zurück', 'sind ungültig und gehen zurück'], 'in play as if nothing had happened': ['gilt weiter, als wäre nichts geschehen', 'gelten weiter, als wäre nichts geschehen'],
  lost: ['ist verloren', 'sind verloren'], 'settled as the cards lie': ['wird abgerechnet, wie die Karten liegen', 'werden abgerechnet, wie die Karten liegen'],
}

/** What follows from something irregular, for the whole round or wager by wager. */
export function germanEffect(text: string): string {
  const whole = EFFECTS[text]
  if (whole !== undefined) return whole
  const parts = text.split('; ').map((part) => {
    const found = /^(.+) (is|are) (.+)$/.exec(part)
    const fate = found === null ? undefined : FATES[found[3]!]
    return fate === undefined ? undefined : `${found![1]!.replace(/ and (?!.* and )/, ' und ')} ${fate[found![2] === 'is' ? 0 : 1]}`
  })
  return parts.includes(undefined) ? cited(text) : parts.join('; ')
}

/** Why the table sends something back by itself, if it is known. */
const rule = (text: string) => CAUSES[text] ?? germanDetail(text)

/** Why a stake came back before the deal: by the table itself, or by a rule that the bets break. */
export function germanRefund(text: string): string {
  return rule(text) ?? cited(text)
}

/** Why a round is void: by the table itself, by something irregular, or as somebody said, in whatever language they did. */
export function germanCause(text: string): string {
  return rule(text) ?? germanIrregularity(text)
}

/** What a dealer says as a round goes on, each sentence with its German. */
const SAID: Patterns = [
  [/^(.+) sits down at spot (\d+)\.$/, (who, spot) => `${who} setzt sich auf Platz ${spot}.`],
  [/^Spot (\d+) is free\.$/, (spot) => `Platz ${spot} ist frei.`],
  [/^No more bets\.$/, () => 'Nichts geht mehr.'],
  [/^Spot (\d+) is done with betting\.$/, (spot) => `Platz ${spot} ist mit dem Setzen fertig.`],
  [/^Cards are out\.$/, () => 'Die Karten liegen.'],
  [/^Spot (\d+) plays: (\S+) on (.+?)( \(time ran out; the table decided\))?\.$/, (spot, sum, on, by) => `Platz ${spot} spielt: ${sum} auf ${on}${late(by)}.`],
  [/^Spot (\d+) folds( \(time ran out; the table decided\))?\.$/, (spot, by) => `Platz ${spot} passt${late(by)}.`],
  [/^Irregularity: (.+)\.$/, (what) => `Unregelmäßigkeit: ${germanIrregularity(what!)}.`],
  [/^Spot (\d+)(, corrected)?: (.+) collected(?:, cards (tucked under|kept for) (.+))?\.$/, (spot, again, what, how, for_) => {
    const stays = how === undefined ? '' : how === 'tucked under' ? `, die Karten liegen unter ${for_}` : `, die Karten bleiben für ${for_ === 'envy' ? 'den Neid' : for_}`
    return `Platz ${spot}${again === undefined ? '' : ', berichtigt'}: eingezogen ${taken(what!)}${stays}.`
  }],
  [/^([AKQJT2-9shdc ]+)\. Dealer (plays|doesn't play): (.+)\.$/, (cards, plays, what) => all`${cards}. Geber spielt${plays === 'plays' ? '' : ' nicht'}: ${hand(what!)}.`],
  [/^The round is void: (.+)\. All stakes are returned\.$/, (why) => `Die Runde ist ungültig: ${germanCause(why!)}. Alle Einsätze gehen zurück.`],
  // As a round is told again, step by step.
  [/^(.+) set the table\.$/, (who) => `${who} hat den Tisch gestellt.`],
  [/^(.+) turned the table: (.+)\.$/, (who, why) => `${who} hat den Tisch geöffnet oder geschlossen: ${why}.`],
  [/^The round opens, by (.+); commitment (\w+)\.$/, (engine, commitment) => `Die Runde beginnt, mit ${engine}; Festlegung ${commitment}.`],
  [/^Spot (\d+): (.+) is taken back\.$/, (spot, wager) => `Platz ${spot}: ${wager} wird zurückgenommen.`],
  [/^Spot (\d+) commits to a secret: (\w+)\.$/, (spot, hash) => `Platz ${spot} legt sich auf ein Geheimnis fest: ${hash}.`],
  [/^Spot (\d+) tells its secret\.$/, (spot) => `Platz ${spot} sagt sein Geheimnis.`],
  [/^Spot (\d+) plays\.$/, (spot) => `Platz ${spot} spielt.`],
  [/^Time ran out for spot (\d+); the table decided\.$/, (spot) => `Die Zeit von Platz ${spot} war um, der Tisch hat entschieden.`],
  [/^(.+) reports: (.+)\.$/, (who, what) => `${who} meldet: ${germanIrregularity(what!)}.`],
  [/^The meter held nothing and is started\.$/, () => 'Der Jackpot war leer und beginnt neu.'],
  [/^The dealer's cards are turned over\.$/, () => 'Die Karten des Gebers werden aufgedeckt.'],
  [/^Every spot is paid and taken\.$/, () => 'Alle Plätze sind ausgezahlt und eingezogen.'],
  [/^The seed is told\.$/, () => 'Der Startwert wird gesagt.'],
  [/^The operator ends the round without its seed, as the key of the seeds is said to be lost: (.+)\.$/, (why) => `Der Betreiber beendet die Runde ohne ihren Startwert, weil der Schlüssel der Startwerte verloren sei: ${why}.`],
  [/^The round is void: (.+)\.$/, (why) => `Die Runde ist ungültig: ${germanCause(why!)}.`],
  // Several seats are one text.
  [/^No more bets\.((?: The bets of spot \d+ go back \([a-z-]+\)\.)+)$/, (seats) => `Nichts geht mehr.${seats!.replace(/The bets of spot (\d+) go back \(([a-z-]+)\)\./g, (_, spot, code) => `Die Einsätze von Platz ${spot} gehen zurück (${code}).`)}`],
  [/^((?:Spot \d+ withheld its secret and is sent back\. ?)+)$/, (seats) => seats!.replace(/Spot (\d+) withheld its secret and is sent back\./g, (_, spot) => `Platz ${spot} hat sein Geheimnis zurückgehalten und bekommt seine Einsätze zurück.`)],
  [/^Spot (\d+): (\S+) back from (.+?)(?:: (.+))?\.$/, (spot, sum, from, why) => `Platz ${spot}: ${sum} zurück von ${from}${why === undefined ? '' : `: ${germanCause(why)}`}.`],
  [/^Spot (\d+): ([$\d.,]+) on (.+)\.$/, (spot, sum, on) => `Platz ${spot}: ${sum} auf ${on}.`],
  [/^Spot (\d+): (.+)\.$/, (spot, lines) => {
    const parts = lines!.split(/, (?!\d{3}\b)/).map(paid)
    return parts.includes(undefined) ? undefined : `Platz ${spot}: ${parts.join(', ')}.`
  }],
]

/** What a dealer says, sentence by sentence, in German where it is known, and cited where it is not. */
export function germanDealer(text: string): string {
  return text.split('\n').map((line) => first(SAID, line) ?? cited(line)).join('\n')
}
