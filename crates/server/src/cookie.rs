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
pub(crate) fn kept<'h>(headers: &'h HeaderMap, secure: bool) -> Option<&'h str> {
    let named = if secure { SECURE } else { PLAIN };
    // What others on this host have put beside it need not even be text.
    let mut pairs =
        headers.get_all(COOKIE).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b';'));
    let own = |pair: &'h [u8]| pair.trim_ascii().strip_prefix(named.as_bytes())?.strip_prefix(b"=");
    pairs.find_map(own).and_then(|secret| std::str::from_utf8(secret).ok())
}
