//! The evening itself: what happens when, and what is asked of whom.

use super::felt::{Felt, floor_name, settings};
use super::people::{Player, floor};
use super::plan::{Fails, Outcome, Plan};
use crate::books::{Books, Wrong};
use crate::dice::Dice;
use crate::flaky::{Failing, Flaky};
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_ledger::{Account, Hash, Key, Name, Transaction, Why};
use tercet_rules::Money;
use tercet_store::{Append, AppendError, Memory, Store as _};
use tercet_table::{Answer, Ask, Do, NotLive, Status, Stream, Who};

/// Something that happens at its time.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Happens {
    /// A table looks at its clocks.
    Tick(usize),
    /// A player looks up.
    Wakes(usize),
    /// What somebody said arrives at a table.
    Arrives(Message),
    /// Somebody of the floor walks by a table.
    Floor(usize),
    /// A player goes to the cashier.
    Cashier(usize),
    /// The power is cut.
    Cut,
}

/// What somebody says to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Message {
    table: usize,
    ask: Ask,
    key: Key,
    /// How often it was said before.
    said: u32,
}

/// Who gets no answer says it again, so often at most.
const SAID_AT_MOST: u32 = 12;
/// A second.
const SECOND: u64 = 1_000;

#[derive(Debug)]
pub(super) struct Evening {
    plan: Plan,
    dice: Dice,
    now_ms: u64,
    agenda: BTreeMap<(u64, u64), Happens>,
    /// How many things were put on the agenda, keys given out, and visits paid to the cashier.
    counted: [u64; 3],
    store: Flaky,
    books: Books,
    felts: Vec<Felt>,
    players: Vec<Player>,
    /// What nobody has been given a last word on, by its hash and key.
    open: BTreeMap<(Hash, Key), Message>,
    outcome: Outcome,
}

impl Evening {
    /// The house before the first guest comes in.
    pub(super) fn begin(plan: &Plan) -> Result<Evening, Wrong> {
        let mut dice = Dice::new(plan.seed);
        let failing = match plan.failing {
            Fails::Never => Failing::Never,
            Fails::OneIn(bound) => Failing::OneIn(bound, Box::new(Dice::new(dice.below(u64::MAX)))),
            Fails::At(call, when) => Failing::At(call, when),
        };
        let mut evening = Evening {
            plan: *plan,
            dice,
            now_ms: 1_000_000,
            agenda: BTreeMap::new(),
            counted: [0; 3],
            store: Flaky::new(failing),
            books: Books::new(),
            felts: Vec::new(),
            players: Vec::new(),
            open: BTreeMap::new(),
            outcome: Outcome::NOTHING,
        };
        evening.furnish()?;
        Ok(evening)
    }

    fn furnish(&mut self) -> Result<(), Wrong> {
        for meter in ["meter-1", "meter-2"] {
            let meter = Account::Meter(Name::new(meter).map_err(|error| error.to_string())?);
            self.cash(&Account::House, &meter, Money::from_units(1_000_000), Why::MeterStart)?;
        }
        for no in 0..self.plan.tables {
            self.felts.push(Felt::new(no));
            self.say(no, Who::Floor(floor_name()), Do::Set(Box::new(settings(no)?)), 0);
            self.say(no, Who::Floor(floor_name()), Do::Turn(Status::Open, "good evening".into()), 5 * SECOND);
            self.at(6 * SECOND, Happens::Tick(no));
            self.at(60 * SECOND, Happens::Floor(no));
        }
        for no in 0..self.plan.players {
            let name = Name::new(&format!("p{no}")).map_err(|error| error.to_string())?;
            self.players.push(Player::new(name, no % self.plan.tables.max(1)));
            self.at(0, Happens::Cashier(no));
            let wakes = 6 * SECOND + self.dice.below(10 * SECOND);
            self.at(wakes, Happens::Wakes(no));
        }
        self.cut_later();
        Ok(())
    }

    /// Something happens in so many milliseconds.
    fn at(&mut self, in_ms: u64, what: Happens) {
        self.counted[0] += 1;
        self.agenda.insert((self.now_ms + in_ms, self.counted[0]), what);
    }

    fn cut_later(&mut self) {
        if self.plan.cuts > 0 {
            let later = SECOND + self.dice.below(2 * SECOND * self.plan.cuts);
            self.at(later, Happens::Cut);
        }
    }

