//! Events at rest: one byte for the version, one for the kind, then the fields in their order.

use crate::event::{CannotStand, MeterSeen, Status, TableEvent};
use tercet_fair::{Commitment, SeatHash, SeatSecret};
use tercet_ledger::{BadBytes, Hash, MOST_HELD, MeterNow, Name, Reader, Writer};
use tercet_rules::{Choice, Money, WagerId, is_id};

/// The version of the encoding.
const VERSION: u8 = 1;

/// An event as bytes. What was written once stays readable: a kind keeps its number and its fields for good.
#[must_use]
pub fn bytes_of(event: &TableEvent) -> Vec<u8> {
    let mut to = Writer::new();
    to.u8(VERSION);
    match event {
        TableEvent::Set { by, text, way, meter, clocks_ms, hints } => {
            to.u8(if *hints { 20 } else { 1 });
            to.text(by.as_str());
            to.text(text);
            to.u8(*way);
            to.text(meter.as_ref().map_or("", Name::as_str));
            clocks_ms.iter().for_each(|ms| to.u64(*ms));
        }
        TableEvent::Turned { by, status, reason } => {
            to.u8(2);
            to.text(by.as_str());
            to.u8(match status {
                Status::Open => 0,
                Status::Paused => 1,
                Status::Closed => 2,
            });
            to.text(reason);
        }
        TableEvent::Seated { spot, player } => {
            to.u8(3);
            to.u8(*spot);
            to.text(player.as_str());
        }
        TableEvent::Left { spot, by } => {
            to.u8(4);
            to.u8(*spot);
            to.text(by.as_ref().map_or("", Name::as_str));
        }
        TableEvent::RoundOpened { round, engine, chance, commitment } => {
            to.u8(5);
            to.u64(*round);
            to.text(engine);
            to.hash(&Hash(*chance));
            to.hash(&Hash(*commitment.bytes()));
        }
        TableEvent::MeterStarted { meter } => {
            to.u8(19);
            seen(&mut to, meter);
        }
        TableEvent::Placed { spot, wager, amount } => {
            to.u8(6);
            to.u8(*spot);
            to.text(wager.as_str());
            to.i64(amount.units());
        }
        TableEvent::TakenBack { spot, wager } => {
            to.u8(7);
            to.u8(*spot);
            to.text(wager.as_str());
        }
        TableEvent::Sworn { spot, hash } => {
            to.u8(8);
            to.u8(*spot);
            to.hash(&Hash(*hash.bytes()));
        }
        TableEvent::Ready { spot } => {
            to.u8(22);
            to.u8(*spot);
        }
        TableEvent::BetsClosed { sent_back } if sent_back.is_empty() => to.u8(9),
        TableEvent::BetsClosed { sent_back } => {
            to.u8(23);
            to.bytes(&sent_back.iter().map(|back| back.spot).collect::<Vec<_>>());
            sent_back.iter().for_each(|back| to.text(&back.code));
        }
        TableEvent::Told { spot, secret } => {
            to.u8(10);
            to.u8(*spot);
            to.hash(&Hash(*secret.tell()));
        }
        TableEvent::Dealt { meter, withheld } => {
            to.u8(if withheld.is_empty() { 11 } else { 21 });
            seen_if(&mut to, meter.as_ref());
            if !withheld.is_empty() {
                to.bytes(withheld);
            }
        }
        TableEvent::Decided { spot, choice } => {
            to.u8(12);
            to.u8(*spot);
            // No Play is nothing times its wager.
            to.u8(match choice {
                Choice::Fold => 0,
                Choice::Play { times } => *times,
            });
        }
        TableEvent::TimedOut { spot } => {
            to.u8(13);
            to.u8(*spot);
        }
        TableEvent::Reported { by, event } => {
            to.u8(14);
            to.text(by.as_str());
            to.text(event);
        }
        TableEvent::Revealed => to.u8(15),
        TableEvent::Reconciled { meter } => {
            to.u8(16);
            seen_if(&mut to, meter.as_ref());
        }
        TableEvent::SeedTold { seed } => {
            to.u8(17);
            to.hash(&Hash(*seed));
        }
        TableEvent::Voided { by, reason } => {
            to.u8(18);
            to.text(by.as_ref().map_or("", Name::as_str));
            to.text(reason);
        }
        TableEvent::SeedLost { reason } => {
            to.u8(24);
            to.text(reason);
        }
    }
    to.done()
}

fn seen(to: &mut Writer, MeterSeen { now, hits }: &MeterSeen) {
    to.i64(now.meter.units());
    to.i64(now.reserve.units());
    to.u64(*hits);
}

fn seen_if(to: &mut Writer, meter: Option<&MeterSeen>) {
    to.u8(u8::from(meter.is_some()));
    if let Some(meter) = meter {
        seen(to, meter);
    }
}

