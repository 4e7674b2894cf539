// What limits, breaks and roles are called in German, by the words of the house.

export const LIMITS = {
  'loss-day': 'Verlust in 24 Stunden',
  'loss-week': 'Verlust in 7 Tagen',
  'loss-month': 'Verlust in 30 Tagen',
  'stake-day': 'Einsätze in 24 Stunden',
  'stake-week': 'Einsätze in 7 Tagen',
  'stake-month': 'Einsätze in 30 Tagen',
  'playing-time': 'Spielen ohne Pause',
  'reality-check': 'Ein Blick auf Zeit und Kosten alle',
}

export const BREAKS = { 'cool-off': 'Pause', 'self-exclusion': 'Selbstsperre', 'house-exclusion': 'Vom Haus gesperrt' }

export const ROLES = { player: 'Spieler', dealer: 'Geber', floor: 'Aufsicht', cashier: 'Kasse', auditor: 'Prüfung', administrator: 'Verwaltung' }
