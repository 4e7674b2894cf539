//! What can be said of a round whose seed is not told: everything but what depends on its cards, and of that what they could be at
//! most.
//!
//! The round is taken with cards that stand in for those nobody knows ([`Table::take_untold`](tercet_table::Table::take_untold)).

use crate::finding::{Finding, Kind};
use crate::money::{differences, shown};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use tercet_ledger::{Account, Name, Posting, Transaction, Why};
use tercet_rules::{
    Dealt, Game, Line, LineOf, Money, Pay, Phase, Priced, Reads, Round, Row, SeatHand, price,
};

/// What is wrong with the money of a settlement whatever the cards are. `before` is the round before it, `meter` what the
/// meter was seen to hold, and `stands_in` the money of the cards that stand in.
pub(crate) fn impossible(
    before: &Round,
    table: &Name,
    meter: Option<Money>,
    written: &[Transaction],
    stands_in: &[Transaction],
) -> Vec<Finding> {
    let Phase::Revealed(dealt, _) = before.phase() else { return Vec::new() };
    let [one] = written else {
        let message = format!("a settlement is one transaction; here are {}", written.len());
        return vec![Finding::new(Kind::Money, message)];
    };
    // What was held and not decided about goes back whatever the cards are.
    let mut findings = differences(&released(written), &released(stands_in));
    let game = before.game();
    let start = game.meter.as_ref().map(|meter| meter.start);
    let full = start.zip(dealt.meter).map(|(start, shown)| shown.max(start).max(meter.unwrap_or(shown)));
    let on_meter = game.meter.as_ref().map(|meter| meter.wager);
    let sharers = dealt.hands.iter().filter(|hand| on_meter.is_some_and(|no| hand.seat.stake(no).is_some()));
    let sharers = sharers.count();
    let alone = sharers == 1;
    // What it shows at the deal, or what it was seen to hold since if another table had hit it.
    let meters = if alone { [dealt.meter, meter] } else { [full; 2] };
    let mut awarded = 0;
    // What one hand of the dealer, which all spots share, can be that gives what there is so far.
    let mut dealer = Dealer::default();
    let mut left = one.postings().iter().peekable();
    for at in game.reconcile.order(dealt.hands.iter().map(|hand| hand.seat.spot)) {
        let spot = Spot { game, dealt, table, hand: &dealt.hands[at], meters, alone };
        let (wrong, paid) = spot.impossible(&mut left, &mut dealer);
        findings.extend(wrong.into_iter().map(|message| Finding::new(Kind::Money, message)));
        awarded += paid;
    }
    findings.extend(dealer.impossible(game).into_iter().map(|message| Finding::new(Kind::Money, message)));
    // Only a meter that pays keeps a part of that, and is started again, each time that it is hit (R21); a limit may keep all of it.
    let on_meter = on_meter.map(LineOf::Wager);
    let limited = game.aggregates.iter().any(|limit| on_meter.is_some_and(|of| limit.lines.contains(&of)));
    if let Some((start, full)) = start.zip(full).filter(|_| awarded > 0 || limited) {
        let [start, full] = [start, full].map(|money| i128::from(money.units()) * sharers as i128);
        let mut room = [start, full - awarded];
        while let Some(posting) = left.next_if(|posting| moves_meter(posting)) {
            let room = &mut room[usize::from(posting.why == Why::Breakage)];
            *room -= i128::from(posting.amount.units());
            if *room < 0 {
                let message = format!("{posting}: more than the meter of this round can have moved so");
                findings.push(Finding::new(Kind::Money, message));
            }
        }
    }
    if let Some(posting) = left.next() {
        let message =
            format!("{posting}: the settlement of this round has no such posting here, whatever the cards");
        findings.push(Finding::new(Kind::Money, message));
    }
    findings
}

