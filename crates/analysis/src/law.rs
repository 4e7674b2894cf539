//! The exact law of one spot: every way a round can come out for it, and in how many deals.

use crate::bet::Bet;
use crate::cells::Cell;
use crate::plan::{Asked, Plan, decides};
use crate::six::six_card_counts;
use crate::worlds::{World, Worlds, category_masks, hand_of, playing};
use tercet_cards::{SuitClass, binomial, suit_classes};
use tercet_rules::{Amount, Game, Hand, Line, LineOf, Money, Priced, Reads, WagerNo, price};

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

/// A rule for decisions: from the class, the decisions and their values (total net over all dealer hands, in
/// units of money) to the place of the decision taken.
pub type Rule<'a> = dyn Fn(&SuitClass, &[Play], &[i128]) -> usize + 'a;

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

/// What is analysed: a game, a bet, and the meter at the deal.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The game.
    pub game: &'a Game,
    /// The bet.
    pub bet: &'a Bet,
    /// The meter; needed if a wager of the bet pays a share of it.
    pub meter: Option<Money>,
}

/// What was decided for one suit class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided<'a> {
    /// The class of the player's cards.
    pub class: SuitClass,
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
    /// The suit classes of the player's cards.
    classes: Vec<SuitClass>,
    /// For each class, the value of each decision.
    values: Vec<i128>,
    /// For each class, the place of the decision taken.
    taken: Vec<u8>,
}

impl Law {
    /// The law of a spot under a strategy.
    #[must_use]
    pub fn of(spot: &Spot<'_>, strategy: Strategy<'_>) -> Law {
        let (game, bet) = (spot.game, spot.bet);
        let plan = Plan::new(game, bet);
        let plays = plays(game, bet);
        let classes: Vec<SuitClass> = suit_classes(usize::from(game.player.0)).collect();
        let kinds = Kinds::of(game, &plan, &classes);
        let worlds = Worlds::count(game, &plan, &classes);
        let mut prices = Prices::new(spot, &plan, &plays, &kinds, &worlds.worlds);
        let mut values = vec![0_i128; classes.len() * plays.len()];
        let mut taken = Vec::with_capacity(classes.len());
        let rows = worlds.counts.chunks_exact(worlds.worlds.len());
        let slots = values.chunks_exact_mut(plays.len());
        for (((class, kind), here), values) in classes.iter().zip(&kinds.of_class).zip(rows).zip(slots) {
            let met = || here.iter().copied().enumerate().filter(|(_, count)| *count > 0);
            for (world, count) in met() {
                for (place, value) in values.iter_mut().enumerate() {
                    *value += i128::from(prices.get(*kind, world, place).0) * i128::from(count);
                }
            }
            let place = match strategy {
                Strategy::Best => best(values),
                Strategy::PlayAll => values.len().min(2) - 1,
                Strategy::By(rule) => rule(class, &plays, values).min(values.len() - 1),
            };
            for (world, count) in met() {
                prices.add(*kind, world, place, class.size * u64::from(count));
            }
            taken.push(u8::try_from(place).expect("few decisions"));
        }
        let deals = deals(game);
        Law { deals, outcomes: prices.outcomes(), plays, classes, values, taken }
    }

