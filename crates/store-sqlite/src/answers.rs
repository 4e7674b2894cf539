//! Who asked is told what became of it, on a thread of its own: whoever writes goes on to the next.

use crate::Options;
use rusqlite::types::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
use tercet_store::{AppendError, Asked, Done, Failure, Receipt};

/// What became of the steps of a group, and what is left of them.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) told: Vec<Done>,
    pub(crate) results: Vec<Result<Receipt, AppendError>>,
    /// Nobody needs it any more. To give back its memory, which other threads got, takes as long as much else of a step.
    pub(crate) spent: (Vec<Asked>, Vec<Value>),
}

impl Group {
    fn tell(self) {
        let Group { told, results, spent } = self;
        for (done, result) in told.into_iter().zip(results) {
            // What whoever asked does with the answer is theirs: a panic there, which was reported, is not the store's, nor is one of
            // what it left.
            if let Err(left) = catch_unwind(AssertUnwindSafe(|| done(result))) {
                let _ = catch_unwind(AssertUnwindSafe(|| drop(left))).map_err(std::mem::forget);
            }
        }
        drop(spent);
    }
}

/// The way to whoever asked.
pub(crate) struct Answers {
    sender: mpsc::Sender<Group>,
    /// How many groups are on the way.
    under_way: Arc<AtomicUsize>,
    /// Up to how many answers are given on the spot if nobody waits for one.
    on_the_spot: usize,
}

impl Answers {
    /// Starts the thread, which ends once this is gone and everybody is told.
    pub(crate) fn start(options: &Options) -> Result<(Answers, JoinHandle<()>), Failure> {
        let (sender, groups) = mpsc::channel::<Group>();
        let under_way = Arc::new(AtomicUsize::new(0));
        let told = Arc::clone(&under_way);
        let on_fatal = options.on_fatal;
        let tell = move || {
            let all = || {
                for group in groups {
                    group.tell();
                    told.fetch_sub(1, Ordering::Release);
                }
            };
            // Steps are written, and nobody would ever be told.
            if catch_unwind(AssertUnwindSafe(all)).is_err() {
                on_fatal(&Failure::Io("the thread that answers has panicked".into()));
            }
        };
        let thread = std::thread::Builder::new().name("store answers".into()).spawn(tell);
        let thread = thread.map_err(|error| Failure::Io(error.to_string()))?;
        Ok((Answers { sender, under_way, on_the_spot: options.on_the_spot }, thread))
    }

    /// Tells everybody of a group, after everybody of those before.
    pub(crate) fn give(&self, group: Group) {
        if group.told.len() <= self.on_the_spot && self.under_way.load(Ordering::Acquire) == 0 {
            return group.tell();
        }
        self.under_way.fetch_add(1, Ordering::Relaxed);
        if let Err(mpsc::SendError(group)) = self.sender.send(group) {
            // The thread ends only after this: still, everybody is told.
            group.tell();
        }
    }
}