fn released(all: &[Transaction]) -> Vec<Transaction> {
    let mut only = Transaction::new();
    for posting in all.iter().flat_map(Transaction::postings) {
        if matches!(posting.why, Why::Release(_)) {
            only.post(posting.from.clone(), posting.to.clone(), posting.amount, posting.why.clone());
        }
    }
    vec![only]
}

/// Whether a posting starts a meter or takes what a limit or rounding keeps of it.
fn moves_meter(posting: &Posting) -> bool {
    let (from, to) = (&posting.from, &posting.to);
    let starts = matches!(from, Account::House | Account::Reserve(_)) && matches!(to, Account::Meter(_));
    let keeps = matches!(from, Account::Meter(_)) && matches!(to, Account::Bank(_));
    (posting.why == Why::MeterStart && starts) || (posting.why == Why::Breakage && keeps)
}

/// The postings that were not looked at yet.
type Left<'a> = Peekable<std::slice::Iter<'a, Posting>>;

/// One hand whose settlement is looked at.
struct Spot<'a> {
    game: &'a Game,
    dealt: &'a Dealt,
    table: &'a Name,
    hand: &'a SeatHand,
    /// What the meter can hold as it pays; the most that it can, if more than one may have hit it.
    meters: [Option<Money>; 2],
    /// Whether nobody else at the table made the wager on the meter.
    alone: bool,
}

/// The money of one line, in the smallest unit: what is written may be more than money can be.
#[derive(Default)]
struct Moved {
    taken: i128,
    returned: i128,
    /// By the house.
    won: i128,
    /// By the meter.
    awarded: i128,
}

/// How a hand of a player can compare with that of the dealer, and whether the dealer qualifies: each line of a spot is by the same.
const SHOWDOWNS: [(bool, Ordering); 6] = [
    (false, Ordering::Less),
    (false, Ordering::Equal),
    (false, Ordering::Greater),
    (true, Ordering::Less),
    (true, Ordering::Equal),
    (true, Ordering::Greater),
];

/// What the hand of the dealer can be, which all spots share.
struct Dealer {
    /// Whether it can be one that does not qualify, and one that does.
    qualifies: [bool; 2],
    /// Of each table that reads the dealer's cards, the rows that it can be.
    rows: BTreeMap<LineOf, BTreeSet<Option<usize>>>,
}

impl Default for Dealer {
    fn default() -> Dealer {
        Dealer { qualifies: [true; 2], rows: BTreeMap::new() }
    }
}

impl Dealer {
    /// Only what fits this spot, too; nothing if that is no hand at all, which is said of the spot.
    fn keep(&mut self, fits: [bool; 2]) {
        if fits != [false; 2] {
            self.qualifies = [0, 1].map(|at| self.qualifies[at] && fits[at]);
        }
    }

    fn keep_rows(&mut self, of: LineOf, rows: BTreeSet<Option<usize>>) {
        self.rows.entry(of).and_modify(|all| all.retain(|row| rows.contains(row))).or_insert(rows);
    }

    /// Where no hand gives all there is.
    fn impossible(&self, game: &Game) -> Vec<String> {
        let mut wrong = Vec::new();
        if self.qualifies == [false; 2] {
            let message = "some spots are paid as by a dealer who qualifies, and some as by one who does not";
            wrong.push(message.to_owned());
        }
        let rows = self.rows.iter().filter(|(_, rows)| rows.is_empty());
        wrong.extend(rows.map(|(of, _)| {
            let name = game.line_name(*of);
            format!("{name}: the spots are paid as by several hands of the dealer, who has one")
        }));
        wrong
    }
}

