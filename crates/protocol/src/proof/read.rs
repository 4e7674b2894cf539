//! A proof, read: every field there and of its form, and nothing else beside it.

use super::differ::{Difference, differences};
use super::fields::{BadProof, Fields};
use super::money::{ReadMoney, SeenMeter};
use crate::json::{Member, Value, members, shown};
use crate::settle::{Answer, Id, Incoming, Reader, fields_of_round, write_settlement};
use std::borrow::Cow;
use tercet_cards::{Deck, format_cards, parse_cards};
use tercet_fair::{Commitment, Context, FrozenDigest, SeatHash, SeatSecret, ServerSeed, parse_hex};
use tercet_ledger::RoundMoney;
use tercet_rules::{Game, Money, RoundRecord, Settlement};

/// The fields of a proof.
const PROOF: &[&str] = &[
    "v",
    "table",
    "round",
    "game",
    "rules",
    "deal",
    "engine",
    "commitment",
    "seed",
    "frozen",
    "seats",
    "deck",
    "record",
    "settlement",
    "money",
];
/// The fields of a seat.
const SEAT: &[&str] = &["spot", "hash", "secret"];

/// The version of the form.
pub(super) const VERSION: u64 = 1;

/// A hash of rules begins with the name of the function.
pub(super) const SHA256: &str = "sha256:";

/// The proof of a round, as a file tells it: of the right form, and nothing in it believed yet.
#[derive(Clone, Debug)]
pub struct Proof<'t> {
    /// What the seed is bound to.
    pub context: Context,
    /// The id of the game.
    pub game: Cow<'t, str>,
    /// What was published before any bet.
    pub commitment: Commitment,
    /// The house's seed.
    pub seed: ServerSeed,
    /// What was published as bets closed.
    pub frozen: FrozenDigest,
    /// The seats whose bets stood as they closed, in ascending order of their spots.
    pub seats: Vec<ProofSeat>,
    /// The deck, top card first.
    pub deck: Deck,
    record: Incoming<'t>,
    settlement: Value<'t>,
    money: ReadMoney<'t>,
}

/// A seat whose bets stood as they were closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofSeat {
    /// Its spot, from 1.
    pub spot: u8,
    /// What it committed to; none: to nothing.
    pub hash: Option<SeatHash>,
    /// Its secret; none: it was withheld, or there is none. There is never one without a hash.
    pub secret: Option<SeatSecret>,
}

impl<'t> Proof<'t> {
    /// Reads a proof: one JSON object, of one line or several.
    ///
    /// # Errors
    ///
    /// The first thing that is not of the form, with its place and what was expected.
    pub fn read(text: &'t [u8]) -> Result<Proof<'t>, BadProof> {
        let mut fields = Vec::with_capacity(PROOF.len());
        members(text, &mut fields).map_err(|fault| {
            BadProof::new(if fault.at.is_empty() { "file" } else { &fault.at }, fault.message)
        })?;
        let mut fields = Fields::new("", fields, PROOF)?;
        let version = fields.whole("v", "the version of the form, 1")?;
        if version != VERSION {
            return Err(BadProof::new("v", format!("version {version}; expected {VERSION}")));
        }
        let context = context(&mut fields)?;
        let game = fields.text("game", "the id of a game, such as \"three-card-poker\"")?;
        let commitment = Commitment::from_bytes(bytes(&mut fields, "commitment")?);
        let seed = ServerSeed::new(bytes(&mut fields, "seed")?);
        let frozen = FrozenDigest::from_bytes(bytes(&mut fields, "frozen")?);
        let seats = seats(fields.list("seats", "a list of the seats in brackets, dealt or withheld")?)?;
        let deck = deck(&mut fields)?;
        let record = record(fields.object("record", "the round in braces, in the settle form")?)?;
        let answer = "the answer of `tercet settle --json`, in braces";
        let settlement = Value::Object(fields.object("settlement", answer)?);
        let money = ReadMoney::read(fields.object("money", "the money of the round, in braces")?)?;
        Ok(Proof { context, game, commitment, seed, frozen, seats, deck, record, settlement, money })
    }

    /// The round, not checked against any rules yet.
    #[must_use]
    pub fn record(&self) -> &RoundRecord {
        self.record.what_was_read()
    }

    /// The game that the record names, if it names one.
    #[must_use]
    pub fn record_game(&self) -> Option<&str> {
        self.record.game()
    }

    /// The id of the record, if it has one.
    #[must_use]
    pub fn record_id(&self) -> Option<&Id<'t>> {
        self.record.id()
    }

    /// Where the settlement in the proof is not this one, which the record gives under the rules with this hash.
    #[must_use]
    pub fn settlement_differs(&self, game: &Game, rules: &str, settlement: &Settlement) -> Vec<Difference> {
        let mut bytes = Vec::new();
        write_settlement(
            &mut bytes,
            &Answer { id: self.record_id(), game, rules, settlement, readings: None },
        );
        let mut expected = Vec::new();
        members(&bytes, &mut expected).expect("answers are JSON");
        differences("settlement", &self.settlement, &Value::Object(expected))
    }
}

