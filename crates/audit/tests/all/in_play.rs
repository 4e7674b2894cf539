//! Rounds whose seed is not told: whatever needs no seed is looked at, wherever the journal ends.

use crate::evening::{Evening, said};
use crate::played::{Dice, PLAYERS, Place, Shelf, two_meter_rows};
use std::collections::BTreeMap;
use tercet_audit::{Options, Report, audit};
use tercet_fair::{Commitment, SeatHash, SeatSecret};
use tercet_ledger::{Account, Hash, Key, Name, Posting, Record, Transaction, Why};
use tercet_rules::{Choice, Money};
use tercet_store::{Append, Memory, Store as _};
use tercet_table::{CannotStand, Do, Opening, Status, TableEvent, bytes_of};

/// What the audit says of a journal of these records; none if no store takes them.
fn audited(records: &[Record]) -> Option<Report> {
    let store = Memory::new();
    let mut versions: BTreeMap<Name, u64> = BTreeMap::new();
    for record in records {
        let Record { key, request, at_ms, mut parts, transactions, .. } = record.clone();
        for part in &mut parts {
            let version = versions.entry(part.stream.clone()).or_default();
            part.version = *version;
            *version += part.events.len() as u64;
        }
        store.append(&Append { key, request, at_ms, parts, transactions, expects: Vec::new() }).ok()?;
    }
    Some(audit(&store, &[], Options::default(), &mut |_| ()))
}

/// Whether it is found, also by whoever made the hash of what was asked fit.
fn is_found(records: &[Record], what: &str) {
    if let Some(report) = audited(records) {
        let mut others =
            report.findings.kept().iter().filter(|one| !one.message.contains("hash of what was asked"));
        assert!(others.next().is_some(), "{what} was not found");
    }
}

fn table_events(record: &Record) -> Vec<TableEvent> {
    let parts = record.parts.iter().filter(|part| part.stream.as_str().starts_with("table."));
    parts.flat_map(|part| &part.events).map(|event| TableEvent::read(event).unwrap()).collect()
}

/// The events of a record at its table, to be changed.
fn events_of(record: &mut Record) -> &mut Vec<Vec<u8>> {
    &mut record.parts.iter_mut().find(|part| part.stream.as_str().starts_with("table.")).unwrap().events
}

fn stream_of(record: &Record) -> Option<&Name> {
    record.parts.iter().map(|part| &part.stream).find(|stream| stream.as_str().starts_with("table."))
}

/// The first rounds of the evening: whoever cuts them anywhere has rounds in play at every stage, some of them void.
fn beginning() -> Vec<Record> {
    let mut records = Evening::new().records();
    let told = |record: &Record| {
        table_events(record).iter().any(|event| matches!(event, TableEvent::SeedTold { .. }))
    };
    let fifth = records.iter().enumerate().filter(|(_, record)| told(record)).nth(4).unwrap().0;
    records.truncate(fifth + 1);
    records
}

/// The first rounds, cut just before each seed is told and before each deal: everything that a round in play can have.
fn cuts() -> Vec<Vec<Record>> {
    let records = beginning();
    let ends = |event: &TableEvent| matches!(event, TableEvent::SeedTold { .. } | TableEvent::Dealt { .. });
    let ends = (0..records.len()).filter(|at| table_events(&records[*at]).iter().any(ends));
    ends.step_by(2).map(|end| records[..end].to_vec()).collect()
}

/// The records of the rounds that are in play at the end of these.
fn in_play(records: &[Record]) -> Vec<usize> {
    let mut open: BTreeMap<&Name, Vec<usize>> = BTreeMap::new();
    for (at, record) in records.iter().enumerate() {
        let Some(stream) = stream_of(record) else { continue };
        for event in table_events(record) {
            if let TableEvent::RoundOpened { .. } = event {
                open.insert(stream, Vec::new());
            } else if let TableEvent::SeedTold { .. } = event {
                open.remove(stream);
            }
        }
        if let Some(round) = open.get_mut(stream) {
            round.push(at);
        }
    }
    open.into_values().flatten().collect()
}

