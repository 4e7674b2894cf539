//! Limits, breaks and checks: what protects players from themselves.

use crate::alone::Turn;
use crate::api::json::Body;
use crate::api::path::Path;
use crate::api::people::Because;
use crate::guard::Guards;
use crate::house::House;
use crate::problem::{Answered, Code, Not, problem_at};
use crate::who::SignedIn;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tercet_ledger::Name;
use tercet_people::protect::{Away, Break, Limit, Protection, Setter, Tally, Until};
use tercet_people::{By, People, Right};
use tercet_protocol::live::{Own, Problem};
use tercet_rules::{one_of, shown};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a break waits for money that a cashier is moving for the same player, so that none comes in after it began. Should the books stand still, it begins all the same.
const BEFORE_A_BREAK: Duration = Duration::from_secs(1);

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(own))
        .routes(routes!(own_limit))
        .routes(routes!(own_break))
        .routes(routes!(checked))
        .routes(routes!(of_player))
        .routes(routes!(limit_by_house))
        .routes(routes!(kept_away))
        .routes(routes!(let_in))
}

/// What protects a player.
#[derive(Serialize, ToSchema)]
struct ProtectionOut {
    /// The player, as in the books.
    player: String,
    /// Every limit there is, set or not.
    limits: Vec<LimitOut>,
    /// The last break of each kind.
    breaks: Vec<BreakOut>,
    /// What time and money come to.
    own: Own,
}

/// A limit. Of what the player and the house have set, the stricter holds.
#[derive(Serialize, ToSchema)]
struct LimitOut {
    /// Which: `loss-day`, `loss-week`, `loss-month`, `stake-day`, `stake-week`, `stake-month` in cents; `playing-time` and `reality-check` in
    /// milliseconds.
    limit: String,
    /// What holds; left out if nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<u64>,
    /// What of it is used up, in the same unit; below zero for a loss that is a win.
    used: i64,
    /// What the player has set.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<u64>,
    /// What the house has set for this player.
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<u64>,
    /// The looser limit that the player has asked for, and that waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pending: Option<PendingOut>,
    /// The looser limit that the house has asked for, and that waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    house_pending: Option<PendingOut>,
    /// How far back it looks, in milliseconds: a limit on money looks at what was staked and came back since then; left out for those on time.
    #[serde(skip_serializing_if = "Option::is_none")]
    period_ms: Option<u64>,
    /// The least that it can be set to.
    least: u64,
    /// The most that it can be set to.
    most: u64,
}

/// A looser limit that waits.
#[derive(Serialize, ToSchema)]
struct PendingOut {
    /// To what; left out for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
    /// From when on it holds.
    from_ms: u64,
}

/// A break.
#[derive(Serialize, ToSchema)]
struct BreakOut {
    /// `cool-off`, `self-exclusion` or `house-exclusion`.
    kind: String,
    /// Since when.
    since_ms: u64,
    /// Until when; left out for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    until_ms: Option<u64>,
    /// Whether it goes on now.
    on: bool,
}

/// Another limit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LimitIn {
    /// To what: cents, or milliseconds; null for no limit.
    #[serde(deserialize_with = "said")]
    #[schema(required)]
    value: Option<u64>,
}

/// Another limit, by the house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HouseLimitIn {
    /// To what: cents, or milliseconds; null for no limit.
    #[serde(deserialize_with = "said")]
    #[schema(required)]
    value: Option<u64>,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// A field that must be there, be it null: leaving it out by mistake must not loosen a limit.
fn said<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(from)
}

/// A break that begins.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BreakIn {
    /// `cool-off` (an hour to 42 days) or `self-exclusion` (a day or more).
    #[schema(pattern = "^(cool-off|self-exclusion)$")]
    kind: String,
    /// How long, in milliseconds; null for ever.
    #[serde(deserialize_with = "said")]
    #[schema(required)]
    for_ms: Option<u64>,
}

/// A break that the house writes for a player, or begins.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HouseBreakIn {
    /// `cool-off`, `self-exclusion` or `house-exclusion`.
    #[schema(pattern = "^(cool-off|self-exclusion|house-exclusion)$")]
    kind: String,
    /// How long, in milliseconds; null for ever.
    #[serde(deserialize_with = "said")]
    #[schema(required)]
    for_ms: Option<u64>,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// What protects you: your limits and breaks, and what is used of them.
#[utoipa::path(get, path = "/api/v1/me/protection", tag = "protection",
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn own(State(house): State<Arc<House>>, signed: SignedIn) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs(Right::Bet)?;
    out(&house, &signed.person.id).await
}

