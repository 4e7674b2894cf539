//! Why something is not done.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why something is not done: a problem document (RFC 9457).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// What kind of problem it is: `/problems#` and the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in words.
    pub title: String,
    /// The status of the answer.
    pub status: u16,
    /// What is wrong here, and what was expected.
    pub detail: String,
    /// The code of the kind: it never changes.
    pub code: String,
    /// Where in what was sent, if it is at one place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// In how many milliseconds it is worth while to ask again, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}