    /// Until enough rounds were played and everybody has gone.
    pub(super) fn play(mut self, progress: &mut dyn FnMut(u64)) -> Result<(Outcome, Arc<Memory>), Wrong> {
        let here = |evening: &Evening, wrong| {
            format!("seed {}, at {} ms: {wrong}", evening.plan.seed, evening.now_ms)
        };
        let mut steps = 0_u64;
        while let Some(((at_ms, _), what)) = self.agenda.pop_first() {
            self.now_ms = at_ms;
            self.happens(what).map_err(|wrong| here(&self, wrong))?;
            steps += 1;
            if steps.is_multiple_of(1_024) {
                self.all_money_agrees().map_err(|wrong| here(&self, wrong))?;
                progress(self.rounds());
            }
        }
        self.closing().map_err(|wrong| here(&self, wrong))?;
        Ok((self.outcome, self.store.kept))
    }

    fn rounds(&self) -> u64 {
        self.felts.iter().map(Felt::rounds).sum()
    }

    /// Whether it is late, and no table is to open another round.
    fn late(&self) -> bool {
        self.rounds() >= self.plan.rounds
    }

    fn happens(&mut self, what: Happens) -> Result<(), Wrong> {
        match what {
            Happens::Tick(no) => self.tick(no),
            Happens::Arrives(message) => self.arrives(message),
            Happens::Wakes(no) => {
                self.wakes(no);
                Ok(())
            }
            Happens::Floor(no) => {
                self.floor(no);
                Ok(())
            }
            Happens::Cashier(no) => self.cashier(no),
            Happens::Cut => {
                self.outcome.cuts += 1;
                self.trace("cut");
                self.felts.iter_mut().for_each(Felt::cut);
                if !self.late() {
                    self.cut_later();
                }
                Ok(())
            }
        }
    }

    fn trace(&mut self, what: &str) {
        self.outcome.trace = Hash::of(&[&self.outcome.trace.0, &self.now_ms.to_be_bytes(), what.as_bytes()]);
    }

    /// Whether the table is started; if the power had been off, it may not start at once.
    fn started(&mut self, no: usize) -> Result<bool, Wrong> {
        let felt = &mut self.felts[no];
        if felt.live.is_none() && !felt.start(&self.store, self.now_ms)? {
            self.outcome.failed += 1;
        }
        // It may have sent bets back as it started, or as it tried to.
        felt.noted(&self.store.kept, &mut self.books)?;
        Ok(felt.live.is_some())
    }

    fn tick(&mut self, no: usize) -> Result<(), Wrong> {
        let (now_ms, late) = (self.now_ms, self.late());
        let mut chance = Dice::new(self.dice.below(u64::MAX));
        if !self.started(no)? {
            self.at(SECOND, Happens::Tick(no));
            return Ok(());
        }
        let felt = &mut self.felts[no];
        let live = felt.live.as_mut().expect("it is started");
        let came = live.tick(now_ms, || chance.bytes());
        felt.noted(&self.store.kept, &mut self.books)?;
        match &came {
            Ok(events) => {
                felt.agrees()?;
                if !events.is_empty() {
                    self.trace(&format!("{no} {events:?}"));
                }
            }
            Err(NotLive::Failed(failure)) => {
                self.outcome.failed += 1;
                self.trace(&format!("{no} {failure:?}"));
            }
            Err(other) => return Err(format!("table {no}: {other}")),
        }
        let felt = &mut self.felts[no];
        if self.dice.one_in(3) {
            felt.look();
        }
        if !(late && felt.is_empty_and_closed()) {
            let next = felt.live.as_ref().and_then(|live| live.table().next_due_ms(now_ms));
            let soon = now_ms + SECOND;
            let next = next.map_or(soon, |next| next.clamp(now_ms + 1, soon));
            self.at(next - now_ms, Happens::Tick(no));
        }
        Ok(())
    }

    /// Somebody says something, which takes its time, may be said twice, and sometimes something else is said under the same key.
    fn say(&mut self, table: usize, who: Who, what: Do, in_ms: u64) {
        self.counted[1] += 1;
        let key = Key::new(&self.counted[1].to_be_bytes()).expect("eight bytes are few");
        let message = Message { table, ask: Ask { who, what }, key, said: 0 };
        let later = |dice: &mut Dice| {
            let longest = if dice.one_in(20) { 30 * SECOND } else { SECOND };
            in_ms + 10 + dice.below(longest)
        };
        if self.dice.one_in(6) {
            let once_more = later(&mut self.dice);
            self.at(once_more, Happens::Arrives(message.clone()));
        }
        if self.dice.one_in(50) {
            let lie = Ask { who: message.ask.who.clone(), what: Do::Sit(1 + self.dice.byte(7)) };
            let lie = Message { ask: lie, said: SAID_AT_MOST, ..message.clone() };
            let then = later(&mut self.dice);
            self.at(then, Happens::Arrives(lie));
        }
        let arrives = later(&mut self.dice);
        self.at(arrives, Happens::Arrives(message));
    }

