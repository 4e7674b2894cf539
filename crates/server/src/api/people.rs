//! The people of the house, for those of the staff who look after them.

use crate::api::json::Body;
use crate::api::params::Params;
use crate::api::path::Path;
use crate::api::protection::read_player;
use crate::api::sessions::{LinkOut, password, read_login, read_roles};
use crate::directory::refused;
use crate::house::House;
use crate::problem::{Answered, Code, problem, problem_at};
use crate::who::SignedIn;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_people::{
    Account, By, Error, Kind, Link, Look, People, Purpose, Refused, Right, Session, SessionId, Token,
};
use tercet_protocol::live::Problem;
use tercet_protocol::said::or_left_out;
use tercet_rules::Money;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(people))
        .routes(routes!(person))
        .routes(routes!(set_roles))
        .routes(routes!(rename_one))
        .routes(routes!(close_account))
        .routes(routes!(reopen))
        .routes(routes!(sessions_of, end_sessions_of))
        .routes(routes!(own_sessions, end_own_sessions))
        .routes(routes!(end_session))
        .routes(routes!(unlock))
        .routes(routes!(password_link))
        .routes(routes!(new_password))
        .routes(routes!(links))
        .routes(routes!(end_link))
}

/// How many people one page has at most.
const PAGE: usize = 100;

/// An account, without its secrets.
#[derive(Serialize, ToSchema)]
struct PersonOut {
    /// Its name in the books, which never changes.
    id: String,
    /// `guest` or `member`.
    kind: String,
    /// What others see.
    name: String,
    /// By what its owner signs in; left out for guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    login: Option<String>,
    /// What its owner is in the house.
    roles: Vec<String>,
    /// When it was made.
    created_ms: u64,
    /// Left out while it is active.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<ClosedOut>,
}

/// That an account is closed.
#[derive(Serialize, ToSchema)]
struct ClosedOut {
    /// Since when.
    since_ms: u64,
    /// By whom: an account, `house` or `nobody`.
    by: String,
    /// Why.
    reason: String,
}

/// A page of people.
#[derive(Serialize, ToSchema)]
struct PeoplePage {
    /// In the order of their ids.
    people: Vec<PersonOut>,
    /// What to ask for as `after` to get the next page; left out on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What somebody is to be in the house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RolesIn {
    /// `player`, `dealer`, `floor`, `cashier`, `auditor`, `administrator`.
    roles: Vec<String>,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// What somebody is to be called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NameIn {
    /// 1 to 20 letters that look like nobody else's.
    #[schema(min_length = 1, max_length = 20)]
    name: String,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Why something is done.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Because {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    pub(super) reason: String,
}

/// Why an account is closed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Closing {
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Whether it is closed although it has money in its wallet or on a table; not, if it is left out.
    #[serde(default, deserialize_with = "or_left_out")]
    with_money: bool,
}

/// A login that may be tried again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Unlocking {
    /// The login.
    #[schema(pattern = "^[a-z0-9][a-z0-9._-]{2,31}$")]
    login: String,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Whether there was anything to undo.
#[derive(Serialize, ToSchema)]
struct Unlocked {
    /// Whether the login had failed at all.
    had_failed: bool,
}

/// A new password, by a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    /// The secret of the link.
    #[schema(min_length = 1)]
    token: String,
    /// The password: 8 to 128 characters.
    #[schema(min_length = 8, max_length = 128)]
    password: String,
}

/// A session, without its secret.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionInfo {
    /// Its number.
    id: u64,
    /// `browser` or `program`.
    kind: String,
    /// When it began.
    created_ms: u64,
    /// When it was last used.
    seen_ms: u64,
    /// When it ends if it is not used.
    ends_ms: u64,
    /// From where it was begun.
    peer: String,
    /// Whether it is the one that asks.
    own: bool,
}

/// How many sessions ended.
#[derive(Serialize, ToSchema)]
struct Ended {
    /// So many.
    ended: usize,
}

/// A link, without its secret.
#[derive(Serialize, ToSchema)]
struct LinkInfo {
    /// Its number.
    id: u64,
    /// What it is for: `invitation: …` or `password: …`.
    purpose: String,
    /// When it was made.
    made_ms: u64,
    /// By whom: an account, `house` or `nobody`.
    made_by: String,
    /// Until when it can be used.
    ends_ms: u64,
}

