//! What stands at a path: looked at before it is opened, so that what is said of it is what is wrong with it.

use std::fs::{Metadata, metadata, symlink_metadata};
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Whether there is a file at this path. Nothing is opened: a pipe would never answer. `expected` says what should be there, as in
/// "the file of a store".
///
/// # Errors
///
/// Says what is there, and what was expected: a folder, a pipe, a link that leads nowhere, or something on the way there that is no folder.
pub fn is_file(path: &Path, expected: &str) -> Result<bool, String> {
    let wrong = |what: &str| Err(format!("{what}; expected {expected}"));
    match found(path, expected)? {
        None => Ok(false),
        Some(found) if found.is_file() => Ok(true),
        Some(found) if found.is_dir() => wrong("a folder"),
        Some(_) => wrong("no file but a pipe, a socket or a device"),
    }
}

/// Whether there is a folder at this path. For `expected` see [`is_file`].
///
/// # Errors
///
/// See [`is_file`].
pub fn is_folder(path: &Path, expected: &str) -> Result<bool, String> {
    match found(path, expected)? {
        None => Ok(false),
        Some(found) if found.is_dir() => Ok(true),
        Some(_) => Err(format!("no folder; expected {expected}")),
    }
}

/// What stands there, if anything does.
fn found(path: &Path, expected: &str) -> Result<Option<Metadata>, String> {
    match metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            match symlink_metadata(path) {
                // Whoever makes a file where a link leads nowhere makes it in the place of one that is somewhere else, or will be again.
                Ok(link) if link.is_symlink() => {
                    Err(format!("a link that leads nowhere; expected {expected}"))
                }
                // Somebody has made it meanwhile.
                Ok(found) => Ok(Some(found)),
                Err(_) => Ok(None),
            }
        }
        Err(error) => Err(format!("{}; expected {expected}", reason(&error))),
    }
}

/// Why the system refuses something, without the number that it has for that.
#[must_use]
pub fn reason(error: &Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or(&text).to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    /// Each thing that can stand in the place of another is called what it is, and what should be there is said.
    #[test]
    fn what_stands_there_is_called_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "text").unwrap();
        std::fs::create_dir(at("folder")).unwrap();
        symlink(at("file"), at("link")).unwrap();
        symlink("nowhere", at("dangling")).unwrap();
        symlink("loop", at("loop")).unwrap();
        let _listener = UnixListener::bind(at("socket")).unwrap();
        let said = |of: Result<bool, String>| of.map_or_else(|said| said, |there| there.to_string());
        for (name, file, dir) in [
            ("file", "true", "no folder; expected x"),
            ("link", "true", "no folder; expected x"),
            ("folder", "a folder; expected x", "true"),
            ("socket", "no file but a pipe, a socket or a device; expected x", "no folder; expected x"),
            ("dangling", "a link that leads nowhere; expected x", "a link that leads nowhere; expected x"),
            ("missing", "false", "false"),
            ("file/below", "Not a directory; expected x", "Not a directory; expected x"),
        ] {
            assert_eq!(said(is_file(&at(name), "x")), file, "{name}");
            assert_eq!(said(is_folder(&at(name), "x")), dir, "{name}");
        }
        assert!(said(is_file(&at("loop"), "x")).ends_with("; expected x"));
    }
}