/// Set one of your limits: what is stricter holds at once, what is looser 24 hours later.
#[utoipa::path(put, path = "/api/v1/me/limits/{limit}", tag = "protection", request_body = LimitIn,
    params(("limit" = String, Path, description = "Which, such as `loss-day`")),
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn own_limit(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(limit): Path<String>,
    Body(wish): Body<LimitIn>,
) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs(Right::Bet)?;
    let (id, limit) = (signed.person.id, read_limit(&limit)?);
    let _held = Guards::hold(&house.guards, &id);
    let now_ms = house.pit.now_ms();
    change(&house, id, move |people, id| {
        let which = (Setter::Player, limit);
        people.ask_limit(id, which, wish.value, &By::oneself(id), now_ms).map(|_| ())
    })
    .await
}

/// Take a break: no bet and no money in until it is over, and nothing ends it before. A hand in play is played to its end.
#[utoipa::path(post, path = "/api/v1/me/breaks", tag = "protection", request_body = BreakIn,
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
async fn own_break(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Body(wish): Body<BreakIn>,
) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs(Right::Bet)?;
    let kind = read_break(&wish.kind, &[Break::CoolOff, Break::SelfExclusion])?;
    let id = signed.person.id;
    let _at_one_moment = before_a_break(&house, &id).await;
    let _held = Guards::hold(&house.guards, &id);
    let now_ms = house.pit.now_ms();
    let until = until(wish.for_ms, now_ms)?;
    change(&house, id, move |people, id| {
        people.go_away(id, kind, until, &By::oneself(id), now_ms).map(|_| ())
    })
    .await
}

/// Say that you have seen how long you have been playing and what it cost: the next check comes after as much playing time again.
#[utoipa::path(post, path = "/api/v1/me/reality-checks", tag = "protection",
    responses((status = 200, body = Own), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn checked(State(house): State<Arc<House>>, signed: SignedIn) -> Result<Json<Own>, Answered> {
    signed.person.needs(Right::Bet)?;
    Ok(Json(house.guards.acknowledged(&signed.person.id, house.pit.now_ms()).await?))
}

/// What protects a player: for whoever protects players, for the cashier, who is asked why no bet is taken, and for who reads everything.
#[utoipa::path(get, path = "/api/v1/people/{id}/protection", tag = "protection", params(("id" = String, Path)),
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
async fn of_player(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs_one(&[Right::ProtectPlayers, Right::Cash, Right::ReadAll])?;
    out(&house, &read_player(&id)?).await
}

/// Set a limit of the house for a player.
#[utoipa::path(put, path = "/api/v1/people/{id}/limits/{limit}", tag = "protection", request_body = HouseLimitIn,
    params(("id" = String, Path), ("limit" = String, Path, description = "Which, such as `loss-day`")),
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn limit_by_house(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path((id, limit)): Path<(String, String)>,
    Body(wish): Body<HouseLimitIn>,
) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs(Right::ProtectPlayers)?;
    let (id, limit, by) = (read_player(&id)?, read_limit(&limit)?, signed.person.by(&wish.reason)?);
    let _held = Guards::hold(&house.guards, &id);
    let now_ms = house.pit.now_ms();
    change(&house, id, move |people, id| {
        people.ask_limit(id, (Setter::House, limit), wish.value, &by, now_ms).map(|_| ())
    })
    .await
}

/// Keep a player away, at their wish or at the house's.
#[utoipa::path(post, path = "/api/v1/people/{id}/breaks", tag = "protection", request_body = HouseBreakIn,
    params(("id" = String, Path)),
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn kept_away(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(wish): Body<HouseBreakIn>,
) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs(Right::ProtectPlayers)?;
    let id = read_player(&id)?;
    let (kind, by) = (read_break(&wish.kind, &Break::ALL)?, signed.person.by(&wish.reason)?);
    let _at_one_moment = before_a_break(&house, &id).await;
    let _held = Guards::hold(&house.guards, &id);
    let now_ms = house.pit.now_ms();
    let until = until(wish.for_ms, now_ms)?;
    change(&house, id, move |people, id| people.go_away(id, kind, until, &by, now_ms).map(|_| ())).await
}

