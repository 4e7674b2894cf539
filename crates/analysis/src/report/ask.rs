//! The question: what is asked about a game, and what of it cannot be used.

use super::{Policy, several};
use crate::decks::Decks;
use crate::known::Known;
use core::fmt;
use tercet_cards::CardSet;
use tercet_rules::{Game, Money, WagerId, is_id, nearest};

/// What is asked about a game.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The game.
    pub game: &'a Game,
    /// Wagers to be figured together; none: every wager by itself.
    pub bets: &'a [(WagerId, Money)],
    /// The stake of wagers that are figured by themselves; none: see [`Figured::stake`](super::Figured::stake).
    pub stake: Option<Money>,
    /// The meter at the deal; none: its start.
    pub meter: Option<Money>,
    /// Players at the table, each at one spot and with the wager that envy is paid on.
    pub players: u8,
    /// How the player decides.
    pub policy: Policy<'a>,
    /// Cards that are known before the decision, beside the player's own.
    pub known: Known,
    /// The decks that are shuffled together: more than one is a question of mathematics, as the rules say one.
    pub decks: Decks,
}

impl<'a> Ask<'a> {
    /// Every wager of a game by itself, under best play, the meter at its start, nobody else at the table.
    #[must_use]
    pub const fn of(game: &'a Game) -> Ask<'a> {
        let known = Known { dealer: CardSet::EMPTY, dead: CardSet::EMPTY };
        let (policy, decks) = (Policy::Best, Decks::ONE);
        Ask { game, bets: &[], stake: None, meter: None, players: 1, policy, known, decks }
    }
}

/// The part of an [`Ask`] that cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// [`Ask::bets`].
    Bets,
    /// [`Ask::stake`].
    Stake,
    /// [`Ask::meter`].
    Meter,
    /// [`Ask::players`].
    Players,
    /// [`Ask::policy`].
    Policy,
    /// [`Ask::known`].
    Known,
    /// The number of exposed cards.
    Exposed,
    /// The player's cards.
    Cards,
    /// [`Ask::decks`].
    Decks,
}

impl Part {
    /// The part in one word, as options and parameters are called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Part::Bets => "bet",
            Part::Stake => "stake",
            Part::Meter => "meter",
            Part::Players => "players",
            Part::Policy => "strategy",
            Part::Known => "known",
            Part::Exposed => "expose-dealer",
            Part::Cards => "cards",
            Part::Decks => "decks",
        }
    }
}

/// Reads a wager and its dollars: `ante=10`, `pair-plus=$2.50`. The name on the felt does as well: `Lucky Pair's=5`.
///
/// # Errors
///
/// Says what is expected.
pub fn read_bet(text: &str) -> Result<(WagerId, Money), String> {
    let (wager, amount) = text.split_once('=').ok_or("expected a wager and dollars, such as ante=10")?;
    let amount = amount.parse::<Money>().map_err(|error| error.to_string())?;
    let said = wager.to_lowercase().replace('\'', "");
    let id = said.split_whitespace().collect::<Vec<_>>().join("-");
    // What can be no id is told as it was typed.
    Ok((WagerId::from(if is_id(&id) { id.as_str() } else { wager.trim() }), amount))
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskError {
    /// The part of the question that cannot be used.
    pub part: Part,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl AskError {
    /// What is wrong, with what was probably meant where a wager is not known.
    #[must_use]
    pub fn said(&self, ask: &Ask<'_>) -> String {
        let ids = || ask.game.wagers.iter().map(|wager| wager.id.as_str());
        let unknown = ask.bets.iter().find(|(id, _)| !ids().any(|known| known == id.as_str()));
        let meant = unknown.filter(|_| self.part == Part::Bets);
        let meant = meant.and_then(|(id, _)| nearest(id.as_str(), ids()));
        let meant = meant.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("{self}{meant}")
    }
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for AskError {}

/// The meter that was asked about, else where it starts.
pub(crate) fn meter(ask: &Ask<'_>) -> Option<Money> {
    ask.game.meter.as_ref().map(|meter| ask.meter.unwrap_or(meter.start))
}

/// The largest stake that is figured: variances of larger ones would not fit the exact arithmetic.
pub const MOST_STAKE: Money = Money::from_units(10_000_000);
/// The largest meter that is figured.
pub const MOST_METER: Money = Money::from_units(100_000_000_000);

/// Refuses numbers that mean nothing in this game.
///
/// # Errors
///
/// The part of the question that cannot be used.
pub(super) fn check(ask: &Ask<'_>) -> Result<(), AskError> {
    let game = ask.game;
    let refuse = |part, message: String| Err(AskError { part, message });
    if let Some(meter) = ask.meter {
        let Some(rule) = &game.meter else {
            return refuse(Part::Meter, format!("{} has no meter; leave it out", game.name));
        };
        let most = rule.cap.map_or(MOST_METER, |cap| cap.min(MOST_METER));
        if meter <= Money::ZERO || meter > most {
            return refuse(Part::Meter, format!("a meter of {meter}; expected $0.01 to {most}"));
        }
    }
    if ask.players == 0 || ask.players > game.spots {
        let message = format!("{} players; the table has 1 to {} spots", ask.players, game.spots);
        return refuse(Part::Players, message);
    }
    if ask.players > 1 && game.envy.is_none() {
        let message =
            format!("{} has no envy pays, so other players change nothing; leave it out", game.name);
        return refuse(Part::Players, message);
    }
    if let Err(error) = ask.known.check(game) {
        return refuse(Part::Known, error.to_string());
    }
    // The others are dealt from the same cards: whoever cannot be dealt to gives no envy.
    let left = 52 * usize::from(ask.decks.count()) - ask.known.all().len();
    let players = usize::from(ask.players);
    let needed = usize::from(game.player.0) * players + ask.known.unseen(game);
    if left < needed {
        let message =
            format!("{left} cards are left in the deck; {players} players and the dealer need {needed}");
        return refuse(Part::Players, message);
    }
    several::check(ask)?;
    let stakes = ask.bets.iter().map(|(_, stake)| (Part::Bets, *stake));
    for (part, stake) in stakes.chain(ask.stake.map(|stake| (Part::Stake, stake))) {
        if stake <= Money::ZERO || stake > MOST_STAKE {
            return refuse(part, format!("a stake of {stake}; expected $0.01 to {MOST_STAKE}"));
        }
    }
    if ask.policy != Policy::Best && game.play.is_none() {
        return refuse(Part::Policy, format!("{} has nothing to decide; leave it out", game.name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wager_may_be_called_by_its_id_or_its_name() {
        for (said, id) in [
            ("ante=5", "ante"),
            ("Ante=5", "ante"),
            (" Pair  Plus =$5", "pair-plus"),
            ("Lucky Pair's=5.00", "lucky-pairs"),
            ("pair_plus=5", "pair_plus"),
            ("=5", ""),
        ] {
            let (wager, amount) = read_bet(said).expect("a bet");
            assert_eq!((wager.as_str(), amount.units()), (id, 500), "{said}");
        }
    }
}
