//! The exact law of one spot: every way a round can come out for it, and in how many deals.

use crate::bet::Bet;
use crate::counted::Counted;
use crate::hands::Hands;
use crate::held::{Classes, HandClass};
use crate::plan::Plan;
use crate::players::Players;
use crate::prices::Prices;
use crate::six::six_card_counts;
use crate::sorter::Sorter;
use crate::strengths::Strengths;
use crate::worlds::{World, category_masks};
use tercet_cards::{CardSet, binomial};
use tercet_rules::{Game, Line, Money, WagerNo};

/// A decision with its price: so many times the wager it is measured by, or a fold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Play {
    /// The player has nothing to decide.
    Nothing,
    /// Fold.
    Fold,
    /// The Play wager, so many times what it is measured by.
    Times(u8),
}

impl Play {
    /// The decision in a word or two: `fold`, `play`, or `play 2x` where the Play wager may be several times its measure.
    #[must_use]
    pub fn words(self, game: &Game) -> String {
        match self {
            Play::Nothing => "keep".into(),
            Play::Fold => "fold".into(),
            Play::Times(times) if choices(game).len() > 2 => format!("play {times}x"),
            Play::Times(_) => "play".into(),
        }
    }
}

/// A rule for decisions: from the class, the decisions and their values (total net over all dealer hands, in
/// units of money) to the place of the decision taken.
pub type Rule<'a> = dyn Fn(&HandClass, &[Play], &[i128]) -> usize + 'a;

/// How the player decides.
#[derive(Clone, Copy)]
pub enum Strategy<'a> {
    /// The decision with the greatest expectation, by suit class; of equal ones the cheapest.
    Best,
    /// Never fold; the lowest multiple.
    PlayAll,
    /// Any rule.
    By(&'a Rule<'a>),
}

impl Strategy<'_> {
    /// The place of the decision taken.
    pub(crate) fn place(self, class: impl FnOnce() -> HandClass, plays: &[Play], values: &[i128]) -> usize {
        match self {
            Strategy::Best => best(values),
            Strategy::PlayAll => values.len().min(2) - 1,
            Strategy::By(rule) => rule(&class(), plays, values).min(values.len() - 1),
        }
    }
}

/// What is analysed: a game, a bet, and the meter at the deal.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The game.
    pub game: &'a Game,
    /// The bet.
    pub bet: &'a Bet,
    /// The meter at the deal; none: its start.
    pub meter: Option<Money>,
}

/// What was decided for one suit class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided<'a> {
    /// The class of the player's cards; only a part of it where a table tells suits apart.
    pub class: HandClass,
    /// The total net of each of [`Law::plays`] over all dealer hands, in units of money.
    pub values: &'a [i128],
    /// The decision taken.
    pub play: Play,
}

/// One way a round can come out for a spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// In how many deals.
    pub ways: u128,
    /// The decision that was taken.
    pub play: Play,
    /// The lines, as a settlement of any of these deals has them (without envy).
    pub lines: Vec<Line>,
}

impl Outcome {
    /// What the spot is up or down.
    #[must_use]
    pub fn net(&self) -> Money {
        self.lines.iter().map(Line::net).sum()
    }

    /// What is staked in all, the Play wager included.
    #[must_use]
    pub fn staked(&self) -> Money {
        self.lines.iter().map(|line| line.stake).sum()
    }
}

/// The exact law of one spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Law {
    /// All deals: player hands times dealer hands.
    pub deals: u128,
    /// Every way a round can come out.
    pub outcomes: Vec<Outcome>,
    /// The decisions there are, the cheapest first.
    pub plays: Vec<Play>,
    /// The classes of the player's cards by renaming suits, divided where a table tells suits apart.
    pub(crate) classes: Classes,
    /// For each class, the value of each decision.
    pub(crate) values: Vec<i128>,
    /// For each class, the place of the decision taken.
    pub(crate) taken: Vec<u8>,
    /// Whether the suits of a class's representative may be renamed: no table sees them, and no card is known.
    pub(crate) renames: bool,
}

