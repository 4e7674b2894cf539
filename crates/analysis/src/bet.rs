//! What is staked on one spot before the deal.

use core::fmt;
use tercet_rules::{Amount, Code, Game, Money, Refusal, Stage, TableLimits, WagerId, WagerNo, check_wagers};

/// The stakes of one spot before the deal, valid by the rules of a game (table limits aside).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bet {
    stakes: Vec<Option<Money>>,
}

/// Why stakes cannot be bet together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetError(pub Refusal);

impl fmt::Display for BetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl core::error::Error for BetError {}

impl Bet {
    /// A bet of these wagers. Required wagers and those equal to another follow from the others and may be
    /// left out.
    ///
    /// # Errors
    ///
    /// The rule that forbids it: an unknown wager, a side bet without what it needs, a closed wager, a wager that only
    /// the decision makes.
    pub fn new(game: &Game, wagers: &[(WagerId, Money)]) -> Result<Bet, BetError> {
        let mut wagers = wagers.to_vec();
        for no in game.wager_nos() {
            let wager = game.wager(no);
            if wager.stage == Stage::Decision || wagers.iter().any(|(id, _)| *id == wager.id) {
                continue;
            }
            let follows = match &wager.amount {
                Amount::EqualTo(of) if wager.required.is_some() => Some((*of, 1)),
                Amount::Times(times, of) if wager.required.is_some() => Some((*of, i64::from(times[0]))),
                Amount::EqualTo(_) | Amount::Times(..) | Amount::Free | Amount::Fixed(_) => None,
            };
            if let Some((of, times)) = follows
                && let Some((_, stake)) = wagers.iter().find(|(id, _)| *id == game.wager(of).id)
            {
                wagers.push((wager.id.clone(), Money::from_units(stake.units() * times)));
            }
        }
        check_wagers(game, &wagers, TableLimits::Ignore, "bet").map_err(BetError)?;
        let mut stakes = vec![None; game.wagers.len()];
        for (id, stake) in wagers {
            let no = game.wager_no(id.as_str()).expect("checked: a wager of the game");
            if game.play == Some(no) {
                let message = format!(
                    "{} is made by the decision and follows from it; leave it out",
                    game.wager(no).name
                );
                return Err(BetError(Refusal { code: Code::UnexpectedWager, at: "bet".into(), message }));
            }
            stakes[no.index()] = Some(stake);
        }
        Ok(Bet { stakes })
    }

    /// One wager alone, whatever the rules want beside it: for figures of that wager, not for play.
    #[must_use]
    pub fn alone(game: &Game, no: WagerNo, stake: Money) -> Bet {
        let mut stakes = vec![None; game.wagers.len()];
        stakes[no.index()] = Some(stake);
        Bet { stakes }
    }

    /// The same bet without a wager, which nothing else in it may need.
    pub(crate) fn without(&self, no: WagerNo) -> Bet {
        let mut stakes = self.stakes.clone();
        stakes[no.index()] = None;
        Bet { stakes }
    }

    /// Whether the player has something to decide.
    pub(crate) fn decides(&self, game: &Game) -> bool {
        game.decided_on().is_some_and(|on| self.stake(on).is_some())
    }

    /// The stake of a wager.
    #[must_use]
    pub fn stake(&self, no: WagerNo) -> Option<Money> {
        self.stakes[no.index()]
    }

    /// The stakes by wager number.
    #[must_use]
    pub fn stakes(&self) -> &[Option<Money>] {
        &self.stakes
    }
}
