//! The money of a round in its proof: the meter as the table saw it, and every posting.

use super::differ::{Difference, differences};
use super::fields::{BadProof, Fields};
use crate::json::{Member, Out, Value, members};
use tercet_ledger::{MOST_HELD, Name, Posting, RoundMoney, Why};
use tercet_rules::Money;

/// The money of a round, for its proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProofMoney {
    /// What the table saw of its meter; none where it has none.
    pub meter: Option<SeenMeter>,
    /// Every posting.
    pub postings: RoundMoney,
}

/// What a table saw of its meter. It does not follow from the record of the round: it is the house's word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenMeter {
    /// Its name.
    pub name: Name,
    /// What it held before this round gave its part.
    pub before: Money,
    /// Whether it was read again at the settlement, as another table had hit it since (R20).
    pub read_again: bool,
}

/// The fields of the money.
const MONEY: &[&str] = &["meter", "bets", "deal", "decisions", "settlement"];
/// The fields of the meter.
const METER: &[&str] = &["name", "before", "read_again"];

/// The money, as a proof tells it.
#[derive(Clone, Debug)]
pub(super) struct ReadMoney<'t> {
    pub(super) meter: Option<SeenMeter>,
    /// The lists of postings as they are written.
    postings: Value<'t>,
}

impl<'t> ReadMoney<'t> {
    pub(super) fn read(all: Vec<Member<'t>>) -> Result<ReadMoney<'t>, BadProof> {
        let mut fields = Fields::new("money", all, MONEY)?;
        let expected = "the meter in braces, or null where the table has none";
        let meter = match fields.take("meter", expected)? {
            Value::Null => None,
            Value::Object(members) => Some(seen(Fields::new("money.meter", members, METER)?)?),
            other @ (Value::Bool(_) | Value::Number(_) | Value::List(_) | Value::Text(_)) => {
                return fields.refuse("meter", &other, expected);
            }
        };
        let mut lists = Vec::new();
        for key in ["bets", "deal", "decisions", "settlement"] {
            let list = fields.list(key, "a list of postings in brackets")?;
            lists.push(Member { key: key.into(), value: Value::List(list) });
        }
        Ok(ReadMoney { meter, postings: Value::Object(lists) })
    }

    /// What the settlement took from the reserve to start the meter again, as it is written.
    pub(super) fn reserve_given(&self) -> Money {
        let Value::Object(lists) = &self.postings else { return Money::ZERO };
        let settlement = lists.iter().find(|list| list.key == "settlement").map(|list| &list.value);
        let Some(Value::List(postings)) = settlement else { return Money::ZERO };
        postings.iter().find_map(from_reserve).unwrap_or(Money::ZERO)
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

fn seen(mut fields: Fields<'_>) -> Result<SeenMeter, BadProof> {
    let name = fields.text("name", "the name of the meter, as a text")?;
    let name = Name::new(&name).map_err(|error| BadProof::new(fields.at("name"), error.to_string()))?;
    let number = fields.whole("before", "an amount in the smallest unit")?;
    let before = i64::try_from(number).ok().map(Money::from_units).filter(|before| *before <= MOST_HELD);
    let before = before.ok_or_else(|| {
        let most = MOST_HELD.units();
        BadProof::new(fields.at("before"), format!("{number}; expected at most {most}"))
    })?;
    match fields.take("read_again", "true or false")? {
        Value::Bool(read_again) => Ok(SeenMeter { name, before, read_again }),
        other @ (Value::Null | Value::Number(_) | Value::List(_) | Value::Text(_) | Value::Object(_)) => {
            fields.refuse("read_again", &other, "true or false")
        }
    }
}

/// What a posting takes from the reserve to start the meter again, if it is one.
fn from_reserve(posting: &Value<'_>) -> Option<Money> {
    let Value::Object(members) = posting else { return None };
    let get = |key: &str| members.iter().find(|member| member.key == key).map(|member| &member.value);
    let (Some(Value::Text(from)), Some(Value::Text(why))) = (get("from"), get("why")) else { return None };
    let Some(Value::Number(amount)) = get("amount") else { return None };
    let starts = from.starts_with("reserve/") && *why == Why::MeterStart.to_string();
    let amount = amount.parse().ok().map(Money::from_units);
    amount.filter(|amount| starts && (Money::ZERO..=MOST_HELD).contains(amount))
}

pub(super) fn write(o: &mut Out<'_>, money: &ProofMoney) {
    o.object_field("money", |o| {
        match &money.meter {
            Some(SeenMeter { name, before, read_again }) => o.object_field("meter", |o| {
                o.text("name", name.as_str());
                o.whole("before", before.units());
                o.flag("read_again", *read_again);
            }),
            None => o.raw("meter", "null"),
        }
        write_postings(o, &money.postings);
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