/// Wherever an honest journal ends, it is sound: nothing of a round in play is taken for something else.
#[test]
fn a_journal_is_sound_wherever_it_ends() {
    let records = beginning();
    let mut stages = BTreeMap::new();
    for end in 0..records.len() {
        let report = audited(&records[..end]).unwrap();
        assert_eq!(said(&report), "", "cut at {end}");
        *stages.entry(report.rounds.in_play).or_insert(0) += 1;
    }
    assert!(stages[&3] > 30, "{stages:?}");
}

/// Every settlement of the evening is sound before its seed is told, whatever it pays: awards, shares of a meter, envy.
#[test]
fn every_settlement_is_sound_before_its_seed_is_told() {
    let records = Evening::new().records();
    let settled = records.iter().enumerate().filter(|(_, record)| settles(record));
    let mut awards = 0;
    for (at, record) in settled {
        assert_eq!(said(&audited(&records[..=at]).unwrap()), "", "cut behind {at}");
        let postings = record.transactions.iter().flat_map(Transaction::postings);
        awards += postings.filter(|posting| matches!(posting.why, Why::Award(_))).count();
    }
    assert!(awards > 3, "{awards}");
}

/// So is every settlement of each built-in game, whatever the dealer has and the players bet.
#[test]
fn settlements_of_every_game_are_sound_before_their_seeds_are_told() {
    for (at, file) in tercet_games::builtin().iter().enumerate() {
        let (shelf, mut dice) = (Shelf::default(), Dice::new(at as u64));
        let mut opening = Transaction::new();
        for player in PLAYERS {
            let wallet = Account::Wallet(Name::new(player).unwrap());
            opening.post(Account::World, wallet, Money::from_units(90_000_000), Why::CashIn);
        }
        shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
        let mut place = Place::open(&shelf, "t1", tercet_games::builtin_text(file.id).unwrap());
        for (spot, player) in (1..).zip(PLAYERS) {
            place.player(player, Do::Sit(spot), 1_500);
        }
        let mut now = 2_000;
        for _ in 0..25 {
            for (ms, what) in [(30_000, "bet"), (20_000, "tell"), (3_000, "decide"), (20_000, "end")] {
                now += ms;
                place.live.tick(now, || dice.bytes()).unwrap();
                match what {
                    "bet" => drop(place.bet(now, &mut dice)),
                    "decide" => place.decide(now, &mut dice),
                    _ => {}
                }
            }
        }
        let records: Vec<Record> = shelf
            .records(0, usize::MAX)
            .unwrap()
            .iter()
            .map(|bytes| Record::decode(bytes).unwrap())
            .collect();
        let settled: Vec<usize> = (0..records.len()).filter(|at| settles(&records[*at])).collect();
        assert!(settled.len() > 5, "{}: {}", file.id, settled.len());
        for at in settled {
            assert_eq!(said(&audited(&records[..=at]).unwrap()), "", "{}, behind {at}", file.id);
        }
    }
}

/// A round in which all three hands of a table take the whole meter.
fn hit_by_everybody(shared: bool) -> Vec<Record> {
    let row = r#"{ hand = "three of a kind", pays = "50 for 1" },"#;
    let more = r#"{ hand = "high card or better", pays = "100% of the meter" },"#;
    let text = two_meter_rows().replacen(row, &format!("{row} {more}"), 1);
    let text = if shared { text } else { text.replace("R21 = \"shared\"", "R21 = \"in-order\"") };
    let (shelf, mut dice) = (Shelf::default(), Dice::new(3));
    let mut opening = Transaction::new();
    for player in PLAYERS {
        opening.post(
            Account::World,
            Account::Wallet(Name::new(player).unwrap()),
            Money::from_units(900_000),
            Why::CashIn,
        );
    }
    shelf.append(&Append::new(Key::new(b"open").unwrap(), Hash::ZERO, 900).moving(opening)).unwrap();
    let mut place = Place::open(&shelf, "t1", &text);
    for (spot, player) in (1..=3).zip(PLAYERS) {
        assert!(place.player(player, Do::Sit(spot), 1_000));
    }
    place.live.tick(1_000, || dice.bytes()).unwrap();
    for (spot, player) in (1..=3).zip(PLAYERS) {
        for (wager, units) in [("ante", 1_000), ("progressive", 100)] {
            assert!(place.player(player, Do::Place(spot, wager.into(), Money::from_units(units)), 1_000));
        }
    }
    for now_ms in [30_000, 60_000] {
        place.live.tick(now_ms, || dice.bytes()).unwrap();
    }
    shelf.records(0, usize::MAX).unwrap().iter().map(|bytes| Record::decode(bytes).unwrap()).collect()
}

