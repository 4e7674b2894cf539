//! Every problem that the server can name: one code each, with its title and status.

use crate::guard::forbidden;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Display;
use std::time::Duration;
use tercet_pit::NotAsked;
use tercet_protocol::live::Problem;
use tercet_protocol::said::Unread;
use tercet_rules::{Reject, shown};
use tercet_store::{AppendError, Failure, Refused as NotWritten};
use tercet_table::{NotLive, Refused};

macro_rules! codes {
    ($($(#[doc = $says:literal])+ $name:ident $code:literal $status:literal $title:literal;)*) => {
        /// The kind of a problem.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) enum Code {
            $($(#[doc = $says])+ $name,)*
        }

        impl Code {
            /// Every kind there is.
            const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The code, the status and the title.
            pub(crate) const fn parts(self) -> (&'static str, u16, &'static str) {
                match self {
                    $(Code::$name => ($code, $status, $title),)*
                }
            }

            /// What it means: what is written of it here.
            const fn says(self) -> &'static str {
                match self {
                    $(Code::$name => concat!($($says),+).trim_ascii(),)*
                }
            }
        }
    };
}

codes! {
    /// The message or body is not one of those that there are: no JSON, a field too many or too few, or one of another type; `at` says which, if it is one.
    Unreadable "unreadable" 400 "This cannot be read";
    /// A field or a parameter holds what it cannot hold; `at` says which.
    Value "value" 422 "A value is not possible";
    /// A key is missing or too long.
    Key "key" 422 "A key of 1 to 64 bytes is needed";
    /// The key was used for something else that was done at this table.
    KeyUsed "key-used" 409 "This key was used for something else";
    /// Nobody is signed in, or the session is over.
    SignIn "sign-in" 401 "Sign in first";
    /// Whoever is signed in may not do this.
    Forbidden "forbidden" 403 "This is not yours to do";
    /// A page of another site asks.
    Origin "origin" 403 "The page that asks is not one of this server";
    /// There is no such thing.
    NotFound "not-found" 404 "There is no such thing";
    /// The thing can be asked for in other ways only; the header `allow` names them.
    Method "method" 405 "This cannot be asked for in this way";
    /// It can be asked for on a connection that becomes a live line only.
    Upgrade "upgrade" 426 "This is a live line";
    /// Too much was asked for in too short a time; `retry_after_ms` says when it is worth while to ask again.
    TooMany "too-many" 429 "Too much at once";
    /// The request took too long. What was begun of it goes on to its end: look what has become of it, or ask again under the same key.
    Late "late" 408 "This took too long";
    /// What was sent is too long.
    TooLong "too-long" 413 "This is too long";
    /// What was sent is of a kind that is not read.
    MediaType "media-type" 415 "Only JSON is read here";
    /// Login and password do not fit.
    Credentials "credentials" 401 "These do not fit";
    /// A link that can be used once was used, is too old, or never was.
    Link "link" 410 "The link cannot be used";
    /// There is such a thing already.
    Exists "exists" 409 "There is such a thing already";
    /// Guests are not let in.
    NoGuests "no-guests" 403 "This house takes no guests";

    /// What the table or the round is doing does not allow it now; later it may.
    NotNow "not-now" 409 "Not now";
    /// It was meant for another round than the one at which the table is.
    OtherRound "other-round" 409 "This was meant for another round";
    /// The table does not say what decisions are worth.
    NoHints "no-hints" 403 "This table gives no hints";
    /// The spot is somebody else's, or nobody's.
    NotYourSpot "not-your-spot" 403 "You do not sit there";
    /// A dealer or the floor stands up whoever sits at a spot, and nobody does.
    EmptySpot "empty-spot" 409 "Nobody sits there";
    /// The table has no game yet: the floor must set one.
    NotSet "table-not-set" 409 "The table has no game yet";
    /// The table is closed: nobody sits down.
    TableClosed "table-closed" 409 "The table is closed";
    /// The spot has bets in a round whose bets are closed; it cannot be left before the round is over.
    InPlay "in-play" 409 "The spot has bets in this round";
    /// The secret that is told is not the one that the seat committed to, or it committed to none.
    Secret "secret" 422 "This is not the secret of the seat";
    /// The seat has committed to another secret in this round.
    Sworn "sworn" 409 "The seat has committed to another secret";
    /// The settings cannot be used.
    Settings "settings" 422 "The table cannot be set so";
    /// Places and bets were changed too often in this round, by all together (it has 3,072 events) or by this player (384 times); in the next one it is possible again. A player who did so alone can still leave.
    Crowded "crowded" 429 "Too much has happened in this round";
    /// The wallet does not hold the money, with what is held for a Play wager.
    Funds "funds" 409 "The wallet does not hold that much";
    /// There is money in the account.
    HasMoney "has-money" 409 "There is money in this account";
    /// The player takes a break, and bets nothing.
    Away "away" 403 "You are away";
    /// A limit on money or time would be passed.
    Limit "limit" 409 "A limit would be passed";
    /// The player must first say that they were told of time and cost.
    RealityCheck "reality-check" 409 "Look at time and cost first";
    /// The rules of the game refuse the wager or its stake.
    Wager "wager" 422 "The rules do not take this wager";
    /// The rules of the game refuse it: a spot that there is not, that is taken or lies apart from the own, or a decision that is not to be made so.
    Rules "rules" 422 "The rules do not allow this";

    /// A recorded round cannot be settled.
    Round "round" 422 "This round cannot be settled";

    /// The table has fallen behind, what is needed is not read yet, or an account is used in too many places.
    Busy "busy" 503 "The table has too much to do";
    /// The table has stopped: the floor must look at it.
    Stopped "stopped" 503 "The table has stopped";
    /// The books cannot be read or written; under the same key nothing is done twice.
    Store "store" 503 "The books cannot be read or written now";
}

/// A code, the status of its answers over HTTP, and what it means.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    pub(crate) code: &'static str,
    pub(crate) status: u16,
    pub(crate) says: &'static str,
}

/// Every code, as the documents of the interface list them.
pub(crate) fn codes() -> impl Iterator<Item = Meaning> {
    Code::ALL.iter().map(|code| {
        let (name, status, _) = code.parts();
        Meaning { code: name, status, says: code.says() }
    })
}

/// What a problem comes as (RFC 9457).
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// Why something is not done.
pub(crate) type Not = Box<Problem>;

/// The most characters of what is said of a problem, and of its place. What is cited is cut short where it is put into a sentence; this is for what nobody thought of.
const LONGEST_DETAIL: usize = 2_000;
const LONGEST_AT: usize = 200;

/// A problem of this kind: whatever is cited in it is fit to be shown. Where the detail begins with the title it goes on with a colon: whoever shows both says it once.
pub(crate) fn problem(code: Code, detail: impl Display) -> Not {
    let (name, status, title) = code.parts();
    Box::new(Problem {
        kind: format!("/problems#{name}"),
        title: title.into(),
        status,
        detail: shown(&detail.to_string(), LONGEST_DETAIL),
        code: name.into(),
        at: None,
        retry_after_ms: None,
    })
}

/// The same, at one place of what was sent.
pub(crate) fn problem_at(code: Code, at: impl Into<String>, detail: impl Display) -> Not {
    Box::new(Problem { at: Some(shown(&at.into(), LONGEST_AT)), ..*problem(code, detail) })
}

/// The answer to a body that ended before its time.
pub(crate) fn not_whole() -> Not {
    problem(Code::Unreadable, "the body did not come as its head said")
}

/// A body is longer than the house reads, or its head says so.
pub(crate) fn too_long() -> Not {
    problem(Code::TooLong, "the body is longer than this server reads")
}

/// What was sent cannot be read.
pub(crate) fn unreadable(Unread { at, why }: Unread) -> Not {
    match at {
        Some(at) => problem_at(Code::Unreadable, at, why),
        None => problem(Code::Unreadable, why),
    }
}

/// Too much was asked for; ask again after this time.
pub(crate) fn too_many(wait: Duration, detail: impl Display) -> Not {
    // Not a moment too early.
    let ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).saturating_add(1);
    Box::new(Problem { retry_after_ms: Some(ms), ..*problem(Code::TooMany, detail) })
}

