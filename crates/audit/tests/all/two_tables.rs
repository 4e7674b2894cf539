//! Two tables on one meter that hit in the same instant, with envy, folds, an absent player, one at two positions, voids and power cuts:
//! every account compared with a second calculation from the numbers of the rule card, and the journal audited.

use crate::evening::said;
use crate::played::{Dice, Shelf, name};
use crate::rule_card::{Books, PLAYERS, SEATS, TABLES, game, strength};
use std::collections::BTreeMap;
use tercet_audit::{Options, audit};
use tercet_fair::{SeatSecret, seat_hash};
use tercet_ledger::{Account, Hash, Key, Record, Transaction, Why};
use tercet_rules::{Audience, Choice, Money, Phase};
use tercet_store::{Append, Store as _};
use tercet_table::{Ask, Clocks, Do, HouseKey, Live, Next, Pending, Settings, Stage, Status, Who};

/// A table and what is asked of it.
struct Felt {
    live: Live<Shelf>,
    shelf: Shelf,
    table: &'static str,
    asked: u64,
    /// What the meter showed at the deal, and how many awards there were then.
    dealt: (i64, u64),
    secrets: Vec<(u8, &'static str, SeatSecret)>,
}

impl Felt {
    fn open(shelf: &Shelf, table: &'static str, text: &str) -> Felt {
        let live = Live::open(&name(table), shelf.clone(), HouseKey::new([42; 32]), 1_000).unwrap();
        let (shelf, secrets) = (shelf.clone(), Vec::new());
        let mut felt = Felt { live, shelf, table, asked: 0, dealt: (0, 0), secrets };
        let settings = Settings::new(text, 0, Some(name("m1")), Clocks::default()).unwrap();
        felt.ask(Who::Floor(name("flo")), Do::Set(Box::new(settings)), 1_000).unwrap();
        felt.turn(Status::Open, 1_000);
        for (spot, player) in SEATS {
            felt.player(player, Do::Sit(spot), 1_000);
        }
        felt
    }

    fn ask(&mut self, who: Who, what: Do, now_ms: u64) -> Result<(), tercet_table::NotLive> {
        self.asked += 1;
        let key = Key::new(format!("{}-{}", self.table, self.asked).as_bytes()).unwrap();
        self.live.ask(&Ask::new(who, what), &key, now_ms, [7; 32]).map(drop)
    }

    fn turn(&mut self, status: Status, now_ms: u64) {
        self.ask(Who::Floor(name("flo")), Do::Turn(status, "as we like it".into()), now_ms).unwrap();
    }

    fn player(&mut self, player: &str, what: Do, now_ms: u64) {
        self.ask(Who::Player(name(player)), what, now_ms).unwrap();
    }

    fn stage(&self) -> Option<Stage> {
        self.live.table().stage()
    }

    /// The power goes and comes back: the same cards, and nothing is written unless bets were open.
    fn restart(&mut self, now_ms: u64) {
        let before = (self.live.table().digest(), self.live.table().round().cloned());
        let open = self.stage() == Some(Stage::Open);
        let written = self.shelf.chain().unwrap();
        self.live =
            Live::open(&name(self.table), self.shelf.clone(), HouseKey::new([42; 32]), now_ms).unwrap();
        if !open {
            assert_eq!((self.live.table().digest(), self.live.table().round().cloned()), before);
            assert_eq!(self.shelf.chain().unwrap(), written);
        }
    }

    /// What is due, worked out and not yet written.
    fn begun(&mut self, now_ms: u64, dice: &mut Dice) -> Option<(Do, Pending)> {
        let (ask, key) = self.live.due(now_ms).unwrap()?;
        let Next::Write(pending) = self.live.begin(&ask, &key, now_ms, dice.bytes()).unwrap() else {
            panic!("it is new")
        };
        Some((ask.what, *pending))
    }

    /// Writes it, worked out anew as often as the other table was faster; gives how often.
    fn written(&mut self, mut pending: Pending) -> u64 {
        for again in 0.. {
            let written = self.shelf.append(&pending.append);
            match self.live.finish(pending, written).unwrap() {
                Next::Answered(_) => return again,
                Next::Write(next) => pending = *next,
            }
        }
        unreachable!("the other table stands still")
    }

