//! The journal's byte layout: read back exactly, pinned by hashes, and nothing in it can be changed unseen.

use crate::table::{Dice, GAMES, Table, name};
use tercet_ledger::{
    Account, Broken, BrokenWhy, Chain, Hash, Key, Part, Posting, Record, Transaction, Tree, Why, Writer,
};
use tercet_rules::Money;

/// The records of some rounds of every game, chained.
fn journal() -> Vec<Vec<u8>> {
    let mut chain = Chain::EMPTY;
    let mut records = Vec::new();
    for (game, rules) in GAMES.iter().enumerate() {
        let mut table = Table::new(rules, 0, [1_000_000; 4]);
        let mut dice = Dice(game as u64);
        (0..2).for_each(|_| table.play(&mut dice, |_, _, _| ()));
        for (version, transaction) in table.journal.into_iter().enumerate() {
            let request = Hash::of(&[&chain.size.to_be_bytes()]);
            let record = Record {
                seq: chain.size,
                prev: chain.head,
                at_ms: 1_700_000_000_000 + chain.size,
                key: Key::new(&request.0[..16]).unwrap(),
                request,
                parts: vec![Part {
                    stream: name("t1"),
                    version: version as u64,
                    events: vec![vec![1; version % 5], vec![]],
                }],
                transactions: vec![transaction],
            };
            let bytes = record.encode();
            assert_eq!(chain.follow(&bytes), Ok(record));
            records.push(bytes);
        }
    }
    records
}

fn follow(records: &[Vec<u8>]) -> Result<Chain, Broken> {
    let mut chain = Chain::EMPTY;
    records.iter().try_for_each(|bytes| chain.follow(bytes).map(|_| ()))?;
    Ok(chain)
}

/// Stored journals stay readable: a change here is a change of the layout, which needs a new version of it.
#[test]
fn the_layout_is_the_one_that_was_written_before() {
    let accounts =
        ["world", "house", "bank/t1", "wallet/ann", "layout/t1/3", "held/t1/255", "meter/m1", "reserve/m1"];
    let accounts: Vec<Account> = accounts.iter().map(|text| text.parse().unwrap()).collect();
    let id = || "pair-plus".into();
    let reasons = [
        Why::CashIn,
        Why::CashOut,
        Why::HouseFunds,
        Why::Stake(id()),
        Why::StakeBack(id()),
        Why::Hold(id()),
        Why::Release(id()),
        Why::Contribution(id()),
        Why::ToReserve(id()),
        Why::Take(id()),
        Why::Return(id()),
        Why::Pay(id()),
        Why::Award(id()),
        Why::Envy(7),
        Why::MeterStart,
        Why::Breakage,
    ];
    let mut transaction = Transaction::new();
    for (place, why) in reasons.into_iter().enumerate() {
        let (from, to) = (accounts[place % 8].clone(), accounts[(place + 1) % 8].clone());
        transaction.post(from, to, Money::from_units(1 << (place * 3)), why);
    }
    let record = Record {
        seq: 0x0102_0304_0506_0708,
        prev: Hash([9; 32]),
        at_ms: 1_700_000_000_123,
        key: Key::new(b"key").unwrap(),
        request: Hash([8; 32]),
        parts: vec![
            Part { stream: name("t1"), version: 12, events: vec![vec![1, 2, 3], vec![]] },
            Part { stream: name("m1"), version: 0, events: vec![] },
        ],
        transactions: vec![transaction, Transaction::new()],
    };
    let bytes = record.encode();
    assert_eq!(Record::decode(&bytes), Ok(record));
    assert_eq!(
        (bytes.len(), Record::hash(&bytes).to_string().as_str()),
        (614, "ef946ab999684e211c6dcb069ab68258be44abbfbc232ee3fcd1be22a53a11cf")
    );
}