/// The code of the problem that an answer says, for the log.
#[derive(Clone, Debug)]
pub(crate) struct SaidCode(pub(crate) String);

/// A problem as the answer to a request.
#[derive(Debug)]
pub(crate) struct Answered(pub(crate) Not);

impl From<Not> for Answered {
    fn from(problem: Not) -> Answered {
        Answered(problem)
    }
}

impl From<Failure> for Answered {
    fn from(failure: Failure) -> Answered {
        Answered(failed(&failure))
    }
}

impl IntoResponse for Answered {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let code = SaidCode(self.0.code.clone());
        let seconds = self.0.retry_after_ms.map(|ms| ms.div_ceil(1_000));
        let mut response = (status, Json(*self.0)).into_response();
        let kind = HeaderValue::from_static(MEDIA_TYPE);
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response.extensions_mut().insert(code);
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UPGRADE_REQUIRED {
            // To what, it must say (RFC 9110, section 15.5.22).
            response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        }
        response
    }
}

/// A refusal after which the connection is not used again: more of the request may be on its way, or what was begun of it goes on.
pub(crate) fn refused_and_closed(not: Not) -> Response {
    let mut refused = Answered(not).into_response();
    refused.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    refused
}

/// The store failed. What it said is for the operator, in the log; the player is told what it means.
pub(crate) fn failed(failure: &Failure) -> Not {
    tracing::error!(%failure, "the store failed");
    problem(Code::Store, "try again in a while, under the same key; nothing is done twice")
}