impl TableEvent {
    /// Reads an event.
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly what [`bytes_of`] writes of an event; also if an amount is none that can be staked or held, so
    /// that nobody who counts with it meets one that cannot be counted with.
    pub fn read(bytes: &[u8]) -> Result<TableEvent, BadBytes> {
        let from = &mut Reader::new(bytes);
        if from.u8()? != VERSION {
            return from.bad("version 1 of an event");
        }
        let event = match from.u8()? {
            kind @ (1 | 20) => TableEvent::Set {
                by: name(from)?,
                text: from.text()?,
                way: from.u8()?,
                meter: name_or_none(from)?,
                clocks_ms: [from.u64()?, from.u64()?, from.u64()?, from.u64()?],
                hints: kind == 20,
            },
            2 => TableEvent::Turned { by: name(from)?, status: status(from)?, reason: from.text()? },
            3 => TableEvent::Seated { spot: from.u8()?, player: name(from)? },
            4 => TableEvent::Left { spot: from.u8()?, by: name_or_none(from)? },
            5 => TableEvent::RoundOpened {
                round: from.u64()?,
                engine: from.text()?,
                chance: from.hash()?.0,
                commitment: Commitment::from_bytes(from.hash()?.0),
            },
            6 => TableEvent::Placed { spot: from.u8()?, wager: wager(from)?, amount: stake(from)? },
            7 => TableEvent::TakenBack { spot: from.u8()?, wager: wager(from)? },
            8 => TableEvent::Sworn { spot: from.u8()?, hash: SeatHash::from_bytes(from.hash()?.0) },
            9 => TableEvent::BetsClosed { sent_back: Vec::new() },
            10 => TableEvent::Told { spot: from.u8()?, secret: SeatSecret::new(from.hash()?.0) },
            11 => TableEvent::Dealt { meter: meter_if(from)?, withheld: Vec::new() },
            12 => TableEvent::Decided { spot: from.u8()?, choice: choice(from)? },
            13 => TableEvent::TimedOut { spot: from.u8()? },
            14 => TableEvent::Reported { by: name(from)?, event: from.text()? },
            15 => TableEvent::Revealed,
            16 => TableEvent::Reconciled { meter: meter_if(from)? },
            17 => TableEvent::SeedTold { seed: from.hash()?.0 },
            18 => TableEvent::Voided { by: name_or_none(from)?, reason: from.text()? },
            19 => TableEvent::MeterStarted { meter: meter(from)? },
            21 => TableEvent::Dealt { meter: meter_if(from)?, withheld: positions(from)? },
            22 => TableEvent::Ready { spot: from.u8()? },
            23 => TableEvent::BetsClosed { sent_back: sent_back(from)? },
            24 => TableEvent::SeedLost { reason: from.text()? },
            _ => return from.bad("a kind of event, 1 to 24"),
        };
        from.clone().end()?;
        Ok(event)
    }
}

pub(crate) fn name(from: &mut Reader<'_>) -> Result<Name, BadBytes> {
    let text = from.text()?;
    Name::new(&text).or_else(|_| from.bad("a name"))
}

pub(crate) fn name_or_none(from: &mut Reader<'_>) -> Result<Option<Name>, BadBytes> {
    let text = from.text()?;
    if text.is_empty() { Ok(None) } else { Name::new(&text).map(Some).or_else(|_| from.bad("a name")) }
}

fn wager(from: &mut Reader<'_>) -> Result<WagerId, BadBytes> {
    let text = from.text()?;
    if is_id(&text) { Ok(text.as_str().into()) } else { from.bad("the id of a wager") }
}

fn status(from: &mut Reader<'_>) -> Result<Status, BadBytes> {
    match from.u8()? {
        0 => Ok(Status::Open),
        1 => Ok(Status::Paused),
        2 => Ok(Status::Closed),
        _ => from.bad("0, 1 or 2: open, paused or closed"),
    }
}

fn choice(from: &mut Reader<'_>) -> Result<Choice, BadBytes> {
    Ok(match from.u8()? {
        0 => Choice::Fold,
        times => Choice::Play { times },
    })
}

/// Seats that were sent back, each with the name of the rule that its bets break.
fn sent_back(from: &mut Reader<'_>) -> Result<Vec<CannotStand>, BadBytes> {
    let spots = positions(from)?.into_iter();
    let seat = |spot| {
        let code = from.text()?;
        if is_id(&code) { Ok(CannotStand { spot, code }) } else { from.bad("the name of a rule") }
    };
    spots.map(seat).collect()
}

/// At least one position, each once, in ascending order.
fn positions(from: &mut Reader<'_>) -> Result<Vec<u8>, BadBytes> {
    let spots = from.bytes()?;
    let first = spots.first().is_some_and(|spot| *spot > 0);
    if first && spots.is_sorted_by(|one, next| one < next) {
        Ok(spots.into())
    } else {
        from.bad("one position or more, counted from 1, in ascending order")
    }
}

fn stake(from: &mut Reader<'_>) -> Result<Money, BadBytes> {
    let amount = Money::from_units(from.i64()?);
    if amount.is_stake() { Ok(amount) } else { from.bad("an amount that can be staked") }
}

fn held(from: &mut Reader<'_>) -> Result<Money, BadBytes> {
    let amount = Money::from_units(from.i64()?);
    if (Money::ZERO..=MOST_HELD).contains(&amount) { Ok(amount) } else { from.bad("what a meter can hold") }
}

fn meter(from: &mut Reader<'_>) -> Result<MeterSeen, BadBytes> {
    let now = MeterNow { meter: held(from)?, reserve: held(from)? };
    Ok(MeterSeen { now, hits: from.u64()? })
}

fn meter_if(from: &mut Reader<'_>) -> Result<Option<MeterSeen>, BadBytes> {
    match from.u8()? {
        0 => Ok(None),
        1 => meter(from).map(Some),
        _ => from.bad("0 or 1: whether a meter follows"),
    }
}
