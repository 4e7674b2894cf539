//! The house's own games: look at a file with all its faults in place, bring it in, take it away.

use crate::api::json::Body;
use crate::api::path::Path;
use crate::api::people::Because;
use crate::fixed::{Fixed, SAME};
use crate::games::{GameFile, NotKept};
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::seen::rules;
use crate::who::SignedIn;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_games::{Finding, Findings, check, utf8};
use tercet_people::{By, Chance, Change, People, Right};
use tercet_protocol::live::{GameInfo, Problem};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new().routes(routes!(looked_at)).routes(routes!(file, brought_in, taken_away))
}

/// A game file to be looked at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GameText {
    /// The file: TOML, as GAME-FILE.md has it.
    text: String,
}

/// A game file to be brought in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GameIn {
    /// The file: TOML, as GAME-FILE.md has it. Its id is that of the path.
    text: String,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Something in a game file.
#[derive(Serialize, ToSchema)]
struct FoundOut {
    /// `error`: the file is no game; `warning`: probably not the game that was meant; `note`: worth knowing.
    severity: String,
    /// Its kind, as a word that never changes.
    code: String,
    /// The line, from 1; left out if it is about the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The column, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The place by keys, such as `wagers.ante.min`.
    path: String,
    /// What is wrong.
    message: String,
    /// What was expected, or how to mend it.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// What there is to say of a game file.
#[derive(Serialize, ToSchema)]
struct LookedAt {
    /// What was found, in the order of the file: the first hundred.
    findings: Vec<FoundOut>,
    /// How many more there are.
    more: usize,
    /// The game; left out if the file is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameInfo>,
}

/// Look at a game file: every fault with its place and what was expected, or the game, with what is odd about it. As `tercet check`. Nothing is kept.
#[utoipa::path(post, path = "/api/v1/games/check", tag = "games", request_body = GameText,
    responses((status = 200, body = LookedAt), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn looked_at(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Body(said): Body<GameText>,
) -> Result<Json<LookedAt>, Answered> {
    signed.person.needs(Right::SetTables)?;
    Ok(Json(house.desk.ask(peer, move || Ok(look(&said.text))).await?))
}

fn look(text: &str) -> LookedAt {
    match utf8(text.as_bytes()).and_then(check) {
        Err(faults) => found(&faults, None),
        Ok(checked) => {
            let lints = checked.lints(text);
            let file = GameFile::of(checked, false);
            found(&lints, Some(GameInfo::of(&file.game, &rules(&file.rules), false)))
        }
    }
}

fn found(findings: &Findings, game: Option<GameInfo>) -> LookedAt {
    LookedAt { findings: findings.list().iter().map(found_out).collect(), more: findings.more(), game }
}

fn found_out(finding: &Finding) -> FoundOut {
    FoundOut {
        severity: finding.severity.name().into(),
        code: finding.code.into(),
        line: finding.place.as_ref().map(|place| place.line),
        column: finding.place.as_ref().map(|place| place.column),
        path: finding.path.to_string(),
        message: finding.message.clone(),
        help: finding.help.clone(),
    }
}

/// The file of a game, in its normal form.
#[utoipa::path(get, path = "/api/v1/games/{game}/file", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules")),
    responses((status = 200, body = String, content_type = "application/toml"), (status = 304, description = SAME),
        (status = 404, body = Problem)))]
async fn file(
    State(house): State<Arc<House>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Answered> {
    let file = house.game(&game).ok_or_else(|| problem(Code::NotFound, house.games.none(&game)))?;
    Ok(file.answers.file.get_or_init(|| Fixed::new("application/toml", file.text.clone())).answer(&headers))
}

/// Bring in a game of the house's own, or another version of it. Tables go on with the rules that they are set to, until they are set anew.
#[utoipa::path(put, path = "/api/v1/games/{game}/file", tag = "staff", request_body = GameIn,
    params(("game" = String, Path, description = "The id in the file")),
    responses((status = 200, description = "Another version of a game that there was", body = GameInfo),
        (status = 201, description = "A game that there was not", body = GameInfo),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, description = "The file has faults; `POST /api/v1/games/check` says all of them", body = Problem),
        (status = 503, body = Problem)))]
