//! Proofs of rounds: the example files, what is written reads back, and what is refused.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tercet_fair::{Context, Frozen, Ready, Sealed, SeatSecret, ServerSeed, parse_hex, seat_hash};
use tercet_games::{builtin, builtin_game, builtin_text, read, rules_hash};
use tercet_ledger::{MeterNow, Name, Posting, RoundMoney, TableBooks};
use tercet_protocol::proof::{Proof, ProofMoney, ProofOf, SeenMeter, write_proof};
use tercet_rules::{Choice, Command, Game, Money, Phase, Round, WagerId};

/// Spot, player, wagers in cents, and whether the hand is played.
type Bets = (u8, &'static str, &'static [(&'static str, i64)], bool);

/// A round to play for an example: the game, the way of dealing, who bets what, who told a secret, who withheld it.
struct Example {
    file: &'static str,
    game: &'static str,
    deal: &'static str,
    bets: &'static [Bets],
    meter: Option<i64>,
    /// Spot, and whether the secret is told; none: the seat committed to nothing.
    seats: &'static [(u8, Option<bool>)],
}

const EXAMPLES: &[Example] = &[
    Example {
        file: "three-card-poker",
        game: "three-card-poker",
        deal: "packets",
        bets: &[
            (1, "ann", &[("ante", 1000), ("pair-plus", 500), ("progressive", 100)], true),
            (2, "ben", &[("ante", 2500), ("six-card-bonus", 500)], false),
            (5, "cy", &[("ante", 500), ("pair-plus", 500), ("progressive", 100)], true),
        ],
        meter: Some(1_234_567),
        seats: &[(1, Some(true)), (2, None), (5, Some(true)), (6, Some(false))],
    },
    Example {
        file: "three-card-fortune",
        game: "three-card-fortune",
        deal: "by hand",
        bets: &[
            (3, "dee", &[("ante", 1000), ("lucky-pairs", 500)], true),
            (4, "dee", &[("ante", 1000), ("super-6-bonus", 500)], false),
            (7, "eli", &[("ante", 5000)], true),
        ],
        meter: None,
        seats: &[(3, Some(true)), (4, Some(true)), (7, Some(true))],
    },
    Example {
        file: "three-card-fury",
        game: "three-card-fury",
        deal: "packets",
        bets: &[(
            2,
            "flo",
            &[("ante", 1000), ("three-card-monster", 1000), ("royal-family-bonus", 500)],
            true,
        )],
        meter: None,
        seats: &[(2, None)],
    },
];

/// Bytes for an example. Never such ones: a real seed and a real secret come from the operating system.
fn bytes(of: u8) -> [u8; 32] {
    std::array::from_fn(|i| of.wrapping_mul(37).wrapping_add(u8::try_from(i * 7).expect("below 256")))
}

impl Example {
    fn game(&self) -> Arc<Game> {
        Arc::new(builtin_game(self.game).expect("a built-in game"))
    }

    fn shuffle(&self) -> Ready {
        let hash = rules_hash(&read(builtin_text(self.game).expect("a built-in game")).expect("a game file"));
        let rules = parse_hex(hash.strip_prefix("sha256:").expect("a SHA-256")).expect("64 digits");
        let context = Context::new("table-1", 17, rules, self.deal, "tercet 0.1.0").expect("a context");
        let secret = |spot: u8| SeatSecret::new(bytes(spot));
        let hash = |spot: u8| seat_hash(&context, spot, &secret(spot));
        let hashes = self.seats.iter().map(|(spot, told)| (*spot, told.map(|_| hash(*spot))));
        let frozen = Frozen::new(hashes).expect("spots");
        let mut closed = Sealed::new(context, ServerSeed::new(bytes(100))).close(frozen);
        for (spot, _) in self.seats.iter().filter(|(_, told)| *told == Some(true)) {
            closed.reveal(*spot, secret(*spot)).expect("its own secret");
        }
        closed.finish()
    }

    fn proof(&self) -> String {
        let (game, shuffle) = (self.game(), self.shuffle());
        let way = game.ways.iter().position(|way| way.name == self.deal).expect("a way of dealing");
        let mut round = Round::open(Arc::clone(&game), way).expect("that way");
        let meter = self
            .meter
            .map(|units| MeterNow { meter: Money::from_units(units), reserve: Money::from_units(5_000) });
        let name = |text| Name::new(text).expect("a name");
        let books = TableBooks { table: name("table-1"), meter: meter.map(|_| name("m1")) };
        // What is given to the meter at the deal is part of what it shows.
        let mut written: Vec<Vec<Posting>> = vec![Vec::new()];
        let mut run = |round: &mut Round, command: Command| {
            let events = round.handle(&command).expect("the table takes it");
            let transaction = books.project(round, &events, meter).expect("money moves with it");
            written.last_mut().expect("a part").extend(transaction.postings().iter().cloned());
            if matches!(command, Command::Deal { .. } | Command::Reveal) {
                written.push(Vec::new());
            }
            round.run(&command).expect("it was taken");
        };
        for (spot, player, wagers, _) in self.bets {
            run(&mut round, Command::Sit { spot: *spot, player: (*player).into() });
            for (wager, amount) in *wagers {
                let amount = Money::from_units(*amount);
                run(&mut round, Command::Place { spot: *spot, wager: WagerId::from(*wager), amount });
            }
        }
        run(&mut round, Command::CloseWagers);
        let shown = meter.map(|meter| meter.at_the_deal(&round));
        run(&mut round, Command::Deal { deck: shuffle.deck(), meter: shown });
        // In another order than that of the spots.
        for (spot, _, _, plays) in self.bets.iter().rev() {
            let choice = if *plays { Choice::Play { times: 1 } } else { Choice::Fold };
            run(&mut round, Command::Decide { spot: *spot, choice });
        }
        run(&mut round, Command::Reveal);
        run(&mut round, Command::Reconcile { meter: None });
        let money = ProofMoney {
            meter: books.meter.clone().zip(meter).map(|(name, now)| SeenMeter {
                name,
                before: now.meter,
                read_again: false,
            }),
            postings: RoundMoney::gather(&game, &written[0], &written[1], &written[2]),
        };
        let Phase::Settled(dealt, settlement) = round.phase() else { panic!("{}", round.phase().words()) };
        let record = dealt.record(&game).expect("nothing irregular happened");
        write_proof(&ProofOf {
            shuffle: &shuffle,
            game: &game,
            id: Some("r17"),
            record: &record,
            settlement,
            money: &money,
        })
    }
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../testdata/fairness/rounds/{file}.json"))
}

/// The files that the documentation shows, as a table would write them.
#[test]
fn the_example_rounds_are_what_a_table_writes() {
    for example in EXAMPLES {
        let proof = example.proof() + "\n";
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(path(example.file), &proof).unwrap();
        }
        let file = std::fs::read_to_string(path(example.file)).unwrap_or_default();
        assert_eq!(file, proof, "{}: UPDATE_GOLDEN=1 writes it anew", example.file);
    }
}

#[test]
fn what_is_written_reads_back() {
    for example in EXAMPLES {
        let text = example.proof();
        let (proof, shuffle) = (Proof::read(text.as_bytes()).unwrap(), example.shuffle());
        assert_eq!(&proof.context, shuffle.context());
        assert_eq!((proof.commitment, &proof.seed), (shuffle.commitment(), shuffle.seed()));
        assert_eq!(proof.frozen, shuffle.frozen());
        assert_eq!((proof.deck.clone(), &*proof.game), (shuffle.deck(), example.game));
        let seats: Vec<_> =
            proof.seats.iter().map(|seat| (seat.spot, seat.hash, seat.secret.as_ref())).collect();
        assert_eq!(seats, shuffle.seats().collect::<Vec<_>>());
        assert_eq!(proof.record().spots.len(), example.bets.len());
        assert_eq!(proof.record_game(), Some(example.game));
        // Laid out over several lines it is the same.
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(Proof::read(format!("{value:#}").as_bytes()).is_ok());
    }
    assert_eq!(builtin().len(), 5, "a new game may deserve an example");
}

#[test]
fn what_is_no_proof_is_refused_with_its_place() {
    let good = EXAMPLES[0].proof();
    let seed = good.split("\"seed\":\"").nth(1).unwrap().split('"').next().unwrap();
    let hash = good.split("\"hash\":\"").nth(1).unwrap().split('"').next().unwrap();
    let cut = |text: &str, from: &str, to: &str| text.replacen(from, to, 1);
    for (text, said) in [
        (String::new(), "file: column 1: the line ends where one object in braces should be"),
        ("{}".into(), "v: `v` is missing; expected the version of the form, 1"),
        (cut(&good, "\"v\":1", "\"v\":2"), "v: version 2; expected 1"),
        (cut(&good, "\"v\":1", "\"v\":\"1\""), "v: the text \"1\"; expected the version of the form, 1"),
        (
            cut(&good, "\"deal\"", "\"deel\""),
            "deel: unknown field `deel`; did you mean `deal`? the fields here are `v`, `table`, `round`, ",
        ),
        (
            cut(&good, "\"table\":\"table-1\"", "\"table\":\"\""),
            "table: table has 0 bytes; expected 1 to 255",
        ),
        (
            cut(&good, "\"round\":17", "\"round\":17.0"),
            "round: the number 17.0; expected the number of the round at this table, a whole number from 0",
        ),
        (
            cut(&good, "\"round\":17", "\"round\":9007199254740992"),
            "round: round 9007199254740992 is too great; expected at most 9007199254740991",
        ),
        (cut(&good, "\"rules\":\"sha256:", "\"rules\":\"md5:"), "rules: \"md5:"),
        (
            cut(&good, "\"rules\":\"sha256:", "\"rules\":\"sha256:0"),
            "rules: after sha256: 65 characters; expected 64 hexadecimal digits",
        ),
        (cut(&good, seed, &seed[1..]), "seed: 63 characters; expected 64 hexadecimal digits"),
        (cut(&good, seed, &seed.to_uppercase()), "seed: `"),
        (cut(&good, hash, "zz"), "seats[0].hash: `z` at character 1; expected a digit of 0-9 a-f"),
        (
            cut(&good, "\"secret\":null}]", "\"secret\":7}]"),
            "seats[3].secret: the number 7; expected 64 hexadecimal digits, or null where it was withheld",
        ),
        (
            cut(&good, "\"secret\":null}]", "\"secret\":\"\"}]"),
            "seats[3].secret: 0 characters; expected 64 hexadecimal digits",
        ),
        (
            good.replacen("\"secret\":null", &format!("\"secret\":\"{hash}\""), 1),
            "seats[1].secret: a secret without a hash; expected null",
        ),
        (
            cut(&good, "\"hash\":null", "\"hash\":{}"),
            "seats[1].hash: an object; expected 64 hexadecimal digits, or null where it committed to nothing",
        ),
        (
            cut(&good, "\"frozen\":\"", "\"frozen\":\"0"),
            "frozen: 65 characters; expected 64 hexadecimal digits",
        ),
        (
            cut(&good, "\"seats\":[{\"spot\":1", "\"seats\":[{\"spot\":0"),
            "seats[0].spot: 0; expected the number of a spot, from 1 to 255",
        ),
        (
            cut(&good, "\"seats\":[{\"spot\":1", "\"seats\":[{\"spot\":256"),
            "seats[0].spot: 256; expected the number of a spot, from 1 to 255",
        ),
        (
            cut(&good, "\"seats\":[{\"spot\":1", "\"seats\":[{\"spot\":5"),
            "seats[1].spot: 2 after 5; expected seats in ascending order",
        ),
        (cut(&good, "\"seats\":[", "\"seats\":[7,"), "seats[0]: the number 7; expected a seat in braces"),
        (
            cut(&good, "\"seats\":[{", "\"seats\":[{\"name\":1,"),
            "seats[0].name: unknown field `name`; the fields here are `spot`, `hash` and `secret`",
        ),
        (cut(&good, "\"deck\":\"", "\"deck\":\"Xs "), "deck: \"Xs\" at 0: "),
        (cut(&good, "\"deck\":\"", "\"deck\":\"As "), "deck: a deck has 52 cards, not 53"),
        (cut(&good, "\"dealer\":\"", "\"dealer\":\"Xs "), "record.dealer: \"Xs\" at 0: "),
        (cut(&good, "\"spots\":[{", "\"spots\":[{\"x\":1,"), "record.spots[0].x: unknown field `x`"),
        (cut(&good, "\"settlement\":{", "\"settlement\":[{"), "settlement"),
        (cut(&good, "\"money\":", "\"mony\":"), "mony: unknown field `mony`; did you mean `money`?"),
        (cut(&good, "\"name\":\"m1\"", "\"name\":\"m 1\""), "money.meter.name: `m 1` is no name"),
        (cut(&good, "\"before\":1234567,\"r", "\"before\":-1,\"r"), "money.meter.before: the number -1"),
        (
            cut(&good, "\"before\":1234567,\"r", "\"before\":9007199254740993,\"r"),
            "money.meter.before: 9007199254740993; expected",
        ),
        (
            cut(&good, "\"read_again\":false", "\"read_again\":0"),
            "money.meter.read_again: the number 0; expected true",
        ),
        (cut(&good, "\"bets\":[", "\"bets\":7,\"b\":["), "money.b: unknown field `b`"),
    ] {
        let error = Proof::read(text.as_bytes()).expect_err(said).to_string();
        assert!(error.starts_with(said), "{error}\n  expected {said}");
    }
}

/// The deck has one spelling: what another verifier would refuse, this one refuses, too.
#[test]
fn a_deck_is_spelled_in_one_way() {
    let text = std::fs::read_to_string(path("three-card-poker")).expect("an example round");
    let start = text.find("\"deck\":\"").expect("a deck") + "\"deck\":\"".len();
    let deck = &text[start..start + 52 * 3 - 1];
    let spellings = [
        deck.to_uppercase(),
        deck.replace('T', "10"),
        deck.replace(' ', ""),
        deck.replace(' ', ", "),
        deck.replacen(' ', "  ", 1),
    ];
    for other in spellings {
        let changed = text.replacen(deck, &other, 1);
        let error = Proof::read(changed.as_bytes()).expect_err(&other);
        assert!(error.to_string().contains("deck"), "{other}: {error}");
    }
}
