//! The counting kernels against the plain road: every dealer hand, one by one.

use crate::cells::{CELLS, Cell, Cells};
use crate::dealers::Pass;
use crate::hands::Hands;
use crate::joint::{ByCategory, JointCounts};
use crate::kinds::{ByCard, ByRenaming, Kinds};
use crate::lineup::Lineup;
use crate::numbered::Numbered;
use crate::scan::scan;
use crate::six::{SIX_CATEGORIES, six_card_counts};
use crate::strengths::Strengths;
use tercet_cards::{
    Ace, CardSet, FiveCategory, Rank, SuitClass, ThreeRank, best_five_of_six_set, combinations,
};

const ACES: [Ace; 2] = [Ace::HighAndLow, Ace::HighOnly];

/// Every dealer, queen high, and what players play by.
fn floors(strengths: &Strengths) -> [u16; 3] {
    use Rank::{Four, Queen, Six};
    let floor = |ranks: &[Rank]| strengths.below(ThreeRank::high_card_floor(ranks));
    [0, floor(&[Queen]), floor(&[Queen, Six, Four])]
}

fn numbered(hands: &Hands, strengths: &Strengths) -> Vec<Numbered> {
    hands.classes().iter().map(|class| Numbered::of_class(class, strengths)).collect()
}

fn set(hand: &Numbered) -> CardSet {
    CardSet::from_cards(hand.cards())
}

fn counted<K: Kinds>(dealers: &[Numbered], players: &[Numbered], floor: u16) -> Vec<Cells> {
    let (dealers, players) = (Lineup::<K>::of(dealers), Lineup::of(players));
    Pass { dealers: &dealers, players: &players, floor, all: None }.of_all()
}

fn scanned(deck: CardSet, player: &Numbered, dealer: usize, floor: u16, strengths: &Strengths) -> Cells {
    let mut cells = [0; CELLS];
    scan(deck.difference(set(player)), dealer, |dealer| {
        let dealer = Numbered::new(dealer, strengths);
        cells[Cell::of(player.number, dealer.number, floor).index()] += 1;
    });
    cells
}

#[test]
fn six_card_counts_are_the_published_ones() {
    let counts = six_card_counts();
    let of = |category: FiveCategory| counts[category as usize];
    assert_eq!(of(FiveCategory::RoyalFlush), 188);
    assert_eq!(of(FiveCategory::StraightFlush), 1_656);
    assert_eq!(of(FiveCategory::FourOfAKind), 14_664);
    assert_eq!(of(FiveCategory::FullHouse), 165_984);
    assert_eq!(of(FiveCategory::Flush), 205_792);
    assert_eq!(of(FiveCategory::Straight), 361_620);
    assert_eq!(of(FiveCategory::ThreeOfAKind), 732_160);
    assert_eq!(counts.iter().sum::<u64>(), 20_358_520);
}

#[test]
fn six_card_counts_equal_the_evaluator() {
    let mut counts = [0_u64; SIX_CATEGORIES];
    for hand in combinations(CardSet::FULL, 6) {
        counts[best_five_of_six_set(hand).unwrap().category() as usize] += 1;
    }
    assert_eq!(counts, six_card_counts());
}

#[test]
fn cells_equal_the_scan() {
    for ace in ACES {
        let strengths = Strengths::under(ace);
        let dealers = numbered(&Hands::all(3), strengths);
        for players in [Hands::all(3).every(97, 0), Hands::all(4).every(997, 0)] {
            let players = numbered(&players, strengths);
            for floor in floors(strengths) {
                let cells = counted::<ByRenaming>(&dealers, &players, floor);
                for (player, cells) in players.iter().zip(cells) {
                    let scanned = scanned(CardSet::FULL, player, 3, floor, strengths);
                    assert_eq!(cells, scanned, "{} {ace:?} {floor}", set(player));
                }
            }
        }
    }
}

#[test]
fn cells_equal_the_scan_where_the_dealer_has_four_cards() {
    let strengths = Strengths::under(Ace::HighOnly);
    let dealers = numbered(&Hands::all(4), strengths);
    for players in [Hands::all(3).every(300, 0), Hands::all(4).every(3_000, 5)] {
        let players = numbered(&players, strengths);
        for floor in floors(strengths) {
            let cells = counted::<ByRenaming>(&dealers, &players, floor);
            for (player, cells) in players.iter().zip(cells) {
                let scanned = scanned(CardSet::FULL, player, 4, floor, strengths);
                assert_eq!(cells, scanned, "{} {floor}", set(player));
            }
        }
    }
}

/// Six ranks: every hand of three and four cards against every hand of three and four.
#[test]
fn cells_equal_the_scan_on_a_short_deck() {
    use Rank::{Ace as A, Jack, Queen, Ten, Three, Two};
    let strengths = Strengths::under(Ace::HighAndLow);
    let short = |cards| Hands::of_ranks(cards, &[Two, Three, Ten, Jack, Queen, A]);
    let deck = short(3).deck();
    let [_, floor, _] = floors(strengths);
    for (mine, theirs) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        let players = numbered(&short(mine), strengths);
        let dealers = numbered(&short(theirs), strengths);
        let by_class = counted::<ByRenaming>(&dealers, &players, floor);
        let each: Vec<Numbered> =
            combinations(deck, usize::from(theirs)).map(|hand| Numbered::new(hand, strengths)).collect();
        let one_by_one = counted::<ByCard>(&each, &players, floor);
        assert_eq!(by_class, one_by_one, "{mine} against {theirs}");
        for (player, cells) in players.iter().zip(by_class) {
            let scanned = scanned(deck, player, usize::from(theirs), floor, strengths);
            assert_eq!(cells, scanned, "{} {mine} against {theirs}", set(player));
        }
    }
}

fn joint_equals_the_scan(ace: Ace, hands: &Hands, ranks: u16) {
    let strengths = Strengths::under(ace);
    let players = numbered(hands, strengths);
    // Groups of strengths: any split will do.
    let group: Vec<usize> = (0..strengths.len()).map(|number| number % 3 / 2).collect();
    for floor in floors(strengths) {
        let mut counts = JointCounts::new(strengths, floor, ranks, &group, 2);
        for player in &players {
            let mut joint: Vec<ByCategory> = vec![[0; SIX_CATEGORIES]; 2 * CELLS];
            scan(hands.deck().difference(set(player)), 3, |dealer| {
                let six = best_five_of_six_set(set(player).union(dealer)).unwrap();
                let dealer = Numbered::new(dealer, strengths).number;
                let cell = Cell::of(player.number, dealer, floor).index();
                joint[group[usize::from(dealer)] * CELLS + cell][six.category() as usize] += 1;
            });
            assert_eq!(counts.count(player), joint, "{} {ace:?} {floor}", set(player));
        }
    }
}

#[test]
fn joint_counts_equal_the_scan() {
    for ace in ACES {
        joint_equals_the_scan(ace, &Hands::all(3).every(23, 0), 0x1FFF);
    }
}

#[test]
fn joint_counts_equal_the_scan_on_a_short_deck() {
    joint_equals_the_scan(Ace::HighAndLow, &Hands::of_mask(3, 0b1_0110_0111_0011), 0b1_0110_0111_0011);
}

/// Every class of the player's hands is there once, however it is divided.
#[test]
fn classes_add_up() {
    for (cards, hands) in [(3, 22_100), (4, 270_725)] {
        assert_eq!(
            Hands::all(cards).classes().iter().map(|class: &SuitClass| class.size).sum::<u64>(),
            hands
        );
    }
}