    fn arrives(&mut self, message: Message) -> Result<(), Wrong> {
        let came = self.ask(&message)?;
        let thread = (message.ask.hash(self.felts[message.table].name()), message.key.clone());
        let answered = match came {
            Some(Ok(_)) => !self.dice.one_in(25),
            Some(Err(NotLive::Failed(_))) | None => false,
            Some(Err(_)) => true,
        };
        if answered {
            self.open.remove(&thread);
            return Ok(());
        }
        self.open.insert(thread, message.clone());
        if message.said < SAID_AT_MOST && !self.dice.one_in(12) {
            let again = Message { said: message.said + 1, ..message };
            let later = 200 + self.dice.below(3 * SECOND);
            self.at(later, Happens::Arrives(again));
        }
        Ok(())
    }

    /// What comes of something that is asked; nothing if the table does not start.
    fn ask(&mut self, message: &Message) -> Result<Option<Result<Answer, NotLive>>, Wrong> {
        self.outcome.asked += 1;
        let (no, now_ms, chance) = (message.table, self.now_ms, self.dice.bytes());
        if !self.started(no)? {
            return Ok(None);
        }
        let felt = &mut self.felts[no];
        let live = felt.live.as_mut().expect("it is started");
        let came = live.ask(&message.ask, &message.key, now_ms, chance);
        felt.noted(&self.store.kept, &mut self.books)?;
        match &came {
            Ok(answer) => {
                felt.agrees()?;
                felt.witness.claims(&who(&message.ask), &message.ask, &message.key, answer.receipt.seq)?;
                if answer.receipt.again {
                    self.outcome.again += 1;
                } else {
                    self.outcome.done += 1;
                }
            }
            Err(NotLive::Failed(_)) => self.outcome.failed += 1,
            Err(NotLive::Refused(_) | NotLive::Funds(_) | NotLive::KeyUsed { .. }) => {
                self.outcome.refused += 1;
                felt.agrees()?;
            }
            Err(other @ (NotLive::Overtaken | NotLive::Damaged { .. })) => {
                return Err(format!("table {no}, asked for {:?}: {other}", message.ask));
            }
        }
        self.trace(&format!("{no} {:?} {came:?}", message.ask));
        Ok(Some(came))
    }

    fn wakes(&mut self, no: usize) {
        let late = self.late();
        let player = &mut self.players[no];
        let felt = &self.felts[player.table];
        if late && felt.is_empty_and_closed() {
            return;
        }
        let seen = match &felt.live {
            Some(live) if !self.dice.one_in(8) => live.table(),
            Some(_) | None => &felt.old_news,
        };
        let wishes = player.wishes(seen, &mut self.dice);
        let (mut table, who) = (player.table, Who::Player(player.name.clone()));
        let idle = wishes.is_empty() && seen.seats().values().all(|name| *name != player.name);
        if self.dice.one_in(if idle { 4 } else { 300 }) {
            // Another table is more fun. What is left behind waits for its owner, or for the floor.
            table = self.dice.place(self.felts.len());
            self.players[no].table = table;
        }
        for what in wishes {
            self.say(table, who.clone(), what, 0);
        }
        let asleep = if self.dice.one_in(30) { 90 * SECOND } else { 7 * SECOND };
        let wakes = SECOND + self.dice.below(asleep);
        self.at(wakes, Happens::Wakes(no));
        if self.dice.one_in(25) {
            self.at(0, Happens::Cashier(no));
        }
    }

    fn floor(&mut self, no: usize) {
        let felt = &self.felts[no];
        let closing = self.late();
        if closing && felt.is_empty_and_closed() {
            return;
        }
        let what = if closing {
            Do::Turn(Status::Closed, "good night".into())
        } else {
            floor(&felt.witness.table, &mut self.dice)
        };
        self.say(no, Who::Floor(floor_name()), what, 0);
        let again = 30 * SECOND + self.dice.below(120 * SECOND);
        self.at(again, Happens::Floor(no));
    }

    /// A player buys in, or takes money away, whatever it is needed for at a table.
    fn cashier(&mut self, no: usize) -> Result<(), Wrong> {
        let wallet = Account::Wallet(self.players[no].name.clone());
        let has = self.store.kept.balance(&wallet).map_err(|failure| failure.to_string())?;
        if has < Money::from_units(20_000) {
            return self.cash(&Account::World, &wallet, Money::from_units(50_000), Why::CashIn);
        }
        if self.dice.one_in(3) {
            let all = Money::from_units(has.units() / if self.dice.one_in(3) { 1 } else { 2 });
            return self.cash(&wallet, &Account::World, all, Why::CashOut);
        }
        Ok(())
    }

