//! Links that are used once, as the pages of a house take them.

/// The page that takes an invitation.
pub(crate) const JOIN: &str = "join";

/// The page that takes a link for a new password.
pub(crate) const PASSWORD: &str = "password";

/// The link that leads to a page of the house at this address, with the secret that is used there.
pub(crate) fn link(url: &str, page: &str, token: &str) -> String {
    format!("{url}/#/{page}/{token}")
}
