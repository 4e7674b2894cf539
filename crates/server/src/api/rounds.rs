//! Rounds of the past.

use crate::api::params::Params;
use crate::api::path::Path;
use crate::directory::Directory;
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, failed, problem, problem_at};
use crate::who::{Person, SignedIn};
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::sync::Arc;
use tercet_audit::{
    Damage, Named, NoProof, NotRecalled, Recalled, Sought, When, by_id, proof, recall, rounds, rounds_of,
};
use tercet_ledger::Name;
use tercet_people::Right;
use tercet_protocol::live::Problem;
use tercet_protocol::replay::{Replay, ReplayStatus};
use tercet_protocol::settle::write_round;
use tercet_rules::RoundRecord;
use tercet_store::Store;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(proof_of))
        .routes(routes!(round))
        .routes(routes!(rounds_of_all))
        .routes(routes!(my_rounds))
}

/// How many rounds a page has if nobody says, and at most.
const PAGE: (usize, usize) = (20, 50);

/// Some rounds, the newest first.
#[derive(Serialize, ToSchema)]
struct RoundsPage {
    /// The rounds that are over, each without its steps and lines.
    rounds: Vec<Replay>,
    /// What to ask for as `before` to get the next page, which may be empty; left out on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// What cannot be read of the books where it was looked: rounds may be missing for it. Nothing, as a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damaged: Vec<DamageOut>,
}

/// Something in the books that cannot be read. The rest is told all the same; `tercet audit` says more.
#[derive(Serialize, ToSchema)]
pub(super) struct DamageOut {
    /// The place of its record in the journal, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u64>,
    /// The table, if it is about a round of which nothing can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The number of that round.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u64>,
}

impl DamageOut {
    /// Something that could not be read as rounds were looked for. What exactly is wrong is for the operator, in the log.
    pub(super) fn of(damage: &Damage) -> DamageOut {
        tracing::error!(why = damage.why, "the books are damaged");
        DamageOut { record: damage.record, table: None, round: None }
    }

    /// A round of which nothing can be told.
    pub(super) fn of_round(not: &NotRecalled, table: &Name, no: u64) -> DamageOut {
        DamageOut { table: Some(table.to_string()), round: Some(no), ..DamageOut::of(&Damage::of(not)) }
    }
}

/// A round of the past; or that nothing of it can be told, as it is damaged.
///
/// # Errors
///
/// If the store cannot be read.
pub(super) fn recalled_or_damaged(
    store: &dyn Store,
    table: &Name,
    no: u64,
) -> Result<Result<Recalled, DamageOut>, Not> {
    match recall(store, table, no) {
        Ok(recalled) => Ok(Ok(recalled)),
        Err(not) if not.is_damage() => Ok(Err(DamageOut::of_round(&not, table, no))),
        Err(not) => Err(not_recalled(&not)),
    }
}