impl Law {
    /// The law of a spot under a strategy.
    #[must_use]
    pub fn of(spot: &Spot<'_>, strategy: Strategy<'_>) -> Law {
        Law::over(spot, strategy, &Hands::all(spot.game.player.0))
    }

    /// The law of a spot under a strategy, as far as these hands go.
    #[must_use]
    pub fn over(spot: &Spot<'_>, strategy: Strategy<'_>, hands: &Hands) -> Law {
        Law::priced(spot, strategy, Counted::over(spot.game, spot.bet, hands))
    }

    /// The law of a spot whose deals are counted.
    pub(crate) fn priced(spot: &Spot<'_>, strategy: Strategy<'_>, counted: Counted<'_>) -> Law {
        let plays = plays(spot.game, spot.bet);
        let Counted { plan, told, worlds } = counted;
        let mut prices = Prices::new(spot, &plan, &plays, &told.kinds, &worlds.worlds);
        let mut values = vec![0_i128; told.classes.len() * plays.len()];
        let mut taken = Vec::with_capacity(told.classes.len());
        let rows = worlds.counts.chunks_exact(worlds.worlds.len().max(1));
        let slots = values.chunks_exact_mut(plays.len());
        for (((class, kind), here), values) in (0..).zip(&told.kind).zip(rows).zip(slots) {
            prices.values(usize::from(*kind), here, values);
            let place = strategy.place(|| told.classes.at(class), &plays, values);
            prices.add(usize::from(*kind), here, place, told.classes.size(class));
            taken.push(u8::try_from(place).expect("few decisions"));
        }
        let outcomes = prices.outcomes();
        let deals = outcomes.iter().map(|outcome| outcome.ways).sum();
        Law { deals, outcomes, plays, classes: told.classes, values, taken, renames: plan.renames() }
    }

    /// The law of one wager alone, in the fewest deals that decide it: hands of the player's cards, or of six.
    ///
    /// None if it depends on a decision, or on more than that.
    #[must_use]
    pub fn of_hand(spot: &Spot<'_>) -> Option<Law> {
        let (game, bet) = (spot.game, spot.bet);
        let plan = Plan::new(game, bet);
        if bet.decides(game) || plan.needs_dealer() {
            return None;
        }
        if plan.six.is_empty() {
            return Some(Law::of_own_hand(spot, &plan));
        }
        (plan.own.is_empty() && plan.six_by_category()).then(|| Law::of_six_cards(spot, &plan))
    }

    /// The law of wagers that the player's own cards decide.
    fn of_own_hand(spot: &Spot<'_>, plan: &Plan<'_>) -> Law {
        let game = spot.game;
        let strengths = Strengths::under(game.ace);
        let hands = Hands::all(game.player.0);
        Law::of_own(spot, plan, &Players::of(plan, strengths, &hands).told())
    }

    /// The law of wagers that nothing but these hands of the player's decides.
    pub(crate) fn of_own(spot: &Spot<'_>, plan: &Plan<'_>, told: &Told) -> Law {
        // Nothing asks for the dealer, so any one cell stands for all.
        let worlds = [World { cell: 0, six: Vec::new(), dealer: Vec::new() }];
        let mut prices = Prices::new(spot, plan, &[Play::Nothing], &told.kinds, &worlds);
        for (class, kind) in (0..).zip(&told.kind) {
            prices.add(usize::from(*kind), &[1], 0, told.classes.size(class));
        }
        let outcomes = prices.outcomes();
        Law::undecided(outcomes.iter().map(|outcome| outcome.ways).sum(), outcomes)
    }

    /// The law of wagers that the best five of both hands decide.
    fn of_six_cards(spot: &Spot<'_>, plan: &Plan<'_>) -> Law {
        let masks = category_masks(&plan.six).into_iter();
        let worlds: Vec<World> = masks.map(|six| World { cell: 0, six, dealer: Vec::new() }).collect();
        let kinds = [Vec::new()];
        let mut prices = Prices::new(spot, plan, &[Play::Nothing], &kinds, &worlds);
        let counts = six_card_counts().map(|count| u32::try_from(count).expect("at most 20,358,520"));
        prices.add(0, &counts, 0, 1);
        Law::undecided(u128::from(binomial(52, 6)), prices.outcomes())
    }

