//! Whether the pages are built already: what is built goes into the program, which is built anew with it.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::steps::Failure;

/// What lies in the folder of the pages, but what they are built of does not lie in it.
const NOT_MADE_OF: [&str; 6] = ["dist", "node_modules", "tests", "test-results", "measured", "src/api/made"];

/// A file that says of what the pages were built, and to what: each file with the time when it was changed.
pub(crate) struct Mark {
    web: PathBuf,
    file: PathBuf,
    /// Of what, as it is before the pages are built: who changes it meanwhile has not changed what was built.
    made_of: io::Result<String>,
}

impl Mark {
    /// That of this folder of pages, as it is now. It lies beside what was installed, as what is installed anew may build something else.
    pub(crate) fn of(web: &Path) -> Mark {
        let file = web.join("node_modules/.pages-are-built");
        Mark { web: web.to_owned(), file, made_of: listed(web, &NOT_MADE_OF) }
    }

    /// Whether the pages are there as they were built last, and of what there is now. What cannot be looked at has changed.
    pub(crate) fn holds(&self) -> bool {
        let said = fs::read_to_string(&self.file);
        said.is_ok_and(|said| self.says().is_ok_and(|now| now == said))
    }

    /// Sets it: the pages have just been built.
    pub(crate) fn set(&self) -> Result<(), Failure> {
        let set = self.says().and_then(|now| fs::write(&self.file, now));
        set.map_err(|error| format!("cannot note in {} what was built: {error}", self.file.display()))
    }

    fn says(&self) -> io::Result<String> {
        let made_of =
            self.made_of.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
        Ok(format!("of\n{made_of}to\n{}", listed(&self.web.join("dist"), &[])?))
    }
}

/// The files in a folder, but for these, a line each: when each was changed last, and its path.
fn listed(folder: &Path, but: &[&str]) -> io::Result<String> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(folder.join(&inner))? {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            if but.iter().any(|name| path == Path::new(name)) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                files.push((path, entry.metadata()?.modified()?));
            }
        }
    }
    files.sort();
    let mut list = String::new();
    for (path, changed) in files {
        let nanos = changed.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let _cannot_fail = writeln!(list, "{nanos} {}", path.display());
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A folder of pages that are built and marked, all of it long ago.
    fn built() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let web = folder.path();
        for inner in ["src/lib", "src/api/made", "dist/assets", "node_modules", "tests"] {
            fs::create_dir_all(web.join(inner)).unwrap();
        }
        let long_ago = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
        for file in
            ["index.html", "src/lib/felt.ts", "dist/index.html", "dist/assets/felt.js", "tests/felt.ts"]
        {
            fs::write(web.join(file), "as it is").unwrap();
            let file = fs::File::options().append(true).open(web.join(file)).unwrap();
            file.set_modified(long_ago).unwrap();
        }
        Mark::of(web).set().unwrap();
        folder
    }

    #[test]
    fn the_mark_holds_as_long_as_nothing_changes() {
        let folder = built();
        assert!(Mark::of(folder.path()).holds());
        for beside in ["tests/more.ts", "measured", "test-results", "src/api/made/http.ts"] {
            fs::write(folder.path().join(beside), "").unwrap();
            assert!(Mark::of(folder.path()).holds(), "{beside}");
        }
    }

    #[test]
    fn what_changes_comes_or_goes_is_built_anew() {
        type Change = fn(&Path) -> io::Result<()>;
        let changes: [(&str, Change); 9] = [
            ("a source is written", |web| fs::write(web.join("src/lib/felt.ts"), "other")),
            ("a source comes", |web| fs::write(web.join("src/cards.ts"), "")),
            ("an old source comes from elsewhere", |web| {
                fs::rename(web.join("tests/felt.ts"), web.join("src/old.ts"))
            }),
            ("a source goes", |web| fs::remove_file(web.join("src/lib/felt.ts"))),
            ("the first page is written", |web| fs::write(web.join("index.html"), "other")),
            ("the first page goes", |web| fs::remove_file(web.join("index.html"))),
            ("what was built is lost", |web| fs::remove_dir_all(web.join("dist"))),
            ("a part of what was built is lost", |web| fs::remove_file(web.join("dist/assets/felt.js"))),
            ("what was installed is lost", |web| fs::remove_dir_all(web.join("node_modules"))),
        ];
        for (what, change) in changes {
            let folder = built();
            change(folder.path()).unwrap();
            assert!(!Mark::of(folder.path()).holds(), "{what}");
        }
    }

    #[test]
    fn what_changes_while_it_is_built_is_built_anew() {
        let folder = built();
        let before = Mark::of(folder.path());
        fs::write(folder.path().join("src/lib/felt.ts"), "as somebody saves it meanwhile").unwrap();
        before.set().unwrap();
        assert!(!Mark::of(folder.path()).holds());
    }
}
