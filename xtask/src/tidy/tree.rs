//! The text of the repository, read once, so that a rule is a function over memory and a test can make up
//! a tree of two files.

use std::fs;
use std::io;
use std::path::Path;

/// A text file and where it lies, from the root, with `/` between the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Such as `crates/cards/src/lib.rs`.
    pub path: String,
    /// The whole file.
    pub text: String,
}

impl SourceFile {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The parts of the path.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.path.split('/').collect()
    }
}

/// The text files of the repository in the order of their paths.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    files: Vec<SourceFile>,
}

/// Directories that are built, fetched or found, not written; by name anywhere, or by path from the root.
const SKIPPED_NAMES: &[&str] = &[".git", "target", "node_modules"];
const SKIPPED_PATHS: &[&str] = &["fuzz/corpus", "fuzz/artifacts", "web/dist", "web/src/api/made"];
/// The lock file is cargo's own text; in a linked worktree git keeps a file of its own.
const SKIPPED_FILES: &[&str] = &["Cargo.lock", ".git"];

impl Tree {
    /// Reads the tree below a root. Files that are not UTF-8 text are left out.
    ///
    /// # Errors
    ///
    /// A directory or file that cannot be read, in words.
    pub fn read(root: &Path) -> Result<Tree, String> {
        let mut files = Vec::new();
        read_directory(root, "", &mut files)?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Tree { files })
    }

    /// Every file.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.path == path)
    }

    /// A tree made up for a test.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let mut files: Vec<SourceFile> = files
            .iter()
            .map(|&(path, text)| SourceFile { path: path.to_owned(), text: text.to_owned() })
            .collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Tree { files }
    }
}

fn read_directory(directory: &Path, prefix: &str, files: &mut Vec<SourceFile>) -> Result<(), String> {
    let fault = |error: io::Error| format!("cannot read {}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let kind = entry.file_type().map_err(fault)?;
        if kind.is_dir() {
            if !SKIPPED_NAMES.contains(&name.as_str()) && !SKIPPED_PATHS.contains(&path.as_str()) {
                read_directory(&entry.path(), &path, files)?;
            }
        } else if kind.is_file() && !SKIPPED_FILES.contains(&name.as_str()) {
            files.extend(read_text(&entry.path())?.map(|text| SourceFile { path, text }));
        }
    }
    Ok(())
}

/// The text of a file; none when it is not text, or is gone since the directory was listed.
fn read_text(path: &Path) -> Result<Option<String>, String> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_text_in_order_and_skips_what_nobody_wrote() {
        let root = std::env::temp_dir().join(format!("xtask-tree-{}", std::process::id()));
        let write = |path: &str, bytes: &[u8]| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        write("b.md", b"b");
        write("a/x.rs", b"x");
        write(".ci/run", b"run");
        write("picture.png", &[0x89, 0xff, 0x00]);
        for skipped in [
            ".git/config",
            "target/a",
            "a/target/b",
            "web/node_modules/c",
            "fuzz/corpus/d",
            "Cargo.lock",
            "linked/.git",
        ] {
            write(skipped, b"skipped");
        }
        let tree = Tree::read(&root).unwrap();
        let paths: Vec<&str> = tree.files().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [".ci/run", "a/x.rs", "b.md"]);
        assert_eq!(tree.file("a/x.rs").unwrap().text, "x");
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_root_that_is_not_there_is_an_error() {
        assert!(Tree::read(Path::new("no-such-directory")).unwrap_err().contains("no-such-directory"));
    }
}
