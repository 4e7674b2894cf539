//! Rounds settled again: typed ones, and those that were played here.

use crate::api::json::Said;
use crate::api::params::Params;
use crate::api::path::Path;
use crate::api::rounds::{Eyes, may_look_back, recalled, record};
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::who::SignedIn;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::{Extension, Json};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::Arc;
use tercet_audit::Recalled;
use tercet_games::readings::{changes, others};
use tercet_games::{Change, ChangeKind, Loaded};
use tercet_ledger::{Account, Transaction};
use tercet_protocol::live::Problem;
use tercet_protocol::settle::{Answer, Incoming, Problem as Refused, Reread, write_settlement};
use tercet_rules::{CheckedRound, Game, Settlement, TableLimits, settle};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(settle_typed)).routes(routes!(settle_again))
}

/// A settled round that was settled again.
#[derive(Serialize, ToSchema)]
struct SettledAgain {
    /// Always true: nothing is paid by this.
    replay: bool,
    /// The table.
    table: String,
    /// The number of the round.
    round: u64,
    /// Whether the money that was written is what follows by the rules of the round.
    same: bool,
    /// The records in which other money was written.
    other_money: Vec<u64>,
    /// What the round brought each player, as it was written and as it follows.
    players: Vec<Compared>,
    /// The settlement in the form of `tercet settle --json`, with the other readings of the rulings that would change it.
    #[schema(value_type = Object)]
    settlement: Box<RawValue>,
}

/// What a round brought a player.
#[derive(Serialize, ToSchema)]
struct Compared {
    /// Who, as in the books; left out for whoever may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    /// What the player is called.
    name: String,
    /// What came to the wallet in all, as it was written; below zero, what left.
    written: i64,
    /// The same as it follows.
    settled: i64,
}

/// Settle a recorded round: the settle form in, its settlement out, with what each other reading of a ruling would give. Nothing is paid by it.
#[utoipa::path(post, path = "/api/v1/settle", tag = "history", request_body = Object,
    params(("game" = Option<String>, Query, description = "The game of a round that names none: its id, or the hash of its rules"),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("limits" = Option<String>, Query, description = "`apply`; or `ignore`: a bet that was accepted is paid or lost in full", pattern = "^(apply|ignore)$")),
    responses((status = 200, body = Object), (status = 400, body = Problem), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 413, body = Problem), (status = 415, body = Problem), (status = 422, body = Problem)))]
async fn settle_typed(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    _signed: SignedIn,
    params: Params,
    Said(body): Said,
) -> Result<([(HeaderName, &'static str); 1], Vec<u8>), Answered> {
    params.only(&["game", "ruling", "pay", "limits"])?;
    let limits = [("apply", TableLimits::Apply), ("ignore", TableLimits::Ignore)];
    let limits = params.word("limits", &limits)?.unwrap_or(TableLimits::Apply);
    let game = params.one("game")?.map(str::to_owned);
    let changed = |error: tercet_games::ChangeError| {
        problem_at(Code::Value, error.kind().map_or("ruling", ChangeKind::word), error)
    };
    let wanted = Change::read_all(&params.all("ruling"), &params.all("pay")).map_err(changed)?;
    let keeper = Arc::clone(&house);
    let settled = move || {
        let round = Incoming::read(&body);
        let loaded = match (round.game(), &game) {
            (Some(named), Some(asked)) if named != asked => {
                let detail =
                    format!("the round names {}; expected the same, or none", tercet_rules::shown(named, 80));
                return Err(problem_at(Code::Value, "game", detail));
            }
            (Some(named), _) => {
                keeper.game(named).ok_or_else(|| unknown(&round, &keeper.games.none(named)))?
            }
            (None, Some(asked)) => {
                let none = || problem_at(Code::NotFound, "game", keeper.games.none(asked));
                keeper.game(asked).ok_or_else(none)?
            }
            (None, None) => return Err(unknown(&round, "no game is named; expected one")),
        };
        let loaded = loaded.loaded.with(&wanted).map_err(changed)?;
        let (answer, _) = answered(&loaded, round.id(), |game| round.check(game, limits))?;
        Ok(answer)
    };
    Ok(([(CONTENT_TYPE, "application/json")], house.desk.ask(peer, settled).await?))
}

fn unknown(round: &Incoming<'_>, why: &str) -> Not {
    refused(&round.unknown_game(why))
}

/// Why a round cannot be settled: what is wrong stands before the sentence, by its stable name.
fn refused(problem: &Refused) -> Not {
    problem_at(Code::Round, problem.at.as_str(), format!("{}: {}", problem.reason, problem.message))
}

/// The settlement of a round in the settle form, and itself.
fn answered(
    loaded: &Loaded,
    id: Option<&tercet_protocol::settle::Id<'_>>,
    check: impl for<'g> Fn(&'g Game) -> Result<CheckedRound<'g>, Refused>,
) -> Result<(Vec<u8>, Settlement), Not> {
    let settlement = settle(&check(&loaded.game).map_err(|problem| refused(&problem))?);
    let others = others(loaded);
    let changes = changes(&others, check, &settlement);
    let readings: Vec<Reread<'_>> = changes
        .iter()
        .map(|change| Reread {
            ruling: &change.other.ruling.id,
            reading: &change.other.reading.name,
            comes_to: change.nets(),
        })
        .collect();
    let mut out = Vec::new();
    let answer = Answer {
        id,
        game: &loaded.game,
        rules: &loaded.hash,
        settlement: &settlement,
        readings: Some(&readings),
    };
    write_settlement(&mut out, &answer);
    Ok((out, settlement))
}

/// Settle a round that was played here again, under its own rules, and compare the money that was written.
#[utoipa::path(post, path = "/api/v1/tables/{table}/rounds/{round}/settle", tag = "history",
    params(("table" = String, Path), ("round" = u64, Path, description = "The number of the round, from 1")),
    responses((status = 200, body = SettledAgain), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 503, body = Problem)))]