    /// Money goes from one account to another, once, however often the store fails.
    fn cash(&mut self, from: &Account, to: &Account, amount: Money, why: Why) -> Result<(), Wrong> {
        self.counted[2] += 1;
        let key = Key::new(format!("cash-{}", self.counted[2]).as_bytes()).ok_or("a short key")?;
        let mut moves = Transaction::new();
        moves.post(from.clone(), to.clone(), amount, why);
        let append =
            Append::new(key, Hash::of(&[format!("{moves:?}").as_bytes()]), self.now_ms).moving(moves);
        for _ in 0..1_000 {
            match self.store.append(&append) {
                Ok(_) => {
                    self.books.give(&from.to_string(), &to.to_string(), amount.units().into());
                    return Ok(());
                }
                Err(AppendError::Failed(_)) => self.outcome.failed += 1,
                Err(AppendError::Refused(refused)) => return Err(format!("the cashier: {refused}")),
            }
        }
        Err("the cashier's store never works".into())
    }

    /// Every account holds what the second books say, and no other has anything.
    fn all_money_agrees(&self) -> Result<(), Wrong> {
        let balances = self.store.kept.balances().map_err(|failure| failure.to_string())?;
        let held: BTreeMap<String, i128> =
            balances.all().map(|(account, money)| (account.to_string(), money.units().into())).collect();
        let expected: BTreeMap<String, i128> =
            self.books.all().map(|(account, units)| (account.to_owned(), units)).collect();
        let account =
            held.keys().chain(expected.keys()).find(|account| held.get(*account) != expected.get(*account));
        if let Some(account) = account {
            return Err(format!(
                "{account}: {:?}, and {:?} by the second books",
                held.get(account),
                expected.get(account)
            ));
        }
        if balances.sum() != 0 {
            return Err(format!("all accounts together hold {}", balances.sum()));
        }
        let owes = balances.all().find(|(account, money)| *money < Money::ZERO && !account.may_be_negative());
        owes.map_or(Ok(()), |(account, money)| Err(format!("{account} owes {money}")))
    }

    /// The audit, which shares nothing with the second books, finds nothing.
    fn audited(&self) -> Result<(), Wrong> {
        let report = tercet_audit::audit(&self.store, &[], tercet_audit::Options::default(), &mut |_| ());
        let first = report.findings.kept().first();
        first.map_or(Ok(()), |finding| {
            Err(format!("{} findings of the audit: {finding}", report.findings.count()))
        })
    }

    /// Everybody who has no answer gets one, every round comes to its end, and everything is counted.
    fn closing(&mut self) -> Result<(), Wrong> {
        self.outcome.calls = self.store.calls();
        self.store.fails(Failing::Never);
        while let Some((_, message)) = self.open.pop_first() {
            let came = self.ask(&message)?;
            if matches!(came, None | Some(Err(NotLive::Failed(_)))) {
                return Err(format!("no answer to {:?} though the store works", message.ask));
            }
        }
        for no in 0..self.felts.len() {
            self.say(no, Who::Floor(floor_name()), Do::Turn(Status::Closed, "good night".into()), 0);
            self.at(2 * SECOND, Happens::Tick(no));
        }
        while let Some(((at_ms, _), what)) = self.agenda.pop_first() {
            self.now_ms = at_ms;
            self.happens(what)?;
        }
        self.open.clear();
        self.all_money_agrees()?;
        for felt in &mut self.felts {
            felt.witness.all_claimed()?;
            felt.is_the_same_started_again(&self.store, self.now_ms)?;
            let [rounds, settled, void] = felt.counts();
            if rounds != settled + void {
                return Err(format!("{rounds} rounds were opened, {settled} settled and {void} void"));
            }
            self.outcome.rounds += rounds;
            self.outcome.settled += settled;
            self.outcome.void += void;
            self.outcome.beaten += felt.witness.beaten;
        }
        for meter in ["meter-1", "meter-2"] {
            let meter = Name::new(meter).map_err(|error| error.to_string())?;
            let stream = Stream::Meter(meter).name().ok_or("the name of a meter is too long")?;
            self.outcome.awards += self.store.kept.version(&stream).map_err(|failure| failure.to_string())?;
        }
        self.audited()?;
        self.outcome.records = self.store.kept.chain().map_err(|failure| failure.to_string())?.size;
        Ok(())
    }
}

/// Who says it.
fn who(ask: &Ask) -> String {
    match &ask.who {
        Who::Player(name) => name.to_string(),
        Who::Floor(name) => format!("floor {name}"),
        Who::Table => "the table".into(),
    }
}
