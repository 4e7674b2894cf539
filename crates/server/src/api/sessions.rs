//! Coming and going.

use crate::api::json::Body;
use crate::api::me::{Me, me_for, me_of};
use crate::cookie;
use crate::directory::refused;
use crate::house::House;
use crate::peer::Peer;
use crate::problem::{Answered, Code, Not, not_written, problem, problem_at};
use crate::who::{Came, Person, SignedIn, came};
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tercet_people::{
    Arrival, Error, Link, Login, Password, Purpose, Refused, Right, Role, Roles, SessionKind,
    SignedIn as Began, Token,
};
use tercet_protocol::live::Problem;
use tercet_protocol::said::or_left_out;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(guest))
        .routes(routes!(sign_in))
        .routes(routes!(current_session, sign_out))
        .routes(routes!(invite))
        .routes(routes!(accept))
}

/// In what a session lives.
#[derive(Clone, Copy, Deserialize, Default, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Keeps {
    /// A program keeps the token and sends it with every request.
    #[default]
    Program,
    /// A browser keeps a cookie, which no script can read.
    Browser,
}

/// What somebody says who comes as a guest.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GuestIn {
    /// What the guest is called: 1 to 20 letters that look like nobody else's.
    #[schema(min_length = 1, max_length = 20)]
    name: String,
    /// In what the session lives.
    #[serde(default, deserialize_with = "or_left_out")]
    keeps: Keeps,
}

/// What somebody says who has an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Credentials {
    /// The login.
    login: String,
    /// The password.
    password: String,
    /// In what the session lives.
    #[serde(default, deserialize_with = "or_left_out")]
    keeps: Keeps,
}

/// Whom somebody invites.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Invitation {
    /// The roles of the new account: `player`, `dealer`, `floor`, `cashier`, `auditor`, `administrator`.
    roles: Vec<String>,
    /// Why.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// A link that can be used once.
#[derive(Serialize, ToSchema)]
pub(super) struct LinkOut {
    /// Its number.
    id: u64,
    /// Its secret: whoever has it can use it.
    token: String,
    /// Until when, in milliseconds since 1970-01-01 UTC.
    ends_ms: u64,
}

impl LinkOut {
    pub(super) fn new(token: &Token, link: &Link) -> LinkOut {
        LinkOut { id: link.id, token: token.secret().to_string(), ends_ms: link.ends_ms }
    }
}

/// What somebody says who was invited.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Accepting {
    /// The secret of the link.
    #[schema(min_length = 1)]
    token: String,
    /// What the person is called.
    #[schema(min_length = 1, max_length = 20)]
    name: String,
    /// The login: 3 to 32 lower-case letters and digits.
    #[schema(pattern = "^[a-z0-9][a-z0-9._-]{2,31}$")]
    login: String,
    /// The password: 8 to 128 characters.
    #[schema(min_length = 8, max_length = 128)]
    password: String,
    /// In what the session lives.
    #[serde(default, deserialize_with = "or_left_out")]
    keeps: Keeps,
}

/// A session.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionOut {
    /// The token, for a program: send it as `Authorization: Bearer …`. A browser has it in a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    /// Who is signed in.
    me: Me,
}

/// The session of whoever asks.
#[derive(Serialize, ToSchema)]
struct CurrentSession {
    /// Who is signed in; left out if nobody is.
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<Me>,
}

/// The line about the cookie in the head of an answer.
type Cookie = [(HeaderName, String); 1];

/// A session that has begun, as the answer.
pub(super) type Begun = (StatusCode, Option<Cookie>, Json<SessionOut>);

/// Come in as a guest, with play money.
#[utoipa::path(post, path = "/api/v1/sessions/guest", tag = "people", request_body = GuestIn,
    responses((status = 201, body = SessionOut), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn guest(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Body(guest): Body<GuestIn>,
) -> Result<Begun, Answered> {
    if !house.settings.guests {
        return Err(problem(Code::NoGuests, "expected an account; ask the house for an invitation").into());
    }
    let (now_ms, kind, from) = (house.pit.now_ms(), kind(guest.keeps), peer.to_string());
    let comes = move |people: &tercet_people::People, chance: &tercet_people::Chance| {
        people.guest(&guest.name, Arrival { kind, peer: &from }, chance, now_ms)
    };
    let began = house.people.ask(comes).await?;
    house.fund(&began.account.id).await.map_err(|error| not_written(&error))?;
    begun(&house, peer, began)
}

/// Sign in with login and password.
#[utoipa::path(post, path = "/api/v1/sessions", tag = "people", request_body = Credentials,
    responses((status = 201, body = SessionOut), (status = 401, body = Problem), (status = 429, body = Problem)))]
async fn sign_in(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Body(said): Body<Credentials>,
) -> Result<Begun, Answered> {
    let (now_ms, kind, from) = (house.pit.now_ms(), kind(said.keeps), peer.to_string());
    let attempt = house.people.ask(move |people, _| people.attempt(&said.login, now_ms)).await?;
    let typed = Password::typed(&said.password);
    let verified = house.people.slowly(move |chance| attempt.verify(&typed, chance)).await?;
    let comes = move |people: &tercet_people::People, chance: &tercet_people::Chance| {
        people.sign_in(verified, Arrival { kind, peer: &from }, chance, now_ms)
    };
    let began = house.people.ask(comes).await?;
    begun(&house, peer, began)
}

