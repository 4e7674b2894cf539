//! The normal form of a file, and the hash that names its rules.

use super::common;
use tercet_games::variant::{set_pays, set_ruling};
use tercet_games::{builtin, canonical, read, rules_hash};
use tercet_rules::GameDoc;

/// Every document at hand: built in, from house files, and all their variants.
fn documents() -> Vec<(String, GameDoc)> {
    let mut documents: Vec<(String, GameDoc)> = builtin()
        .iter()
        .map(|file| (file.id.to_owned(), file.text.to_owned()))
        .chain(common::toml_files("testdata/games"))
        .map(|(name, text)| {
            let doc = read(&text).unwrap_or_else(|faults| panic!("{}", faults.render(&name, false)));
            (name, doc)
        })
        .collect();
    let plain = documents.clone();
    for (name, doc) in &plain {
        for ruling in &doc.rulings {
            for reading in &ruling.readings {
                let mut variant = doc.clone();
                if set_ruling(&mut variant, ruling.id.as_str(), &reading.name).is_ok() {
                    documents.push((format!("{name}, {}={}", ruling.id, reading.name), variant));
                }
            }
        }
        let mut variant = doc.clone();
        if set_pays(&mut variant, "pair-plus", "7/2-6-5-4/3-1").is_ok() {
            documents.push((format!("{name}, other pays"), variant));
        }
    }
    assert!(documents.len() > 100, "{} documents", documents.len());
    documents
}

#[test]
fn the_normal_form_reads_back_as_the_same_document() {
    for (name, doc) in documents() {
        let text = canonical(&doc);
        let again = read(&text).unwrap_or_else(|faults| panic!("{name}: {faults}\n{text}"));
        assert!(again == doc, "{name} came back changed:\n{text}");
        assert_eq!(canonical(&again), text, "{name}");
    }
}

#[test]
fn odd_texts_read_back_too() {
    let mut doc = read(builtin()[0].text).expect("built in");
    doc.name = "a \"quoted\" \\ name, — with é and \u{1f0a1}".into();
    doc.summary = Some("# = [x] {y} 'z'".into());
    assert_eq!(read(&canonical(&doc)).as_ref(), Ok(&doc));
}

#[test]
fn the_hash_names_the_rules_and_nothing_else() {
    let text = builtin()[3].text;
    let doc = read(text).expect("built in");
    let hash = rules_hash(&doc);
    assert!(hash.starts_with("sha256:") && hash.len() == 7 + 64, "{hash}");
    // Comments, spacing and the order of keys are not rules.
    let bare: String = text
        .lines()
        .map(|line| if line.starts_with('#') { "" } else { line })
        .flat_map(|line| [line.trim_end(), "\n\n"])
        .collect();
    assert_eq!(rules_hash(&read(&bare).expect("still a file")), hash);
    assert_eq!(rules_hash(&read(&canonical(&doc)).expect("the normal form")), hash);
    // Everything else is.
    for (from, to) in [
        ("40 to 1", "41 to 1"),
        ("min = \"$1\"", "min = \"$2\""),
        ("R9  = \"as-written\"", "R9  = \"ante-needed\""),
        ("= \"Three Card Poker\"", "= \"3 Card Poker\""),
        ("003.pp.pair", "003.pp.flush"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert_ne!(rules_hash(&read(&changed).expect("still a file")), hash, "{from}");
    }
}

#[test]
fn the_hashes_of_the_documents_all_differ() {
    let mut hashes: Vec<String> = documents().iter().map(|(_, doc)| rules_hash(doc)).collect();
    let all = hashes.len();
    hashes.sort();
    hashes.dedup();
    // A variant with the reading in force is the document itself: one for each ruling that decides.
    let same: usize = builtin()
        .iter()
        .map(|file| file.text.to_owned())
        .chain(common::toml_files("testdata/games").into_iter().map(|(_, text)| text))
        .map(|text| read(&text).expect("a file"))
        .map(|doc| doc.rulings.iter().filter(|ruling| doc.depends_on(&ruling.id)).count())
        .sum();
    assert_eq!(hashes.len(), all - same);
}
