//! The games of the house: what may be bet, the rule card, the exact odds.

use crate::api::params::Params;
use crate::api::path::Path;
use crate::games::GameFile;
use crate::house::House;
use crate::odds::{Question, Sitting};
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::seen::rules;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::{Extension, Json};
use std::sync::Arc;
use tercet_analysis::report::read_bet;
use tercet_analysis::session::Bankroll;
use tercet_games::Change;
use tercet_protocol::live::{GameInfo, Problem};
use tercet_protocol::odds::DecisionGrid;
use tercet_rules::Money;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(game))
        .routes(routes!(card))
        .routes(routes!(odds))
        .routes(routes!(decisions))
        .routes(routes!(session))
}

/// A text of some kind.
type Text<T> = ([(HeaderName, &'static str); 1], T);

/// The games that tables of this house can be set to.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses((status = 200, body = [GameInfo])))]
async fn games(State(house): State<Arc<House>>) -> Json<Vec<GameInfo>> {
    Json(house.games.all().iter().map(|file| info(file)).collect())
}

/// A game: what may be bet, and what it pays.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules")),
    responses((status = 200, body = GameInfo), (status = 404, body = Problem)))]
async fn game(State(house): State<Arc<House>>, Path(game): Path<String>) -> Result<Json<GameInfo>, Answered> {
    let file = found(&house, &game)?;
    Ok(Json(info(&file)))
}

/// The rule card of a game: sections of sentences and tables, each with the rules and rulings that it stands on. The form of `tercet show`.
#[utoipa::path(get, path = "/api/v1/games/{game}/card", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("form" = Option<String>, Query, description = "`json`, or `markdown`")),
    responses((status = 200, content((Object = "application/json"), (String = "text/markdown"))),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn card(
    State(house): State<Arc<House>>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Text<String>, Answered> {
    let file = found(&house, &game)?;
    query.only(&["form"])?;
    let markdown = query.word("form", &[("json", false), ("markdown", true)])?.unwrap_or(false);
    let loaded = &file.loaded;
    let card = tercet_rulecard::card(&loaded.game, &loaded.doc, &loaded.hash);
    Ok(if markdown {
        ([(CONTENT_TYPE, "text/markdown; charset=utf-8")], card.markdown())
    } else {
        ([(CONTENT_TYPE, "application/json")], card.json())
    })
}

/// The exact odds of a game, every deal counted: the house edge of each wager and of the money staked, how often each row is hit, best play in
/// words. The form of `tercet odds --json` (docs/ODDS.md); `conditions.command` is the request.
#[utoipa::path(get, path = "/api/v1/games/{game}/odds", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("bet" = Option<Vec<String>>, Query, description = "Figure wagers together: a wager and its dollars, such as `ante=10`; may be repeated"),
        ("stake" = Option<String>, Query, description = "The stake of wagers that are figured by themselves, in dollars"),
        ("meter" = Option<String>, Query, description = "The meter at the deal, in dollars"),
        ("players" = Option<u8>, Query, description = "Players at the table, each with the wager that envy is paid on")),
    responses((status = 200, body = Object), (status = 404, body = Problem), (status = 408, body = Problem),
        (status = 413, body = Problem), (status = 422, body = Problem)))]
async fn odds(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Text<Bytes>, Answered> {
    let file = found(&house, &game)?;
    let answer = house.odds.answer(peer, question(&file, &query)?).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer))
}

/// What is decided under best play, by the two highest of the cards that play: how many of the hands are folded and played, and from which third card
/// on. What `tercet chart decisions` draws.
#[utoipa::path(get, path = "/api/v1/games/{game}/decisions", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("bet" = Option<Vec<String>>, Query, description = "What is bet together: a wager and its dollars, such as `ante=10`; the main bet if it is left out"),
        ("meter" = Option<String>, Query, description = "The meter at the deal, in dollars"),
        ("players" = Option<u8>, Query, description = "Players at the table, each with the wager that envy is paid on")),
    responses((status = 200, body = DecisionGrid), (status = 404, body = Problem), (status = 408, body = Problem),
        (status = 413, body = Problem), (status = 422, body = Problem)))]
async fn decisions(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Text<Bytes>, Answered> {
    query.only(&["ruling", "pay", "bet", "meter", "players"])?;
    let file = found(&house, &game)?;
    let question = question(&file, &query)?;
    let request = question.request.replacen("/odds", "/decisions", 1);
    let answer = house.odds.decisions(peer, Question { request, ..question }).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer))
}

/// The most rounds of a session that are figured here: an answer takes a second or two. `tercet session` takes its time for more.
const MOST_ROUNDS: u32 = 10_000;

/// The most points of a curve.
const MOST_POINTS: u32 = 24;