async fn settle_again(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Path((table, round)): Path<(String, String)>,
) -> Result<Json<SettledAgain>, Answered> {
    may_look_back(&signed.person)?;
    let recalled = recalled(&house, peer, &table, &round).await?;
    let eyes = Eyes { people: Arc::clone(&house.people), person: signed.person };
    Ok(Json(house.desk.ask(peer, move || again(&eyes, &recalled)).await?))
}

fn again(eyes: &Eyes, recalled: &Recalled) -> Result<SettledAgain, Not> {
    let (record, _) = record(recalled)?;
    let settings = recalled.settings();
    let text = settings.map(|settings| settings.text.to_string()).unwrap_or_default();
    let checked = tercet_games::check(&text).map_err(|faults| {
        tracing::error!(%faults, "the rules of a round are none");
        problem(Code::Store, "the rules of the round cannot be read")
    })?;
    let loaded = Loaded::new(checked.doc, checked.game);
    // What was accepted is paid or lost in full. In words players are as they are called; the books know them by their ids.
    let named = eyes.named(record.clone());
    let (answer, _) =
        answered(&loaded, None, |game| named.check(game, TableLimits::Ignore).map_err(Refused::from))?;
    let settlement =
        settle(&record.check(&loaded.game, TableLimits::Ignore).map_err(|bad| refused(&bad.into()))?);
    let mut players: BTreeMap<String, (i128, i128)> = BTreeMap::new();
    for spot in &settlement.spots {
        players.entry(spot.player.clone()).or_default().1 += i128::from(spot.net().units());
    }
    let changes = recalled.steps.iter().flat_map(|step| &step.transactions).flat_map(Transaction::changes);
    for (account, change) in changes {
        if let Account::Wallet(player) = account {
            players.entry(player.to_string()).or_default().0 += change;
        }
    }
    let text = String::from_utf8(answer).map_err(|bad| bad.to_string());
    let settlement = text.and_then(|text| RawValue::from_string(text).map_err(|bad| bad.to_string()));
    let settlement = settlement.map_err(|bad| {
        tracing::error!(%bad, "a settlement that is no JSON");
        problem(Code::Store, "the answer could not be made")
    })?;
    let same = recalled.otherwise.is_empty() && players.values().all(|(written, settled)| written == settled);
    let units = |sum: i128| i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX });
    let players = players.into_iter().map(|(id, (written, settled))| Compared {
        name: eyes.called(&id),
        player: Some(id).filter(|id| eyes.knows(id)),
        written: units(written),
        settled: units(settled),
    });
    Ok(SettledAgain {
        replay: true,
        table: recalled.table.to_string(),
        round: recalled.no,
        same,
        other_money: recalled.otherwise.clone(),
        players: players.collect(),
        settlement,
    })
}
