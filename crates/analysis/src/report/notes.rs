//! What somebody who reads a figure must know about it, in sentences.

use super::{Figured, Policy, StakeMatters, State, WagerReport};
use crate::decks::Decks;
use crate::law::main_bet;
use tercet_rules::{Game, Money, TableLimits, WagerId, WagerNo, check_stake};

/// What a hand of several decks is: the rule that `tercet_cards::rank_three` follows, for readers of figures.
pub const DOUBLES: &str = "A hand of several decks may hold one card twice. It is the highest hand whose definition it meets, and ties go by ranks as always: two kings of diamonds and the five of diamonds are a flush and no pair, three kings of diamonds are three of a kind.";

/// That figures for several decks are a question of mathematics, with the rule that says one deck; none for one.
#[must_use]
pub fn what_if(game: &Game, decks: Decks) -> Option<String> {
    let said = game.pack.rule.as_ref().map_or_else(
        || format!("{} is dealt from one deck, for which its source has no rule of its own", game.name),
        |rule| format!("The rules of {} say one deck [{rule}]", game.name),
    );
    (!decks.is_one()).then(|| {
        format!(
            "Figures as if the hands of a round were dealt from {decks} shuffled together. {said}: this is a question of mathematics and no game that is played."
        )
    })
}

impl WagerReport {
    /// What must be known beside the figures: the stake, the bet they were figured in, what they leave out.
    #[must_use]
    pub fn notes(&self, game: &Game, policy: Policy<'_>) -> Vec<String> {
        let figured = match &self.state {
            State::Open(figured) => figured,
            State::Closed(_) => {
                return vec!["Closed: no pay table is posted for it, so there are no odds.".into()];
            }
            State::OneDeck(why) => return vec![format!("Not figured: {}.", why.words(game))],
        };
        let mut notes = figured.notes(game, policy);
        notes.extend(not_taken(game, self.of, figured.stake));
        notes
    }
}

/// That the table does not take such a stake, and which it takes; none where it does.
fn not_taken(game: &Game, no: WagerNo, stake: Money) -> Option<String> {
    let wager = game.wager(no);
    let limits = wager.limits.as_ref()?;
    check_stake(game, no, stake, TableLimits::Apply, "").err()?;
    let between = (limits.min..=limits.max).contains(&stake);
    let step = if between { format!(", in steps of {}", limits.step) } else { String::new() };
    Some(format!("The table takes {} of {} to {}{step} only.", wager.name, limits.min, limits.max))
}

/// Which of these stakes the table does not take, and what it takes instead, in sentences: they are figured all the same.
#[must_use]
pub fn stakes_not_taken(game: &Game, stakes: &[(WagerId, Money)]) -> Vec<String> {
    let said = |(id, stake): &(WagerId, Money)| not_taken(game, game.wager_no(id.as_str())?, *stake);
    stakes.iter().filter_map(said).collect()
}

impl Figured {
    fn notes(&self, game: &Game, policy: Policy<'_>) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.within.as_ref().map(|within| self.in_a_bet(game, within, policy)));
        if let Some(added) = &self.added
            && let Some(strategy) = &added.strategy
        {
            notes.push(format!(
                "To add it to {} costs {:.4}% of its stake, as hands are then decided otherwise: {strategy}",
                self.beside(game),
                -added.expectation.value() * 100.0
            ));
        }
        notes.extend(self.of_the_stake());
        for line in &self.unposted {
            notes.push(format!("{} has no posted pay table and is not paid.", game.line_name(*line)));
        }
        if let Some(parts) = &self.progressive {
            if let Some(meter) = parts.meter {
                let starts = game.meter.as_ref().is_some_and(|rule| rule.start == meter);
                let which =
                    if starts { ", where it starts: nothing of this round's stakes is in it" } else { "" };
                notes.push(format!("The meter stands at {meter} at the deal{which}."));
            }
            if parts.players > 1 && parts.per_other_player.is_some() {
                let others = parts.players - 1;
                let who =
                    if others == 1 { "one other player".into() } else { format!("{others} other players") };
                notes.push(format!(
                    "The expectation counts the envy of {who}; hit frequency, variance and outcomes leave envy out."
                ));
            }
        }
        notes
    }

    /// What the wager is added to: the main bet, or that and the wagers it needs.
    fn beside(&self, game: &Game) -> &'static str {
        let main = main_bet(game);
        let mine = |id: &WagerId| self.lines.iter().any(|line| line.id == *id);
        let within = self.within.iter().flatten();
        let others = within.filter(|(id, _)| !mine(id) && !main.iter().any(|no| game.wager(*no).id == *id));
        if others.count() == 0 { "the main bet" } else { "the other wagers of that bet" }
    }

    fn in_a_bet(&self, game: &Game, within: &[(WagerId, Money)], policy: Policy<'_>) -> String {
        let name =
            |id: &WagerId| game.wagers.iter().find(|wager| wager.id == *id).map_or("", |wager| &wager.name);
        let stakes: Vec<String> = within.iter().map(|(id, stake)| format!("{} {stake}", name(id))).collect();
        let play = match policy {
            Policy::Best => "best play for all of it",
            Policy::PlayAll => "every hand played",
            Policy::MimicDealer => "the dealer's rule for both",
            Policy::Card(_) => "the given strategy for all of it",
        };
        let main =
            game.decided_on().is_some_and(|on| self.lines.iter().any(|line| line.id == game.wager(on).id));
        let why = if main {
            "Figured in the bet that was asked about"
        } else if self.limited > 0 {
            "A limit cuts pays of this bet together, so the wager is figured in it"
        } else {
            "A fold forfeits this wager, so it is figured in one bet with the main wagers"
        };
        format!("{why}: {}; {play}.", stakes.join(", "))
    }

    fn of_the_stake(&self) -> Option<String> {
        let stake = self.stake;
        if self.stake_matters.is_empty() {
            return (stake != super::DOLLAR)
                .then(|| format!("Figured at a stake of {stake}; per unit they are the same at any other."));
        }
        let mut reasons: Vec<String> = Vec::new();
        let mut limits = self.limits.iter();
        for reason in &self.stake_matters {
            reasons.push(match reason {
                StakeMatters::Limit(most) => match limits.next() {
                    None | Some(0) => format!("at most {most} is paid together, which cuts nothing here"),
                    Some(deals) => {
                        format!("at most {most} is paid together, which cuts a pay in {deals} deals")
                    }
                },
                StakeMatters::FixedAward => "some pays are dollars, whatever the stake".into(),
                StakeMatters::Meter => "the meter is paid whatever the stake".into(),
                StakeMatters::Rounding if self.rounded == 0 => {
                    "some stakes make pays that are not whole cents, this one does not".into()
                }
                StakeMatters::Rounding => {
                    format!("pays that are not whole cents are rounded, here in {} deals", self.rounded)
                }
            });
        }
        Some(format!("Figured at a stake of {stake}, and the stake matters: {}.", reasons.join("; ")))
    }
}