    /// The law of one wager alone, in the fewest deals that decide it: hands of the player's cards, or of six.
    ///
    /// None if it depends on a decision, or on more than that.
    #[must_use]
    pub fn of_hand(spot: &Spot<'_>) -> Option<Law> {
        let (game, bet) = (spot.game, spot.bet);
        let plan = Plan::new(game, bet);
        let asks_dealer =
            |asked: &Asked<'_>| asked.rows.iter().any(|row| row.dealer.is_some() || !row.player.is_empty());
        let tables = || plan.own.iter().chain(&plan.six);
        if decides(game, bet) || !plan.dealer.is_empty() || tables().any(asks_dealer) {
            return None;
        }
        let plays = vec![Play::Nothing];
        if plan.six.is_empty() {
            let classes: Vec<SuitClass> = suit_classes(usize::from(game.player.0)).collect();
            let kinds = Kinds::of(game, &plan, &classes);
            // No row asks for the dealer, so any one cell stands for all.
            let worlds = [World { cell: 0, six: Vec::new(), dealer: Vec::new() }];
            let mut prices = Prices::new(spot, &plan, &plays, &kinds, &worlds);
            for (class, kind) in classes.iter().zip(&kinds.of_class) {
                prices.add(*kind, 0, 0, class.size);
            }
            let deals = u128::from(binomial(52, u64::from(game.player.0)));
            return Some(Law {
                deals,
                outcomes: prices.outcomes(),
                plays,
                classes: Vec::new(),
                values: Vec::new(),
                taken: Vec::new(),
            });
        }
        if !plan.own.is_empty() || !plan.six_by_category {
            return None;
        }
        let kinds = Kinds { of_class: Vec::new(), masks: vec![Vec::new()] };
        let masks = category_masks(&plan.six).into_iter();
        let worlds: Vec<World> = masks.map(|six| World { cell: 0, six, dealer: Vec::new() }).collect();
        let mut prices = Prices::new(spot, &plan, &plays, &kinds, &worlds);
        for (world, count) in six_card_counts().into_iter().enumerate() {
            prices.add(0, world, 0, count);
        }
        let deals = u128::from(binomial(52, 6));
        Some(Law {
            deals,
            outcomes: prices.outcomes(),
            plays,
            classes: Vec::new(),
            values: Vec::new(),
            taken: Vec::new(),
        })
    }

    /// What was decided, class by class.
    pub fn decided(&self) -> impl Iterator<Item = Decided<'_>> {
        let values = self.values.chunks_exact(self.plays.len());
        self.classes.iter().zip(values).zip(&self.taken).map(|((class, values), taken)| Decided {
            class: *class,
            values,
            play: self.plays[usize::from(*taken)],
        })
    }

    /// The total over all deals of some quantity of an outcome, in units of money.
    #[must_use]
    pub fn total(&self, of: impl Fn(&Outcome) -> Money) -> i128 {
        let ways = |outcome: &Outcome| i128::try_from(outcome.ways).expect("fewer than 2^127 deals");
        self.outcomes.iter().map(|outcome| i128::from(of(outcome).units()) * ways(outcome)).sum()
    }
}

/// All deals of a player's and a dealer's hand.
fn deals(game: &Game) -> u128 {
    let player = u64::from(game.player.0);
    u128::from(binomial(52, player)) * u128::from(binomial(52 - player, u64::from(game.dealer.0)))
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

/// The decisions there are, the cheapest first.
fn plays(game: &Game, bet: &Bet) -> Vec<Play> {
    if !decides(game, bet) {
        return vec![Play::Nothing];
    }
    let times = match game.play.map(|no| &game.wager(no).amount) {
        Some(Amount::Times(times, _)) => times.clone(),
        Some(Amount::EqualTo(_) | Amount::Free | Amount::Fixed(_)) | None => vec![1],
    };
    core::iter::once(Play::Fold).chain(times.into_iter().map(Play::Times)).collect()
}

/// Kinds of player hands: classes that no table of the bet tells apart, but for the dealer's hands.
struct Kinds {
    /// By class.
    of_class: Vec<usize>,
    /// By kind: for each own table, one bit for each row whose hand test holds.
    masks: Vec<Vec<u64>>,
}

impl Kinds {
    fn of(game: &Game, plan: &Plan<'_>, classes: &[SuitClass]) -> Kinds {
        let four = plan.own.iter().any(|asked| asked.reads == Reads::AllFour);
        // A table without hand tests tells no hands apart.
        let telling: Vec<usize> = (0..plan.own.len()).filter(|i| plan.own[*i].tells_hands_apart()).collect();
        let mut kinds = Kinds { of_class: Vec::with_capacity(classes.len()), masks: Vec::new() };
        let mut last = 0;
        let mut key = vec![0; telling.len()];
        let mut keys: Vec<Vec<u64>> = Vec::new();
        for class in classes {
            let (cards, len) = hand_of(class);
            let hand = playing(&cards[..len], game.ace).0;
            let all = if four { Hand::all_four(&cards[..len], game.ace) } else { None };
            for (mask, i) in key.iter_mut().zip(&telling) {
                *mask = plan.own[*i].mask_or(&hand, all.as_ref());
            }
            // Neighbours are mostly of one kind, and there are few kinds.
            if keys.get(last) != Some(&key) {
                last = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                    keys.push(key.clone());
                    kinds
                        .masks
                        .push(plan.own.iter().map(|asked| asked.mask_or(&hand, all.as_ref())).collect());
                    keys.len() - 1
                });
            }
            kinds.of_class.push(last);
        }
        kinds
    }
}