/// The people of the house.
#[utoipa::path(get, path = "/api/v1/people", tag = "staff", params(
        ("text" = Option<String>, Query, description = "Whose id, login or name has this in it"),
        ("kind" = Option<String>, Query, description = "`guest` or `member`", pattern = "^(guest|member)$"),
        ("active" = Option<bool>, Query, description = "Whether active or closed accounts"),
        ("staff" = Option<bool>, Query, description = "Whether only those of the staff"),
        ("after" = Option<String>, Query, description = "The `next` of the page before")),
    responses((status = 200, body = PeoplePage), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
async fn people(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    params: Params,
) -> Result<Json<PeoplePage>, Answered> {
    signed.person.needs(Right::ReadPeople)?;
    params.only(&["text", "kind", "active", "staff", "after"])?;
    let whether = [("true", true), ("false", false)];
    let look = Look {
        kind: params.word("kind", &[Kind::Guest, Kind::Member].map(|kind| (kind.word(), kind)))?,
        active: params.word("active", &whether)?,
        text: params.one("text")?.map(Into::into),
        staff: params.word("staff", &whether)?.unwrap_or(false),
        after: params.name("after")?,
    };
    let found = house.people.ask(move |people, _| people.accounts(&look, PAGE)).await?;
    let next = (found.len() == PAGE).then(|| found.last().map(|last| last.id.to_string())).flatten();
    Ok(Json(PeoplePage { people: found.into_iter().map(person_out).collect(), next }))
}

/// One of the people.
#[utoipa::path(get, path = "/api/v1/people/{id}", tag = "staff", params(("id" = String, Path)),
    responses((status = 200, body = PersonOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
async fn person(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<PersonOut>, Answered> {
    signed.person.needs(Right::ReadPeople)?;
    let id = read_player(&id)?;
    Ok(Json(person_out(house.people.ask(move |people, _| people.account(&id)).await?)))
}

/// Change what somebody is in the house. All their sessions end, and the links that they made if they manage people no more. Whoever has money, or bets in
/// play, stays a player (`has-money`): nobody is of the staff in a round of their own.
#[utoipa::path(put, path = "/api/v1/people/{id}/roles", tag = "staff", params(("id" = String, Path)),
    request_body = RolesIn,
    responses((status = 200, body = PersonOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn set_roles(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<RolesIn>,
) -> Result<Json<PersonOut>, Answered> {
    let roles = read_roles(&said.roles)?;
    // Of the money of others only those are told who may do this.
    signed.person.needs(Right::ManagePeople)?;
    let who = read_player(&id)?;
    let _at_one_moment = house.alone.turn(&who).await;
    let money = house.money_of(&who)?;
    let now = house.people.ask(move |people, _| people.account(&who)).await?.roles;
    // Whoever is no player already has no other way to the money than to become one.
    if now.may(Right::Bet) && !roles.may(Right::Bet) && money != Money::ZERO {
        let detail = format!(
            "{money} in the wallet and on the tables, which only a player can bet or be paid; expected it to be paid out first"
        );
        return Err(problem_at(Code::HasMoney, "roles", detail).into());
    }
    change(&house, &signed, &id, &said.reason, move |people, id, by, now_ms| {
        people.set_roles(id, &roles, by, now_ms)
    })
    .await
}

/// Change what somebody is called.
#[utoipa::path(put, path = "/api/v1/people/{id}/name", tag = "staff", params(("id" = String, Path)),
    request_body = NameIn,
    responses((status = 200, body = PersonOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn rename_one(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<NameIn>,
) -> Result<Json<PersonOut>, Answered> {
    let renamed = change(&house, &signed, &id, &said.reason, move |people, id, by, now_ms| {
        people.rename(id, &said.name, by, now_ms)
    });
    let renamed = renamed.await?;
    house.people.forget_name(&read_player(&id)?);
    Ok(renamed)
}

/// Close an account: nobody signs in with it any more, and its sessions and the links that its owner made end. If it has money or bets, that must be said, as they stay where they are:
/// pay the money out first, as a rule.
#[utoipa::path(post, path = "/api/v1/people/{id}/close", tag = "staff", params(("id" = String, Path)),
    request_body = Closing,
    responses((status = 200, body = PersonOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn close_account(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<Closing>,
) -> Result<Json<PersonOut>, Answered> {
    let player = read_player(&id)?;
    // Of the money of others only those are told who may close their accounts.
    if player != signed.person.id {
        signed.person.needs(Right::ManagePeople)?;
    }
    let _at_one_moment = house.alone.turn(&player).await;
    if !said.with_money {
        let money = house.money_of(&player)?;
        if money != Money::ZERO {
            let detail = format!(
                "{money} in the wallet and on the tables; expected it to be paid out, or with_money to be true"
            );
            return Err(problem_at(Code::HasMoney, "with_money", detail).into());
        }
    }
    change(&house, &signed, &id, &said.reason, |people, id, by, now_ms| people.close(id, by, now_ms)).await
}

/// Open a closed account again.
#[utoipa::path(post, path = "/api/v1/people/{id}/reopen", tag = "staff", params(("id" = String, Path)),
    request_body = Because,
    responses((status = 200, body = PersonOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn reopen(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<Because>,
) -> Result<Json<PersonOut>, Answered> {
    change(&house, &signed, &id, &said.reason, |people, id, by, now_ms| people.reopen(id, by, now_ms)).await
}

/// The sessions of somebody: one's own, or those of others for who manages people.
#[utoipa::path(get, path = "/api/v1/people/{id}/sessions", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = [SessionInfo]), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn sessions_of(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<Vec<SessionInfo>>, Answered> {
    let id = read_player(&id)?;
    if id != signed.person.id {
        signed.person.needs(Right::ManagePeople)?;
    }
    let own = signed.person.session.id;
    let all = house.people.in_memory().sessions_of(&id, house.pit.now_ms());
    Ok(Json(all.into_iter().map(|session| session_info(session, own)).collect()))
}

/// End all sessions of somebody: one's own, or those of others for who manages people.
#[utoipa::path(delete, path = "/api/v1/people/{id}/sessions", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = Ended), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem)))]
async fn end_sessions_of(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
) -> Result<Json<Ended>, Answered> {
    let (id, by, now_ms) = (read_player(&id)?, signed.person.by("sessions ended")?, house.pit.now_ms());
    let ended = house.people.ask(move |people, _| people.end_sessions_of(&id, &by, now_ms)).await?;
    Ok(Json(Ended { ended }))
}

/// Your own sessions.
#[utoipa::path(get, path = "/api/v1/me/sessions", tag = "people",
    responses((status = 200, body = [SessionInfo]), (status = 401, body = Problem)))]
async fn own_sessions(State(house): State<Arc<House>>, signed: SignedIn) -> Json<Vec<SessionInfo>> {
    let (id, own) = (&signed.person.id, signed.person.session.id);
    let all = house.people.in_memory().sessions_of(id, house.pit.now_ms());
    Json(all.into_iter().map(|session| session_info(session, own)).collect())
}

/// End all your sessions, this one too: you are signed out everywhere.
#[utoipa::path(delete, path = "/api/v1/me/sessions", tag = "people",
    responses((status = 200, body = Ended), (status = 401, body = Problem)))]
async fn end_own_sessions(
    State(house): State<Arc<House>>,
    signed: SignedIn,
) -> Result<Json<Ended>, Answered> {
    let (id, by, now_ms) =
        (signed.person.id.clone(), signed.person.by("sessions ended")?, house.pit.now_ms());
    let ended = house.people.ask(move |people, _| people.end_sessions_of(&id, &by, now_ms)).await?;
    Ok(Json(Ended { ended }))
}

/// End one session, by its number: one's own, or that of somebody else for who manages people.
#[utoipa::path(delete, path = "/api/v1/sessions/{session}", tag = "people", params(("session" = u64, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn end_session(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(session): Path<String>,
) -> Result<StatusCode, Answered> {
    let number = session.parse();
    let number =
        number.map_err(|_| problem_at(Code::NotFound, "session", "expected the number of a session"))?;
    let (by, now_ms) = (signed.person.by("session ended")?, house.pit.now_ms());
    let (own, manages) = (signed.person.id, signed.person.session.roles.may(Right::ManagePeople));
    // Whose session has this number is nobody else's business.
    let known = house.people.in_memory().live(SessionId(number), now_ms);
    if known.is_none_or(|session| session.account != own && !manages) {
        return Err(problem(Code::NotFound, "there is no such session of yours").into());
    }
    house.people.ask(move |people, _| people.end_session(SessionId(number), &by, now_ms)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let a login be tried again that is locked.
#[utoipa::path(post, path = "/api/v1/people/unlock", tag = "staff", request_body = Unlocking,
    responses((status = 200, body = Unlocked), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
async fn unlock(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Body(said): Body<Unlocking>,
) -> Result<Json<Unlocked>, Answered> {
    let (login, by, now_ms) = (read_login(&said.login)?, signed.person.by(&said.reason)?, house.pit.now_ms());
    let had_failed = house.people.ask(move |people, _| people.unlock(&login, &by, now_ms)).await?;
    Ok(Json(Unlocked { had_failed }))
}

/// Make a link by which somebody gets a new password.
#[utoipa::path(post, path = "/api/v1/people/{id}/password-link", tag = "staff", params(("id" = String, Path)),
    request_body = Because,
    responses((status = 201, body = LinkOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn password_link(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(id): Path<String>,
    Body(said): Body<Because>,
) -> Result<(StatusCode, Json<LinkOut>), Answered> {
    let (id, by, now_ms) = (read_player(&id)?, signed.person.by(&said.reason)?, house.pit.now_ms());
    let makes = move |people: &People, chance: &tercet_people::Chance| {
        people.make_link(&Purpose::Password(id), &by, chance, now_ms)
    };
    let (token, link) = house.people.ask(makes).await?;
    Ok((StatusCode::CREATED, Json(LinkOut::new(&token, &link))))
}

/// Use such a link: choose a new password, and sign in with it. Other such links for the account end.
#[utoipa::path(post, path = "/api/v1/links/password", tag = "people", request_body = NewPassword,
    responses((status = 204), (status = 410, body = Problem), (status = 422, body = Problem)))]
async fn new_password(
    State(house): State<Arc<House>>,
    Body(said): Body<NewPassword>,
) -> Result<StatusCode, Answered> {
    let now_ms = house.pit.now_ms();
    let no_link = || refused(&Error::Refused(Refused::NoLink));
    let token = Token::read(&said.token).ok_or_else(no_link)?;
    let looks = token.clone();
    // A password is not hashed for whoever has no link.
    let link = house.people.ask(move |people, _| people.link(&looks, now_ms)).await?;
    let Purpose::Password(id) = link.purpose else { return Err(no_link().into()) };
    let account = house.people.ask(move |people, _| people.account(&id)).await?;
    let login = account.login.ok_or_else(no_link)?;
    let hashed = house.people.hashed(password(&said.password, &login)?).await?;
    house.people.ask(move |people, _| people.new_password(&token, &hashed, now_ms)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The links that can still be used.
#[utoipa::path(get, path = "/api/v1/links", tag = "staff",
    responses((status = 200, body = [LinkInfo]), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn links(State(house): State<Arc<House>>, signed: SignedIn) -> Result<Json<Vec<LinkInfo>>, Answered> {
    signed.person.needs(Right::ManagePeople)?;
    let now_ms = house.pit.now_ms();
    let all = house.people.ask(move |people, _| people.links(now_ms)).await?;
    Ok(Json(all.into_iter().map(link_info).collect()))
}

/// See to it that a link cannot be used.
#[utoipa::path(delete, path = "/api/v1/links/{link}", tag = "staff", params(("link" = u64, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 410, body = Problem)))]
async fn end_link(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Path(link): Path<String>,
) -> Result<StatusCode, Answered> {
    let number = link.parse();
    let number = number.map_err(|_| problem_at(Code::NotFound, "link", "expected the number of a link"))?;
    let (by, now_ms) = (signed.person.by("link ended")?, house.pit.now_ms());
    house.people.ask(move |people, _| people.end_link(number, &by, now_ms)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes an account for somebody of the staff, with a reason; says what it is then.
async fn change(
    house: &House,
    signed: &SignedIn,
    id: &str,
    reason: &str,
    what: impl FnOnce(&People, &Name, &By, u64) -> Result<Account, Error> + Send + 'static,
) -> Result<Json<PersonOut>, Answered> {
    let (id, by, now_ms) = (read_player(id)?, signed.person.by(reason)?, house.pit.now_ms());
    let changed = house.people.ask(move |people, _| what(people, &id, &by, now_ms)).await?;
    Ok(Json(person_out(changed)))
}

fn person_out(account: Account) -> PersonOut {
    PersonOut {
        id: account.id.to_string(),
        kind: account.kind.to_string(),
        name: account.display,
        login: account.login.map(|login| login.to_string()),
        roles: account.roles.all().iter().map(ToString::to_string).collect(),
        created_ms: account.created_ms,
        closed: account.closed.map(|closed| ClosedOut {
            since_ms: closed.since_ms,
            by: closed.by,
            reason: closed.reason,
        }),
    }
}

fn session_info(session: Session, own: SessionId) -> SessionInfo {
    SessionInfo {
        id: session.id.0,
        kind: session.kind.to_string(),
        created_ms: session.created_ms,
        seen_ms: session.seen_ms,
        ends_ms: session.idle_ends_ms.min(session.ends_ms),
        own: session.id == own,
        peer: session.peer,
    }
}

fn link_info(link: Link) -> LinkInfo {
    LinkInfo {
        id: link.id,
        purpose: link.purpose.to_string(),
        made_ms: link.made_ms,
        made_by: link.made_by,
        ends_ms: link.ends_ms,
    }
}
