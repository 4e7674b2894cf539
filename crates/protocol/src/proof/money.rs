//! The money of a round in its proof: the meter as the table saw it, and every posting.

use super::differ::{Difference, differences};
use super::fields::{BadProof, Fields};
use crate::json::{Member, Out, Value, members};
use tercet_ledger::{MeterNow, Name, Posting, RoundMoney};
use tercet_rules::Money;

/// The money of a round, for its proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProofMoney {
    /// What the table saw of its meter.
    pub meter: SeenMeter,
    /// Every posting.
    pub postings: RoundMoney,
}

/// What a table saw of its meter. It does not follow from the record of the round: it is the house's word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenMeter {
    /// Its name; none where the table has none.
    pub name: Option<Name>,
    /// What it held before the deal.
    pub at_deal: Option<MeterNow>,
    /// What it held before the settlement.
    pub at_settlement: Option<MeterNow>,
}

/// The fields of the money.
const MONEY: &[&str] = &["meter", "at_deal", "at_settlement", "bets", "deal", "decisions", "settlement"];
/// The fields of what a meter held.
const METER: &[&str] = &["meter", "reserve"];
/// The most that a meter can be said to hold: more than all the money there is, and no sum with it overflows.
const MOST: u64 = 1 << 53;

/// The money, as a proof tells it.
#[derive(Clone, Debug)]
pub(super) struct ReadMoney<'t> {
    pub(super) meter: SeenMeter,
    /// The lists of postings as they are written.
    postings: Value<'t>,
}

impl<'t> ReadMoney<'t> {
    pub(super) fn read(all: Vec<Member<'t>>) -> Result<ReadMoney<'t>, BadProof> {
        let mut fields = Fields::new("money", all, MONEY)?;
        let name = match fields.take("meter", "the name of the meter, or null where the table has none")? {
            Value::Null => None,
            Value::Text(text) => match Name::new(&text) {
                Ok(name) => Some(name),
                Err(error) => return Err(BadProof::new("money.meter", error.to_string())),
            },
            other @ (Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Object(_)) => {
                return fields.refuse("meter", &other, "a name, or null");
            }
        };
        let at_deal = held(&mut fields, "at_deal")?;
        let at_settlement = held(&mut fields, "at_settlement")?;
        let meter = SeenMeter { name, at_deal, at_settlement };
        let mut lists = Vec::new();
        for key in ["bets", "deal", "decisions", "settlement"] {
            let list = fields.list(key, "a list of postings in brackets")?;
            lists.push(Member { key: key.into(), value: Value::List(list) });
        }
        Ok(ReadMoney { meter, postings: Value::Object(lists) })
    }

    /// Where the postings are not these.
    pub(super) fn differs(&self, expected: &RoundMoney) -> Vec<Difference> {
        let mut bytes = Vec::new();
        Out(&mut bytes).whole_object(|o| write_postings(o, expected));
        let mut lists = Vec::new();
        members(&bytes, &mut lists).expect("postings are written as JSON");
        differences("money", &self.postings, &Value::Object(lists))
    }
}

fn held(fields: &mut Fields<'_>, key: &str) -> Result<Option<MeterNow>, BadProof> {
    let at = fields.at(key);
    match fields.take(key, "what the meter held, in braces, or null where there is none")? {
        Value::Null => Ok(None),
        Value::Object(members) => {
            let mut fields = Fields::new(&at, members, METER)?;
            let mut amount = |key: &str| {
                let number = fields.whole(key, "an amount in the smallest unit")?;
                match i64::try_from(number) {
                    Ok(units) if number <= MOST => Ok(Money::from_units(units)),
                    Ok(_) | Err(_) => {
                        Err(BadProof::new(fields.at(key), format!("{number}; expected at most {MOST}")))
                    }
                }
            };
            Ok(Some(MeterNow { meter: amount("meter")?, reserve: amount("reserve")? }))
        }
        other @ (Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Text(_)) => {
            fields.refuse(key, &other, "an object in braces, or null")
        }
    }
}

pub(super) fn write(o: &mut Out<'_>, money: &ProofMoney) {
    let ProofMoney { meter: SeenMeter { name, at_deal, at_settlement }, postings } = money;
    o.object_field("money", |o| {
        match name {
            Some(name) => o.text("meter", name.as_str()),
            None => o.raw("meter", "null"),
        }
        for (key, held) in [("at_deal", at_deal), ("at_settlement", at_settlement)] {
            match held {
                Some(MeterNow { meter, reserve }) => o.object_field(key, |o| {
                    o.whole("meter", meter.units());
                    o.whole("reserve", reserve.units());
                }),
                None => o.raw(key, "null"),
            }
        }
        write_postings(o, postings);
    });
}

fn write_postings(o: &mut Out<'_>, money: &RoundMoney) {
    let RoundMoney { bets, deal, decisions, settlement } = money;
    for (key, postings) in
        [("bets", bets), ("deal", deal), ("decisions", decisions), ("settlement", settlement)]
    {
        o.list_field(key, |o| postings.iter().for_each(|one| o.object(|o| posting(o, one))));
    }
}

fn posting(o: &mut Out<'_>, posting: &Posting) {
    o.plain("from", &posting.from);
    o.plain("to", &posting.to);
    o.whole("amount", posting.amount.units());
    o.plain("why", &posting.why);
}
