//! A whole house on a port of this machine, and people who come to it.
#![expect(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod another_key;
mod asked_again;
mod at_once;
mod bad_input;
mod breaks;
mod company;
mod cut;
mod documents;
mod edge;
mod flood;
mod games;
mod hints;
mod house;
mod lines;
mod lobby;
mod lost;
mod lost_twice;
mod methods;
mod metrics;
mod own_games;
mod people;
mod protection;
mod ready;
mod records;
mod reports;
mod rounds;
mod rows;
mod set_anew;
mod shelf;
mod tls;
mod unread;
mod void;
