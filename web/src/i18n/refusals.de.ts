// Why the house refused something, in German: by the patterns in which it says it. What is not among them is cited.
import { BREAKS, LIMITS, ROLES } from './names.de'
import { all, first, type Patterns } from './patterns'

const UNITS: Record<string, string> = { second: 'Sekunde', seconds: 'Sekunden', minute: 'Minute', minutes: 'Minuten' }

/** A length of time as the house says it: `90 minutes`. */
function lasts(text: string): string | undefined {
  const [count, unit] = text.split(' ')
  return /^\d+$/.test(count!) && UNITS[unit ?? ''] !== undefined ? `${count} ${UNITS[unit!]}` : undefined
}

/** An amount or a length of time. */
const sum = (text: string) => (text.startsWith('$') ? text : lasts(text))

/** A number of the house, as it is written in German. */
const thousands = (text: string) => text.replaceAll(',', '.')

/** What something is called, if it is known. */
const named = (names: Record<string, string>, word: string | undefined) => (word === undefined ? undefined : names[word])

/** Who may do something, of the rights that would do. */
function rights(text: string): string | undefined {
  const roles = [...text.matchAll(/\(it goes with: ([a-z, ]+)\)/g)].flatMap(([, words]) => words!.split(', '))
  const known = [...new Set(roles)].map((role) => named(ROLES, role))
  return known.length === 0 || known.includes(undefined) ? undefined : `das tut nur: ${known.join(', ')}`
}

/** What is written by people, as its field is called. */
const WRITTEN: Record<string, string> = { 'the reason': 'der Grund', 'the claim': 'der Einspruch', 'the text': 'der Text', 'the authority': 'mit wessen Vollmacht' }

/** What a table waits for, as the clocks of it are called. */
const CLOCKS: Record<string, string> = { bet: 'Setzen', secret: 'Sagen der Geheimnisse', decide: 'Entscheiden', show: 'Ansehen' }

/** What a table does, and when something else is possible. */
const DOES: Record<string, string> = {
  'no round is open': 'es läuft keine Runde', 'bets are open': 'es wird gesetzt', 'the time to bet is up': 'die Zeit zum Setzen ist um', 'bets are closed and no card is dealt': 'es wird nicht mehr gesetzt, und noch liegt keine Karte',
  'the players decide': 'die Spieler entscheiden', "the dealer's hand is open": 'die Karten des Gebers liegen offen', 'the round is settled': 'die Runde ist ausgezahlt', 'the round is over': 'die Runde ist vorbei', 'the round is void': 'die Runde ist ungültig',
}
const NEEDS: Record<string, string> = {
  'while bets are open': 'solange gesetzt wird', 'once bets are closed, before the deal': 'nach dem Setzen, vor dem Geben', 'while the players decide': 'solange die Spieler entscheiden',
  "once the cards are out, before the dealer's hand is open": 'wenn die Karten liegen und die des Gebers noch verdeckt sind', "once the dealer's hand is open": 'wenn die Karten des Gebers offen liegen',
  'between the deal and the settlement': 'zwischen Geben und Auszahlen', 'before the round is over': 'bevor die Runde vorbei ist', 'before a round is settled': 'bevor eine Runde ausgezahlt ist',
}