/// The proof of a round that is over: seed, secrets, deck, every bet, card, decision, pay and posting (docs/FAIRNESS.md). Players are named by their seats, but for
/// who reads all histories.
#[utoipa::path(get, path = "/api/v1/tables/{table}/rounds/{round}/proof", tag = "tables",
    params(("table" = String, Path), ("round" = u64, Path, description = "The number of the round, from 1")),
    security((), ("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = Object), (status = 401, description = "the session is over", body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn proof_of(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: Option<SignedIn>,
    Path((table, round)): Path<(String, String)>,
) -> Result<([(HeaderName, &'static str); 1], String), Answered> {
    let recalled = recalled(&house, peer, &table, &round).await?;
    let reads_all = signed.is_some_and(|signed| signed.person.may(Right::ReadAll));
    let named = if reads_all { Named::InTheBooks } else { Named::BySeat };
    let proof = proof(&recalled, named).map_err(|why| {
        let code = if let NoProof::Never(_) = why { Code::NotFound } else { Code::NotNow };
        problem(code, why)
    })?;
    Ok(([(CONTENT_TYPE, "application/json")], proof))
}

/// A round that is over, whole, as a replay: bets, cards, decisions, every line with its rule and reason, envy, the meter, times, the money that
/// moved. Others are named as they are called; who reads all histories is told who they are in the books.
#[utoipa::path(get, path = "/api/v1/tables/{table}/rounds/{round}", tag = "history",
    params(("table" = String, Path), ("round" = u64, Path, description = "The number of the round, from 1"),
        ("form" = Option<String>, Query, description = "`replay`; or `settle`, the form that `POST /api/v1/settle` and `tercet settle` read", pattern = "^(replay|settle)$")),
    responses((status = 200, body = Replay), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn round(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Path((table, round)): Path<(String, String)>,
    params: Params,
) -> Result<Response, Answered> {
    params.only(&["form"])?;
    let settle = params.word("form", &[("replay", false), ("settle", true)])?.unwrap_or(false);
    may_look_back(&signed.person)?;
    let recalled = recalled(&house, peer, &table, &round).await?;
    let eyes = Eyes { people: Arc::clone(&house.people), person: signed.person };
    house.desk.ask(peer, move || told(&eyes, &recalled, settle)).await
}

/// A round in one of its forms, if it is over.
fn told(eyes: &Eyes, recalled: &Recalled, settle: bool) -> Result<Response, Not> {
    if recalled.status() == ReplayStatus::InPlay {
        return Err(problem(Code::NotNow, "the round is in play; it is told once it is over"));
    }
    if !settle {
        return Ok(Json(eyes.see(recalled, true)).into_response());
    }
    let (record, game) = record(recalled)?;
    let id = format!("{}/{}", recalled.table, recalled.no);
    let text = write_round(&eyes.named(record), Some(&game), Some(&id));
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

/// The record of a round from which it can be settled again, and its game.
///
/// # Errors
///
/// If it has none.
pub(super) fn record(recalled: &Recalled) -> Result<(RoundRecord, tercet_rules::GameId), Not> {
    let settings = recalled.settings();
    let record = recalled.record().zip(settings);
    let (record, settings) = record.ok_or_else(|| {
        let why = match recalled.status() {
            ReplayStatus::InPlay => "is in play; it is told once it is over",
            ReplayStatus::Void => "is void: there is nothing to settle",
            ReplayStatus::Unproven => {
                "was paid, and then the key of its seed was said to be lost: no card of it is known"
            }
            ReplayStatus::Damaged => "cannot be made again: what is written of it is damaged",
            ReplayStatus::Settled => "had an irregularity, for which the form has no place",
        };
        problem(Code::NotNow, format!("the round {why}"))
    })?;
    Ok((record, settings.game.id.clone()))
}

/// The rounds of whoever is signed in, the newest first.
#[utoipa::path(get, path = "/api/v1/me/rounds", tag = "history",
    params(("table" = Option<String>, Query, description = "At this table", pattern = "^[a-zA-Z0-9._@-]{1,64}$"),
        ("from" = Option<u64>, Query, description = "Opened at this time or later"), ("to" = Option<u64>, Query, description = "Opened before this time"),
        ("before" = Option<String>, Query, description = "Where the page before ended: its `next`"),
        ("limit" = Option<u32>, Query, description = "1 to 50 rounds; 20 if it is left out", minimum = 1, maximum = 50)),
    responses((status = 200, body = RoundsPage), (status = 401, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn my_rounds(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    params: Params,
) -> Result<Json<RoundsPage>, Answered> {
    params.only(&["table", "from", "to", "before", "limit"])?;
    let sought = sought(&params)?;
    let player = signed.person.id.clone();
    page(&house, peer, signed.person, Some(player), sought).await
}

/// The rounds of the house, of a table, of a player, the newest first.
#[utoipa::path(get, path = "/api/v1/rounds", tag = "staff",
    params(("player" = Option<String>, Query, description = "In which this player bet", pattern = "^[a-zA-Z0-9._@-]{1,64}$"), ("table" = Option<String>, Query, description = "At this table", pattern = "^[a-zA-Z0-9._@-]{1,64}$"),
        ("from" = Option<u64>, Query, description = "Opened at this time or later"), ("to" = Option<u64>, Query, description = "Opened before this time"),
        ("before" = Option<String>, Query, description = "Where the page before ended: its `next`"),
        ("limit" = Option<u32>, Query, description = "1 to 50 rounds; 20 if it is left out", minimum = 1, maximum = 50)),
    responses((status = 200, body = RoundsPage), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn rounds_of_all(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    params: Params,
) -> Result<Json<RoundsPage>, Answered> {
    signed.person.needs(Right::ReadAll)?;
    params.only(&["player", "table", "from", "to", "before", "limit"])?;
    let (player, sought) = (params.name("player")?, sought(&params)?);
    if let Some(table) = &sought.table {
        house.table(table.as_str())?;
    }
    page(&house, peer, signed.person, player, sought).await
}

/// Which rounds are asked for.
fn sought(params: &Params) -> Result<Sought, Not> {
    let (from_ms, to_ms) = span(params)?;
    Ok(Sought {
        table: params.name("table")?,
        from_ms,
        to_ms,
        before: params.number("before", 1, u64::MAX)?,
        most: params.number("limit", 1, PAGE.1)?.unwrap_or(PAGE.0),
    })
}

/// Since when, and until when, in milliseconds since 1970-01-01 UTC.
pub(super) fn span(params: &Params) -> Result<(Option<u64>, Option<u64>), Not> {
    let time = |name| params.number(name, 0, i64::MAX.unsigned_abs());
    let (from_ms, to_ms) = (time("from")?, time("to")?);
    if from_ms.zip(to_ms).is_some_and(|(from, to)| from >= to) {
        return Err(problem_at(
            Code::Value,
            "to",
            "a span that ends before it begins; expected `from` < `to`",
        ));
    }
    Ok((from_ms, to_ms))
}

async fn page(
    house: &House,
    peer: Peer,
    person: Person,
    player: Option<Name>,
    sought: Sought,
) -> Result<Json<RoundsPage>, Answered> {
    let store = Arc::clone(&house.store);
    let eyes = Eyes { people: Arc::clone(&house.people), person };
    let page = move || {
        let found = match &player {
            Some(player) => rounds_of(&*store, player, &sought, When::Opened),
            None => rounds(&*store, &sought),
        };
        let found = found.map_err(|not| not_recalled(&not))?;
        let mut rounds = Vec::with_capacity(found.rounds.len());
        let mut damaged: Vec<DamageOut> = found.damaged.iter().map(DamageOut::of).collect();
        for (table, no) in found.rounds {
            match recalled_or_damaged(&*store, &table, no)? {
                Ok(recalled) if recalled.status() == ReplayStatus::InPlay => {}
                Ok(recalled) => rounds.push(eyes.see(&recalled, false)),
                Err(damage) => damaged.push(damage),
            }
        }
        Ok(RoundsPage { rounds, next: found.next.map(|next| next.to_string()), damaged })
    };
    Ok(Json(house.desk.ask(peer, page).await?))
}

/// Who looks back.
pub(super) struct Eyes {
    pub(super) people: Arc<Directory>,
    pub(super) person: Person,
}

impl Eyes {
    /// What a player is called.
    pub(super) fn called(&self, player: &str) -> String {
        Name::new(player).map_or_else(|_| player.to_owned(), |name| self.people.called(&name))
    }

    /// Whether the person may know who this is in the books.
    pub(super) fn knows(&self, player: &str) -> bool {
        self.person.id.as_str() == player || self.person.may(Right::ReadAll)
    }

    /// A round, as it is told to the person.
    pub(super) fn see(&self, recalled: &Recalled, whole: bool) -> Replay {
        let called = |player: &str| self.called(player);
        let all = self.person.may(Right::ReadAll);
        let mut replay = recalled.replay(whole, if all { &by_id } else { &called });
        // Who of the house it was is nobody's business.
        replay.void_by = replay.void_by.take().filter(|_| all);
        for spot in &mut replay.spots {
            spot.name = spot.player.as_deref().map(called);
            spot.player = spot.player.take().filter(|player| self.knows(player));
        }
        replay
    }

    /// The record of a round with the players as they are told to the person.
    pub(super) fn named(&self, mut record: RoundRecord) -> RoundRecord {
        for spot in &mut record.spots {
            spot.player = spot.player.take().map(|id| if self.knows(&id) { id } else { self.called(&id) });
        }
        record
    }
}

/// Whoever may watch a table may look back at what was played there.
pub(super) fn may_look_back(person: &Person) -> Result<(), Not> {
    if person.may(Right::ReadAll) { Ok(()) } else { person.needs(Right::Watch) }
}

/// A round of the past.
pub(super) async fn recalled(
    house: &House,
    peer: Peer,
    table: &str,
    round: &str,
) -> Result<Recalled, Answered> {
    let handle = house.table(table)?;
    let none = || problem(Code::NotFound, "expected the number of a round, from 1");
    let round: u64 = round.parse().ok().filter(|round| *round > 0).ok_or_else(none)?;
    let (store, table) = (Arc::clone(&house.store) as Arc<dyn Store>, handle.name().clone());
    house.desk.ask(peer, move || recall(&*store, &table, round).map_err(|not| not_recalled(&not))).await
}

/// Why nothing of a round can be told.
pub(super) fn not_recalled(not: &NotRecalled) -> Not {
    match not {
        NotRecalled::NoRound { .. } => problem(Code::NotFound, not),
        NotRecalled::Failed(failure) => failed(failure),
        NotRecalled::Damaged { seq, .. } => {
            tracing::error!(%not, "a round is damaged");
            problem(
                Code::Store,
                format!("record {seq}: what is written of the round is damaged; tercet audit says more"),
            )
        }
    }
}