/// How the same bet may end after many rounds, under best play: ahead or behind, the results by percentile after all rounds and on the way there, the chances of ruin
/// and of a goal. Nothing is sampled. The form of `tercet session --json` (docs/ODDS.md), with a `curve`; `conditions.command` is the request.
#[utoipa::path(get, path = "/api/v1/games/{game}/session", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("bet" = Vec<String>, Query, description = "What is bet in every round: a wager and its dollars, such as `ante=10`; may be repeated"),
        ("rounds" = u32, Query, description = "How many rounds are played: 1 to 10,000", minimum = 1, maximum = 10_000),
        ("bankroll" = Option<String>, Query, description = "What the player sits down with, in dollars; says how likely it is to be ruined"),
        ("goal" = Option<String>, Query, description = "The player leaves with this much, in dollars; beside `bankroll`"),
        ("points" = Option<u32>, Query, description = "After how many equal parts of the rounds `curve` says the results by percentile: 1 to 24; no curve if left out", minimum = 1, maximum = 24),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("meter" = Option<String>, Query, description = "The meter in every round, in dollars")),
    responses((status = 200, body = Object), (status = 404, body = Problem), (status = 408, body = Problem),
        (status = 413, body = Problem), (status = 422, body = Problem)))]
async fn session(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Text<Bytes>, Answered> {
    let file = found(&house, &game)?;
    let answer = house.odds.answer(peer, sitting(&file, &query)?).await?;
    Ok(([(CONTENT_TYPE, "application/json")], answer))
}

fn info(file: &GameFile) -> GameInfo {
    GameInfo::of(&file.game, &rules(&file.rules), file.built_in)
}

fn found(house: &House, game: &str) -> Result<Arc<GameFile>, Not> {
    house.games.find(game).ok_or_else(|| problem(Code::NotFound, house.games.none(game)))
}

/// What is asked about a game, as `tercet odds` has it.
fn question(file: &GameFile, query: &Params) -> Result<Question, Not> {
    query.only(&["ruling", "pay", "bet", "stake", "meter", "players"])?;
    let question = asked(file, query, "odds")?;
    let stake = query.read_as("stake", dollars)?;
    if stake.is_some() && !question.bets.is_empty() {
        return Err(problem_at(
            Code::Value,
            "stake",
            "it is for wagers by themselves; leave it out beside bet",
        ));
    }
    let players = query.number("players", 1, u8::MAX)?.unwrap_or(1);
    Ok(Question { stake, players, ..question })
}

/// What is asked about a session, as `tercet session` has it.
fn sitting(file: &GameFile, query: &Params) -> Result<Question, Not> {
    query.only(&["ruling", "pay", "bet", "meter", "rounds", "bankroll", "goal", "points"])?;
    let question = asked(file, query, "session")?;
    let needed = |at: &str, what: &str| problem_at(Code::Value, at, format!("expected {what}"));
    if question.bets.is_empty() {
        return Err(needed("bet", "a wager and its dollars, such as ante=10"));
    }
    let rounds = query.number("rounds", 1, MOST_ROUNDS)?;
    let rounds = rounds.ok_or_else(|| needed("rounds", &format!("a number from 1 to {MOST_ROUNDS}")))?;
    let goal = query.read_as("goal", dollars)?;
    let bankroll = match (query.read_as("bankroll", dollars)?, goal) {
        (Some(start), goal) => Some(Bankroll { start, goal }),
        (None, Some(_)) => return Err(needed("bankroll", "what the player sits down with, beside a goal")),
        (None, None) => None,
    };
    let points = query.number("points", 1, MOST_POINTS)?.unwrap_or(0);
    Ok(Question { session: Some(Sitting { rounds, bankroll, points }), ..question })
}

/// What both have in common.
fn asked(file: &GameFile, query: &Params, what: &str) -> Result<Question, Not> {
    let changes = Change::read_all(&query.all("ruling"), &query.all("pay")).map_err(|error| {
        problem_at(Code::Value, error.kind().map_or("ruling", tercet_games::ChangeKind::word), error)
    })?;
    let bets: Result<Vec<_>, String> = query.all("bet").iter().map(|text| read_bet(text)).collect();
    let bets = bets.map_err(|why| problem_at(Code::Value, "bet", why))?;
    let asked = query.as_text();
    let mark = if asked.is_empty() { "" } else { "?" };
    Ok(Question {
        game: Arc::clone(&file.loaded),
        changes,
        bets,
        stake: None,
        meter: query.read_as("meter", dollars)?,
        players: 1,
        session: None,
        request: format!("GET /api/v1/games/{}/{what}{mark}{asked}", file.game.id),
    })
}

fn dollars(text: &str) -> Result<Money, String> {
    text.parse::<Money>().map_err(|error| error.to_string())
}