#[test]
fn a_posting_is_laid_out_as_its_text_says() {
    let mut transaction = Transaction::new();
    transaction.post(
        Account::Wallet(name("ann")),
        Account::Layout(name("t1"), 3),
        Money::from_units(1_000),
        Why::Stake("ante".into()),
    );
    let mut to = Writer::new();
    transaction.encode(&mut to);
    let expected = [
        &[0, 0, 0, 1][..], // one posting
        &[3, 0, 0, 0, 3],
        b"ann", // from a wallet
        &[4, 0, 0, 0, 2],
        b"t1",
        &[3],                        // to a layout, spot 3
        &[0, 0, 0, 0, 0, 0, 3, 232], // 1,000 cents
        &[3, 0, 0, 0, 4],
        b"ante", // the stake of the ante
    ]
    .concat();
    assert_eq!(to.done(), expected);
    let Posting { amount, why, .. } = &transaction.postings()[0];
    assert_eq!((amount.to_string().as_str(), why.to_string().as_str()), ("$10", "stake ante"));
}

#[test]
fn a_changed_dropped_doubled_swapped_or_cut_record_is_named() {
    let records = journal();
    let whole = follow(&records).unwrap();
    assert_eq!(whole.size, records.len() as u64);
    for at in (0..records.len() - 1).step_by(17) {
        let seq = at as u64;
        // Any change of a byte: the record itself cannot be read, stands elsewhere, or the next does not follow it.
        for byte in (0..records[at].len()).step_by(7) {
            let mut changed = records.clone();
            changed[at][byte] ^= 1;
            let broken = follow(&changed).unwrap_err();
            assert!(broken.seq == seq || broken.seq == seq + 1, "byte {byte} of record {at}: {broken}");
        }
        let mut dropped = records.clone();
        dropped.remove(at);
        assert_eq!(follow(&dropped).unwrap_err().seq, seq);
        let mut doubled = records.clone();
        doubled.insert(at, records[at].clone());
        assert_eq!(follow(&doubled).unwrap_err().why, BrokenWhy::OutOfOrder { found: seq });
        let mut swapped = records.clone();
        swapped.swap(at, at + 1);
        assert_eq!(follow(&swapped).unwrap_err().why, BrokenWhy::OutOfOrder { found: seq + 1 });
        let mut cut = records.clone();
        cut[at].pop();
        assert!(matches!(follow(&cut).unwrap_err().why, BrokenWhy::Unreadable(_)));
        // The end cut off is another journal by its size and by the root of its tree: the checkpoint shows it.
        assert_ne!(follow(&records[..at]).unwrap(), whole);
    }
}

#[test]
fn a_journal_written_anew_has_another_root() {
    let records = journal();
    let root = |records: &[Vec<u8>]| records.iter().map(|bytes| Record::hash(bytes)).collect::<Tree>().root();
    let mut chain = Chain::EMPTY;
    let mut forged = Vec::new();
    for bytes in &records {
        let mut record = Record::decode(bytes).unwrap();
        record.prev = chain.head;
        if record.seq == 5 {
            record.at_ms += 1;
        }
        let bytes = record.encode();
        chain.follow(&bytes).unwrap();
        forged.push(bytes);
    }
    assert!(follow(&forged).is_ok(), "the chain alone cannot tell");
    assert_ne!(root(&forged), root(&records));
}

#[test]
fn bytes_that_no_record_is_written_as_are_refused() {
    let records = journal();
    let mut dice = Dice(4);
    for bytes in records.iter().step_by(9) {
        for _ in 0..200 {
            let mut changed = bytes.clone();
            for _ in 0..1 + dice.below(4) {
                let at = dice.below(changed.len());
                changed[at] = u8::try_from(dice.below(256)).unwrap();
            }
            changed.truncate(bytes.len() - dice.below(3) * dice.below(9).min(bytes.len() / 2));
            // Either it is refused, or it is a record and written as these very bytes.
            if let Ok(record) = Record::decode(&changed) {
                assert_eq!(record.encode(), changed);
            }
        }
    }
}

/// A part cannot begin where its events would be beyond what can be counted: nobody who reads it has to look out for that.
#[test]
fn a_part_beyond_counting_is_no_part() {
    let bytes = &journal()[0];
    let mut record = Record::decode(bytes).unwrap();
    for (version, events, reads) in
        [(u64::MAX, 0, true), (u64::MAX, 1, false), (u64::MAX - 2, 2, true), (u64::MAX - 1, 2, false)]
    {
        (record.parts[0].version, record.parts[0].events) = (version, vec![vec![1]; events]);
        assert_eq!(Record::decode(&record.encode()).is_ok(), reads, "{events} from {version}");
    }
}
