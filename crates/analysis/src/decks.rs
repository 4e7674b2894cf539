//! Several decks shuffled together, as a question of mathematics: every rule deals from one.
//!
//! A hand is then a multiset of cards: some card may be there twice. What a hand is stands in
//! [`rank_three`](tercet_cards::rank_three), what a row sees in it in [`HandTest`](tercet_rules::HandTest); both read
//! cards and no set, so they hold for doubles as they are. Counting is that of one deck otherwise: hands in order of
//! their strength, and those that share cards with the player's put right.

mod count;
mod pack;
#[cfg(test)]
mod tests;

pub(crate) use pack::{Pack, Packed};

use crate::bet::Bet;
use crate::counted::Counted;
use crate::held::{HandClass, Held};
use crate::law::{Law, Spot, Strategy};
use crate::plan::Plan;
use core::fmt;
use core::str::FromStr;
use tercet_cards::CardSet;
use tercet_rules::{Game, LineOf, Reads};

/// How many decks are shuffled together: 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Decks(u8);

impl Decks {
    /// What every rule deals from.
    pub const ONE: Decks = Decks(1);
    /// The most that are figured.
    pub const MOST: u8 = 8;

    /// So many decks; none unless they are 1 to 8.
    #[must_use]
    pub const fn new(decks: u8) -> Option<Decks> {
        if decks >= 1 && decks <= Decks::MOST { Some(Decks(decks)) } else { None }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Whether there is but one.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.0 == 1
    }
}

impl Default for Decks {
    fn default() -> Decks {
        Decks::ONE
    }
}

/// Writes `one deck`, `6 decks`.
impl fmt::Display for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() { f.write_str("one deck") } else { write!(f, "{} decks", self.0) }
    }
}

impl FromStr for Decks {
    type Err = DecksError;

    fn from_str(text: &str) -> Result<Decks, DecksError> {
        text.trim().parse().ok().and_then(Decks::new).ok_or(DecksError)
    }
}

/// A text is no number of decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecksError;

impl fmt::Display for DecksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a number of decks from 1 to {}", Decks::MOST)
    }
}

impl core::error::Error for DecksError {}

/// Why something is figured for one deck only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OneDeckOnly {
    /// A table of the bet reads more than three cards.
    Reads(LineOf, Reads),
    /// Somebody is dealt another number of cards than three.
    Deals(u8),
}

impl OneDeckOnly {
    /// What stands against several decks in any bet of a game; none if nothing does.
    pub(crate) fn dealt(game: &Game) -> Option<OneDeckOnly> {
        let dealt = [game.player.0, game.dealer.0].into_iter().find(|cards| *cards != 3);
        dealt.map(OneDeckOnly::Deals)
    }

    /// What stands against several decks in a bet; none if nothing does.
    #[must_use]
    pub fn of(game: &Game, bet: &Bet) -> Option<OneDeckOnly> {
        if let Some(why) = OneDeckOnly::dealt(game) {
            return Some(why);
        }
        let plan = Plan::new(game, bet);
        let mut tables = plan.own.iter().chain(&plan.six).chain(&plan.dealer);
        let more = tables.find(|asked| asked.reads.cards() > 3)?;
        Some(OneDeckOnly::Reads(more.of, more.reads))
    }

    /// It in a sentence without its full stop.
    #[must_use]
    pub fn words(self, game: &Game) -> String {
        match self {
            OneDeckOnly::Reads(of, reads) => format!(
                "{} reads {} cards; from several decks these can be five of a kind, or hold the same card twice, and its rules do not say what that is",
                game.line_name(of),
                if reads == Reads::BothHands { "six" } else { "four" }
            ),
            OneDeckOnly::Deals(cards) => format!(
                "{} deals {cards} cards to a hand; several decks are figured for hands of three, as from several decks four can hold the same card twice, and its rules do not say what that is",
                game.name
            ),
        }
    }
}

impl Law {
    /// The law of a spot as if the cards of a round came from several decks shuffled together, in the fewest deals that
    /// decide it: hands of the player's cards, or both hands.
    ///
    /// # Errors
    ///
    /// A bet that reads more than three cards of anybody's.
    ///
    /// ```
    /// use tercet_analysis::{Bet, Decks, Law, Spot, Strategy};
    /// use tercet_rules::{Money, WagerId};
    ///
    /// let game = tercet_games::builtin_game("three-card-poker").expect("a built-in game");
    /// let bet = Bet::new(&game, &[(WagerId::from("ante"), Money::from_units(100))])?;
    /// let spot = Spot { game: &game, bet: &bet, meter: None };
    /// let two = Decks::new(2).expect("1 to 8");
    /// let law = Law::of_decks(&spot, Strategy::Best, two).expect("three cards each");
    /// // 104 cards: three for the player, three more for the dealer.
    /// assert_eq!(law.deals, 182_104 * 166_650);
    /// # Ok::<(), tercet_analysis::BetError>(())
    /// ```
    pub fn of_decks(spot: &Spot<'_>, strategy: Strategy<'_>, decks: Decks) -> Result<Law, OneDeckOnly> {
        Law::of_pack(spot, strategy, &Pack::new(decks, CardSet::FULL, 3))
    }

    /// The same for a pack of hands of three cards.
    fn of_pack(spot: &Spot<'_>, strategy: Strategy<'_>, pack: &Pack) -> Result<Law, OneDeckOnly> {
        if let Some(why) = OneDeckOnly::of(spot.game, spot.bet) {
            return Err(why);
        }
        let plan = Plan::new(spot.game, spot.bet);
        Ok(if !spot.bet.decides(spot.game) && !plan.needs_dealer() {
            Law::of_own(spot, &plan, &pack.told(spot.game, &plan))
        } else {
            Law::priced(spot, strategy, Counted::of_pack(spot.game, spot.bet, pack))
        })
    }

    /// The law of a spot for a player with these cards, as if they came from several decks.
    ///
    /// # Errors
    ///
    /// A bet that reads more than three cards of anybody's.
    pub(crate) fn given_of_decks(
        spot: &Spot<'_>,
        strategy: Strategy<'_>,
        cards: Held,
        decks: Decks,
    ) -> Result<Law, OneDeckOnly> {
        if let Some(why) = OneDeckOnly::of(spot.game, spot.bet) {
            return Err(why);
        }
        let pack = Pack::new(decks, CardSet::FULL, 3);
        let plan = Plan::new(spot.game, spot.bet);
        let told = count::told_of(spot.game, &plan, vec![HandClass { cards, size: 1 }]);
        let worlds = pack.worlds(spot.game, &plan, &told);
        Ok(Law::priced(spot, strategy, Counted { plan, told, worlds }))
    }
}
