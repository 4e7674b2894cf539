//! The reader of game files.
#![no_main]

use libfuzzer_sys::{arbitrary, arbitrary::Arbitrary, fuzz_target};
use tercet_fuzz::{Edit, spoiled};
use tercet_games::{builtin, canonical, check, load_bytes, read, rules_hash, utf8};

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
    if let Err(faults) = load_bytes(&bytes) {
        assert!(!faults.is_empty(), "a refusal says why");
        assert!(!faults.render("a.toml", false).is_empty());
    }
    let Ok(text) = utf8(&bytes) else { return };
    if let Ok(doc) = read(text) {
        let written = canonical(&doc);
        let again = read(&written).unwrap_or_else(|faults| panic!("{faults}\n{written}"));
        assert_eq!(again, doc, "{written}");
        assert_eq!(canonical(&again), written);
        assert_eq!(rules_hash(&again), rules_hash(&doc));
    }
    if input.lints == 7
        && let Ok(checked) = check(text)
    {
        let lints = checked.lints(text);
        let _shown = lints.render("a.toml", false);
        assert_eq!(checked.doc.check().as_ref(), Ok(&checked.game));
    }
});
