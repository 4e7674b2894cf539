//! What a dealer's hand can be to a bet: the cell it makes with the player's hand, and what the tables that
//! read both hands or the dealer's own see in it.

use crate::cells::CELLS;
use crate::dealers::Pass;
use crate::hands::Hands;
use crate::joint::JointCounts;
use crate::kinds::{ByCard, ByRenaming};
use crate::lineup::Lineup;
use crate::looks::{Looks, by_looks};
use crate::numbered::Numbered;
use crate::oddities::Oddities;
use crate::one_by_one::one_by_one;
use crate::plan::{Asked, Plan};
use crate::players::Players;
use crate::six::SIX_CATEGORIES;
use crate::strengths::Strengths;
use tercet_cards::{Colour, FiveCategory, binomial, combinations, parse_cards};
use tercet_rules::{Game, Hand, HandTest};

/// One thing a dealer's hand can be to a bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct World {
    pub(crate) cell: usize,
    /// By six-card table of the plan: one bit for each row whose hand test holds.
    pub(crate) six: Vec<u64>,
    /// By dealer table of the plan.
    pub(crate) dealer: Vec<u64>,
}

/// So few hands of the player are asked about one by one sooner than by sums over all dealer hands.
const FEW: usize = 8;

/// Dealer hands against each of the player's hands, by world.
pub(crate) struct Worlds {
    /// All worlds.
    pub(crate) worlds: Vec<World>,
    /// For each of the player's hands, `worlds.len()` counts.
    pub(crate) counts: Vec<u32>,
}

impl Worlds {
    /// Counts the dealer hands against each of the player's hands, by the cheapest road that tells apart what
    /// the plan asks.
    pub(crate) fn count(
        game: &Game,
        plan: &Plan<'_>,
        strengths: &Strengths,
        hands: &Hands,
        players: &[Numbered],
    ) -> Worlds {
        let counter = Counter { game, plan, strengths, hands, players, floor: floor(game, strengths) };
        if plan.six_by_colour() {
            return counter.by_cell();
        }
        let mut worlds = counter.by_category();
        Oddities::of(game.ace, plan, strengths, counter.floor).put_right(hands, players, &mut worlds);
        worlds
    }

    /// Counts these dealer hands, each by itself, against each of the player's hands that shares no card with it.
    pub(crate) fn count_each(
        game: &Game,
        plan: &Plan<'_>,
        strengths: &Strengths,
        players: &Players,
        dealers: &[Numbered],
    ) -> Worlds {
        let floor = floor(game, strengths);
        if plan.six_by_colour() && players.hands.len() > FEW {
            let looks = Looks::of_each(game.ace, plan, dealers);
            let (dealers, players) = (Lineup::of(dealers), Lineup::of(&players.hands));
            let pass = Pass { dealers: &dealers, players: &players, floor, all: None };
            return by_looks::<ByCard>(plan, &looks, &pass);
        }
        one_by_one(game.ace, plan, floor, dealers, &players.hands)
    }

    /// No world yet.
    pub(crate) fn none() -> Worlds {
        Worlds { worlds: Vec::new(), counts: Vec::new() }
    }

    /// The place of a world; a new one if there was none such.
    pub(crate) fn place(&mut self, world: World) -> usize {
        self.worlds.iter().position(|known| *known == world).unwrap_or_else(|| {
            self.worlds.push(world);
            self.worlds.len() - 1
        })
    }

    /// Makes room in `counts` for worlds that are new.
    pub(crate) fn widen(&mut self, players: usize) {
        let (was, width) = (self.counts.len() / players.max(1), self.worlds.len());
        let mut counts = vec![0; players * width];
        if was > 0 {
            for (row, old) in counts.chunks_exact_mut(width).zip(self.counts.chunks_exact(was)) {
                row[..was].copy_from_slice(old);
            }
        }
        self.counts = counts;
    }
}