impl Proof<'_> {
    /// What the table saw of its meter, by the house's word.
    #[must_use]
    pub fn meter(&self) -> Option<&SeenMeter> {
        self.money.meter.as_ref()
    }

    /// What was taken from the reserve to start the meter again, by the house's word.
    #[must_use]
    pub fn reserve_given(&self) -> Money {
        self.money.reserve_given()
    }

    /// Where the postings in the proof are not these, which follow from the record.
    #[must_use]
    pub fn money_differs(&self, expected: &RoundMoney) -> Vec<Difference> {
        self.money.differs(expected)
    }
}

fn context(fields: &mut Fields<'_>) -> Result<Context, BadProof> {
    let table = fields.text("table", "the name of the table, as a text")?;
    let round = fields.whole("round", "the number of the round at this table, a whole number from 0")?;
    let rules = rules(fields)?;
    let deal = fields.text("deal", "the name of the way of dealing, such as \"packets\"")?;
    let engine = fields.text("engine", "the program that dealt and its version, as a text")?;
    Context::new(table, round, rules, deal, engine)
        .map_err(|error| BadProof::new(error.field(), error.to_string()))
}

fn rules(fields: &mut Fields<'_>) -> Result<[u8; 32], BadProof> {
    let text = fields.text("rules", "\"sha256:\" and the hash of the rules")?;
    let Some(digits) = text.strip_prefix(SHA256) else {
        let message = format!("\"{}\"; expected \"{SHA256}\" and 64 hexadecimal digits", shown(&text));
        return Err(BadProof::new("rules", message));
    };
    parse_hex(digits).map_err(|error| BadProof::new("rules", format!("after {SHA256} {error}")))
}

fn bytes(fields: &mut Fields<'_>, key: &str) -> Result<[u8; 32], BadProof> {
    let text = fields.text(key, "64 hexadecimal digits, as a text")?;
    parse_hex(&text).map_err(|error| BadProof::new(fields.at(key), error.to_string()))
}

fn seats(values: Vec<Value<'_>>) -> Result<Vec<ProofSeat>, BadProof> {
    let mut seats: Vec<ProofSeat> = Vec::with_capacity(values.len());
    for (i, value) in values.into_iter().enumerate() {
        let at = format!("seats[{i}]");
        let Value::Object(members) = value else {
            return Err(BadProof::new(at, format!("{}; expected a seat in braces", value.kind())));
        };
        let seat = seat(Fields::new(&at, members, SEAT)?)?;
        if let Some(before) = seats.last().filter(|before| before.spot >= seat.spot) {
            let message = format!("{} after {}; expected seats in ascending order", seat.spot, before.spot);
            return Err(BadProof::new(format!("{at}.spot"), message));
        }
        seats.push(seat);
    }
    Ok(seats)
}

fn seat(mut fields: Fields<'_>) -> Result<ProofSeat, BadProof> {
    let expected = "the number of a spot, from 1 to 255";
    let number = fields.whole("spot", expected)?;
    let spot = u8::try_from(number).ok().filter(|spot| *spot > 0);
    let spot =
        spot.ok_or_else(|| BadProof::new(fields.at("spot"), format!("{number}; expected {expected}")))?;
    let expected = "64 hexadecimal digits, or null where it committed to nothing";
    let hash = bytes_or_null(&mut fields, "hash", expected)?.map(SeatHash::from_bytes);
    let expected = "64 hexadecimal digits, or null where it was withheld";
    let secret = bytes_or_null(&mut fields, "secret", expected)?.map(SeatSecret::new);
    if hash.is_none() && secret.is_some() {
        return Err(BadProof::new(fields.at("secret"), "a secret without a hash; expected null"));
    }
    Ok(ProofSeat { spot, hash, secret })
}

fn bytes_or_null(fields: &mut Fields<'_>, key: &str, expected: &str) -> Result<Option<[u8; 32]>, BadProof> {
    match fields.take(key, expected)? {
        Value::Null => Ok(None),
        Value::Text(text) => {
            parse_hex(&text).map(Some).map_err(|error| BadProof::new(fields.at(key), error.to_string()))
        }
        other @ (Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Object(_)) => {
            fields.refuse(key, &other, expected)
        }
    }
}

fn deck(fields: &mut Fields<'_>) -> Result<Deck, BadProof> {
    let text = fields.text("deck", "52 cards as a text, top card first, such as \"2c 3d …\"")?;
    let cards = parse_cards(&text).map_err(|error| BadProof::new("deck", error.to_string()))?;
    // One form, as of everything that is hashed or compared: another verifier must not read it otherwise.
    if text != format_cards(cards.iter().copied()) {
        let expected = "expected cards such as 2c or Td with one space between, and nothing else";
        return Err(BadProof::new("deck", expected));
    }
    Deck::from_cards(&cards).map_err(|error| BadProof::new("deck", error.to_string()))
}

fn record<'t>(fields: Vec<Member<'t>>) -> Result<Incoming<'t>, BadProof> {
    let record = fields_of_round(fields, &mut Reader::default());
    match record.record() {
        Ok(_) => Ok(record),
        Err(problem) => Err(BadProof::in_record(problem)),
    }
}