/// Let a player in again whom the house has kept away. What the player began ends by itself alone.
#[utoipa::path(post, path = "/api/v1/people/{id}/let-in", tag = "protection", request_body = Because,
    params(("id" = String, Path)),
    responses((status = 200, body = ProtectionOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn let_in(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<Because>,
) -> Result<Json<ProtectionOut>, Answered> {
    signed.person.needs(Right::ProtectPlayers)?;
    let (id, by, now_ms) = (read_player(&id)?, signed.person.by(&said.reason)?, house.pit.now_ms());
    change(&house, id, move |people, id| people.let_in(id, &by, now_ms).map(|_| ())).await
}

/// Waits for money that a cashier is moving for this player, if that is not for long.
async fn before_a_break(house: &House, id: &Name) -> Option<Turn> {
    let turn = house.alone.turn_within(id, BEFORE_A_BREAK).await;
    if turn.is_none() {
        tracing::warn!(player = %id, "a break begins while something else is done about the account, and has not waited for it any longer");
    }
    turn
}

/// Changes what protects a player, sees to it that the next bet knows, and says what it is then.
async fn change(
    house: &House,
    id: Name,
    what: impl FnOnce(&People, &Name) -> Result<(), tercet_people::Error> + Send + 'static,
) -> Result<Json<ProtectionOut>, Answered> {
    let whose = id.clone();
    house.people.ask(move |people, _| what(people, &whose)).await?;
    house.guards.changed(&id).await?;
    house.hubs.wallet_moved(&id, house.pit.now_ms());
    out(house, &id).await
}

async fn out(house: &House, id: &Name) -> Result<Json<ProtectionOut>, Answered> {
    let (whose, now_ms) = (id.clone(), house.pit.now_ms());
    // Nothing is read for somebody who is nobody here.
    house.people.ask(move |people, _| people.account(&whose)).await?;
    let (protection, tally) = house.guards.seen(id, now_ms).await?;
    Ok(Json(ProtectionOut {
        player: id.to_string(),
        limits: Limit::ALL.into_iter().map(|limit| limit_out(limit, &protection, &tally, now_ms)).collect(),
        breaks: protection.aways().map(|away| break_out(&away, &protection, now_ms)).collect(),
        own: crate::guard::own(&protection, &tally, now_ms),
    }))
}

fn limit_out(limit: Limit, protection: &Protection, tally: &Tally, now_ms: u64) -> LimitOut {
    let time = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
    let used = match limit {
        Limit::Loss(window) => tally.loss(window, now_ms).units(),
        Limit::Stake(window) => tally.stake(window, now_ms).units(),
        Limit::PlayingTime => time(tally.playing_ms(now_ms).unwrap_or(0)),
        Limit::RealityCheck => time(tally.unchecked_ms(now_ms)),
    };
    let pending = |setter| {
        let pending = protection.pending_of(setter, limit, now_ms)?;
        Some(PendingOut { value: pending.value, from_ms: pending.from_ms() })
    };
    let (least, most) = limit.bounds();
    LimitOut {
        limit: limit.to_string(),
        holds: protection.limit(limit, now_ms),
        used,
        player: protection.limit_of(Setter::Player, limit, now_ms),
        house: protection.limit_of(Setter::House, limit, now_ms),
        pending: pending(Setter::Player),
        house_pending: pending(Setter::House),
        period_ms: limit.period_ms(),
        least,
        most,
    }
}

fn break_out(away: &Away, protection: &Protection, now_ms: u64) -> BreakOut {
    let until_ms = match away.until {
        Until::Time(time) => Some(time),
        Until::ForEver => None,
    };
    let on = protection.away(now_ms).is_some() && until_ms.is_none_or(|until| until > now_ms);
    BreakOut { kind: away.kind.to_string(), since_ms: away.since_ms, until_ms, on }
}

pub(super) fn read_player(id: &str) -> Result<Name, Not> {
    Name::new(id).map_err(|bad| problem_at(Code::Value, "id", bad))
}

fn read_limit(word: &str) -> Result<Limit, Not> {
    Limit::of(word).ok_or_else(|| {
        let (word, known) = (shown(word, 40), one_of(Limit::ALL.map(Limit::word)));
        problem_at(Code::NotFound, "limit", format!("{word} is no limit; expected {known}"))
    })
}

fn read_break(word: &str, allowed: &[Break]) -> Result<Break, Not> {
    Break::of(word).filter(|kind| allowed.contains(kind)).ok_or_else(|| {
        let (word, known) = (shown(word, 40), one_of(allowed.iter().map(|kind| kind.word())));
        problem_at(
            Code::Value,
            "kind",
            format!("{word} is no break that can be begun here; expected {known}"),
        )
    })
}

fn until(for_ms: Option<u64>, now_ms: u64) -> Result<Until, Not> {
    let too_long = || problem_at(Code::Value, "for_ms", "expected a shorter time, or null for ever");
    for_ms.map_or(Ok(Until::ForEver), |ms| {
        let time = now_ms.checked_add(ms).filter(|time| i64::try_from(*time).is_ok());
        time.map(Until::Time).ok_or_else(too_long)
    })
}
