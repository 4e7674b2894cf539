//! Whoever is signed in.

use crate::api::json::Body;
use crate::api::sessions::{password, read_login};
use crate::felt::Players as _;
use crate::house::{House, PLAY_MONEY};
use crate::peer::Peer;
use crate::problem::{Answered, Code, problem};
use crate::who::{Person, SignedIn};
use axum::extract::State;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_people::{By, Kind, Password};
use tercet_protocol::live::{Own, Problem};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(me))
        .routes(routes!(join))
        .routes(routes!(rename))
        .routes(routes!(change_password))
}

/// Whoever is signed in.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    /// The person, as in the books: it never changes.
    pub(super) player: String,
    /// What the person is called.
    name: String,
    /// `guest`, who has no password and is known by this session alone; or `member`.
    kind: String,
    /// What the person is: `player`, or one or more of the staff.
    roles: Vec<String>,
    /// What the wallet holds.
    balance: i64,
    /// What the money is: `play`.
    money: String,
    /// What the player's time and money come to, if they have been at a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<Box<Own>>,
    /// When the session ends if nothing more is asked, in milliseconds since 1970-01-01 UTC.
    session_ends_ms: u64,
}

/// What a guest says who becomes a member.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Joining {
    /// The login: 3 to 32 lower-case letters and digits.
    #[schema(pattern = "^[a-z0-9][a-z0-9._-]{2,31}$")]
    login: String,
    /// The password: 8 to 128 characters.
    #[schema(min_length = 8, max_length = 128)]
    password: String,
}

/// What somebody wants to be called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Called {
    /// 1 to 20 letters that look like nobody else's.
    #[schema(min_length = 1, max_length = 20)]
    name: String,
}

/// Another password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Passwords {
    /// The one that holds.
    old: String,
    /// The new one: 8 to 128 characters.
    new: String,
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/v1/me", tag = "people",
    responses((status = 200, body = Me), (status = 401, body = Problem)))]
async fn me(State(house): State<Arc<House>>, signed: SignedIn) -> Result<Json<Me>, Answered> {
    Ok(Json(me_for(&house, &signed.person).await?))
}

/// Becomes a member: a guest chooses login and password, and keeps place and money. The session begins anew.
#[utoipa::path(post, path = "/api/v1/me/member", tag = "people", request_body = Joining,
    responses((status = 201, body = super::sessions::SessionOut), (status = 401, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn join(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
    Body(joining): Body<Joining>,
) -> Result<super::sessions::Begun, Answered> {
    let login = read_login(&joining.login)?;
    let hashed = house.people.hashed(password(&joining.password, &login)?).await?;
    let now_ms = house.pit.now_ms();
    let token = signed.token;
    let joined = move |people: &tercet_people::People, chance: &tercet_people::Chance| {
        people.join(&token, (&login, &hashed), chance, now_ms)
    };
    let began = house.people.ask(joined).await?;
    super::sessions::begun(&house, peer, began)
}

/// Change what you are called.
#[utoipa::path(put, path = "/api/v1/me/name", tag = "people", request_body = Called,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn rename(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Body(called): Body<Called>,
) -> Result<Json<Me>, Answered> {
    let (id, now_ms) = (signed.person.id.clone(), house.pit.now_ms());
    let renames = move |people: &tercet_people::People, _: &tercet_people::Chance| {
        people.rename(&id, &called.name, &By::oneself(&id), now_ms)
    };
    let account = house.people.ask(renames).await?;
    house.people.forget_name(&account.id);
    let person = Person { name: account.display, ..signed.person };
    Ok(Json(me_of(&house, &person, account.kind)?))
}

/// Change your password. The session begins anew, and all others end.
#[utoipa::path(put, path = "/api/v1/me/password", tag = "people", request_body = Passwords,
    responses((status = 201, body = super::sessions::SessionOut), (status = 401, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn change_password(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Extension(peer): Extension<Peer>,
    Body(said): Body<Passwords>,
) -> Result<super::sessions::Begun, Answered> {
    let (id, now_ms) = (signed.person.id.clone(), house.pit.now_ms());
    let account = house.people.ask(move |people, _| people.account(&id)).await?;
    let login = account
        .login
        .ok_or_else(|| problem(Code::NotNow, "a guest has no password; become a member first"))?;
    let new = password(&said.new, &login)?;
    let token = signed.token.clone();
    let attempt = house.people.ask(move |people, _| people.attempt_again(&token, now_ms)).await?;
    let old = Password::typed(&said.old);
    let verified = house.people.slowly(move |chance| attempt.verify(&old, chance)).await?;
    let hashed = house.people.hashed(new).await?;
    let token = signed.token;
    let changes = move |people: &tercet_people::People, chance: &tercet_people::Chance| {
        people.change_password(&token, verified, &hashed, chance, now_ms)
    };
    let began = house.people.ask(changes).await?;
    super::sessions::begun(&house, peer, began)
}

/// What somebody is told who asks who they are.
pub(super) async fn me_for(house: &House, person: &Person) -> Result<Me, Answered> {
    let id = person.id.clone();
    let account = house.people.ask(move |people, _| people.account(&id)).await?;
    me_of(house, person, account.kind)
}

pub(super) fn me_of(house: &House, person: &Person, kind: Kind) -> Result<Me, Answered> {
    let balance = house.balance(&person.id)?;
    Ok(Me {
        player: person.id.to_string(),
        name: person.name.clone(),
        kind: kind.word().into(),
        roles: person.session.roles.all().iter().map(ToString::to_string).collect(),
        balance: balance.units(),
        money: PLAY_MONEY.into(),
        own: house.hubs.own(Some(&person.id), house.pit.now_ms()),
        session_ends_ms: person.session.idle_ends_ms.min(person.session.ends_ms),
    })
}
