//! What goes over the line.

use super::object::object;
use super::{Advice, AskBody, Fact, Own, Problem, TableState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// The version of the messages. A client that knows it understands every server that says it.
pub const VERSION: u32 = 1;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// Watch a table: answered by a snapshot.
    Watch {
        /// The table.
        table: String,
        /// The last number that the client has, after a break.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// Watch it no more.
    Unwatch {
        /// The table.
        table: String,
    },
    /// Ask a table for something: answered by `done` or `refused` under the same key.
    Ask {
        /// The key: 1 to 64 bytes that no other ask of this player at this table has. Ask again under it if the answer is lost.
        key: String,
        /// The table.
        table: String,
        /// What.
        #[serde(deserialize_with = "object")]
        ask: AskBody,
    },
    /// Say what each decision of a spot of the player's is worth, where the table gives hints: answered by `advice`, or by `refused` under the same key.
    Advise {
        /// A key: 1 to 64 bytes, by which the answer is known. It may be used again.
        key: String,
        /// The table.
        table: String,
        /// The spot, from 1.
        #[schema(maximum = 255)]
        spot: u8,
    },
    /// Say the time: answered by `pong`.
    // With braces, so that a field which there is not is refused as everywhere.
    Ping {},
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The first message.
    Hello {
        /// The version of the messages.
        version: u32,
        /// The time of the house.
        now_ms: u64,
        /// The player, as in the books; left out for who only watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// What the player is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What the wallet holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        balance: Option<i64>,
        /// What the money is: `play`, which nobody can turn into anything else.
        money: String,
        /// What the player's time and money come to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Box<Own>>,
    },
    /// A whole table. It takes the place of all that was said of it before.
    Snapshot {
        /// The table.
        table: String,
        /// Its number.
        n: u64,
        /// The time of the house.
        now_ms: u64,
        /// The state.
        state: Box<TableState>,
        /// What the player's time and money come to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Box<Own>>,
        /// What happened since the number that the client said it had, each fact once, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        missed: Vec<Fact>,
        /// Whether more had happened before that: then it is in the history only.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        more_missed: bool,
    },
    /// A table went on.
    Event {
        /// The table.
        table: String,
        /// The number that the client must have for this.
        after: u64,
        /// The number after it.
        n: u64,
        /// The time of the house.
        now_ms: u64,
        /// What happened, in order.
        facts: Vec<Fact>,
        /// The same in the words of a dealer.
        words: Vec<String>,
        /// What changed of the state: a merge patch (RFC 7396).
        #[schema(value_type = Object)]
        patch: Value,
    },
    /// What was asked is done, for good.
    Done {
        /// The key.
        key: String,
        /// The table.
        table: String,
        /// The place of its record in the journal.
        record: u64,
        /// When it was written.
        at_ms: u64,
        /// Whether it was done before, under this key.
        again: bool,
    },
    /// What was asked is not done, and nothing has changed.
    Refused {
        /// The key, where the message had one that could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The table, where the message had one that could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// What each decision of a spot is worth.
    Advice {
        /// The key.
        key: String,
        /// The table.
        table: String,
        /// The values.
        advice: Box<Advice>,
    },
    /// What the wallet holds by now.
    Wallet {
        /// So much.
        balance: i64,
        /// What the player's time and money come to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<Box<Own>>,
    },
    /// The time of the house.
    Pong {
        /// Now.
        now_ms: u64,
    },
    /// The last message: the server hangs up.
    Bye {
        /// A code: `stopping`, `slow`, `unreadable`, `too-long`, `protocol`, `signed-out`.
        code: String,
        /// The same as a sentence.
        reason: String,
    },
}
