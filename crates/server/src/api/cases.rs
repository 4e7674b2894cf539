//! Cases: what somebody disputes about a round, and what the house says to it.

use crate::api::json::Body;
use crate::api::params::Params;
use crate::api::path::Path;
use crate::api::rounds::recalled;
use crate::directory::Directory;
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::who::{Person, SignedIn};
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_audit::by_id;
use tercet_ledger::Name;
use tercet_people::{Case, CaseState, Claim, Entry, People, Right, WhichCases};
use tercet_protocol::live::Problem;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(open, cases))
        .routes(routes!(case))
        .routes(routes!(add))
        .routes(routes!(decide))
        .routes(routes!(close))
}

/// How many cases a page has if nobody says, and at most.
const PAGE: (usize, usize) = (50, 200);

/// How much of what is said stands in the log of events as the reason.
const REASON: usize = 200;

/// What somebody disputes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ClaimIn {
    /// The table.
    #[schema(pattern = "^[a-zA-Z0-9._@-]{1,64}$")]
    table: String,
    /// The number of the round, from 1.
    #[schema(minimum = 1)]
    round: u64,
    /// What is claimed: up to 4,000 characters.
    #[schema(min_length = 1, max_length = 4_000)]
    claim: String,
    /// Whose round it is about, as in the books; left out, one's own. Only who answers cases opens one for somebody else.
    #[schema(pattern = "^[a-zA-Z0-9._@-]{1,64}$")]
    player: Option<String>,
}

/// What is added to a case.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WordsIn {
    /// The words: up to 4,000 characters.
    #[schema(min_length = 1, max_length = 4_000)]
    text: String,
}

/// How a case is decided.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DecisionIn {
    /// The decision: up to 4,000 characters.
    #[schema(min_length = 1, max_length = 4_000)]
    text: String,
    /// By whose authority, such as the shift manager.
    #[schema(min_length = 1)]
    authority: String,
}

/// Somebody in a case.
#[derive(Serialize, ToSchema)]
struct Party {
    /// As in the books; left out for players who may not know of the staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// What they are called; or `the house`.
    name: String,
}

/// A case.
#[derive(Serialize, ToSchema)]
struct CaseOut {
    /// Its number, from 1.
    number: u64,
    /// `open`, `answered` or `closed`.
    state: String,
    /// When it became so.
    state_ms: u64,
    /// Whose round it is about.
    patron: Party,
    /// The table.
    table: String,
    /// The number of the round.
    round: u64,
    /// What is claimed.
    claim: String,
    /// Who opened it.
    opened_by: Party,
    /// When.
    opened_ms: u64,
    /// Until when it is to be answered.
    deadline_ms: u64,
}

/// An entry of a case; none is ever changed.
#[derive(Serialize, ToSchema)]
struct EntryOut {
    /// Its place, from 1.
    number: u64,
    /// When.
    at_ms: u64,
    /// By whom.
    by: Party,
    /// `note`, `decision` or `closing`.
    kind: String,
    /// What it says.
    text: String,
    /// By whose authority it was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    authority: Option<String>,
}

/// A case with all that was said.
#[derive(Serialize, ToSchema)]
struct CaseFile {
    /// The case.
    case: CaseOut,
    /// What was said, in order.
    entries: Vec<EntryOut>,
}