/// Why money was not moved apart from a table.
pub(crate) fn not_written(error: &AppendError) -> Not {
    let refused = match error {
        AppendError::Failed(failure) => return failed(failure),
        AppendError::Refused(refused) => refused,
    };
    match refused {
        NotWritten::Overdraft(_) => problem(Code::Funds, refused),
        // The key of the books is made of that of whoever asks, who knows no other.
        NotWritten::KeyUsed { seq, .. } => {
            problem(Code::KeyUsed, format!("under this key something else was done, in record {seq}"))
        }
        NotWritten::TooMuch { .. } => problem_at(Code::Value, "amount", refused),
        NotWritten::Version { .. } | NotWritten::Changed { .. } | NotWritten::OutOfPlace { .. } => {
            problem(Code::Store, refused)
        }
    }
}

/// The file of the people failed, in the same way.
pub(crate) fn failed_people(failure: &dyn Display) -> Not {
    tracing::error!(%failure, "the file of the people failed");
    problem(Code::Store, "try again in a while")
}

/// What is said of a table that has stopped, whoever notices it.
const STOPPED: &str = "the table has stopped: the floor must look at it";

/// Why a table did not do what it was asked.
pub(crate) fn not_asked(not: &NotAsked, now_ms: u64) -> Not {
    match not {
        NotAsked::Busy => problem(Code::Busy, not),
        NotAsked::Forbidden(why) => forbidden(why, now_ms),
        NotAsked::Stopped => problem(Code::Stopped, STOPPED),
        NotAsked::Table(not) => match not {
            NotLive::Refused(refused) => problem(refusal(refused), refused),
            NotLive::Funds(overdraft) => problem(Code::Funds, overdraft),
            NotLive::KeyUsed { .. } => problem(Code::KeyUsed, not),
            NotLive::Failed(failure) => failed(failure),
            NotLive::Overtaken | NotLive::Damaged { .. } => {
                tracing::error!(%not, "a table has stopped");
                problem(Code::Stopped, STOPPED)
            }
        },
    }
}

