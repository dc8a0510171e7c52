use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use super::{FORMAT, Record, RecordError, VERSION, version1, version2};

/// The last line of a match file, which is not whole: the program or the machine stopped while it was being written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: line {line}, the last one, is not whole ({bytes} bytes) and is left out", file.display())]
pub struct Torn {
    /// The match file.
    pub file: PathBuf,
    /// Which line, from 1.
    pub line: usize,
    /// How much of it there is, its end included.
    pub bytes: usize,
}

/// Reads a match file of any version, also one that is being written; what it says of the match is not checked yet
/// ([`Record::replay`]).
///
/// # Errors
/// A file that cannot be read, that is not JSON of this shape, or is of another format or version.
pub fn read(file: &Path) -> Result<Record, RecordError> {
    let bytes = fs::read(file).map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
    parse(file, &bytes)
}

/// Reads what a match file holds, as [`read`] does. The version is told from there, not from the file's name.
///
/// # Errors
/// What is not JSON of this shape, or is of another format or version; `file` is named in them.
pub fn parse(file: &Path, bytes: &[u8]) -> Result<Record, RecordError> {
    // By itself: a later version may well have other fields.
    #[derive(Deserialize)]
    struct Kind {
        format: String,
        version: u64,
    }
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let kind: Kind = serde_json::from_slice(line)
        .or_else(|_| serde_json::from_slice(bytes))
        .map_err(|source| RecordError::Json { file: file.to_path_buf(), source })?;
    if kind.format != FORMAT {
        return Err(RecordError::field(file, "format", FORMAT, &kind.format));
    }
    match kind.version {
        1 => version1::read(file, bytes),
        version if version == u64::from(VERSION) => version2::read(file, bytes),
        other => Err(RecordError::field(file, "version", format!("1 or {VERSION}"), &other.to_string())),
    }
}

/// Puts a text in place of what a file holds: in whole, or not at all if the program or the machine stops on the way.
///
/// # Errors
/// If the system refuses.
pub fn replace(file: &Path, text: &str) -> io::Result<()> {
    written_beside(file, text)?.persist(file).map(drop).map_err(|error| error.error)
}

/// A temporary file in the same folder that holds the text.
pub(super) fn written_beside(file: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut fresh = temporary(folder, file.file_name().unwrap_or_default())?;
    fresh.write_all(text.as_bytes())?;
    fresh.as_file().sync_all()?;
    Ok(fresh)
}

/// A file beside another, with the permissions that a new file has.
fn temporary(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    let mut prefix = name.to_os_string();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