/// Some cases, the newest first.
#[derive(Serialize, ToSchema)]
struct CasesPage {
    /// The cases.
    cases: Vec<CaseOut>,
    /// What to ask for as `before` to get the next page; left out on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

/// Open a case about a round: a player about an own one, the floor about anybody's.
#[utoipa::path(post, path = "/api/v1/cases", tag = "cases", request_body = ClaimIn,
    responses((status = 201, body = CaseOut), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn open(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Body(said): Body<ClaimIn>,
) -> Result<(StatusCode, Json<CaseOut>), Answered> {
    let person = signed.person;
    person.needs(Right::OpenCases)?;
    let patron = match &said.player {
        Some(player) => Name::new(player).map_err(|bad| problem_at(Code::Value, "player", bad))?,
        None => person.id.clone(),
    };
    if patron != person.id {
        person.needs(Right::AnswerCases)?;
    }
    let round = recalled(&house, peer, &said.table, &said.round.to_string()).await?;
    let spots = round.replay(false, &by_id).spots;
    let played = |player: &str| spots.iter().any(|spot| spot.player.as_deref() == Some(player));
    // Of a damaged round nobody knows who played.
    if round.damaged.is_none() && !played(patron.as_str()) {
        let detail = format!("{patron} did not sit in round {} at {}", round.no, round.table);
        return Err(problem_at(Code::Value, "round", detail).into());
    }
    let now_ms = house.pit.now_ms();
    let deadline_ms = now_ms.saturating_add(house.settings.case_days * 24 * 3_600_000);
    let claim = Claim { patron, table: round.table, round: round.no, claim: said.claim, deadline_ms };
    let by = person.by(&reason(&claim.claim, "claim")?)?;
    let opened = house.people.ask(move |people, _| people.open_case(claim, &by, now_ms)).await?;
    Ok((StatusCode::CREATED, Json(case_out(&house.people, &person, opened))))
}

/// The cases: all of them for who answers cases or reads everything, else one's own; the newest first.
#[utoipa::path(get, path = "/api/v1/cases", tag = "cases",
    params(("state" = Option<String>, Query, description = "`open`, `answered` or `closed`", pattern = "^(open|answered|closed)$"), ("player" = Option<String>, Query, description = "About a round of this player", pattern = "^[a-zA-Z0-9._@-]{1,64}$"),
        ("table" = Option<String>, Query, description = "About a round of this table", pattern = "^[a-zA-Z0-9._@-]{1,64}$"),
        ("due" = Option<u64>, Query, description = "To be answered before this time"),
        ("before" = Option<u64>, Query, description = "Where the page before ended: its `next`"),
        ("limit" = Option<u32>, Query, description = "1 to 200 cases; 50 if it is left out", minimum = 1, maximum = 200)),
    responses((status = 200, body = CasesPage), (status = 401, body = Problem), (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn cases(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    params: Params,
) -> Result<Json<CasesPage>, Answered> {
    params.only(&["state", "player", "table", "due", "before", "limit"])?;
    let (person, number) = (signed.person, i64::MAX.unsigned_abs());
    let states = [CaseState::Open, CaseState::Answered, CaseState::Closed].map(|state| (state.word(), state));
    let mut which = WhichCases {
        state: params.word("state", &states)?,
        patron: params.name("player")?,
        table: params.name("table")?,
        deadline_before_ms: params.number("due", 0, number)?,
        before: params.number("before", 1, number)?,
    };
    if !sees_all(&person) {
        if which.patron.as_ref().is_some_and(|patron| *patron != person.id) {
            person.needs(Right::AnswerCases)?;
        }
        which.patron = Some(person.id.clone());
    }
    let most = params.number("limit", 1, PAGE.1)?.unwrap_or(PAGE.0);
    let found = house.people.ask(move |people, _| people.cases(&which, most)).await?;
    let next = found.last().filter(|_| found.len() == most).map(|last| last.number);
    let cases = found.into_iter().map(|case| case_out(&house.people, &person, case)).collect();
    Ok(Json(CasesPage { cases, next }))
}

/// A case with all that was said.
#[utoipa::path(get, path = "/api/v1/cases/{number}", tag = "cases", params(("number" = u64, Path)),
    responses((status = 200, body = CaseFile), (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn case(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(number): Path<String>,
) -> Result<Json<CaseFile>, Answered> {
    let person = signed.person;
    let (case, entries) = find(&house, &person, &number).await?;
    let entries = entries.into_iter().map(|entry| entry_out(&house.people, &person, &case, entry)).collect();
    Ok(Json(CaseFile { case: case_out(&house.people, &person, case), entries }))
}

/// Say something more: the player whose round it is, which opens an answered case again; or the floor.
#[utoipa::path(post, path = "/api/v1/cases/{number}/entries", tag = "cases", request_body = WordsIn, params(("number" = u64, Path)),
    responses((status = 200, body = CaseOut), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn add(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(number): Path<String>,
    Body(said): Body<WordsIn>,
) -> Result<Json<CaseOut>, Answered> {
    let why = reason(&said.text, "text")?;
    let enter =
        move |people: &People, number, by: &_, now_ms| people.add_to_case(number, &said.text, by, now_ms);
    enter_in(&house, signed.person, &number, &why, enter).await
}

/// Decide a case, by somebody's authority.
#[utoipa::path(post, path = "/api/v1/cases/{number}/decision", tag = "cases", request_body = DecisionIn, params(("number" = u64, Path)),
    responses((status = 200, body = CaseOut), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn decide(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(number): Path<String>,
    Body(said): Body<DecisionIn>,
) -> Result<Json<CaseOut>, Answered> {
    let why = reason(&said.text, "text")?;
    reason(&said.authority, "authority")?;
    let enter = move |people: &People, number, by: &_, now_ms| {
        people.decide_case(number, &said.text, &said.authority, by, now_ms)
    };
    enter_in(&house, signed.person, &number, &why, enter).await
}

/// Close a case: the floor once it is answered, the player at any time.
#[utoipa::path(post, path = "/api/v1/cases/{number}/close", tag = "cases", request_body = WordsIn, params(("number" = u64, Path)),
    responses((status = 200, body = CaseOut), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn close(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(number): Path<String>,
    Body(said): Body<WordsIn>,
) -> Result<Json<CaseOut>, Answered> {
    let why = reason(&said.text, "text")?;
    let enter =
        move |people: &People, number, by: &_, now_ms| people.close_case(number, &said.text, by, now_ms);
    enter_in(&house, signed.person, &number, &why, enter).await
}

async fn enter_in(
    house: &House,
    person: Person,
    number: &str,
    why: &str,
    enter: impl FnOnce(&People, u64, &tercet_people::By, u64) -> Result<Case, tercet_people::Error>
    + Send
    + 'static,
) -> Result<Json<CaseOut>, Answered> {
    let (by, now_ms) = (person.by(why)?, house.pit.now_ms());
    let (case, _) = find(house, &person, number).await?;
    let entered = house.people.ask(move |people, _| enter(people, case.number, &by, now_ms)).await?;
    Ok(Json(case_out(&house.people, &person, entered)))
}

/// A case that the person may see; whoever may not is not told that there is one.
async fn find(house: &House, person: &Person, number: &str) -> Result<(Case, Vec<Entry>), Answered> {
    let none = || problem(Code::NotFound, "there is no such case");
    let number: u64 = number.parse().ok().filter(|number| i64::try_from(*number).is_ok()).ok_or_else(none)?;
    let which = WhichCases { before: Some(number.saturating_add(1)), ..WhichCases::default() };
    let found = house.people.ask(move |people, _| {
        let there = people.cases(&which, 1)?.first().is_some_and(|case| case.number == number);
        if there { people.case(number).map(Some) } else { Ok(None) }
    });
    let found = found.await?.filter(|(case, _)| sees_all(person) || case.claim.patron == person.id);
    Ok(found.ok_or_else(none)?)
}

/// Whether the person sees the cases of others.
fn sees_all(person: &Person) -> bool {
    person.may(Right::AnswerCases) || person.may(Right::ReadAll)
}

/// What stands in the log of events as the reason: the beginning of what is said, in one line.
fn reason(text: &str, at: &str) -> Result<String, Not> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(problem_at(Code::Value, at, "nothing is said; expected some words"));
    }
    let cut: String = line.chars().take(REASON).collect();
    Ok(tercet_rules::shown(&cut, REASON))
}

fn case_out(people: &Directory, person: &Person, case: Case) -> CaseOut {
    let opened_by = party(people, person, &case.claim.patron, &case.opened_by);
    CaseOut {
        number: case.number,
        state: case.state.word().into(),
        state_ms: case.state_ms,
        patron: party(people, person, &case.claim.patron, &case.claim.patron),
        table: case.claim.table.to_string(),
        round: case.claim.round,
        claim: case.claim.claim,
        opened_by,
        opened_ms: case.opened_ms,
        deadline_ms: case.claim.deadline_ms,
    }
}

fn entry_out(people: &Directory, person: &Person, case: &Case, entry: Entry) -> EntryOut {
    EntryOut {
        number: entry.number,
        at_ms: entry.at_ms,
        by: party(people, person, &case.claim.patron, &entry.by),
        kind: entry.kind.word().into(),
        text: entry.text,
        authority: entry.authority,
    }
}

/// Somebody in a case, as the person may know them: to a player the staff are the house.
fn party(people: &Directory, person: &Person, patron: &Name, who: &Name) -> Party {
    if sees_all(person) || who == patron {
        return Party { id: Some(who.to_string()), name: people.called(who) };
    }
    Party { id: None, name: "the house".into() }
}
