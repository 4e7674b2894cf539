//! The reader of game files.
#![no_main]

use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};
use tercet_fuzz::{Edit, spoiled};
use tercet_games::{Faults, builtin, canonical, check, read, rules_hash, utf8};

#[derive(Arbitrary, Debug)]
struct Input {
    file: File,
    /// Lints look at every hand there is, which is slow: only now and then.
    lints: u8,
}

#[derive(Arbitrary, Debug)]
enum File {
    Bytes(Vec<u8>),
    Builtin(u8, Vec<Edit>),
}

fuzz_target!(|input: Input| {
    let bytes = match input.file {
        File::Bytes(bytes) => bytes,
        File::Builtin(which, edits) => {
            let all = builtin();
            spoiled(all[usize::from(which) % all.len()].text, &edits)
        }
    };
    let text = match utf8(&bytes) {
        Ok(text) => text,
        Err(faults) => return has_reasons(&faults),
    };
    // One walk through the text is enough: `load` is this and the check of the whole.
    let doc = match read(text) {
        Ok(doc) => doc,
        Err(faults) => return has_reasons(&faults),
    };
    let written = canonical(&doc);
    let again = read(&written).unwrap_or_else(|faults| panic!("{faults}\n{written}"));
    assert_eq!(again, doc, "{written}");
    assert_eq!(canonical(&again), written);
    match doc.check() {
        Ok(game) if input.lints == 7 => {
            let checked = check(text).expect("it was read and checked");
            assert_eq!(checked.game, game);
            assert_eq!(rules_hash(&again), rules_hash(&doc));
            let _shown = checked.lints(text).render("a.toml", false);
        }
        Ok(_) => {}
        Err(faults) => assert!(!faults.is_empty(), "a refusal says why"),
    }
});

/// Every refusal says why, in words that can be shown.
fn has_reasons(faults: &Faults) {
    assert!(!faults.is_empty(), "a refusal says why");
    assert!(!faults.render("a.toml", false).is_empty());
}