/// Who is signed in here, or nobody: for a page, which cannot look into the cookie, so that nothing fails for whoever is new. A cookie whose session is over is forgotten.
#[utoipa::path(get, path = "/api/v1/sessions/current", tag = "people", security((), ("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = CurrentSession)))]
async fn current_session(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    signed: Result<SignedIn, Answered>,
) -> Result<Response, Answered> {
    let signed = match signed {
        Ok(signed) => signed,
        Err(Answered(not)) if not.status == StatusCode::UNAUTHORIZED => {
            let (nobody, secure) =
                (Json(CurrentSession { me: None }), cookie::is_secure(&house.settings, peer));
            // Only a cookie that was looked at is forgotten: whoever asked without one may have signed in before this answer comes, and of one beside a bearer
            // token nothing is known.
            let forgets = forgotten(came(&headers, secure), secure);
            return Ok((forgets, nobody).into_response());
        }
        Err(other) => return Err(other),
    };
    Ok(Json(CurrentSession { me: Some(me_for(&house, &signed.person).await?) }).into_response())
}

/// Sign out: the session is over at once, wherever it is used.
#[utoipa::path(delete, path = "/api/v1/sessions/current", tag = "people",
    responses((status = 204), (status = 401, body = Problem)))]
async fn sign_out(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    signed: SignedIn,
) -> Result<(StatusCode, Option<Cookie>, ()), Answered> {
    let (now_ms, came) = (house.pit.now_ms(), signed.came);
    house.people.ask(move |people, _| people.sign_out(&signed.token, now_ms)).await?;
    Ok((StatusCode::NO_CONTENT, forgotten(Some(came), cookie::is_secure(&house.settings, peer)), ()))
}

/// Makes a browser forget the cookie, if that is how the session came that is over.
fn forgotten(came: Option<Came>, secure: bool) -> Option<Cookie> {
    (came == Some(Came::InACookie)).then(|| [(SET_COOKIE, cookie::forget(secure))])
}

/// Invite somebody: the link makes one account with these roles.
#[utoipa::path(post, path = "/api/v1/links", tag = "people", request_body = Invitation,
    responses((status = 201, body = LinkOut), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem)))]
async fn invite(
    State(house): State<Arc<House>>,
    signed: SignedIn,
    Body(invitation): Body<Invitation>,
) -> Result<(StatusCode, Json<LinkOut>), Answered> {
    signed.person.needs(Right::ManagePeople)?;
    let roles = read_roles(&invitation.roles)?;
    let (by, now_ms) = (signed.person.by(&invitation.reason)?, house.pit.now_ms());
    let makes = move |people: &tercet_people::People, chance: &tercet_people::Chance| {
        people.make_link(&Purpose::Invitation(roles), &by, chance, now_ms)
    };
    let (token, link) = house.people.ask(makes).await?;
    Ok((StatusCode::CREATED, Json(LinkOut::new(&token, &link))))
}

/// Use a link of invitation: choose what you are called, a login and a password.
#[utoipa::path(post, path = "/api/v1/links/accept", tag = "people", request_body = Accepting,
    responses((status = 201, body = SessionOut), (status = 409, body = Problem), (status = 410, body = Problem),
        (status = 422, body = Problem)))]
async fn accept(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Body(said): Body<Accepting>,
) -> Result<Begun, Answered> {
    let (now_ms, kind, from) = (house.pit.now_ms(), kind(said.keeps), peer.to_string());
    let no_link = || refused(&Error::Refused(Refused::NoLink));
    let link = Token::read(&said.token).ok_or_else(no_link)?;
    let (login, looks) = (read_login(&said.login)?, link.clone());
    // A password is not hashed for whoever has no link.
    house.people.ask(move |people, _| people.link(&looks, now_ms)).await?;
    let hashed = house.people.hashed(password(&said.password, &login)?).await?;
    let comes = move |people: &tercet_people::People, chance: &tercet_people::Chance| {
        people.accept(&link, &said.name, (&login, &hashed), Arrival { kind, peer: &from }, chance, now_ms)
    };
    let began = house.people.ask(comes).await?;
    begun(&house, peer, began)
}

fn kind(keeps: Keeps) -> SessionKind {
    match keeps {
        Keeps::Program => SessionKind::Program,
        Keeps::Browser => SessionKind::Browser,
    }
}

pub(super) fn read_roles(words: &[String]) -> Result<Roles, Not> {
    let role = |word: &String| {
        Role::of(word).ok_or_else(|| {
            let (word, known) = (tercet_rules::shown(word, 40), Role::ALL.map(Role::word));
            problem_at(
                Code::Value,
                "roles",
                format!("{word} is no role; expected {}", tercet_rules::one_of(known)),
            )
        })
    };
    let roles: Vec<Role> = words.iter().map(role).collect::<Result<_, _>>()?;
    Roles::new(&roles).map_err(|bad| problem_at(Code::Value, "roles", bad))
}

pub(super) fn read_login(text: &str) -> Result<Login, Not> {
    Login::new(text).map_err(|bad| problem_at(Code::Value, "login", bad))
}

pub(super) fn password(text: &str, login: &Login) -> Result<Password, Not> {
    Password::new(text, login).map_err(|bad| problem_at(Code::Value, "password", bad))
}

/// The answer to whoever has begun a session: a program is told the token, a browser keeps it in a cookie. What a browser has kept is none of a program's business.
pub(super) fn begun(house: &House, peer: Peer, began: Began) -> Result<Begun, Answered> {
    let Began { token, session, account } = began;
    let (secret, secure) = (token.secret(), cookie::is_secure(&house.settings, peer));
    let (token, cookie) = match session.kind {
        SessionKind::Program => (Some(secret.to_string()), None),
        SessionKind::Browser => (None, Some([(SET_COOKIE, cookie::keep(&secret, secure))])),
    };
    let person = Person { id: account.id, name: account.display, session };
    let out = SessionOut { token, me: me_of(house, &person, account.kind)? };
    Ok((StatusCode::CREATED, cookie, Json(out)))
}