/// A meter that is hit by each hand of a table is paid and started again each time (R21), and that is sound before the seed is told, too.
#[test]
fn a_meter_that_is_hit_twice_in_a_round_is_sound() {
    for shared in [true, false] {
        let records = hit_by_everybody(shared);
        let at = records.iter().position(settles).unwrap();
        let postings = || records[at].transactions.iter().flat_map(Transaction::postings);
        assert_eq!(postings().filter(|posting| matches!(posting.why, Why::Award(_))).count(), 3);
        assert_eq!(said(&audited(&records[..=at]).unwrap()), "", "{shared}");
        assert_eq!(said(&audited(&records).unwrap()), "", "{shared}");
    }
}

fn settles(record: &Record) -> bool {
    table_events(record).iter().any(|event| matches!(event, TableEvent::Reconciled { .. }))
}

/// The transactions with one posting changed to these.
fn with(transactions: &[Transaction], at: (usize, usize), new: &[Posting]) -> Vec<Transaction> {
    let mut all = Vec::new();
    for (i, transaction) in transactions.iter().enumerate() {
        let mut changed = Transaction::new();
        for (j, posting) in transaction.postings().iter().enumerate() {
            let these = if (i, j) == at { new } else { std::slice::from_ref(posting) };
            for Posting { from, to, amount, why } in these {
                changed.post(from.clone(), to.clone(), *amount, why.clone());
            }
        }
        all.push(changed);
    }
    all.retain(|transaction| !transaction.is_empty());
    all
}