    fn undecided(deals: u128, outcomes: Vec<Outcome>) -> Law {
        let (plays, classes, values, taken) =
            (vec![Play::Nothing], Classes::Held(Vec::new()), Vec::new(), Vec::new());
        Law { deals, outcomes, plays, classes, values, taken, renames: false }
    }

    /// What was decided, class by class.
    pub fn decided(&self) -> impl Iterator<Item = Decided<'_>> {
        let values = self.values.chunks_exact(self.plays.len());
        (0..).zip(values).zip(&self.taken).map(|((class, values), taken)| Decided {
            class: self.classes.at(class),
            values,
            play: self.plays[usize::from(*taken)],
        })
    }

    /// What is decided with each hand of the player's: every hand of a law of one deck once, in no order.
    ///
    /// `spot` is what the law was made of.
    #[must_use]
    pub fn hands(&self, spot: &Spot<'_>) -> Vec<(CardSet, Play)> {
        let plan = Plan::new(spot.game, spot.bet);
        let mut sorter = Sorter::new(&plan, Strengths::under(spot.game.ace));
        let mut hands = Vec::new();
        for Decided { class, play, .. } in self.decided() {
            let Some(first) = class.cards.set() else { continue };
            let odd = sorter.odd(first);
            // A class is divided where an odd row sees the names of suits in it.
            let alike = plan.symmetry.members(first).into_iter().filter(|hand| sorter.odd(*hand) == odd);
            hands.extend(alike.map(|hand| (hand, play)));
        }
        hands
    }

    /// The place of a decision among [`Law::plays`].
    pub(crate) fn place(&self, play: Play) -> usize {
        self.plays.iter().position(|known| *known == play).expect("a decision of this law")
    }

    /// The total over all deals of some quantity of an outcome, in units of money.
    #[must_use]
    pub fn total(&self, of: impl Fn(&Outcome) -> Money) -> i128 {
        let ways = |outcome: &Outcome| i128::try_from(outcome.ways).expect("fewer than 2^127 deals");
        self.outcomes.iter().map(|outcome| i128::from(of(outcome).units()) * ways(outcome)).sum()
    }
}

/// The player's hands, told apart as far as a bet can.
pub(crate) struct Told {
    pub(crate) classes: Classes,
    /// By class: the place of its kind in `kinds`.
    pub(crate) kind: Vec<u16>,
    /// By kind: for each own table of the plan, one bit for each row whose hand test holds.
    pub(crate) kinds: Vec<Vec<u64>>,
}

/// The greatest value; of equal ones the first, which stakes least.
fn best(values: &[i128]) -> usize {
    let mut best = 0;
    for (i, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = i;
        }
    }
    best
}

/// The decisions that a bet leaves, the cheapest first.
pub(crate) fn plays(game: &Game, bet: &Bet) -> Vec<Play> {
    if bet.decides(game) { choices(game) } else { vec![Play::Nothing] }
}

/// The decisions of a game, the cheapest first.
pub(crate) fn choices(game: &Game) -> Vec<Play> {
    core::iter::once(Play::Fold).chain(game.play_times().iter().copied().map(Play::Times)).collect()
}

/// The place of a decision; of one that is not there, the first and cheapest.
pub(crate) fn place_of(plays: &[Play], play: Option<Play>) -> usize {
    plays.iter().position(|known| Some(*known) == play).unwrap_or(0)
}

/// The wagers of the main bet: what the decision is about, the decision itself, and every wager that must be
/// made beside them.
#[must_use]
pub fn main_bet(game: &Game) -> Vec<WagerNo> {
    let main = |no: &WagerNo| {
        Some(*no) == game.decided_on() || Some(*no) == game.play || game.wager(*no).required.is_some()
    };
    game.wager_nos().filter(main).collect()
}

/// The wager that the main bet is reported under: the one that is decided on, else the first of it.
#[must_use]
pub fn head_of_main_bet(game: &Game) -> Option<WagerNo> {
    game.decided_on().or_else(|| main_bet(game).first().copied())
}