async fn brought_in(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<GameIn>,
) -> Result<(StatusCode, Json<GameInfo>), Answered> {
    signed.person.needs(Right::SetHouse)?;
    let by = signed.person.by(&said.reason)?;
    let file = crate::aside::aside(move || read(&id, &said.text)).await?;
    let info = GameInfo::of(&file.game, &rules(&file.rules), false);
    let after = info.rules.clone();
    let _one_at_a_time = house.games.changing.lock().await;
    let before = house.games.replaced_by(&info.id).map_err(|not| not_kept(not, String::new))?;
    let was = before.as_ref().map(|before| rules(&before.rules)).unwrap_or_default();
    // What is not in the log is not done.
    note(&house, by.clone(), ("game.brought-in", &info.id), (was.clone(), after.clone())).await?;
    let keeper = Arc::clone(&house);
    let kept =
        crate::aside::aside(move || keeper.games.keep(file).map_err(|not| not_kept(not, String::new))).await;
    done(&house, kept, by, &info.id, (after, was)).await?;
    Ok((if before.is_some() { StatusCode::OK } else { StatusCode::CREATED }, Json(info)))
}

/// Take a game of the house's own away: no table can be set to it any more. Tables that are go on with it.
#[utoipa::path(delete, path = "/api/v1/games/{game}/file", tag = "staff", request_body = Because,
    params(("game" = String, Path, description = "Its id")),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 503, body = Problem)))]
async fn taken_away(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<Because>,
) -> Result<StatusCode, Answered> {
    signed.person.needs(Right::SetHouse)?;
    let by = signed.person.by(&said.reason)?;
    let _one_at_a_time = house.games.changing.lock().await;
    let none = || house.games.none(&id);
    let own = house.games.replaced_by(&id).and_then(|own| own.ok_or(NotKept::None));
    let was = rules(&own.map_err(|not| not_kept(not, none))?.rules);
    note(&house, by.clone(), ("game.taken-away", &id), (was.clone(), String::new())).await?;
    let (keeper, name) = (Arc::clone(&house), id.clone());
    let taken = crate::aside::aside(move || {
        keeper.games.take_away(&name).map_err(|not| not_kept(not, || keeper.games.none(&name)))
    });
    done(&house, taken.await, by, &id, (String::new(), was)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Notes in the log that what it says was to be done was not, if so.
async fn done(
    house: &House,
    came: Result<(), Answered>,
    by: By,
    game: &str,
    back: (String, String),
) -> Result<(), Answered> {
    if came.is_err() {
        note(house, by, ("game.not-changed", game), back).await?;
    }
    came
}

/// The game that a file holds, if it is the one that the path says.
fn read(id: &str, text: &str) -> Result<GameFile, Not> {
    let file = GameFile::read(text, false).map_err(|faults| {
        let first = faults.list().first();
        let first = first.map(|fault| {
            let place = fault.place.as_ref();
            let place = place.map(|place| format!("line {}, column {}: ", place.line, place.column));
            let help = fault.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
            format!("{}{}{help}", place.unwrap_or_default(), fault.message)
        });
        let count = faults.list().len() + faults.more();
        let faults = if count == 1 { "1 fault".into() } else { format!("{count} faults") };
        problem_at(Code::Settings, "text", format!("{faults}; the first: {}", first.unwrap_or_default()))
    })?;
    if file.game.id.as_str() != id {
        let detail = format!("the file is of the game {}; expected that of the path", file.game.id);
        return Err(problem_at(Code::Value, "text", detail));
    }
    Ok(file)
}

fn not_kept(not: NotKept, none: impl FnOnce() -> String) -> Not {
    match not {
        NotKept::None => problem(Code::NotFound, none()),
        NotKept::BuiltIn => {
            problem_at(Code::Exists, "game", "this game comes with the program; give your own another id")
        }
        NotKept::File(failure) => {
            tracing::error!(%failure, "a game file cannot be written");
            problem(Code::Store, "the file of the game cannot be written; nothing has changed")
        }
    }
}

async fn note(
    house: &House,
    by: By,
    (what, game): (&'static str, &str),
    (before, after): (String, String),
) -> Result<(), Answered> {
    let (subject, now_ms) = (game.to_owned(), house.pit.now_ms());
    let noted = move |people: &People, _: &Chance| {
        people.note(&by, &Change::new("games", what, &subject)?.from_to(&before, &after), now_ms)
    };
    house.people.ask(noted).await
}
