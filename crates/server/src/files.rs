//! The files of a house: for whoever runs it alone, whatever the machine lets others read.

use crate::house::{NotOpen, chance};
use std::path::Path;
use tercet_table::HouseKey;

/// The key from which the seeds follow: read, or made the first time, for nobody else to read.
pub(crate) fn seeds_key(path: &Path) -> Result<HouseKey, NotOpen> {
    match std::fs::read(path) {
        Ok(bytes) => seeds_key_of(path, &bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let bytes = chance().map_err(|failure| NotOpen::Chance(failure.to_string()))?;
            write_secret(path, &bytes).map_err(|error| at(path, &error))?;
            Ok(HouseKey::new(bytes))
        }
        Err(error) => Err(at(path, &error)),
    }
}

/// The key that a file of these bytes holds.
pub(crate) fn seeds_key_of(path: &Path, bytes: &[u8]) -> Result<HouseKey, NotOpen> {
    let why = || format!("{} bytes; expected the 32 of a key", bytes.len());
    bytes.try_into().map(HouseKey::new).map_err(|_| NotOpen::File { path: path.into(), why: why() })
}

/// Makes a folder that only its owner may look into, if there is none.
///
/// # Errors
///
/// If it cannot be made.
pub fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Keeps a file for its owner alone, if it is there.
pub(crate) fn private(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    match std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        set => set?,
    }
    Ok(())
}

/// Writes a file that only its owner may read, whole or not at all, and for good.
///
/// # Errors
///
/// If it cannot be written; what was there before is there then.
pub fn write_secret(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    let part = path.with_extension("part");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&part, path)?;
    if let Some(folder) = path.parent() {
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}

pub(crate) fn at(path: &Path, error: &std::io::Error) -> NotOpen {
    NotOpen::File { path: path.into(), why: error.to_string() }
}
