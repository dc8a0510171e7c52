//! The file beside a match file that keeps its secret until the match is over.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::platform::fs;
use crate::platform::storage::{NewFile, canonical, read_limited, written_beside};

/// The most bytes of the file of a secret, which has 65 unless somebody edited it.
const MAX_SECRET: u64 = 4096;

/// The file that keeps the secret of a match file: `match.jsonl.secret`, beside the file itself where that is a link.
#[must_use]
pub fn secret_file(file: &Path) -> PathBuf {
    let mut name = OsString::from(canonical(file));
    name.push(".secret");
    name.into()
}

/// Reads the text of a file that keeps a secret.
///
/// # Errors
/// If the system refuses, or the file holds no text.
pub fn read_secret(file: &Path) -> io::Result<String> {
    let bytes = read_limited(file, MAX_SECRET).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => io::ErrorKind::InvalidData.into(),
        _ => error,
    })?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Writes a secret into a new file, which only its owner may read where the system knows owners. An
/// error if there is such a file already, or the system refuses; nothing is left then.
pub(crate) fn write_secret(file: &Path, secret: &str) -> io::Result<NewFile> {
    let fresh = written_beside(file, &format!("{secret}\n"), true)?;
    let handle = fresh.persist_noclobber(file).map_err(|error| error.error)?;
    Ok(NewFile { handle, path: file.to_path_buf() })
}

/// Removes the file of a secret.
///
/// # Errors
/// If the system refuses.
pub fn remove_secret(file: &Path) -> io::Result<()> {
    fs::remove_file(file)
}