/** Why something was refused, as the house says it without a capital and a full stop. */
export const DETAILS: Patterns = [
  [/^not now: (.+); this is possible only (.+)$/, (does, needs) => all`${DOES[does!]}; möglich ist es nur: ${NEEDS[needs!]}`],
  [/^there is no spot (\d+); the table has 1 to (\d+)$/, (spot, spots) => `einen Platz ${spot} gibt es nicht; der Tisch hat 1 bis ${spots}`],
  [/^spot (\d+) is taken$/, (spot) => `Platz ${spot} ist besetzt`],
  [/^nobody sits at spot (\d+)$/, (spot) => `auf Platz ${spot} sitzt niemand`],
  [/^you do not sit at spot (\d+)$/, (spot) => `auf Platz ${spot} sitzt du nicht`],
  [/^(?:the )?spot ?(\d*) has nothing to decide$/, (spot) => `${spot === '' ? 'der Platz' : `Platz ${spot}`} hat nichts zu entscheiden`],
  [/^no such wager lies at spot (\d+)$/, (spot) => `ein solcher Einsatz liegt nicht auf Platz ${spot}`],
  [/^this was meant for round (\d+), and the table is at round (\d+)$/, (meant, now) => `das galt Runde ${meant}, und der Tisch ist bei Runde ${now}`],
  [/^spot (\d+) has bets in this round; its player stays until it is over$/, (spot) => `auf Platz ${spot} liegen Einsätze; wer dort sitzt, bleibt bis zum Ende der Runde`],
  [/^(.+) needs (.+) beside it$/, (wager, others) => `${wager} steht nicht ohne ${others!.replaceAll(' or ', ' oder ')}`],
  [/^(.+) of (\$[\d,.]+); it must be (?:equal to|(\d+) times) the (.+) of (\$[\d,.]+)$/, (wager, sum, times, of, other) => `${wager} mit ${sum}; ${times === undefined ? 'so hoch wie' : `das ${times}-Fache von`} ${of} mit ${other} muss es sein`],
  [/^with this (?:one|spot) the player holds (\d+) positions; at most (\d+) are allowed$/, (has, most) => `das wären ${has} Plätze; höchstens ${most} sind erlaubt`],
  [/^with this (?:one|spot) the player holds positions that are not adjacent$/, () => 'die Plätze liegen nicht nebeneinander'],
  [/^the table has no game yet: the floor must set one$/, () => 'die Aufsicht muss eines einstellen'],
  [/^the table is closed: nobody sits down$/, () => 'niemand setzt sich'],
  [/^places and bets were changed too often since this round opened; this is possible again in the next one$/, () => 'seit diese Runde eröffnet ist, wurden Plätze und Einsätze zu oft geändert; in der nächsten geht es wieder'],
  [/^expected a reason of 1 to (\d+) characters$/, (most) => `es fehlt ein Grund, höchstens ${most} Zeichen lang`],
  [/^(.+) is required at every spot$/, (wager) => `${wager} ist auf jedem Platz nötig`],
  [/^(.+) of (\$[\d,.]+); the least is (\$[\d,.]+)$/, (wager, sum, least) => `${wager} mit ${sum}; mindestens ${least}`],
  [/^(.+) of (\$[\d,.]+); the most is (\$[\d,.]+)$/, (wager, sum, most) => `${wager} mit ${sum}; höchstens ${most}`],
  [/^(.+) of (\$[\d,.]+); expected (\$[\d,.]+) and steps of (\$[\d,.]+)$/, (wager, sum, least, step) => `${wager} mit ${sum}; möglich sind ${least} und mehr in Schritten von ${step}`],
  [/^.+ holds (-?\$[\d,.]+), and (\$[\d,.]+) is needed$/, (has, needs) => `${has} sind da, ${needs} werden gebraucht`],
  [/^the round is in play; it is told once it is over$/, () => 'die Runde läuft noch; erzählt wird sie, wenn sie vorbei ist'],
  [/^login or password are wrong$/, () => 'Anmeldename oder Passwort stimmen nicht'],
  [/^not signed in, or not any more$/, () => 'nicht oder nicht mehr angemeldet'],
  [/^somebody has this login; expected another$/, () => 'diesen Anmeldenamen hat schon jemand; nimm einen anderen'],
  [/^somebody's name looks like this; expected another$/, () => 'jemand heißt schon so ähnlich; nimm einen anderen Namen'],
  [/^([\d,]+) records; expected ([\d,]+) at most; of a session, ask about fewer rounds or rounder stakes$/, (found, most) => `${thousands(found!)} Datensätze; höchstens ${thousands(most!)} sind möglich; frage bei einer Sitzung nach weniger Runden oder runderen Einsätzen`],
  [/^there is no such link$/, () => 'diesen Link gibt es nicht'],
  [/^the link was used already; expected a new one$/, () => 'der Link ist schon verbraucht; es braucht einen neuen'],
  [/^the link is too old or was taken back; expected a new one$/, () => 'der Link ist zu alt oder zurückgenommen; es braucht einen neuen'],
  [/^spot (\d+) has committed to another secret in this round$/, (spot) => `Platz ${spot} hat sich in dieser Runde auf ein anderes Geheimnis festgelegt`],
  [/^no seat at spot (\d+) committed to a secret before bets were closed$/, (spot) => `niemand auf Platz ${spot} hat sich auf ein Geheimnis festgelegt, solange gesetzt wurde`],
  [/^the seat at spot (\d+) committed to another secret than this$/, (spot) => `Platz ${spot} hat sich auf ein anderes Geheimnis festgelegt`],
  [/^no wager is made, so there is nothing to deal$/, () => 'niemand hat gesetzt, also ist nichts zu geben'],
  [/^(.+) may not be (\d+) times the (.+); it may be ([\d, or]+) times it$/, (play, times, on, choices) => `${play} darf nicht das ${times}-Fache von ${on} sein; möglich ist das ${choices!.replace(' or ', ' oder ')}-Fache`],
  [/^you do not play at spot (\d+)$/, (spot) => `auf Platz ${spot} spielst du nicht`],
  [/^no round has been opened$/, () => 'es ist noch keine Runde eröffnet'],
  [/^the floor has set the table so; see `hints` of the round$/, () => 'so hat ihn die Aufsicht eingestellt'],
  [/^something irregular was reported, and what is paid may be other than the tables say$/, () => 'etwas Unregelmäßiges ist gemeldet; gezahlt wird vielleicht anders, als die Tabellen sagen'],
  [/^the table has stopped: the floor must look at it$/, () => 'die Aufsicht muss nachsehen'],
  [/^the table is asked too much at once; ask again under the same key$/, () => 'versuche es gleich noch einmal'],
  [/^what you have set for yourself is being read; ask again under the same key$/, () => 'deine Grenzen werden gerade gelesen; versuche es gleich noch einmal'],
  [/^try again in a while(, under the same key; nothing is done twice)?$/, () => 'versuche es nach einer Weile noch einmal; nichts geschieht doppelt'],
  [/^under this key something else was done, in record (\d+)$/, (record) => `unter diesem Schlüssel wurde schon etwas anderes getan, in Datensatz ${record}`],
  [/^there is nothing with the number (.+)$/, (number) => `mit der Nummer ${number} gibt es nichts`],
  // Of limits and breaks.
  [/^([a-z-]+): no bets and no money in until it is over$/, (kind) => all`${named(BREAKS, kind)}: bis das vorbei ist, gibt es keine Einsätze und kein Geld hinein`],
  [/^the limit ([a-z-]+) is (.+?), and (.+?) of it is used(; no bet of this size fits in it)?$/, (limit, set, used, never) => all`${named(LIMITS, limit)}: höchstens ${sum(set!)}, davon verbraucht ${sum(used!)}${never === undefined ? '' : '; ein so hoher Einsatz passt nie hinein'}`],
  [/^(.+) of play; expected a word that this was seen$/, (time) => all`du spielst seit ${lasts(time!)}; sag erst, dass du es gesehen hast`],
  [/^(.+) is out of bounds as the limit for ([a-z-]+); expected (.+) to (.+)$/, (value, limit, least, most) => all`${sum(value!)} ist keine Grenze für „${named(LIMITS, limit)}“; möglich sind ${sum(least!)} bis ${sum(most!)}`],
  [/^expected a cool-off of one hour to 42 days$/, () => 'eine Pause dauert eine Stunde bis 42 Tage'],
  [/^expected a self-exclusion of at least 24 hours, or for ever$/, () => 'eine Selbstsperre dauert mindestens 24 Stunden, oder für immer'],
  [/^expected an exclusion that ends in the future, or never$/, () => 'eine Sperre endet in der Zukunft oder nie'],
  [/^the house does not keep this player away; expected one that it does$/, () => 'das Haus hält diesen Spieler nicht fern'],
  [/^expected a shorter time, or null for ever$/, () => 'so lange geht es nicht; möglich ist eine kürzere Zeit, oder für immer'],
  // Of people.
  [/^a name of ([\d,]+) characters; expected 1 to (\d+)$/, (count, most) => `der Name hat ${thousands(count!)} Zeichen; möglich sind 1 bis ${most}`],
  [/^`(.+)` \(U\+([0-9A-F]+)\) may not stand in a name; expected letters, digits, spaces and \. - ' _$/, (character, code) => `„${character}“ (U+${code}) darf in einem Namen nicht stehen; möglich sind Buchstaben, Ziffern, Leerzeichen und . - ' _`],
  [/^spaces at an end, or several together; expected single ones between words$/, () => 'Leerzeichen stehen einzeln, und nur zwischen Wörtern'],
  [/^a name without a letter or digit; expected at least one$/, () => 'ein Name hat mindestens einen Buchstaben oder eine Ziffer'],
  [/^too many marks; expected up to (\d+) on a letter, none twice$/, (most) => `das sind zu viele Zeichen über und unter Buchstaben; möglich sind ${most} an einem, keines zweimal`],
  [/^letters of several scripts; expected those of one$/, () => 'die Buchstaben sind aus mehreren Schriften; möglich ist eine'],
  [/^a name that sounds like the staff; expected another$/, () => 'der Name klingt, als gehörte er zum Haus; nimm einen anderen'],
  [/^`(.*)` is no login; expected 3 to 32 of the letters a to z, digits and \. _ -, with a letter or digit first$/, (found) => `„${found}“ ist kein Anmeldename; möglich sind 3 bis 32 Zeichen: a bis z, Ziffern und . _ -, vorn ein Buchstabe oder eine Ziffer`],
  [/^a password too short or too long; expected (\d+) to (\d+) characters$/, (least, most) => `ein Passwort hat ${least} bis ${most} Zeichen`],
  [/^the password is the login; expected another$/, () => 'das Passwort ist der Anmeldename; nimm ein anderes'],
  [/^a password that everybody tries first; expected one that is harder to guess$/, () => 'dieses Passwort probiert jeder zuerst; nimm eines, das schwerer zu raten ist'],
  [/^too many failures to sign in; expected some patience: (.+)$/, (time) => all`die Anmeldung ist zu oft gescheitert; wieder möglich ist sie in ${lasts(time!)}`],
  [/^no role; expected at least one$/, () => 'es fehlt eine Rolle'],
  [/^([a-z]+) and ([a-z]+) are not for one person; expected another account for one of them$/, (one, two) => all`${named(ROLES, one)} und ${named(ROLES, two)} sind nicht für dieselbe Person; eine davon braucht ein anderes Konto`],
  [/^expected the right (.+)$/, (any) => rights(any!)],
  [/^there is no account (\S+)$/, (id) => `ein Konto ${id} gibt es nicht`],
  [/^the account (\S+) is closed$/, (id) => `das Konto ${id} ist geschlossen`],
  [/^the account (\S+) is not closed$/, (id) => `das Konto ${id} ist nicht geschlossen`],
  [/^the account (\S+) has a login already; expected a guest$/, (id) => `das Konto ${id} hat schon einen Anmeldenamen; das geht nur für Gäste`],
  [/^the account (\S+) is a guest's; expected one with a login$/, (id) => `das Konto ${id} gehört einem Gast; das geht nur mit einem Anmeldenamen`],
  [/^the account (\S+) is not a player's; expected one that is$/, (id) => `das Konto ${id} gehört niemandem, der spielt`],
  [/^nobody does this for themselves; expected somebody else to do it$/, () => 'niemand tut das für sich selbst; jemand anderes muss es tun'],
  [/^there is no other administrator; expected one who goes on$/, () => 'es gibt sonst niemanden in der Verwaltung; jemand muss bleiben'],
  [/^the house is full; expected to be asked later$/, () => 'das Haus ist voll; versuche es später'],
  [/^a guest has no password; become a member first$/, () => 'ein Gast hat kein Passwort; werde erst Mitglied'],
  [/^there is no such session of yours$/, () => 'eine solche Sitzung hast du nicht'],
  [/^(-?\$[\d,.]+) in the wallet and on the tables, which only a player can bet or be paid; expected it to be paid out first$/, (money) => `${money} liegen in der Geldbörse und auf Tischen, und nur wer spielt, kann sie setzen oder ausgezahlt bekommen; erst muss es ausgezahlt werden`],
  [/^(-?\$[\d,.]+) in the wallet and on the tables; expected it to be paid out, or with_money to be true$/, (money) => `${money} liegen in der Geldbörse und auf Tischen; erst muss es ausgezahlt werden, oder das Konto wird mit dem Geld geschlossen`],
  [/^expected an account; ask the house for an invitation$/, () => 'es braucht ein Konto; bitte das Haus um eine Einladung'],
  // Of what is written and typed.
  [/^(.+): expected 1 to ([\d,]+) characters that can be seen$/, (what, most) => all`${WRITTEN[what!]}: möglich sind 1 bis ${thousands(most!)} sichtbare Zeichen`],
  [/^(.+): several lines; expected one$/, (what) => all`${WRITTEN[what!]}: es sind mehrere Zeilen; möglich ist eine`],
  [/^nothing is said; expected some words$/, () => 'es fehlen die Worte'],
  [/^there is no case (\d+)$/, (no) => `einen Einspruch ${no} gibt es nicht`],
  [/^there is no such case$/, () => 'diesen Einspruch gibt es nicht'],
  [/^case (\d+) is closed; expected an open one$/, (no) => `Einspruch ${no} ist geschlossen`],
  [/^case (\d+) has no answer; expected one first$/, (no) => `Einspruch ${no} ist noch nicht beantwortet; das kommt zuerst`],
  [/^case (\d+) has all the entries it may have; expected a new case$/, (no) => `Einspruch ${no} hat so viele Einträge, wie er haben kann; mach einen neuen`],
  [/^a deadline that is over; expected one in the future$/, () => 'die Frist ist vorbei; sie muss in der Zukunft liegen'],
  [/^(\S+) did not sit in round (\d+) at (\S+)$/, (who, round, table) => `${who} saß nicht in Runde ${round} am Tisch ${table}`],
  // Of tables, rounds and reports.
  [/^there is no table (\S+); see \/api\/v1\/tables$/, (table) => `einen Tisch ${table} gibt es nicht`],
  [/^there is a table (\S+) already$/, (table) => `einen Tisch ${table} gibt es schon`],
  [/^expected a name of 1 to 40 lower-case letters, digits and hyphens$/, () => 'ein Name hat 1 bis 40 Kleinbuchstaben, Ziffern und Bindestriche'],
  [/^there is no game (.+?); expected (.+)$/, (game, known) => `ein Spiel ${game} gibt es nicht; möglich sind ${known!.replace(/ or (?!.* or )/, ' oder ')}`],
  [/^this game comes with the program; give your own another id$/, () => 'dieses Spiel gehört zum Programm; gib deinem eine andere Kennung'],
  [/^(.+) has a meter; expected its name$/, (game) => `${game} hat einen Jackpot; es fehlt, welcher`],
  [/^(.+) has no meter; leave it out$/, (game) => `${game} hat keinen Jackpot; lass ihn weg`],
  [/^the (bet|secret|decide|show) clock of (\d+) ms; expected (\d+) to (\d+)$/, (clock, ms, least, most) => `die Uhr für das ${CLOCKS[clock!]} mit ${ms} ms; möglich sind ${least} bis ${most}`],
  [/^the name of meter (\S+) is too long; expected (\d+) bytes at most$/, (name, most) => `der Name des Jackpots ${name} ist zu lang; möglich sind ${most} Zeichen`],
  [/^expected the number of a round, from 1$/, () => 'es fehlt die Nummer einer Runde, ab 1'],
  [/^no such round; expected one of 1 to ([\d,]+)$/, (most) => `diese Runde gibt es nicht; möglich sind 1 bis ${thousands(most!)}`],
  [/^no round was played at this table$/, () => 'an diesem Tisch wurde keine Runde gespielt'],
  [/^the round was paid, and then the key of its seed was said to be lost: no card of it is known$/, () => 'die Runde wurde ausgezahlt, und danach hieß es, der Schlüssel ihres Startwerts sei verloren: keine Karte davon ist bekannt'],
  [/^the round is void: there is nothing to settle$/, () => 'die Runde ist ungültig: da ist nichts abzurechnen'],
  [/^the round cannot be made again: what is written of it is damaged$/, () => 'die Runde lässt sich nicht noch einmal abrechnen: was davon geschrieben ist, ist beschädigt'],
  [/^the round had an irregularity, for which the form has no place$/, () => 'in der Runde war etwas unregelmäßig; dafür hat das Formular keinen Platz'],
  [/^a span that ends before it begins; expected `from` < `to`$/, () => 'das Ende liegt nicht nach dem Anfang'],
  [/^more than ([\d,]+) (?:rows|rounds); expected a shorter span$/, (most) => `das sind mehr als ${thousands(most!)} Zeilen; nimm eine kürzere Zeit`],
  // Of odds and sessions.
  [/^a meter of (-?\$[\d,.]+); expected \$0\.01 to (\$[\d,.]+)$/, (found, most) => `der Jackpot mit ${found}; möglich sind $0.01 bis ${most}`],
  [/^a stake of (-?\$[\d,.]+); expected \$0\.01 to (\$[\d,.]+)$/, (found, most) => `ein Einsatz von ${found}; möglich sind $0.01 bis ${most}`],
  [/^`(.*)`; expected a whole number from (\d+) to (\d+)$/, (found, least, most) => `„${found}“; möglich ist eine ganze Zahl von ${least} bis ${most}`],
  [/^(\d+) players; the table has 1 to (\d+) spots$/, (found, most) => `${found} Spieler; der Tisch hat 1 bis ${most} Plätze`],
  [/^(.+) has no envy pays, so other players change nothing; leave it out$/, (game) => `${game} zahlt keinen Neid, also ändern andere Spieler nichts; lass das leer`],
  [/^(\d+) cards are left in the deck; (\d+) players and the dealer need (\d+)$/, (left, players, needed) => `im Stapel sind ${left} Karten; ${players} Spieler und der Geber brauchen ${needed}`],
  [/^([\d,]+) rounds; expected 1 to ([\d,]+)$/, (found, most) => `${thousands(found!)} Runden; möglich sind 1 bis ${thousands(most!)}`],
  [/^the results of so many rounds go up in steps of (\$[\d,.]+) over too wide a range; ask about fewer rounds, or stakes with a larger common measure$/, (step) => `die Ergebnisse so vieler Runden liegen in Schritten von ${step} zu weit auseinander; frage nach weniger Runden oder runderen Einsätzen`],
  [/^a bankroll of (-?\$[\d,.]+); one round of this bet may cost (\$[\d,.]+)$/, (start, cost) => `mitgebracht sind ${start}; eine Runde mit diesem Einsatz kann ${cost} kosten`],
  // Of too much at once.
  [/^there were too many requests from this address; ask again later$/, () => 'von dieser Adresse kamen zu viele Anfragen; versuche es später'],
  [/^too many have come from this address, or tried to; come again later$/, () => 'von dieser Adresse kamen zu viele, oder wollten es; versuche es später'],
  [/^this account has asked for too much; ask again later, under the same key$/, () => 'dieses Konto hat zu viel auf einmal verlangt; versuche es später'],
  [/^all places of this address are taken; come again when one is free$/, () => 'von dieser Adresse ist kein Platz mehr frei; komm wieder, wenn einer frei ist'],
  [/^expected the whole request within 30 seconds$/, () => 'die Anfrage kam nicht in 30 Sekunden an'],
  [/^the body is longer than this server reads$/, () => 'so viel liest das Haus nicht'],
]

/** Why something was refused, if it is known in German. */
export function germanDetail(text: string): string | undefined {
  return first(DETAILS, text)
}
