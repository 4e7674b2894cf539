//! The money of two tables that share a meter, calculated once more from the numbers of the rule card alone. Drills use this file, too.

use std::collections::BTreeMap;
use tercet_cards::Card;
use tercet_ledger::{Account, Name};
use tercet_rules::{By, Dealt, Game, Money};
use tercet_store::Store;

/// Two tables that share a meter.
pub(crate) const TABLES: [&str; 2] = ["t1", "t2"];
/// Who sits where at each of the tables; one at two positions, and one who never says anything after the bets.
pub(crate) const SEATS: [(u8, &str); 5] = [(2, "ann"), (3, "ann"), (4, "bob"), (5, "cyd"), (7, "dee")];
/// Who plays.
pub(crate) const PLAYERS: [&str; 4] = ["ann", "bob", "cyd", "dee"];
/// What the meter starts with.
const START: i64 = 100_000;

/// Three Card Poker with a reserve, whose meter is paid for every pair, with envy for pairs and flushes.
pub(crate) fn game() -> String {
    let text = tercet_games::builtin_text("three-card-poker").unwrap();
    text.replace("\"A-K-Q of spades\", pays", "\"pair\", pays")
        .replace("\"suited A-K-Q\",    pays", "\"flush\",    pays")
        .replace("rate   = \"26%\"", "rate   = \"26%\"\nreserve = \"5%\"")
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// The kind of a hand from 0 for a high card to 5 for a straight flush, and its ranks as they count, twos being 2.
pub(crate) fn strength(cards: &[Card]) -> (u8, Vec<usize>) {
    let mut ranks: Vec<usize> = cards.iter().map(|card| card.rank().index() + 2).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let suited = cards.iter().all(|card| card.suit() == cards[0].suit());
    let lowest = ranks == [14, 3, 2];
    let straight = lowest || (ranks[0] == ranks[1] + 1 && ranks[1] == ranks[2] + 1);
    if lowest {
        ranks = vec![3, 2, 1];
    }
    if ranks[1] == ranks[2] && ranks[0] != ranks[1] {
        ranks.rotate_left(1);
    }
    let kind = match (straight, suited) {
        (true, true) => 5,
        (true, false) => 3,
        (false, true) => 2,
        (false, false) if ranks[0] == ranks[2] => 4,
        (false, false) if ranks[0] == ranks[1] => 1,
        (false, false) => 0,
    };
    (kind, ranks)
}

/// The second books: units by account.
#[derive(Default)]
pub(crate) struct Books {
    holds: BTreeMap<String, i64>,
    /// How often the meter was paid.
    pub(crate) awards: u64,
    /// Envy to those who had folded, for whom the table decided, and to who sat at two positions.
    pub(crate) envy: [u64; 3],
}

impl Books {
    pub(crate) fn of(&self, account: &str) -> i64 {
        self.holds.get(account).copied().unwrap_or(0)
    }

    pub(crate) fn pay(&mut self, from: &str, to: &str, units: i64) {
        *self.holds.entry(from.into()).or_default() -= units;
        *self.holds.entry(to.into()).or_default() += units;
    }

    /// So many dollar wagers on the meter give their part: 26 cents of each, and 5 to the reserve.
    pub(crate) fn deal(&mut self, table: &str, wagers: i64) {
        self.pay(table, "meter", 26 * wagers);
        self.pay(table, "reserve", 5 * wagers);
    }

    pub(crate) fn start(&mut self) {
        let kept = self.of("reserve").min(START);
        self.pay("reserve", "meter", kept);
        self.pay("house", "meter", START - kept);
    }

    /// Everything a round pays and takes, from its cards and the rule card; and what the meter showed at the deal, and how many awards there
    /// were then.
    pub(crate) fn settle(&mut self, table: &str, game: &Game, dealt: &Dealt, (shown, awards): (i64, u64)) {
        let dealer = strength(&dealt.dealer);
        let qualifies = dealer.0 > 0 || dealer.1[0] >= 12;
        let mut on_meter = if awards == self.awards { shown } else { self.of("meter") };
        let mut restarted = 0;
        let made = |spot: u8, wager: &str| {
            let seat = dealt.hands.iter().find(|hand| hand.seat.spot == spot).unwrap();
            seat.seat.stake(game.wager_no(wager).unwrap()).map_or(0, Money::units)
        };
        for hand in dealt.hands.iter().rev() {
            let (spot, wallet) = (hand.seat.spot, hand.seat.player.as_str());
            let mine = strength(&hand.cards);
            let ante = made(spot, "ante");
            let mut won = 0;
            if hand.folded() {
                won -= ante;
            } else {
                won += match (qualifies, mine.cmp(&dealer)) {
                    (false, _) => ante,
                    (true, std::cmp::Ordering::Greater) => 2 * ante,
                    (true, std::cmp::Ordering::Equal) => 0,
                    (true, std::cmp::Ordering::Less) => -2 * ante,
                };
                won += ante * [0, 0, 0, 1, 4, 5][usize::from(mine.0)];
            }
            won += made(spot, "pair-plus") * [-1, 1, 3, 6, 30, 40][usize::from(mine.0)];
            let progressive = made(spot, "progressive");
            if progressive > 0 {
                // "For 1": the wager itself is gone.
                won += progressive * ([0, 0, 500, 6, 60, 70][usize::from(mine.0)] - 1);
                if mine.0 == 1 {
                    self.pay("meter", wallet, on_meter);
                    on_meter = START;
                    restarted += 1;
                }
            }
            let envy = match mine.0 {
                1 => 10_000,
                2 => 2_500,
                _ => 0,
            };
            for other in dealt.hands.iter().filter(|other| other.seat.player != hand.seat.player) {
                if envy > 0 && made(other.seat.spot, "progressive") > 0 {
                    self.pay(table, &other.seat.player, envy);
                    self.envy[0] += u64::from(other.folded());
                    self.envy[1] += u64::from(matches!(other.decision, Some((_, By::Table))));
                    self.envy[2] += u64::from(other.seat.player == "ann");
                }
            }
            self.pay(table, wallet, won);
        }
        for _ in 0..restarted {
            self.start();
        }
        self.awards += u64::from(restarted > 0);
    }

    pub(crate) fn compare(&self, shelf: &dyn Store, after: &str) {
        let on = |account: Account| shelf.balance(&account).unwrap().units();
        for player in PLAYERS {
            assert_eq!(on(Account::Wallet(name(player))), self.of(player), "{player} after {after}");
        }
        for table in TABLES {
            assert_eq!(on(Account::Bank(name(table))), self.of(table), "{table} after {after}");
            for spot in 1..=7 {
                assert_eq!(on(Account::Layout(name(table), spot)), 0, "{table} {spot} after {after}");
                assert_eq!(on(Account::Held(name(table), spot)), 0, "{table} {spot} after {after}");
            }
        }
        assert_eq!(on(Account::Meter(name("m1"))), self.of("meter"), "after {after}");
        assert_eq!(on(Account::Reserve(name("m1"))), self.of("reserve"), "after {after}");
        assert_eq!(on(Account::House), self.of("house"), "after {after}");
        assert_eq!(shelf.balances().unwrap().sum(), 0);
    }
}