/// Every posting of a round in play, dropped, doubled, changed in each of its fields: all of it is found, up to the settlement;
/// and of that what no cards give.
#[test]
fn money_of_a_round_in_play_is_what_its_events_move() {
    let mut tried = 0;
    for records in cuts() {
        for at in in_play(&records) {
            // Those before were tried with an earlier cut.
            if at + 12 < records.len() {
                continue;
            }
            let written = records[at].transactions.clone();
            for (i, transaction) in written.iter().enumerate() {
                for (j, posting) in transaction.postings().iter().enumerate() {
                    let one = Money::from_units(1);
                    let (bob, table) = (Account::Wallet(Name::new("zed").unwrap()), Name::new("t9").unwrap());
                    let mut changes: Vec<(&str, Vec<Posting>)> = vec![
                        ("doubled", vec![posting.clone(), posting.clone()]),
                        (
                            "from and to",
                            vec![Posting {
                                from: posting.to.clone(),
                                to: posting.from.clone(),
                                ..posting.clone()
                            }],
                        ),
                        ("to somebody else", vec![Posting { to: bob.clone(), ..posting.clone() }]),
                        (
                            "from another bank",
                            vec![Posting { from: Account::Bank(table), ..posting.clone() }],
                        ),
                        ("another reason", vec![Posting { why: Why::CashIn, ..posting.clone() }]),
                        (
                            "a great deal",
                            vec![Posting {
                                amount: posting.amount + Money::from_units(40_000_000),
                                ..posting.clone()
                            }],
                        ),
                        (
                            "with a gift",
                            vec![
                                posting.clone(),
                                Posting {
                                    from: Account::Bank(Name::new("t1").unwrap()),
                                    to: bob,
                                    amount: one,
                                    why: posting.why.clone(),
                                },
                            ],
                        ),
                    ];
                    if !settles(&records[at])
                        || matches!(posting.why, Why::Take(_) | Why::Return(_) | Why::Release(_))
                    {
                        changes.push(("dropped", Vec::new()));
                        changes.push((
                            "one more",
                            vec![Posting { amount: posting.amount + one, ..posting.clone() }],
                        ));
                    }
                    for (what, new) in changes {
                        let mut forged = records.clone();
                        forged[at].transactions = with(&written, (i, j), &new);
                        is_found(&forged, &format!("record {at} of {}: {posting}, {what}", records.len()));
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

/// All spots share one hand of the dealer: of two that played, the dealer cannot have qualified for one and not for the other, whoever is
/// favoured by it.
#[test]
fn spots_of_a_round_in_play_share_one_dealer() {
    let records = Evening::new().records();
    let mut tried = 0;
    for (at, record) in records.iter().enumerate().filter(|(_, record)| settles(record)) {
        let all = || record.transactions.iter().flat_map(Transaction::postings);
        let of = |posting: &Posting, reason: fn(tercet_rules::WagerId) -> Why, wager: &str| {
            posting.why == reason(wager.into())
        };
        let wallets = |reason, wager| -> Vec<Account> {
            all().filter(|posting| of(posting, reason, wager)).map(|posting| posting.to.clone()).collect()
        };
        // Where the dealer did not qualify, the Ante was paid and the Play wager only went back.
        let (paid, won) = (wallets(Why::Pay, "ante"), wallets(Why::Pay, "play"));
        let back = wallets(Why::Return, "play");
        let played: Vec<&Account> =
            back.iter().filter(|wallet| paid.contains(*wallet) && !won.contains(*wallet)).collect();
        if played.len() < 2 || played.len() != back.len() {
            continue;
        }
        for loser in played {
            let mut forged = records[..=at].to_vec();
            let mut settled = Transaction::new();
            for posting in all() {
                let Posting { from, to, amount, why } = posting.clone();
                let wager = ["ante", "play"].into_iter().find(|wager| of(posting, Why::Return, wager));
                match wager {
                    // As if the dealer had qualified and won.
                    Some(wager) if to == *loser => {
                        let table = stream_of(record).unwrap().as_str().strip_prefix("table.").unwrap();
                        let bank = Account::Bank(Name::new(table).unwrap());
                        settled.post(from, bank, amount, Why::Take(wager.into()));
                    }
                    _ if to == *loser && of(posting, Why::Pay, "ante") => {}
                    _ => settled.post(from, to, amount, why),
                }
            }
            assert_eq!(said(&audited(&forged).unwrap()), "");
            forged[at].transactions = vec![settled];
            let report = audited(&forged).unwrap();
            assert!(
                said(&report).contains("paid as by a dealer who qualifies"),
                "record {at}: {}",
                said(&report)
            );
            tried += 1;
        }
    }
    assert!(tried >= 2, "{tried}");
}

/// A settlement whose seed is not told moves no more of a meter than it pays: nothing starts it or is kept of it otherwise, the house pays what
/// the meter does not, and to the cent what the row says where nobody else may have hit it.
#[test]
fn a_meter_moves_no_more_than_it_pays() {
    let all = Evening::new().records();
    let (mut started, mut swapped) = (0, 0);
    let meter = Account::Meter(Name::new("m1").unwrap());
    for (at, record) in all.iter().enumerate().filter(|(_, record)| settles(record)) {
        let bank = Account::Bank(Name::new(&stream_of(record).unwrap().as_str()["table.".len()..]).unwrap());
        let written = record.transactions.clone();
        let postings = written[0].postings();
        let forged = |new: Vec<Transaction>| {
            let mut forged = all[..=at].to_vec();
            forged[at].transactions = new;
            forged
        };
        let awarded = postings.iter().any(|posting| matches!(posting.why, Why::Award(_)));
        let more = [
            (Account::House, meter.clone(), Why::MeterStart),
            (Account::Reserve(Name::new("m1").unwrap()), meter.clone(), Why::MeterStart),
            (meter.clone(), bank.clone(), Why::Breakage),
        ];
        for (from, to, why) in more.into_iter().filter(|_| !awarded) {
            let last = postings.last().unwrap().clone();
            let amount = Money::from_units(1);
            let new = [last, Posting { from, to, amount, why }];
            let new = with(&written, (0, postings.len() - 1), &new);
            is_found(&forged(new), &format!("record {at}, {}", said(&audited(&all[..=at]).unwrap())));
            started += 1;
        }
        for (place, posting) in postings.iter().enumerate() {
            let (from, why) = if let Why::Award(id) = &posting.why {
                (bank.clone(), Why::Pay(id.clone()))
            } else if let Why::Pay(id) = &posting.why
                && id.as_str() == "progressive"
            {
                (meter.clone(), Why::Award(id.clone()))
            } else {
                continue;
            };
            let other = Posting { from, why, ..posting.clone() };
            is_found(&forged(with(&written, (0, place), &[other])), &format!("record {at}: {posting}"));
            swapped += 1;
        }
    }
    assert!(started > 30 && swapped > 2, "{started} {swapped}");
}

/// A bit of each byte of an event that says who does what: turned, it is no event, or one that the table cannot have had, or moves other
/// money.
#[test]
fn events_of_a_round_in_play_are_those_that_the_table_had() {
    let mut tried = 0;
    let records = beginning();
    for end in cuts().iter().map(Vec::len) {
        let records = &records[..end];
        for at in in_play(records).into_iter().filter(|at| at + 8 >= end) {
            for (place, event) in table_events(&records[at]).iter().enumerate() {
                // What a name or a reason says, and a hash whose secret is not told, follows from nothing.
                let whole = matches!(
                    event,
                    TableEvent::Placed { .. }
                        | TableEvent::TakenBack { .. }
                        | TableEvent::BetsClosed { .. }
                        | TableEvent::Told { .. }
                        | TableEvent::Decided { .. }
                        | TableEvent::TimedOut { .. }
                        | TableEvent::Revealed
                );
                let opens = matches!(event, TableEvent::RoundOpened { .. });
                let bytes = if whole { bytes_of(event).len() } else { 2 + 8 * usize::from(opens) };
                for byte in 0..bytes {
                    let bit = byte * 8 + (at + byte) % 8;
                    let mut forged = records.to_vec();
                    events_of(&mut forged[at])[place][bit / 8] ^= 1 << (bit % 8);
                    is_found(&forged, &format!("record {at} of {end}: {event:?}, bit {bit}"));
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

/// One event of each kind.
fn of_each_kind() -> Vec<TableEvent> {
    let (flo, zed) = (Name::new("flo").unwrap(), Name::new("zed").unwrap());
    vec![
        TableEvent::Turned { by: flo.clone(), status: Status::Open, reason: "as it was".into() },
        TableEvent::Seated { spot: 2, player: zed },
        TableEvent::Left { spot: 7, by: None },
        TableEvent::RoundOpened {
            round: 99,
            engine: "tercet".into(),
            chance: [1; 32],
            commitment: Commitment::from_bytes([2; 32]),
        },
        TableEvent::Placed { spot: 7, wager: "ante".into(), amount: Money::from_units(500) },
        TableEvent::Placed { spot: 1, wager: "nonsense".into(), amount: Money::from_units(1) },
        TableEvent::TakenBack { spot: 6, wager: "ante".into() },
        TableEvent::Sworn { spot: 7, hash: SeatHash::from_bytes([3; 32]) },
        TableEvent::BetsClosed { sent_back: Vec::new() },
        TableEvent::BetsClosed { sent_back: vec![CannotStand { spot: 1, code: "requires-wager".into() }] },
        TableEvent::Told { spot: 1, secret: SeatSecret::new([4; 32]) },
        TableEvent::Dealt { meter: None, withheld: Vec::new() },
        TableEvent::Decided { spot: 7, choice: Choice::Fold },
        TableEvent::Decided { spot: 1, choice: Choice::Play { times: 9 } },
        TableEvent::TimedOut { spot: 7 },
        TableEvent::Reported { by: flo, event: "nonsense".into() },
        TableEvent::Revealed,
        TableEvent::Reconciled { meter: None },
        TableEvent::SeedTold { seed: [5; 32] },
        TableEvent::Voided { by: None, reason: String::new() },
    ]
}

/// An event more in any step, and a step more at any place, with nothing else: found, but for what can have happened there.
#[test]
fn nothing_can_be_added_to_a_round_in_play() {
    let all = beginning();
    for records in cuts() {
        for at in in_play(&records).into_iter().filter(|at| at + 6 >= records.len()) {
            for event in of_each_kind() {
                let mut forged = records.clone();
                events_of(&mut forged[at]).push(bytes_of(&event));
                is_found(&forged, &format!("in record {at} of {}: {event:?}", records.len()));
                let mut forged = records.clone();
                let mut step = records[at].clone();
                step.key = Key::new(b"by hand").unwrap();
                step.parts.retain(|part| part.stream.as_str().starts_with("table."));
                step.transactions.clear();
                *events_of(&mut step) = vec![bytes_of(&event)];
                forged.insert(at + 1, step);
                // The floor may turn a table at any time, and this may be what happens next.
                let next = all[at + 1..].iter().find(|next| stream_of(next) == stream_of(&records[at]));
                let happens = next.is_some_and(|next| table_events(next) == [event.clone()]);
                if !happens && !matches!(event, TableEvent::Turned { .. }) {
                    is_found(&forged, &format!("after record {at} of {}: {event:?}", records.len()));
                }
            }
        }
    }
    // And a step less, wherever something happens at a table whose round is in play afterwards.
    for (at, _) in all.iter().enumerate().filter(|(_, record)| !table_events(record).is_empty()) {
        let end = (at + 12).min(all.len());
        let stream = stream_of(&all[at]);
        let goes_on = |later: usize| later > at && stream_of(&all[later]) == stream;
        if !all[at].transactions.is_empty() && in_play(&all[..end]).into_iter().any(goes_on) {
            let mut forged = all[..end].to_vec();
            forged[at].parts.clear();
            is_found(&forged, &format!("the events of record {at} of {end} left out"));
        }
    }
}

/// Steps that the table makes by its clocks, before they have run out.
#[test]
fn a_table_does_nothing_before_it_is_due() {
    let records = beginning();
    let mut tried = 0;
    for (at, record) in records.iter().enumerate() {
        for event in table_events(record) {
            let by_clock = matches!(event, TableEvent::BetsClosed { .. } | TableEvent::TimedOut { .. });
            if by_clock {
                let mut forged = records[..=at].to_vec();
                forged[at].at_ms -= 1;
                is_found(&forged, &format!("record {at}, a millisecond early: {event:?}"));
                tried += 1;
            }
        }
    }
    assert!(tried > 5, "{tried}");
}

/// What is noted as a round opens is compared while it is in play.
#[test]
fn the_opening_of_a_round_in_play_is_what_the_table_was() {
    let records = beginning();
    let noted =
        |record: &Record| record.parts.iter().position(|part| part.stream.as_str().starts_with("rounds."));
    for (at, part) in records.iter().enumerate().filter_map(|(at, record)| Some((at, noted(record)?))) {
        let was = Opening::read(&records[at].parts[part].events[0]).unwrap();
        let mut renamed = was.clone();
        renamed.seats.insert(1, Name::new("zed").unwrap());
        let mut fewer = was.clone();
        fewer.seats.pop_last();
        for (what, opening) in [
            ("hash", Opening { digest: Hash::ZERO, ..was.clone() }),
            ("set at 0", Opening { set_at: was.set_at + 1, ..was.clone() }),
            ("set at the end", Opening { set_at: u64::MAX, ..was.clone() }),
            ("version 0", Opening { version: 0, ..was.clone() }),
            ("last version", Opening { version: u64::MAX, ..was.clone() }),
            ("a seat renamed", renamed),
            ("a seat less", fewer),
        ] {
            let mut forged = records[..=at].to_vec();
            forged[at].parts[part].events[0] = opening.bytes();
            is_found(&forged, &format!("record {at}, {what}"));
        }
    }
}

/// What was asked for is what happened, by its hash: for every step at a table.
#[test]
fn the_hash_of_what_was_asked_is_compared() {
    let records = beginning();
    for (at, record) in records.iter().enumerate().filter(|(_, record)| stream_of(record).is_some()) {
        if at % 5 == 0 {
            let mut forged = records[..=at].to_vec();
            forged[at].request.0[at % 32] ^= 1;
            let report = audited(&forged).unwrap();
            assert_eq!(report.findings.count(), 1, "{record:?}");
            assert!(said(&report).contains("hash of what was asked"), "{}", said(&report));
        }
    }
}
