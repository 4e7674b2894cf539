//! What can be said of a round whose seed is not told: everything but what depends on its cards, and of that what they could be at
//! most.
//!
//! The round is taken with cards that stand in for those nobody knows. Who may bet and decide, and the money up to the
//! settlement, do not depend on them, but for one thing: what the table decides in a player's place by a made hand (R24).

use crate::finding::{Finding, Kind};
use crate::money::{differences, shown};
use std::iter::Peekable;
use tercet_ledger::{Account, Name, Posting, Transaction, Why};
use tercet_rules::{
    Choice, Dealt, Game, Line, LineOf, Money, Pay, Phase, Priced, Round, SeatHand, Timeout, price,
};
use tercet_table::{NotThis, Table, TableEvent, Taken, UntoldSeeds};

/// Takes an event of a round whose seed is not told. `next` is what was written in the place of the money that it moves.
pub(crate) fn take(
    table: &mut Table,
    event: &TableEvent,
    at_ms: u64,
    next: Option<&Transaction>,
) -> Result<Taken, NotThis> {
    let game = table.round().map(|round| round.game().clone());
    let (Some(game), TableEvent::TimedOut { spot }) = (game, event) else {
        return table.take(event, at_ms, &UntoldSeeds);
    };
    if game.timeout.0 != Timeout::PlayMadeHands {
        return table.take(event, at_ms, &UntoldSeeds);
    }
    // It played for the player or folded, as the hand was: what was written says which, and must be one of the two.
    if let Some(times) = game.play_times().first() {
        let choice = Choice::Play { times: *times };
        let mut tried = table.clone();
        let taken = tried.take(&TableEvent::Decided { spot: *spot, choice }, at_ms, &UntoldSeeds)?;
        if taken.transactions.iter().eq(next) {
            *table = tried;
            return Ok(taken);
        }
    }
    table.take(&TableEvent::Decided { spot: *spot, choice: Choice::Fold }, at_ms, &UntoldSeeds)
}

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
    let mut left = one.postings().iter().peekable();
    for at in game.reconcile.order(dealt.hands.iter().map(|hand| hand.seat.spot)) {
        let spot = Spot { game, dealt, table, hand: &dealt.hands[at], meters, alone };
        let (wrong, paid) = spot.impossible(&mut left);
        findings.extend(wrong.into_iter().map(|message| Finding::new(Kind::Money, message)));
        awarded += paid;
    }
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

impl Spot<'_> {
    /// Goes through the postings of this spot, in the order in which a settlement makes them, and says what no cards give; and what the
    /// meter pays here.
    fn impossible(&self, left: &mut Left<'_>) -> (Vec<String>, i128) {
        let spot = self.hand.seat.spot;
        let (mut wrong, mut awarded) = (Vec::new(), 0);
        let mut won = vec![0; self.game.aggregates.len()];
        for of in &self.game.reconcile.lines {
            let moved = self.line(*of, left);
            awarded += moved.awarded;
            for (won, limit) in won.iter_mut().zip(&self.game.aggregates) {
                *won += if limit.lines.contains(of) { moved.won + moved.awarded } else { 0 };
            }
            if !self.can_come_to(*of, &moved) {
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

    /// Whether a line can come to this with some cards.
    fn can_come_to(&self, of: LineOf, moved: &Moved) -> bool {
        let staked = self.hand.seat.stake(self.game.wager_of(of)).unwrap_or(Money::ZERO);
        let stake = match of {
            LineOf::Wager(_) => staked,
            LineOf::Bonus(_) => Money::ZERO,
        };
        if moved.taken + moved.returned != i128::from(stake.units()) {
            return false;
        }
        // A bonus that is not due has no line; an irregularity takes a wager or gives it back.
        let nothing = stake == Money::ZERO || !self.dealt.irregular.is_empty();
        (moved.won == 0 && moved.awarded == 0 && nothing) || self.lines(of).any(|line| self.is(&line, moved))
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

    /// What a line can come to, row by row, by itself.
    fn lines(&self, of: LineOf) -> impl Iterator<Item = Line> {
        let rows = (0..self.game.table(of).rows.len()).map(Some).chain([None]);
        let each = rows.flat_map(|row| [(row, false), (row, true)]);
        let each = each.flat_map(|(row, qualifies)| self.meters.map(|meter| (row, qualifies, meter)));
        each.filter_map(move |(row, qualifies, meter)| {
            let spot =
                Priced { stakes: &self.hand.seat.wagers, folded: self.hand.folded(), qualifies, meter };
            let lines = price(self.game, &spot, &|asked| if asked == of { row } else { None });
            lines.into_iter().find(|line| line.of == of)
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
