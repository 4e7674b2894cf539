//! A proof, written as [`Proof`](super::Proof) reads it.

use super::money::{self, ProofMoney};
use super::read::{SHA256, VERSION};
use crate::json::Out;
use crate::settle::{Answer, Id, write_round, write_settlement};
use tercet_fair::{Hex, Ready};
use tercet_rules::{Game, RoundRecord, Settlement};

/// What the proof of a settled round is made of.
#[derive(Clone, Copy, Debug)]
pub struct ProofOf<'a> {
    /// The shuffle. It tells the seed: no proof is written before the round is settled.
    pub shuffle: &'a Ready,
    /// The game, whose hash stands in the context of the shuffle.
    pub game: &'a Game,
    /// The id of the round, if it has one.
    pub id: Option<&'a str>,
    /// The round.
    pub record: &'a RoundRecord,
    /// What it came to.
    pub settlement: &'a Settlement,
    /// The money that moved, as it was written.
    pub money: &'a ProofMoney,
}

/// A proof as one line, without a line end.
#[must_use]
pub fn write_proof(proof: &ProofOf<'_>) -> String {
    let ProofOf { shuffle, game, id, record, settlement, money } = *proof;
    let context = shuffle.context();
    let rules = format!("{SHA256}{}", Hex(context.rules()));
    let mut buffer = Vec::new();
    Out(&mut buffer).whole_object(|o| {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        o.whole("v", number(VERSION));
        o.text("table", context.table());
        o.whole("round", number(context.round()));
        o.text("game", game.id.as_str());
        o.text("rules", &rules);
        o.text("deal", context.deal());
        o.text("engine", context.engine());
        o.plain("commitment", shuffle.commitment());
        o.plain("seed", Hex(shuffle.seed().tell()));
        o.plain("frozen", shuffle.frozen());
        o.list_field("seats", |o| {
            for (spot, hash, secret) in shuffle.seats() {
                o.object(|o| {
                    o.whole("spot", i64::from(spot));
                    match hash {
                        Some(hash) => o.plain("hash", hash),
                        None => o.raw("hash", "null"),
                    }
                    match secret {
                        Some(secret) => o.plain("secret", Hex(secret.tell())),
                        None => o.raw("secret", "null"),
                    }
                });
            }
        });
        o.cards("deck", shuffle.deck().cards());
        o.raw("record", &write_round(record, Some(&game.id), id));
        o.raw(
            "settlement",
            &answer(&Answer {
                id: id.map(|id| Id::Text(id.into())).as_ref(),
                game,
                rules: &rules,
                settlement,
                readings: None,
            }),
        );
        money::write(o, money);
    });
    String::from_utf8(buffer).expect("texts stay texts")
}

/// The answer without its line end.
fn answer(answer: &Answer<'_>) -> String {
    let mut bytes = Vec::new();
    write_settlement(&mut bytes, answer);
    String::from_utf8(bytes).expect("texts stay texts").trim_end().to_owned()
}
