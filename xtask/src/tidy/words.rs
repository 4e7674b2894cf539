//! Words that must not stand in the tree. They are put together here, so that this file passes too.

use super::tree::SourceFile;
use super::{Finding, Tree};

struct Banned {
    word: String,
    advice: &'static str,
    looked_for_in: fn(&SourceFile) -> bool,
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let banned = banned();
    let mut findings = Vec::new();
    for file in tree.files() {
        let banned: Vec<&Banned> = banned.iter().filter(|banned| (banned.looked_for_in)(file)).collect();
        for (line, text) in (1..).zip(file.text.lines()) {
            let found = banned.iter().filter(|banned| text.contains(&banned.word));
            findings.extend(found.map(|banned| {
                Finding::new(&file.path, line, format!("`{}` stands here: {}", banned.word, banned.advice))
            }));
        }
    }
    findings
}

fn banned() -> Vec<Banned> {
    let roots = ["work", "farm", "root"].map(|root| format!("/{root}/"));
    let registries = ["index.@.io", "static.@.io"].map(|host| host.replace('@', "crates"));
    let other_hosts = ["py@.org", "registry.@js", "deb.@ian.org"];
    let hosts = other_hosts.iter().zip(["pi", "npm", "deb"]).map(|(host, name)| host.replace('@', name));
    let unfinished = [
        ["TO", "DO"].concat(),
        ["FIX", "ME"].concat(),
        ["to", "do!("].concat(),
        ["unimpl", "emented!("].concat(),
    ];
    let undone = [[".sk", "ip("].concat(), ["it.", "todo"].concat(), ["test.", "todo"].concat()];
    let list = |words: Vec<String>, looked_for_in, advice| {
        words.into_iter().map(move |word| Banned { word, advice, looked_for_in })
    };
    list(roots.to_vec(), everywhere, "a path of one machine; say it relative to the repository")
        .chain(list(
            registries.into_iter().chain(hosts).collect(),
            besides_locks,
            "the host of a registry; take it out",
        ))
        .chain(list(unfinished.to_vec(), everywhere, "unfinished work; finish it or write an issue"))
        .chain(list(
            vec![["#[", "ignore"].concat()],
            SourceFile::is_rust,
            "a test that does not run; mend it or take it out",
        ))
        .chain(list(undone.to_vec(), is_script, "a test that does not run; mend it or take it out"))
        .chain(list(
            vec!["\"resolved\": \"http".to_owned()],
            is_npm_lock,
            "a download address; leave it out of the lock",
        ))
        .collect()
}

fn everywhere(_: &SourceFile) -> bool {
    true
}

fn besides_locks(file: &SourceFile) -> bool {
    !file.path.ends_with(".lock") && !is_npm_lock(file)
}

fn is_npm_lock(file: &SourceFile) -> bool {
    file.path.ends_with("package-lock.json")
}

fn is_script(file: &SourceFile) -> bool {
    file.path.ends_with(".ts") || file.path.ends_with(".svelte")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::list;

    #[test]
    fn each_word_is_found_where_it_is_looked_for_with_its_line() {
        for banned in banned() {
            let path = ["notes.md", "a.rs", "a.ts", "package-lock.json"].into_iter().find(|path| {
                (banned.looked_for_in)(&SourceFile { path: (*path).to_owned(), text: String::new() })
            });
            let path = path.unwrap();
            let text = format!("fine\nbefore {} after\n", banned.word);
            let found = list(&check(&Tree::of(&[(path, &text)])));
            assert!(found.starts_with(&format!("{path}:2: `{}`", banned.word)), "{}: {found}", banned.word);
        }
    }

    #[test]
    fn honest_text_passes() {
        let files = [
            ("a.rs", "let rest = cards.iter().sk@ip(3); // the root of the work\n#[test]\nfn to_do() {}\n"),
            ("web/a.ts", "test('deals', () => {})\n"),
            ("docs/a.md", "See https://doc.rust-lang.org/cargo/ and crates.io.\n"),
        ];
        let files = files.map(|(path, text)| (path, text.replace('@', "")));
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert_eq!(list(&check(&Tree::of(&files))), "");
    }

    #[test]
    fn lock_files_may_name_registries() {
        let host = ["registry.", "npm", "js"].concat();
        assert_eq!(list(&check(&Tree::of(&[("web/package-lock.json", &host)]))), "");
        assert!(!list(&check(&Tree::of(&[("web/package.json", &host)]))).is_empty());
    }
}