/// What each kind of hand comes to in each world under each decision, priced when first met.
struct Prices<'a> {
    spot: &'a Spot<'a>,
    plan: &'a Plan<'a>,
    plays: &'a [Play],
    kinds: &'a Kinds,
    worlds: &'a [World],
    /// The net and the place in `outcomes`, by kind, world and decision.
    known: Vec<Option<(i64, u32)>>,
    outcomes: Vec<Outcome>,
}

impl<'a> Prices<'a> {
    fn new(
        spot: &'a Spot<'a>,
        plan: &'a Plan<'a>,
        plays: &'a [Play],
        kinds: &'a Kinds,
        worlds: &'a [World],
    ) -> Prices<'a> {
        let known = vec![None; kinds.masks.len() * worlds.len() * plays.len()];
        Prices { spot, plan, plays, kinds, worlds, known, outcomes: Vec::new() }
    }

    fn get(&mut self, kind: usize, world: usize, play: usize) -> (i64, u32) {
        let at = (kind * self.worlds.len() + world) * self.plays.len() + play;
        if let Some(found) = self.known[at] {
            return found;
        }
        let outcome = self.price(kind, world, self.plays[play]);
        let found = (outcome.net().units(), u32::try_from(self.outcomes.len()).expect("few outcomes"));
        self.outcomes.push(outcome);
        self.known[at] = Some(found);
        found
    }

    fn add(&mut self, kind: usize, world: usize, play: usize, ways: u64) {
        let (_, place) = self.get(kind, world, play);
        self.outcomes[place as usize].ways += u128::from(ways);
    }

    fn price(&self, kind: usize, world: usize, play: Play) -> Outcome {
        let game = self.spot.game;
        let world = &self.worlds[world];
        let cell = Cell::ALL[world.cell];
        let mut stakes = self.spot.bet.stakes().to_vec();
        if let (Play::Times(times), Some(no), Some(on)) = (play, game.play, game.decided_on()) {
            stakes[no.index()] = self.spot.bet.stake(on).map(|stake| multiple(stake, times));
        }
        let row = |of: LineOf| {
            let first = |asked: &Asked<'_>, mask: u64| {
                let fits = mask & asked.admits(cell);
                (fits != 0).then(|| fits.trailing_zeros() as usize)
            };
            let groups = [
                (&self.plan.own, &self.kinds.masks[kind]),
                (&self.plan.six, &world.six),
                (&self.plan.dealer, &world.dealer),
            ];
            groups.into_iter().find_map(|(tables, masks)| {
                let place = tables.iter().position(|asked| asked.of == of)?;
                Some(first(&tables[place], masks[place]))
            })?
        };
        let priced = Priced {
            stakes: &stakes,
            folded: play == Play::Fold,
            qualifies: cell.qualifies,
            meter: self.spot.meter,
        };
        Outcome { ways: 0, play, lines: price(game, &priced, &row) }
    }

    fn outcomes(self) -> Vec<Outcome> {
        self.outcomes.into_iter().filter(|outcome| outcome.ways > 0).collect()
    }
}

fn multiple(stake: Money, times: u8) -> Money {
    Money::from_units(stake.units() * i64::from(times))
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
