//! What people say to a table, how it gets there, and what they are answered.

use super::{Evening, Happens, SECOND};
use crate::books::Wrong;
use crate::dice::Dice;
use tercet_ledger::Key;
use tercet_table::{Answer, Ask, Do, NotLive, Who};

/// What somebody says to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub(super) table: usize,
    pub(super) ask: Ask,
    key: Key,
    /// How often it was said before.
    said: u32,
}

/// Who gets no answer says it again, so often at most.
const SAID_AT_MOST: u32 = 12;

impl Evening {
    /// Somebody says something, which takes its time, may be said twice, and sometimes something else is said under the same key.
    pub(super) fn say(&mut self, table: usize, who: Who, what: Do, in_ms: u64) {
        self.counted[1] += 1;
        let key = Key::new(&self.counted[1].to_be_bytes()).expect("eight bytes are few");
        let message = Message { table, ask: Ask::new(who, what), key, said: 0 };
        let later = |dice: &mut Dice| {
            let longest = if dice.one_in(20) { 30 * SECOND } else { SECOND };
            in_ms + 10 + dice.below(longest)
        };
        if self.dice.one_in(6) {
            let once_more = later(&mut self.dice);
            self.at(once_more, Happens::Arrives(message.clone()));
        }
        if self.dice.one_in(50) {
            let lie = Ask::new(message.ask.who.clone(), Do::Sit(1 + self.dice.byte(7)));
            let lie = Message { ask: lie, said: SAID_AT_MOST, ..message.clone() };
            let then = later(&mut self.dice);
            self.at(then, Happens::Arrives(lie));
        }
        let arrives = later(&mut self.dice);
        self.at(arrives, Happens::Arrives(message));
    }

    pub(super) fn arrives(&mut self, message: Message) -> Result<(), Wrong> {
        let came = self.ask(&message)?;
        let thread = (message.ask.hash(self.felts[message.table].name()), message.key.clone());
        let answered = match came {
            Some(Ok(_)) => !self.dice.one_in(25),
            Some(Err(NotLive::Failed(_))) | None => false,
            Some(Err(_)) => true,
        };
        if answered {
            self.open.remove(&thread);
            return Ok(());
        }
        self.open.insert(thread, message.clone());
        if message.said < SAID_AT_MOST && !self.dice.one_in(12) {
            let again = Message { said: message.said + 1, ..message };
            let later = 200 + self.dice.below(3 * SECOND);
            self.at(later, Happens::Arrives(again));
        }
        Ok(())
    }

    /// What comes of something that is asked; nothing if the table does not start.
    pub(super) fn ask(&mut self, message: &Message) -> Result<Option<Result<Answer, NotLive>>, Wrong> {
        self.outcome.asked += 1;
        let (no, chance) = (message.table, self.dice.bytes());
        if !self.started(no)? {
            return Ok(None);
        }
        let came = self.step(no, &message.ask, &message.key, chance)?;
        let felt = &mut self.felts[no];
        match &came {
            Ok(answer) => {
                felt.agrees()?;
                felt.witness.claims(&who(&message.ask), &message.ask, &message.key, answer.receipt.seq)?;
                if answer.receipt.again {
                    self.outcome.again += 1;
                } else {
                    self.outcome.done += 1;
                }
            }
            Err(NotLive::Failed(_)) => self.outcome.failed += 1,
            Err(NotLive::Refused(_) | NotLive::Funds(_) | NotLive::KeyUsed { .. }) => {
                self.outcome.refused += 1;
                felt.agrees()?;
            }
            Err(other @ (NotLive::Overtaken | NotLive::Damaged { .. })) => {
                return Err(format!("table {no}, asked for {:?}: {other}", message.ask));
            }
        }
        self.trace(&format!("{no} {:?} {came:?}", message.ask));
        Ok(Some(came))
    }
}

/// Who says it.
fn who(ask: &Ask) -> String {
    match &ask.who {
        Who::Player(name) => name.to_string(),
        Who::Floor(name) => format!("floor {name}"),
        Who::Table => "the table".into(),
        Who::Operator => "the operator".into(),
    }
}