    fn bet(&mut self, now_ms: u64, dice: &mut Dice) {
        let context = self.live.table().view(Audience::Spectator).context.unwrap();
        self.secrets.clear();
        for (spot, player) in SEATS {
            if dice.one_in(3) {
                let secret = SeatSecret::new(dice.bytes());
                self.player(player, Do::Swear(spot, seat_hash(&context, spot, &secret)), now_ms);
                self.secrets.push((spot, player, secret));
            }
            let stake =
                |dice: &mut Dice| Money::from_units(100 * (1 + i64::try_from(dice.below(9)).unwrap()));
            self.player(player, Do::Place(spot, "ante".into(), stake(dice)), now_ms);
            if dice.one_in(2) {
                self.player(player, Do::Place(spot, "pair-plus".into(), stake(dice)), now_ms);
            }
            if !dice.one_in(4) {
                self.player(player, Do::Place(spot, "progressive".into(), Money::from_units(100)), now_ms);
            }
        }
    }
}

/// Whether anybody wins the meter in this round.
fn hits(felt: &Felt) -> bool {
    let Some(round) = felt.live.table().round() else { return false };
    let Phase::Revealed(dealt, _) = round.phase() else { return false };
    let progressive = round.game().wager_no("progressive").unwrap();
    dealt.hands.iter().any(|hand| hand.seat.stake(progressive).is_some() && strength(&hand.cards).0 == 1)
}

/// Both tables do what is due at the same instant, and either is written first.
fn together(
    felts: &mut [Felt; 2],
    books: &mut Books,
    hits_of_both: &mut u64,
    now_ms: u64,
    dice: &mut Dice,
) -> bool {
    let mut begun: Vec<(usize, Do, Pending, i64)> = Vec::new();
    // Whoever is before the settlement waits for the other.
    let before = |felt: &Felt| matches!(felt.stage(), Some(Stage::Open | Stage::Closed | Stage::Dealt));
    let wait = felts.iter().any(before);
    for (at, felt) in felts.iter_mut().enumerate() {
        if wait && felt.stage() == Some(Stage::Decided) {
            continue;
        }
        let seen = books.of("meter");
        begun.extend(felt.begun(now_ms, dice).map(|(what, pending)| (at, what, pending, seen)));
    }
    let any = !begun.is_empty();
    let both = felts.iter().all(hits) && begun.iter().all(|(_, what, ..)| *what == Do::Reconcile);
    if dice.one_in(2) {
        begun.reverse();
    }
    for (place, (at, what, pending, seen)) in begun.into_iter().enumerate() {
        let hit = what == Do::Reconcile && hits(&felts[at]);
        if what == Do::Reconcile {
            let felt = &felts[at];
            let round = felt.live.table().round().unwrap();
            let Phase::Revealed(dealt, _) = round.phase() else { panic!("before it is settled") };
            books.settle(felt.table, round.game(), dealt, felt.dealt);
        }
        let again = felts[at].written(pending);
        if both && hit && place == 1 {
            assert_eq!(again, 1, "the second looks at the meter again");
            *hits_of_both += 1;
        }
        if what == Do::OpenRound && books.of("meter") == 0 {
            books.start();
        }
        let round = felts[at].live.table().round().unwrap();
        if let (Do::Deal, Phase::Deciding(dealt)) = (what, round.phase()) {
            let progressive = round.game().wager_no("progressive").unwrap();
            let wagers = dealt.hands.iter().filter(|hand| hand.seat.stake(progressive).is_some());
            let wagers = i64::try_from(wagers.count()).unwrap();
            felts[at].dealt = (seen + 26 * wagers, books.awards);
            books.deal(felts[at].table, wagers);
        }
    }
    any
}

/// What was played.
struct Evening {
    shelf: Shelf,
    books: Books,
    /// How often both tables hit the meter in the same instant.
    hits_of_both: u64,
    /// How many rounds were void at each stage, and whether somebody would have won the meter.
    voids: BTreeMap<(&'static str, bool), u64>,
    /// How often the power went at each stage.
    restarts: BTreeMap<&'static str, u64>,
}

/// So many rounds at both tables, whose money is compared after each.
fn played(rounds: usize) -> Evening {
    let (shelf, mut dice, mut books) = (Shelf::default(), Dice::new(8), Books::default());
    let mut opening = Transaction::new();
    for player in PLAYERS {
        let money = Money::from_units(5_000_000);
        opening.post(Account::World, Account::Wallet(name(player)), money, Why::CashIn);
        books.pay("world", player, 5_000_000);
    }
    shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
    let text = game();
    let mut felts = TABLES.map(|table| Felt::open(&shelf, table, &text));
    let (mut now_ms, mut hits_of_both) = (2_000, 0);
    let (mut voids, mut restarts) = (BTreeMap::new(), BTreeMap::new());
    for round in 0..rounds {
        now_ms += 30_000;
        for felt in &mut felts {
            felt.turn(Status::Open, now_ms);
        }
        while together(&mut felts, &mut books, &mut hits_of_both, now_ms, &mut dice) {}
        assert!(felts.iter().all(|felt| felt.stage() == Some(Stage::Open)));
        for felt in &mut felts {
            felt.bet(now_ms, &mut dice);
            // It waits for the other.
            felt.turn(Status::Paused, now_ms);
        }
        let mut steps = 0;
        while felts.iter().any(|felt| felt.stage() != Some(Stage::Over)) {
            steps += 1;
            assert!(steps < 300, "round {round} does not end: {:?}", felts.each_ref().map(Felt::stage));
            for felt in &mut felts {
                let stage = felt.stage().unwrap();
                let seldom = if stage == Stage::Open { 60 } else { 8 };
                if dice.one_in(seldom) {
                    *restarts.entry(stage.words()).or_insert(0) += 1;
                    felt.restart(now_ms);
                }
                let pending_hit = hits(felt);
                if stage != Stage::Over
                    && stage != Stage::Settled
                    && dice.one_in(if pending_hit { 9 } else { 60 })
                {
                    let void = felt.ask(Who::Floor(name("flo")), Do::Void("a spill".into()), now_ms);
                    if void.is_ok() {
                        *voids.entry((stage.words(), pending_hit)).or_insert(0) += 1;
                    }
                }
                match felt.stage().unwrap() {
                    Stage::Closed => {
                        for (spot, player, secret) in std::mem::take(&mut felt.secrets) {
                            if !dice.one_in(6) {
                                felt.player(player, Do::Tell(spot, secret), now_ms);
                            }
                        }
                    }
                    Stage::Dealt => {
                        // Dee is away; who withheld a secret or has decided already is refused.
                        for (spot, player) in &SEATS[..4] {
                            let choice =
                                if dice.one_in(2) { Choice::Fold } else { Choice::Play { times: 1 } };
                            drop(felt.ask(Who::Player(name(player)), Do::Decide(*spot, choice), now_ms));
                        }
                    }
                    Stage::Open | Stage::Decided | Stage::Settled | Stage::Over => {}
                }
            }
            let before = felts.each_ref().map(Felt::stage);
            together(&mut felts, &mut books, &mut hits_of_both, now_ms, &mut dice);
            if felts.each_ref().map(Felt::stage) == before {
                now_ms += 20_000;
            }
        }
        books.compare(&shelf, &format!("round {round}"));
    }
    Evening { shelf, books, hits_of_both, voids, restarts }
}

/// R7, R17 to R21, R24, R25 over many rounds.
#[test]
fn all_money_of_two_tables_on_one_meter_is_what_the_rule_card_says() {
    let Evening { shelf, books, hits_of_both, voids, restarts } = played(120);
    assert!(hits_of_both > 5 && books.awards > 40, "{hits_of_both} {}", books.awards);
    assert!(books.envy.iter().all(|many| *many > 20), "{:?}", books.envy);
    assert!(voids.len() == 5 && voids[&(Stage::Decided.words(), true)] > 5, "{voids:?}");
    assert!(restarts.len() == 6 && restarts.values().all(|many| *many > 5), "{restarts:?}");
    let report = audit(&shelf, &[], Options::default(), &mut |_| ());
    assert_eq!(report.findings.count(), 0, "{}", said(&report));
}

/// The journal of some of these rounds.
pub(crate) fn records() -> Vec<Record> {
    let records = played(16).shelf.records(0, usize::MAX).unwrap();
    records.iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}
