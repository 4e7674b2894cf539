//! What is compared with: the same records, one after the other in a file, synced once for each group.
//!
//! It chains and encodes the records and shares the disk among those who wait, as the store does. It checks nothing: no key,
//! no version, no balance; and nothing can be looked up in it.

use crate::run::Line;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc;
use std::thread::JoinHandle;
use tercet_ledger::{Chain, Record};
use tercet_store::{Append, Receipt};

/// The most steps that share a sync: all that wait.
const MOST_IN_A_GROUP: usize = 1024;

pub(crate) struct Journal(Option<(mpsc::Sender<(Append, Line)>, JoinHandle<()>)>);

impl Journal {
    pub(crate) fn create(path: &Path) -> Journal {
        let file = File::create_new(path).expect("a new file");
        let (sender, asked) = mpsc::channel();
        Journal(Some((sender, std::thread::spawn(move || serve(file, &asked)))))
    }

    pub(crate) fn submit(&self, append: Append, line: Line) {
        self.0.as_ref().expect("open").0.send((append, line)).expect("the thread runs");
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let (sender, thread) = self.0.take().expect("open");
        drop(sender);
        thread.join().expect("no panic");
    }
}

fn serve(mut file: File, asked: &mpsc::Receiver<(Append, Line)>) {
    let mut chain = Chain::EMPTY;
    let mut bytes = Vec::new();
    while let Ok(first) = asked.recv() {
        bytes.clear();
        let mut answers = Vec::new();
        for (append, line) in std::iter::once(first).chain(asked.try_iter().take(MOST_IN_A_GROUP - 1)) {
            let Append { key, request, at_ms, parts, transactions, .. } = append;
            let record =
                Record { seq: chain.size, prev: chain.head, at_ms, key, request, parts, transactions };
            let encoded = record.encode();
            chain = Chain { size: record.seq + 1, head: Record::hash(&encoded) };
            bytes.extend(u32::try_from(encoded.len()).expect("a short record").to_be_bytes());
            bytes.extend(encoded);
            answers.push((line, Receipt { seq: record.seq, at_ms, again: false }));
        }
        file.write_all(&bytes).expect("written");
        file.sync_data().expect("synced");
        answers.into_iter().for_each(|(line, receipt)| line(Ok(receipt)));
    }
}

/// How many records a file has, all of which must follow one another.
pub(crate) fn records_in(path: &Path) -> usize {
    let bytes = std::fs::read(path).expect("the file");
    let mut rest = &bytes[..];
    let mut chain = Chain::EMPTY;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (record, after) = after.split_at(u32::from_be_bytes(*length) as usize);
        chain.follow(record).expect("the next record");
        rest = after;
    }
    usize::try_from(chain.size).expect("a number of records")
}
