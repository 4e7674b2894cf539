//! Cases: what is disputed, and what the house says to it.

use super::change::Changing;
use super::{People, active, allow, is};
use crate::case::{Case, CaseRefused, CaseState, Claim, Entry, EntryKind, WhichCases};
use crate::error::{Error, Refused};
use crate::event::{By, Who};
use crate::role::Right;
use crate::text::text;
use tercet_ledger::Name;

/// The most characters of a claim or an entry.
pub const CASE_TEXT: usize = 4_000;

/// The most entries of a case.
const MOST_ENTRIES: usize = 500;

impl People {
    /// Opens a case about a round: the patron for themselves, the floor for anybody.
    ///
    /// # Errors
    ///
    /// If who asks may not, the text is none, or the deadline is over.
    pub fn open_case(&self, claim: Claim, by: &By, now_ms: u64) -> Result<Case, Error> {
        let claim = Claim { claim: text("the claim", &claim.claim, CASE_TEXT)?, ..claim };
        if claim.round == 0 || i64::try_from(claim.round).is_err() {
            return Err(CaseRefused::Round.into());
        }
        if claim.deadline_ms <= now_ms {
            return Err(CaseRefused::Deadline.into());
        }
        self.change(|changing| {
            let who = somebody(by, Right::OpenCases)?;
            allow(changing.sql, by, Right::OpenCases)?;
            // Somebody else's round is the business of who answers cases.
            if *who != claim.patron {
                allow(changing.sql, by, Right::AnswerCases)?;
            }
            active(changing.sql, &claim.patron)?;
            let number = changing.sql.add_case(&claim, who, now_ms)?;
            let after = format!("{} at {} round {}", claim.patron, claim.table, claim.round);
            changing.note(by, "case.opened", &subject(number), ("", &after), now_ms)?;
            case(changing, number)
        })
    }

    /// Adds to a case: a note or evidence of the floor, or a word of the patron, which opens an answered case again.
    ///
    /// # Errors
    ///
    /// If who asks may not, the text is none, or the case is closed.
    pub fn add_to_case(&self, number: u64, words: &str, by: &By, now_ms: u64) -> Result<Case, Error> {
        self.enter(number, (EntryKind::Note, words, None), by, now_ms, |changing, case| {
            let patrons = is(by, &case.claim.patron);
            if !patrons {
                allow(changing.sql, by, Right::AnswerCases)?;
            }
            Ok(if patrons { CaseState::Open } else { case.state })
        })
    }

    /// Decides a case, by somebody's authority.
    ///
    /// # Errors
    ///
    /// If who asks does not answer cases, or it is their own; if a text is none, or the case is closed.
    pub fn decide_case(
        &self,
        number: u64,
        decision: &str,
        authority: &str,
        by: &By,
        now_ms: u64,
    ) -> Result<Case, Error> {
        let entry = (EntryKind::Decision, decision, Some(authority));
        self.enter(number, entry, by, now_ms, |changing, case| {
            if is(by, &case.claim.patron) {
                return Err(Refused::Oneself.into());
            }
            allow(changing.sql, by, Right::AnswerCases)?;
            Ok(CaseState::Answered)
        })
    }

    /// Closes a case: the floor once it is answered, the patron at any time.
    ///
    /// # Errors
    ///
    /// If who asks may not, the text is none, the case is closed already, or nobody has answered it.
    pub fn close_case(&self, number: u64, words: &str, by: &By, now_ms: u64) -> Result<Case, Error> {
        self.enter(number, (EntryKind::Closing, words, None), by, now_ms, |changing, case| {
            if !is(by, &case.claim.patron) {
                allow(changing.sql, by, Right::AnswerCases)?;
                if case.state == CaseState::Open {
                    return Err(CaseRefused::Unanswered(number).into());
                }
            }
            Ok(CaseState::Closed)
        })
    }

    fn enter(
        &self,
        number: u64,
        (kind, words, authority): (EntryKind, &str, Option<&str>),
        by: &By,
        now_ms: u64,
        may: impl FnOnce(&Changing<'_>, &Case) -> Result<CaseState, Error>,
    ) -> Result<Case, Error> {
        let words = text("the text", words, CASE_TEXT)?;
        let authority = authority.map(|authority| text("the authority", authority, 100)).transpose()?;
        self.change(|changing| {
            let was = case(changing, number)?;
            // Whoever may not is not told how far it is.
            let becomes = may(changing, &was)?;
            if was.state == CaseState::Closed {
                return Err(CaseRefused::Closed(number).into());
            }
            let who = somebody(by, Right::AnswerCases)?;
            active(changing.sql, who)?;
            let entries = changing.sql.entries(number)?.len();
            if entries >= MOST_ENTRIES && kind != EntryKind::Closing {
                return Err(CaseRefused::Full(number).into());
            }
            let place = entries as u64 + 1;
            let entry = Entry { number: place, at_ms: now_ms, by: who.clone(), kind, text: words, authority };
            changing.sql.add_entry(number, &entry)?;
            if becomes != was.state {
                changing.sql.set_case(number, becomes, now_ms)?;
            }
            let after = format!("{becomes}, {} {place}", kind.word());
            changing.note(by, "case.entry", &subject(number), (was.state.word(), &after), now_ms)?;
            case(changing, number)
        })
    }

    /// A case, with its entries in order.
    ///
    /// # Errors
    ///
    /// If there is none of this number.
    pub fn case(&self, number: u64) -> Result<(Case, Vec<Entry>), Error> {
        self.read(|sql| {
            let case = sql.case(number)?.ok_or(CaseRefused::None(number))?;
            Ok((case, sql.entries(number)?))
        })
    }

    /// The cases that are asked for, the newest first, at most a thousand at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn cases(&self, which: &WhichCases, most: usize) -> Result<Vec<Case>, Error> {
        self.read(|sql| Ok(sql.cases(which, most)?))
    }
}

fn case(changing: &Changing<'_>, number: u64) -> Result<Case, Error> {
    Ok(changing.sql.case(number)?.ok_or(CaseRefused::None(number))?)
}

fn subject(number: u64) -> String {
    format!("case {number}")
}

/// Somebody with an account: a case says who wrote what, and the house is nobody.
fn somebody(by: &By, right: Right) -> Result<&Name, Error> {
    match by.who() {
        Who::Account(id) => Ok(id),
        Who::House | Who::Nobody => Err(Refused::NoRight(right).into()),
    }
}
