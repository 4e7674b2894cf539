//! The cookie in which a browser keeps a session.
//!
//! Where the way is encrypted its name begins with `__Host-`: browsers then take it from this very host alone, over an encrypted way alone, so that
//! neither a neighbour under the same domain nor somebody on the way can put one of their own in its place.

use crate::house::Settings;
use crate::peer::Peer;
use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// Its name where the way is encrypted.
const SECURE: &str = "__Host-tercet";

/// Its name elsewhere, as on one's own machine.
pub(crate) const PLAIN: &str = "tercet";

/// Whether whoever asks comes over an encrypted way, as it is known here.
pub(crate) fn is_secure(settings: &Settings, peer: Peer) -> bool {
    peer.is_secure() || settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

/// The line that makes a browser keep this secret.
pub(crate) fn keep(secret: &str, secure: bool) -> String {
    line(secret, secure, "")
}

/// The line that makes a browser forget it.
pub(crate) fn forget(secure: bool) -> String {
    line("", secure, "; Max-Age=0")
}

fn line(secret: &str, secure: bool, more: &str) -> String {
    let (name, only) = if secure { (SECURE, "; Secure") } else { (PLAIN, "") };
    format!("{name}={secret}; Path=/; HttpOnly; SameSite=Lax{only}{more}")
}

/// The secret that a browser has kept.
pub(crate) fn kept(headers: &HeaderMap, secure: bool) -> Option<&str> {
    let named = if secure { SECURE } else { PLAIN };
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == named).map(|(_, secret)| secret)
}