impl Spot<'_> {
    /// Goes through the postings of this spot, in the order in which a settlement makes them, and says what no cards give; and what the
    /// meter pays here. Of the dealer's hand what fits this spot is kept.
    fn impossible(&self, left: &mut Left<'_>, dealer: &mut Dealer) -> (Vec<String>, i128) {
        let spot = self.hand.seat.spot;
        let (mut wrong, mut awarded) = (Vec::new(), 0);
        let mut fits = SHOWDOWNS.map(|_| true);
        let mut won = vec![0; self.game.aggregates.len()];
        for of in &self.game.reconcile.lines {
            let moved = self.line(*of, left);
            awarded += moved.awarded;
            for (won, limit) in won.iter_mut().zip(&self.game.aggregates) {
                *won += if limit.lines.contains(of) { moved.won + moved.awarded } else { 0 };
            }
            let by = SHOWDOWNS.map(|showdown| self.can_come_to(*of, &moved, showdown));
            if by.contains(&true) {
                fits.iter_mut().zip(by).for_each(|(fits, by)| *fits &= by);
                if self.game.table(*of).reads == Reads::Dealer && !self.is_nothing(*of, &moved) {
                    let all = SHOWDOWNS.iter().flat_map(|showdown| self.lines(*of, *showdown));
                    let rows = all.filter(|(_, line)| self.is(line, &moved)).map(|(row, _)| row);
                    dealer.keep_rows(*of, rows.collect());
                }
            } else {
                let name = self.game.line_name(*of);
                let paid = moved.won + moved.awarded;
                let [taken, returned, paid] = [moved.taken, moved.returned, paid].map(shown);
                wrong.push(format!(
                    "spot {spot}, {name}: {taken} taken, {returned} returned and {paid} paid, to which no cards come"
                ));
            }
        }
        for (won, limit) in won.into_iter().zip(&self.game.aggregates) {
            if won > i128::from(limit.most.units()) {
                wrong.push(format!("spot {spot} is paid {}; the limit is {}", shown(won), limit.most));
            }
        }
        let mut givers = Vec::new();
        while let Some(posting) = left.next_if(|posting| self.is_envy(posting)) {
            let Why::Envy(giver) = posting.why else { break };
            if givers.contains(&giver) || !self.can_envy(giver, posting.amount) {
                wrong.push(format!("{posting}: no cards give this, or it is there twice"));
            }
            givers.push(giver);
        }
        let held = Account::Held(self.table.clone(), spot);
        while left.next_if(|posting| posting.from == held && matches!(posting.why, Why::Release(_))).is_some()
        {
        }
        if !fits.contains(&true) && wrong.is_empty() {
            wrong.push(format!("spot {spot}: each line by itself can be, and no cards give all of them"));
        }
        dealer.keep(
            [false, true]
                .map(|qualifies| SHOWDOWNS.iter().zip(fits).any(|((by, _), fits)| *by == qualifies && fits)),
        );
        (wrong, awarded)
    }

    /// The money of one line, between the accounts that it is moved between.
    fn line(&self, of: LineOf, left: &mut Left<'_>) -> Moved {
        let (id, spot) = (self.game.line_id(of), self.hand.seat.spot);
        let layout = Account::Layout(self.table.clone(), spot);
        let bank = Account::Bank(self.table.clone());
        let units =
            |posting: Option<&Posting>| posting.map_or(0, |posting| i128::from(posting.amount.units()));
        let mut next = |why: Why, fits: &dyn Fn(&Posting) -> bool| {
            units(left.next_if(|posting| posting.why == why && fits(posting)))
        };
        let on_meter = self.game.meter.as_ref().is_some_and(|meter| LineOf::Wager(meter.wager) == of);
        let taken = next(Why::Take(id.clone()), &|posting| posting.from == layout && posting.to == bank);
        let returned =
            next(Why::Return(id.clone()), &|posting| posting.from == layout && self.is_wallet(&posting.to));
        let won = next(Why::Pay(id.clone()), &|posting| posting.from == bank && self.is_wallet(&posting.to));
        let awarded = next(Why::Award(id.clone()), &|posting| {
            on_meter && matches!(posting.from, Account::Meter(_)) && self.is_wallet(&posting.to)
        });
        Moved { taken, returned, won, awarded }
    }

    fn is_wallet(&self, account: &Account) -> bool {
        matches!(account, Account::Wallet(name) if name.as_str() == self.hand.seat.player)
    }

    fn is_envy(&self, posting: &Posting) -> bool {
        matches!(posting.why, Why::Envy(_))
            && posting.from == Account::Bank(self.table.clone())
            && self.is_wallet(&posting.to)
    }

    /// Whether a line can come to this with some cards that compare so.
    fn can_come_to(&self, of: LineOf, moved: &Moved, showdown: (bool, Ordering)) -> bool {
        moved.taken + moved.returned == i128::from(self.stake(of).units())
            && (self.is_nothing(of, moved) || self.lines(of, showdown).any(|(_, line)| self.is(&line, moved)))
    }

    fn stake(&self, of: LineOf) -> Money {
        match of {
            LineOf::Wager(no) => self.hand.seat.stake(no).unwrap_or(Money::ZERO),
            LineOf::Bonus(_) => Money::ZERO,
        }
    }

    /// Whether nothing is paid where nothing need be: a bonus that is not due has no line; an irregularity takes a wager or gives it back.
    fn is_nothing(&self, of: LineOf, moved: &Moved) -> bool {
        let need_not = self.stake(of) == Money::ZERO || !self.dealt.irregular.is_empty();
        moved.won == 0 && moved.awarded == 0 && need_not
    }

    /// Whether a line is this, or more of which a limit, or others who hit the meter, took a part.
    fn is(&self, line: &Line, moved: &Moved) -> bool {
        let shared = (matches!(line.pays, Some(Pay::Meter(_))) && !self.alone)
            || self.game.aggregates.iter().any(|limit| limit.lines.contains(&line.of));
        let (won, returned) = (i128::from(line.won.units()), i128::from(line.returned.units()));
        let (paid, by_other) = if matches!(line.pays, Some(Pay::Meter(_))) {
            (moved.awarded, moved.won)
        } else {
            (moved.won, moved.awarded)
        };
        returned == moved.returned && by_other == 0 && if shared { paid <= won } else { paid == won }
    }

    /// What a line can come to, row by row, with cards that compare so.
    fn lines(
        &self,
        of: LineOf,
        (qualifies, versus): (bool, Ordering),
    ) -> impl Iterator<Item = (Option<usize>, Line)> {
        let fits = move |row: &Row| {
            row.dealer.is_none_or(|dealer| dealer == qualifies)
                && (row.player.is_empty() || row.player.contains(&versus))
        };
        // The first that fits pays: whatever stands behind one that asks for no hand is never reached.
        let mut rows: Vec<Option<usize>> = Vec::new();
        let mut reached = true;
        for (at, row) in self.game.table(of).rows.iter().enumerate().filter(|(_, row)| fits(row)) {
            if reached {
                rows.push(Some(at));
            }
            reached &= row.hand.is_some();
        }
        rows.extend(reached.then_some(None));
        let rows = rows.into_iter();
        let each = rows.flat_map(|row| self.meters.map(|meter| (row, meter)));
        each.filter_map(move |(row, meter)| {
            let spot =
                Priced { stakes: &self.hand.seat.wagers, folded: self.hand.folded(), qualifies, meter };
            let lines = price(self.game, &spot, &|asked| if asked == of { row } else { None });
            lines.into_iter().find(|line| line.of == of).map(|line| (row, line))
        })
    }

    /// Whether a hand at another spot can give so much envy to this one.
    fn can_envy(&self, giver: u8, won: Money) -> bool {
        let Some(envy) = &self.game.envy else { return false };
        let seat = &self.hand.seat;
        let gives = self.game.wager(envy.wager).table.rows.iter().any(|row| row.envy == Some(won));
        let dealt_to = self.dealt.hands.iter().any(|hand| hand.seat.spot == giver);
        gives && dealt_to && giver != seat.spot && seat.stake(envy.wager).is_some()
    }
}
