//! The laws that a report needs, each counted once.

use super::{Ask, Figured, meter, progressive, rows, stakes};
use crate::bet::Bet;
use crate::counted::Counted;
use crate::decks::Pack;
use crate::figures::Figures;
use crate::hands::Hands;
use crate::held::HandClass;
use crate::law::{Law, Spot, Strategy};
use std::rc::Rc;
use tercet_cards::CardSet;
use tercet_rules::{Game, Line, LineOf, Money, WagerId, WagerNo};

/// Laws by bet.
pub(super) struct Laws<'a> {
    pub(super) ask: &'a Ask<'a>,
    meter: Option<Money>,
    known: Vec<(Bet, Rc<Law>)>,
}

impl<'a> Laws<'a> {
    pub(super) fn new(ask: &'a Ask<'a>) -> Laws<'a> {
        Laws { ask, meter: meter(ask), known: Vec::new() }
    }

    /// The law of a bet, in as few deals as decide it.
    pub(super) fn of(&mut self, bet: &Bet) -> Rc<Law> {
        if let Some((_, law)) = self.known.iter().find(|(known, _)| known == bet) {
            return Rc::clone(law);
        }
        let spot = self.spot(bet);
        let law = Rc::new(self.with_strategy(|strategy| law_under(self.ask, &spot, strategy)));
        self.known.push((bet.clone(), Rc::clone(&law)));
        law
    }

    /// A bet with the meter that was asked about.
    pub(super) fn spot<'b>(&self, bet: &'b Bet) -> Spot<'b>
    where
        'a: 'b,
    {
        Spot { game: self.ask.game, bet, meter: self.meter }
    }

    /// Does something with the strategy that was asked about.
    pub(super) fn with_strategy<T>(&self, work: impl FnOnce(Strategy<'_>) -> T) -> T {
        self.ask.policy.with(self.ask.game, work)
    }

    /// The figures of some wagers in the law of a bet, per stake of the first.
    pub(super) fn figured(
        &self,
        no: WagerNo,
        wagers: &[WagerNo],
        stake: Money,
        (bet, law): (&Bet, &Law),
        within: Option<Vec<(WagerId, Money)>>,
    ) -> Figured {
        let game = self.ask.game;
        let lines = lines_of(game, wagers);
        let unposted = lines.iter().copied().filter(|line| game.table(*line).closed).collect();
        Figured {
            stake,
            stake_matters: stakes::matters(game, wagers),
            within,
            added: None,
            figures: Figures::of(law, stake, |line| lines.contains(&line)),
            lines: rows::lines(game, law, &lines, stake),
            limited: limited(law, &lines),
            limits: limits(game, law, &lines),
            rounded: rounded(law, &lines),
            unposted,
            progressive: progressive::of(self.ask, &self.spot(bet), no, stake, law),
        }
    }
}

/// The law of a spot under some strategy, with the cards known and from the decks that were asked about, in as few deals
/// as decide it; all of that has been checked.
pub(crate) fn law_under(ask: &Ask<'_>, spot: &Spot<'_>, strategy: Strategy<'_>) -> Law {
    if !ask.decks.is_one() {
        Law::of_decks(spot, strategy, ask.decks).expect("checked: no more than three cards are read")
    } else if ask.known.is_nothing() {
        Law::of_hand(spot).unwrap_or_else(|| Law::of(spot, strategy))
    } else {
        Law::knowing(spot, strategy, &ask.known).expect("checked: a round can go on with these cards known")
    }
}

/// The deals of a bet in which something is decided, counted likewise.
pub(crate) fn counted<'g>(ask: &Ask<'g>, bet: &Bet) -> Counted<'g> {
    let game = ask.game;
    if !ask.decks.is_one() {
        Counted::of_pack(game, bet, &Pack::new(ask.decks, CardSet::FULL, usize::from(game.dealer.0)))
    } else if ask.known.is_nothing() {
        Counted::over(game, bet, &Hands::all(game.player.0))
    } else {
        Counted::knowing(game, bet, &ask.known)
    }
}

/// Whether a dealer with these cards qualifies.
pub(super) fn qualifies(game: &Game, class: &HandClass) -> bool {
    game.qualifier.admits(class.cards.strength(game.ace))
}

/// The lines of some wagers: they and the bonuses paid on them.
pub(super) fn lines_of(game: &Game, wagers: &[WagerNo]) -> Vec<LineOf> {
    let bonuses = (0..game.bonuses.len()).filter(|i| wagers.contains(&game.bonuses[*i].on));
    wagers.iter().map(|no| LineOf::Wager(*no)).chain(bonuses.map(LineOf::Bonus)).collect()
}

/// The limits on any of these lines, in the order of the file: deals in which each cuts one of them.
fn limits(game: &Game, law: &Law, lines: &[LineOf]) -> Vec<u128> {
    let on = stakes::limits_on(game, lines);
    let deals = |limit| {
        deals_with(law, lines, |line| {
            line.limited.as_ref().is_some_and(|limited| limited.by.contains(&limit))
        })
    };
    on.map(|(limit, _)| deals(limit)).collect()
}

/// Deals in which a limit cuts any of these lines.
pub(super) fn limited(law: &Law, lines: &[LineOf]) -> u128 {
    deals_with(law, lines, |line| line.limited.is_some())
}

/// Deals in which a pay of any of these lines is rounded.
pub(super) fn rounded(law: &Law, lines: &[LineOf]) -> u128 {
    deals_with(law, lines, |line| line.rounded.is_some())
}

fn deals_with(law: &Law, lines: &[LineOf], has: impl Fn(&Line) -> bool) -> u128 {
    let with = law
        .outcomes
        .iter()
        .filter(|outcome| outcome.lines.iter().any(|line| lines.contains(&line.of) && has(line)));
    with.map(|outcome| outcome.ways).sum()
}
