//! The file that holds a match's secret, beside the match file, until the match is over.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::platform::fs;
use crate::platform::storage::{NewFile, canonical, read_limited, written_beside};

/// The maximum size of a secret file, bytes. It has 65 unless edited.
const MAX_SECRET: u64 = 4096;

/// The path of a match's secret file: `match.jsonl.secret`, beside the link's target if `file` is a
/// link.
#[must_use]
pub(crate) fn secret_file(file: &Path) -> PathBuf {
    let mut name = OsString::from(canonical(file));
    name.push(".secret");
    name.into()
}

/// Reads a secret file.
///
/// # Errors
/// If the system refuses, or the file is not text.
pub(crate) fn read_secret(file: &Path) -> io::Result<String> {
    let bytes = read_limited(file, MAX_SECRET).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => io::ErrorKind::InvalidData.into(),
        _ => error,
    })?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Writes a secret to a new file that only its owner may read, on systems with file owners. Fails
/// if the file already exists or the system refuses, and then leaves nothing behind.
pub(crate) fn write_secret(file: &Path, secret: &str) -> io::Result<NewFile> {
    let fresh = written_beside(file, &format!("{secret}\n"), true)?;
    let handle = fresh.persist_noclobber(file).map_err(|error| error.error)?;
    Ok(NewFile { handle, path: file.to_path_buf() })
}

/// Removes a secret file.
///
/// # Errors
/// If the system refuses.
pub(crate) fn remove_secret(file: &Path) -> io::Result<()> {
    fs::remove_file(file)
}