/// What the counting needs.
struct Counter<'a> {
    game: &'a Game,
    plan: &'a Plan<'a>,
    strengths: &'a Strengths,
    hands: &'a Hands,
    players: &'a [Numbered],
    floor: u16,
}

impl Counter<'_> {
    /// Only the cell, the dealer's own hand and colours matter.
    fn by_cell(&self) -> Worlds {
        let (plan, game) = (self.plan, self.game);
        if plan.dealer_names_suits() || !plan.six.is_empty() {
            let hands = combinations(self.hands.deck(), usize::from(game.dealer.0));
            let dealers: Vec<Numbered> = hands.map(|cards| Numbered::new(cards, self.strengths)).collect();
            let looks = Looks::of_each(game.ace, plan, &dealers);
            return by_looks::<ByCard>(
                plan,
                &looks,
                &self.pass(&Lineup::of(&dealers), &Lineup::of(self.players)),
            );
        }
        let looks = |dealers: &[Numbered]| Looks::of_strengths(plan, self.strengths, dealers);
        let players = Lineup::of_classes(self.players, game.ace);
        if self.hands.are_all() && game.player.0 == game.dealer.0 {
            return by_looks::<ByRenaming>(plan, &looks(self.players), &self.pass(&players, &players));
        }
        let dealers = Hands::of_mask(game.dealer.0, self.hands.ranks());
        let dealers = dealers.numbered(self.strengths);
        let lineup = Lineup::of_classes(&dealers, game.ace);
        by_looks::<ByRenaming>(plan, &looks(&dealers), &self.pass(&lineup, &players))
    }

    /// The pass of all dealer hands of the deck.
    fn pass<'b, K>(&self, dealers: &'b Lineup<'b, K>, players: &'b Lineup<'b, K>) -> Pass<'b, K> {
        let left = self.hands.deck().len() as u64 - u64::from(self.game.player.0);
        let all = binomial(left, u64::from(self.game.dealer.0));
        let all = Some(u32::try_from(all).expect("fewer than 2^18 hands"));
        Pass { dealers, players, floor: self.floor, all }
    }

    /// The cell, the dealer's own hand and the category of the best five of six: patterns of ranks. Tests that
    /// patterns of ranks cannot answer are taken never to hold.
    fn by_category(&self) -> Worlds {
        let (group, groups) = Groups::of_strengths(self.plan, self.strengths);
        let mut joint =
            JointCounts::new(self.strengths, self.floor, self.hands.ranks(), &group, groups.0.len());
        // Categories that no row tells apart make one world.
        let mut kinds = Groups::default();
        let masks = category_masks(&self.plan.six).into_iter();
        let kind: Vec<usize> = masks.map(|masks| kinds.place(masks)).collect();
        let mut worlds = Worlds::none();
        for dealer in &groups.0 {
            for cell in 0..CELLS {
                let world = |six: &Vec<u64>| World { cell, six: six.clone(), dealer: dealer.clone() };
                worlds.worlds.extend(kinds.0.iter().map(world));
            }
        }
        worlds.widen(self.players.len());
        let rows = worlds.counts.chunks_exact_mut(worlds.worlds.len());
        for (player, row) in self.players.iter().zip(rows) {
            for (row, by_category) in row.chunks_exact_mut(kinds.0.len()).zip(joint.count(player)) {
                kind.iter().zip(by_category).for_each(|(kind, hands)| row[*kind] += hands);
            }
        }
        worlds
    }
}

/// The number of the least strength that qualifies.
pub(crate) fn floor(game: &Game, strengths: &Strengths) -> u16 {
    game.qualifier.floor.as_ref().map_or(0, |floor| strengths.below(floor.strength()))
}

/// Sets of masks, each once.
#[derive(Default)]
pub(crate) struct Groups(pub(crate) Vec<Vec<u64>>);