fn refusal(refused: &Refused) -> Code {
    match refused {
        Refused::NotYours { .. } => Code::Forbidden,
        Refused::NotYourSpot { .. } => Code::NotYourSpot,
        Refused::Empty { .. } => Code::EmptySpot,
        Refused::NotSet => Code::NotSet,
        Refused::Closed => Code::TableClosed,
        Refused::NotNow { .. } | Refused::SomebodyElse { .. } | Refused::SeedKnown => Code::NotNow,
        Refused::OtherRound { .. } => Code::OtherRound,
        Refused::InPlay { .. } => Code::InPlay,
        Refused::Secret(_) => Code::Secret,
        Refused::Sworn { .. } => Code::Sworn,
        Refused::Reason | Refused::Name => Code::Value,
        Refused::Settings(_) => Code::Settings,
        Refused::Crowded => Code::Crowded,
        Refused::Rules(reject) => match reject {
            Reject::WrongPhase { .. } => Code::NotNow,
            Reject::Wager(_) => Code::Wager,
            Reject::NoSuchSpot { .. }
            | Reject::SpotTaken { .. }
            | Reject::SpotEmpty { .. }
            | Reject::Positions { .. }
            | Reject::NoName
            | Reject::NothingThere { .. }
            | Reject::NoWagers
            | Reject::NoMeter { .. }
            | Reject::BadMeter { .. }
            | Reject::MeterNeeded { .. }
            | Reject::MeterNotDealt
            | Reject::NothingToDecide { .. }
            | Reject::BadMultiple { .. }
            | Reject::Undecided { .. }
            | Reject::UnknownEvent { .. } => Code::Rules,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// What stands beside its title does not say the same once more, unless a colon says where it goes on.
    #[test]
    fn no_detail_says_its_title_twice() {
        let of_people = [
            tercet_people::Refused::Credentials,
            tercet_people::Refused::NoSession,
            tercet_people::Refused::NoLink,
            tercet_people::Refused::LinkUsed,
            tercet_people::Refused::LinkExpired,
            tercet_people::Refused::Oneself,
            tercet_people::Refused::LastAdministrator,
        ];
        let of_tables = [
            Refused::NotYours { whose: "the floor" },
            Refused::NotYourSpot { spot: 1 },
            Refused::Empty { spot: 1 },
            Refused::SomebodyElse { spot: 1 },
            Refused::NotSet,
            Refused::Closed,
            Refused::NotNow { doing: "the round is over", needs: "while bets are open" },
            Refused::OtherRound { meant: 1, now: 2 },
            Refused::InPlay { spot: 1 },
            Refused::Sworn { spot: 1 },
            Refused::Reason,
            Refused::Crowded,
            Refused::Name,
            Refused::SeedKnown,
        ];
        let of_tables = of_tables.map(|refused| NotAsked::Table(NotLive::Refused(refused)));
        let not_asked =
            of_tables.iter().chain([&NotAsked::Busy, &NotAsked::Stopped]).map(|not| not_asked(not, 0));
        let of_people =
            of_people.into_iter().map(|not| crate::directory::refused(&tercet_people::Error::Refused(not)));
        let all = not_asked.chain(of_people);
        for one in all {
            let (title, detail) = (one.title.to_lowercase(), one.detail.to_lowercase());
            let goes_on = detail.strip_prefix(&title).is_none_or(|rest| rest.starts_with(": "));
            assert!(goes_on, "{}: {}", one.title, one.detail);
        }
    }

    /// The page for whoever writes a client has every code, as it is said here.
    #[test]
    fn the_page_of_live_tables_has_every_code() {
        let rows: String =
            codes().map(|one| format!("| `{}` | {} | {} |\n", one.code, one.status, one.says)).collect();
        let table = format!("| code | status | meaning |\n|---|---|---|\n{rows}");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/LIVE-TABLES.md");
        let page = std::fs::read_to_string(file).unwrap();
        assert!(page.contains(&table), "expected in docs/LIVE-TABLES.md:\n{table}");
    }
}
