//! What a player's time and money come to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a player's time and money come to: to be in sight wherever the player bets. Source: RTS 2E, 13B and 13C.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Own {
    /// Since when the player has been playing, without a break of 15 minutes; left out while they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing_since_ms: Option<u64>,
    /// What the player is up or (negative) down since then. What lies on a table counts as lost until it is settled.
    pub net: i64,
    /// The same over the last 24 hours.
    pub net_day: i64,
    /// When the player is to be told of time and cost, and to say that they were, before the next bet; left out if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_at_ms: Option<u64>,
    /// Until when the player is away and can bet nothing; 0 is for ever; left out if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_until_ms: Option<u64>,
}
