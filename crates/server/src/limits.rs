//! How much of everything there may be: numbers, and nothing else.

use std::time::Duration;

/// How much of everything there may be, so that nobody can take all of it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address; of IPv6, from one network of 64 bits.
    pub per_address: usize,
    /// How long a client may take to send the head of a request.
    pub head: Duration,
    /// How long a client may take nothing of what waits for it.
    pub unread: Duration,
    /// How long a connection may be quiet before it is closed; a live one is asked three times in that time whether it is there.
    pub idle: Duration,
    /// How long a seat is kept for a player who is absent; for ever, if nothing is said.
    pub seat_kept: Option<Duration>,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The longest message of a live connection, in bytes.
    pub message: usize,
    /// How many messages a live connection may send in a second, for as long as it likes.
    pub messages_a_second: u32,
    /// How many requests one address may make in a second, for as long as it likes; four times as many at once.
    pub requests_a_second: u32,
    /// How many times in a minute somebody may come in from one address, or try to.
    pub arrivals_a_minute: u32,
    /// How much one account may ask for in a second, for as long as it likes, over all its connections; three times as much at once.
    pub asks_a_second: u32,
    /// How many tables one connection may watch.
    pub watched: usize,
    /// How much may be asked on one connection before the first of it is answered.
    pub unanswered: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 20_000,
            per_address: 200,
            head: Duration::from_secs(5),
            unread: Duration::from_secs(30),
            idle: Duration::from_secs(60),
            seat_kept: Some(Duration::from_secs(15 * 60)),
            body: 64 * 1024,
            message: 4 * 1024,
            messages_a_second: 20,
            requests_a_second: 100,
            arrivals_a_minute: 60,
            asks_a_second: 20,
            watched: 64,
            unanswered: 32,
        }
    }
}
