//! Who asks: known by the session, never by what a message says.

use crate::cookie;
use crate::directory::refused;
use crate::house::House;
use crate::problem::{Answered, Code, Not, problem};
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use std::sync::Arc;
use tercet_ledger::Name;
use tercet_people::{By, Right, Session, Token, Who};

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: Name,
    pub(crate) name: String,
    pub(crate) session: Session,
}

impl Person {
    pub(crate) fn may(&self, right: Right) -> bool {
        self.session.roles.may(right)
    }

    /// # Errors
    ///
    /// If the person may not do this.
    pub(crate) fn needs(&self, right: Right) -> Result<(), Not> {
        self.needs_one(&[right])
    }

    /// # Errors
    ///
    /// If the person may do none of these.
    pub(crate) fn needs_one(&self, rights: &[Right]) -> Result<(), Not> {
        if rights.iter().any(|right| self.may(*right)) {
            return Ok(());
        }
        Err(problem(Code::Forbidden, Right::expected(rights)))
    }

    /// The person as the one who does something, with the reason that was given.
    ///
    /// # Errors
    ///
    /// If the reason is missing, too long, or cannot be shown.
    pub(crate) fn by(&self, reason: &str) -> Result<By, Not> {
        By::new(Who::Account(self.id.clone()), reason).map_err(|error| refused(&error))
    }
}

/// How the session came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Came {
    /// In a cookie: a page may have sent it without anybody's knowledge.
    InACookie,
    /// In a header that no page of others can set.
    AsBearer,
}

/// Somebody who is signed in, and how that is known.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    pub(crate) person: Person,
    pub(crate) came: Came,
    pub(crate) token: Token,
}

/// The token of a request, and how it came: what comes as a bearer is the session that is meant, whatever the cookie holds.
fn token(headers: &HeaderMap, secure: bool) -> Option<(&str, Came)> {
    let said = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
    // A scheme alone is one with no token: the space behind it does not arrive.
    let words =
        said.map(|said| said.split_at(said.iter().position(|byte| *byte == b' ').unwrap_or(said.len())));
    // The name of the scheme may be written in either case (RFC 9110, section 11.1).
    if let Some((_, token)) = words.filter(|(scheme, _)| scheme.eq_ignore_ascii_case(b"bearer")) {
        // What is no text is no token of ours.
        return Some((std::str::from_utf8(token.trim_ascii()).unwrap_or_default(), Came::AsBearer));
    }
    cookie::kept(headers, secure).map(|token| (token, Came::InACookie))
}

/// How the session of a request came, if one did, good or not.
pub(crate) fn came(headers: &HeaderMap, secure: bool) -> Option<Came> {
    token(headers, secure).map(|(_, came)| came)
}

impl OptionalFromRequestParts<Arc<House>> for SignedIn {
    type Rejection = Answered;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Option<SignedIn>, Answered> {
        let secure = parts.extensions.get().is_some_and(|peer| cookie::is_secure(&house.settings, *peer));
        let Some((text, came)) = token(&parts.headers, secure) else { return Ok(None) };
        let known = Token::read(text).and_then(|token| {
            let session = house.people.in_memory().session(&token, house.pit.now_ms()).ok()?;
            Some((token, session))
        });
        let Some((token, session)) = known else {
            let detail = "the session is over, or was never one; sign in again";
            return Err(problem(Code::SignIn, detail).into());
        };
        // Who only reads is counted by the address.
        if !parts.method.is_safe() {
            house.rates.ask(&session.account)?;
        }
        let (id, name) = (session.account.clone(), house.people.called(&session.account));
        Ok(Some(SignedIn { person: Person { id, name, session }, came, token }))
    }
}

impl FromRequestParts<Arc<House>> for SignedIn {
    type Rejection = Answered;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<SignedIn, Answered> {
        let signed =
            <SignedIn as OptionalFromRequestParts<Arc<House>>>::from_request_parts(parts, house).await?;
        signed.ok_or_else(|| {
            problem(Code::SignIn, "expected a session, in the cookie or as a bearer token").into()
        })
    }
}
