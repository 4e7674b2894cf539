//! The plain road: every dealer hand met by itself, for cards that sums cannot answer.

use crate::cells::{CELLS, QUALIFIES, versus};
use crate::numbered::Numbered;
use crate::plan::Plan;
use crate::worlds::{Groups, World, Worlds, category_masks};
use tercet_cards::{Ace, CardSet, best_five_of_six};
use tercet_rules::Hand;

/// Counts the dealer hands in each world against each of the player's hands, those aside that share a card with it.
pub(crate) fn one_by_one(
    ace: Ace,
    plan: &Plan<'_>,
    floor: u16,
    dealers: &[Numbered],
    players: &[Numbered],
) -> Worlds {
    let mut groups = Groups::default();
    let dealers: Vec<Dealer> = dealers.iter().map(|hand| Dealer::of(hand, ace, plan, &mut groups)).collect();
    let mut six = Six::of(plan);
    // By kind of six cards, by group of the dealer's hand, by cell.
    let wide = groups.0.len() * CELLS;
    let rows: Vec<Vec<u32>> = players
        .iter()
        .map(|player| {
            let mine = set(player);
            let mut row = Vec::new();
            for dealer in dealers.iter().filter(|dealer| dealer.cards.intersection(mine).is_empty()) {
                let kind = six.kind(player, dealer);
                let cell = versus(player.number, dealer.hand.number)
                    + if dealer.hand.number >= floor { QUALIFIES } else { 0 };
                let at = kind * wide + dealer.group * CELLS + cell;
                if at >= row.len() {
                    row.resize((kind + 1) * wide, 0);
                }
                row[at] += 1;
            }
            row
        })
        .collect();
    let mut worlds = Worlds { worlds: Vec::new(), counts: Vec::new() };
    for six in &six.kinds.0 {
        for dealer in &groups.0 {
            worlds.worlds.extend((0..CELLS).map(|cell| World {
                cell,
                six: six.clone(),
                dealer: dealer.clone(),
            }));
        }
    }
    for row in rows {
        let end = worlds.counts.len() + worlds.worlds.len();
        worlds.counts.extend(row);
        worlds.counts.resize(end, 0);
    }
    worlds
}

fn set(hand: &Numbered) -> CardSet {
    CardSet::from_cards(hand.cards())
}

/// A dealer hand with what the dealer's tables see in it.
struct Dealer {
    hand: Numbered,
    cards: CardSet,
    group: usize,
}

impl Dealer {
    fn of(hand: &Numbered, ace: Ace, plan: &Plan<'_>, groups: &mut Groups) -> Dealer {
        let masks = if plan.dealer.is_empty() {
            Vec::new()
        } else {
            let playing = hand.playing(ace);
            plan.dealer.iter().map(|asked| asked.mask(&playing)).collect()
        };
        Dealer { hand: *hand, cards: set(hand), group: groups.place(masks) }
    }
}

/// What the tables of six cards see in both hands.
struct Six<'a> {
    plan: &'a Plan<'a>,
    /// By category, where categories are all that is asked for.
    by_category: Option<Vec<usize>>,
    kinds: Groups,
}

impl<'a> Six<'a> {
    fn of(plan: &'a Plan<'a>) -> Six<'a> {
        let mut kinds = Groups::default();
        let by_category = plan
            .six_by_category()
            .then(|| category_masks(&plan.six).into_iter().map(|masks| kinds.place(masks)).collect());
        Six { plan, by_category, kinds }
    }

    #[inline]
    fn kind(&mut self, player: &Numbered, dealer: &Dealer) -> usize {
        if self.plan.six.is_empty() {
            return 0;
        }
        if let Some(by_category) = &self.by_category {
            let (&[a, b, c], &[d, e, f]) = (player.cards(), dealer.hand.cards()) else {
                unreachable!("three and three cards");
            };
            return by_category[best_five_of_six([a, b, c, d, e, f]).category() as usize];
        }
        let hand = Hand::both(player.cards(), dealer.hand.cards()).expect("three and three cards");
        self.kinds.place(self.plan.six.iter().map(|asked| asked.mask(&hand)).collect())
    }
}
