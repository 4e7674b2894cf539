//! The games of the house: what may be bet, the rule card, the exact odds, two of them beside each other.

use crate::api::params::Params;
use crate::api::path::Path;
use crate::fixed::{Fixed, SAME};
use crate::form::{ALL, Form, MARKDOWN, PAGES};
use crate::games::GameFile;
use crate::house::House;
use crate::odds::{Question, Sitting, What};
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, problem, problem_at};
use crate::seen::rules;
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;
use tercet_analysis::report::read_bet;
use tercet_analysis::session::Bankroll;
use tercet_games::{Change, ChangeKind};
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
        .routes(routes!(comparison))
        .routes(routes!(decisions))
        .routes(routes!(session))
}

/// The games that tables of this house can be set to.
#[utoipa::path(get, path = "/api/v1/games", tag = "games",
    responses((status = 200, body = [GameInfo]), (status = 304, description = SAME)))]
async fn games(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let list = house.games.list(|files| Fixed::json(&files.map(info).collect::<Vec<_>>()));
    list.answer(&headers)
}

/// A game: what may be bet, and what it pays.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules")),
    responses((status = 200, body = GameInfo), (status = 304, description = SAME), (status = 404, body = Problem)))]
async fn game(
    State(house): State<Arc<House>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Answered> {
    let file = found(&house, &game)?;
    Ok(file.answers.info.get_or_init(|| Fixed::json(&info(&file))).answer(&headers))
}

/// The rule card of a game: sections of sentences and tables, each with the rules and rulings that it stands on. The form of `tercet show`.
#[utoipa::path(get, path = "/api/v1/games/{game}/card", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("form" = Option<String>, Query, description = "`json`, or `markdown`", pattern = "^(json|markdown)$")),
    responses((status = 200, content((Object = "application/json"), (String = "text/markdown"))),
        (status = 304, description = SAME), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn card(
    State(house): State<Arc<House>>,
    Path(game): Path<String>,
    query: Params,
    headers: HeaderMap,
) -> Result<Response, Answered> {
    let file = found(&house, &game)?;
    query.only(&["form"])?;
    let markdown = query.word("form", &[("json", false), ("markdown", true)])?.unwrap_or(false);
    let loaded = &file.loaded;
    let card = || tercet_rulecard::card(&loaded.game, &loaded.doc, &loaded.hash);
    let made = if markdown {
        file.answers.markdown.get_or_init(|| Fixed::new(MARKDOWN, card().markdown()))
    } else {
        file.answers.card.get_or_init(|| Fixed::new("application/json", card().json()))
    };
    Ok(made.answer(&headers))
}

/// The exact odds of a game, every deal counted: the house edge of each wager and of the money staked, how often each row is hit, best play in
/// words. As `tercet odds` has them (docs/ODDS.md), with the request for the command; in every form but JSON as a file.
#[utoipa::path(get, path = "/api/v1/games/{game}/odds", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("bet" = Option<Vec<String>>, Query, description = "Figure wagers together: a wager and its dollars, such as `ante=10`; may be repeated"),
        ("stake" = Option<String>, Query, description = "The stake of wagers that are figured by themselves, in dollars"),
        ("meter" = Option<String>, Query, description = "The meter at the deal, in dollars"),
        ("players" = Option<u8>, Query, description = "Players at the table, each with the wager that envy is paid on", minimum = 1),
        ("readings" = Option<String>, Query, description = "`yes`: say what each other reading of a ruling moves; with no records", pattern = "^(yes)$"),
        ("form" = Option<String>, Query, description = "`json`; `text`, `markdown` or `html` as a report for people; `csv` or `xlsx` as records", pattern = "^(json|text|markdown|html|csv|xlsx)$")),
    responses((status = 200, content((Object = "application/json"), (String = "text/plain"), (String = "text/markdown"), (String = "text/html"),
            (String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 404, body = Problem), (status = 408, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem),
        (status = 503, body = Problem)))]
async fn odds(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Response, Answered> {
    let file = found(&house, &game)?;
    query.only(&["ruling", "pay", "bet", "stake", "meter", "players", "readings", "form"])?;
    let readings = query.word("readings", &[("no", false), ("yes", true)])?.unwrap_or(false);
    let question = Question {
        what: What::Odds { readings },
        form: form(&query, &ALL)?,
        stake: stake(&query)?,
        players: players(&query)?,
        ..asked(&file, &query, "odds", ["ruling", "pay"])?
    };
    if readings && matches!(question.form, Form::Csv | Form::Xlsx) {
        let detail = "records say nothing of other readings; leave it out, or expected `form` as json, text, markdown or html";
        return Err(problem_at(Code::Value, "readings", detail).into());
    }
    told(&house, peer, &file, question, "odds").await
}

/// What differs between two games, or between one and the same with other readings and pays: in figures, pays, rules and rulings. As `tercet
/// compare` has it (docs/ODDS.md), with the request for the command; in every form but JSON as a file.
#[utoipa::path(get, path = "/api/v1/games/{game}/comparison", tag = "games",
    params(("game" = String, Path, description = "The first game: its id, or the hash of its rules"),
        ("with" = Option<String>, Query, description = "The second game; the same one if left out"),
        ("ruling-a" = Option<Vec<String>>, Query, description = "In the first game another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay-a" = Option<Vec<String>>, Query, description = "In the first game other pays of a wager, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("ruling-b" = Option<Vec<String>>, Query, description = "In the second game another reading of a ruling; may be repeated"),
        ("pay-b" = Option<Vec<String>>, Query, description = "In the second game other pays of a wager; may be repeated"),
        ("bet" = Option<Vec<String>>, Query, description = "Figure wagers together in both: a wager and its dollars, such as `ante=10`; may be repeated"),
        ("meter" = Option<String>, Query, description = "The meter at the deal in both, in dollars"),
        ("players" = Option<u8>, Query, description = "Players at the table in both, each with the wager that envy is paid on", minimum = 1),
        ("form" = Option<String>, Query, description = "`json`; `text`, `markdown` or `html` as a report for people", pattern = "^(json|text|markdown|html)$")),
    responses((status = 200, content((Object = "application/json"), (String = "text/plain"), (String = "text/markdown"), (String = "text/html"))),
        (status = 404, body = Problem), (status = 408, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem)))]
async fn comparison(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Response, Answered> {
    let file = found(&house, &game)?;
    query.only(&["with", "ruling-a", "pay-a", "ruling-b", "pay-b", "bet", "meter", "players", "form"])?;
    let other = query.one("with")?.map(|other| found(&house, other)).transpose()?;
    let other = other.as_ref().unwrap_or(&file);
    let question = Question {
        what: What::Beside(Arc::clone(&other.loaded), changes(&query, ["ruling-b", "pay-b"])?),
        form: form(&query, &PAGES)?,
        players: players(&query)?,
        ..asked(&file, &query, "comparison", ["ruling-a", "pay-a"])?
    };
    told(&house, peer, &file, question, "comparison").await
}

/// What is decided under best play, by the two highest of the cards that play: how many of the hands are folded and played, and from which third card
/// on. What `tercet chart decisions` draws.
#[utoipa::path(get, path = "/api/v1/games/{game}/decisions", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("bet" = Option<Vec<String>>, Query, description = "What is bet together: a wager and its dollars, such as `ante=10`; the main bet if it is left out"),
        ("meter" = Option<String>, Query, description = "The meter at the deal, in dollars"),
        ("players" = Option<u8>, Query, description = "Players at the table, each with the wager that envy is paid on", minimum = 1)),
    responses((status = 200, body = DecisionGrid), (status = 404, body = Problem), (status = 408, body = Problem),
        (status = 413, body = Problem), (status = 422, body = Problem)))]