impl Groups {
    pub(crate) fn place(&mut self, masks: Vec<u64>) -> usize {
        self.0.iter().position(|known| *known == masks).unwrap_or_else(|| {
            self.0.push(masks);
            self.0.len() - 1
        })
    }

    /// What the dealer's tables see in each strength, as if tests that name suits never held.
    pub(crate) fn of_strengths(plan: &Plan<'_>, strengths: &Strengths) -> (Vec<usize>, Groups) {
        let mut groups = Groups::default();
        if plan.dealer.is_empty() {
            groups.place(Vec::new());
            return (vec![0; strengths.len()], groups);
        }
        let mut mask = |(cards, rank)| {
            let hand = Hand::Three(cards, rank);
            let blind = |test: &HandTest| holds_where(test, &hand, &|test| !test.names_suits());
            groups.place(plan.dealer.iter().map(|asked| asked.mask_by(blind)).collect())
        };
        let of_strength = strengths.hands().map(&mut mask).collect();
        (of_strength, groups)
    }
}

/// For each category, which rows of each six-card table hold, as if tests of ranks and colours never did.
pub(crate) fn category_masks(six: &[Asked<'_>]) -> Vec<Vec<u64>> {
    // One hand of each category, in rising order.
    const HANDS: [&str; SIX_CATEGORIES] = [
        "2c 4d 6h 8s Tc Qd",
        "2c 2d 6h 8s Tc Qd",
        "2c 2d 6h 6s Tc Qd",
        "2c 2d 2h 8s Tc Qd",
        "2c 3d 4h 5s 6c Qd",
        "2c 4c 6c 8c Tc Qd",
        "2c 2d 2h 8s 8c Qd",
        "2c 2d 2h 2s Tc Qd",
        "2c 3c 4c 5c 6c Qd",
        "Tc Jc Qc Kc Ac 2d",
    ];
    let by_category = |test: &HandTest| !matches!(test, HandTest::Ranks(..) | HandTest::Colour(_));
    let masks = FiveCategory::ALL.iter().zip(HANDS).map(|(category, text)| {
        let hand = six_cards(text);
        assert!(
            matches!(hand, Hand::Six(_, rank) if rank.category() == *category),
            "{text} is no {category:?}"
        );
        six.iter().map(|asked| asked.mask_by(|test| holds_where(test, &hand, &by_category))).collect()
    });
    masks.collect()
}

/// Which rows of each six-card table hold for two hands of these colours (none: of both), when the tables ask
/// for colours only.
pub(crate) fn of_colours(six: &[Asked<'_>], mine: Option<Colour>, theirs: Option<Colour>) -> Vec<u64> {
    let hand = match (mine, theirs) {
        (Some(Colour::Red), Some(Colour::Red)) => "2d 4d 6d 8h Th Qh",
        (Some(Colour::Black), Some(Colour::Black)) => "2c 4c 6c 8s Ts Qs",
        (Some(_) | None, _) => "2c 4d 6h 8s Tc Qd",
    };
    let hand = six_cards(hand);
    six.iter().map(|asked| asked.mask(&hand)).collect()
}

fn six_cards(text: &str) -> Hand {
    let cards = parse_cards(text).expect("cards");
    Hand::both(&cards[..3], &cards[3..]).expect("six cards")
}

/// Whether a test holds, as if its parts that `counts` does not pick never did.
fn holds_where(test: &HandTest, hand: &Hand, counts: &impl Fn(&HandTest) -> bool) -> bool {
    match test {
        HandTest::AnyOf(tests) => tests.iter().any(|test| holds_where(test, hand, counts)),
        HandTest::Any
        | HandTest::Three(_)
        | HandTest::AtLeast(_)
        | HandTest::Contains(_)
        | HandTest::Five(_)
        | HandTest::FiveAtLeast(_)
        | HandTest::Ranks(..)
        | HandTest::Colour(_) => counts(test) && test.holds(hand),
    }
}