async fn decisions(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Response, Answered> {
    query.only(&["ruling", "pay", "bet", "meter", "players"])?;
    let file = found(&house, &game)?;
    let asked = asked(&file, &query, "decisions", ["ruling", "pay"])?;
    let question = Question { what: What::Decisions, players: players(&query)?, ..asked };
    told(&house, peer, &file, question, "decisions").await
}

/// The most rounds of a session that are figured here: an answer takes a second or two. `tercet session` takes its time for more.
const MOST_ROUNDS: u32 = 10_000;

/// The most points of a curve.
const MOST_POINTS: u32 = 24;

/// How the same bet may end after many rounds, under best play: ahead or behind, the results by percentile after all rounds and on the way there, the chances of ruin
/// and of a goal. Nothing is sampled. As `tercet session` has it (docs/ODDS.md), with the request for the command and, in JSON, a `curve`; in every
/// form but JSON as a file.
#[utoipa::path(get, path = "/api/v1/games/{game}/session", tag = "games",
    params(("game" = String, Path, description = "Its id, or the hash of its rules"),
        ("bet" = Vec<String>, Query, description = "What is bet in every round: a wager and its dollars, such as `ante=10`; may be repeated"),
        ("rounds" = u32, Query, description = "How many rounds are played: 1 to 10,000", minimum = 1, maximum = 10_000),
        ("bankroll" = Option<String>, Query, description = "What the player sits down with, in dollars; says how likely it is to be ruined"),
        ("goal" = Option<String>, Query, description = "The player leaves with this much, in dollars; beside `bankroll`"),
        ("points" = Option<u32>, Query, description = "After how many equal parts of the rounds `curve` says the results by percentile: 1 to 24; no curve if left out", minimum = 1, maximum = 24),
        ("ruling" = Option<Vec<String>>, Query, description = "Another reading of a ruling, such as `R1=player-wins`; may be repeated"),
        ("pay" = Option<Vec<String>>, Query, description = "Other pays of a wager, first row first, such as `pair-plus=40-30-6-4-1`; may be repeated"),
        ("meter" = Option<String>, Query, description = "The meter in every round, in dollars"),
        ("form" = Option<String>, Query, description = "`json`; `text`, `markdown` or `html` as a report for people; `csv` or `xlsx` as records", pattern = "^(json|text|markdown|html|csv|xlsx)$")),
    responses((status = 200, content((Object = "application/json"), (String = "text/plain"), (String = "text/markdown"), (String = "text/html"),
            (String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 404, body = Problem), (status = 408, body = Problem), (status = 413, body = Problem), (status = 422, body = Problem),
        (status = 503, body = Problem)))]
async fn session(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(game): Path<String>,
    query: Params,
) -> Result<Response, Answered> {
    let file = found(&house, &game)?;
    let question = sitting(&file, &query)?;
    told(&house, peer, &file, question, "session").await
}

fn info(file: &GameFile) -> GameInfo {
    GameInfo::of(&file.game, &rules(&file.rules), file.built_in)
}

fn found(house: &House, game: &str) -> Result<Arc<GameFile>, Not> {
    house.game(game).ok_or_else(|| problem(Code::NotFound, house.games.none(game)))
}

/// The answer, as it goes out; `what` is said of it in the name of a file.
async fn told(
    house: &House,
    peer: Peer,
    file: &GameFile,
    question: Question,
    what: &str,
) -> Result<Response, Answered> {
    let form = question.form;
    let answer = house.odds.answer(peer, question).await?;
    Ok(form.answered(&format!("{}-{what}", file.game.id), answer))
}

fn form(query: &Params, forms: &[(&'static str, Form)]) -> Result<Form, Not> {
    Ok(query.word("form", forms)?.unwrap_or(Form::Json))
}

fn stake(query: &Params) -> Result<Option<Money>, Not> {
    let stake = query.read_as("stake", dollars)?;
    if stake.is_some() && !query.all("bet").is_empty() {
        return Err(problem_at(
            Code::Value,
            "stake",
            "it is for wagers by themselves; leave it out beside bet",
        ));
    }
    Ok(stake)
}

fn players(query: &Params) -> Result<u8, Not> {
    Ok(query.number("players", 1, u8::MAX)?.unwrap_or(1))
}

/// What is asked about a session, as `tercet session` has it.
fn sitting(file: &GameFile, query: &Params) -> Result<Question, Not> {
    query.only(&["ruling", "pay", "bet", "meter", "rounds", "bankroll", "goal", "points", "form"])?;
    let question = asked(file, query, "session", ["ruling", "pay"])?;
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
    let what = What::Session(Sitting { rounds, bankroll, points });
    Ok(Question { what, form: form(query, &ALL)?, ..question })
}

/// Changes to a game, from the parameters that hold rulings and pays.
fn changes(query: &Params, [ruling, pay]: [&str; 2]) -> Result<Vec<Change>, Not> {
    Change::read_all(&query.all(ruling), &query.all(pay)).map_err(|error| {
        let at = match error.kind() {
            Some(ChangeKind::Pays) => pay,
            Some(ChangeKind::Ruling) | None => ruling,
        };
        problem_at(Code::Value, at, error)
    })
}

/// What all have in common: the odds of a game with the changes that stand in these two parameters.
fn asked(file: &GameFile, query: &Params, what: &str, changed: [&str; 2]) -> Result<Question, Not> {
    let changes = changes(query, changed)?;
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
        what: What::Odds { readings: false },
        form: Form::Json,
        request: format!("GET /api/v1/games/{}/{what}{mark}{asked}", file.game.id),
    })
}

fn dollars(text: &str) -> Result<Money, String> {
    text.parse::<Money>().map_err(|error| error.to_string())
}
