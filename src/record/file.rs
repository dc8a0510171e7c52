use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tempfile::{Builder, NamedTempFile};

use super::{FORMAT, Record, RecordError, VERSION};

/// Reads a match file; what it says of the match is not checked yet ([`Record::replay`]).
///
/// # Errors
/// A file that cannot be read, that is not JSON of this shape, or is of another format or version.
pub fn read(file: &Path) -> Result<Record, RecordError> {
    #[derive(Deserialize)]
    struct Header {
        format: String,
        version: u64,
    }
    let json = |source| RecordError::Json { file: file.to_path_buf(), source };
    let bytes = fs::read(file).map_err(|source| RecordError::Read { file: file.to_path_buf(), source })?;
    // The header first: a later version may well have other fields.
    let header: Header = serde_json::from_slice(&bytes).map_err(json)?;
    if header.format != FORMAT {
        return Err(RecordError::field(file, "format", FORMAT, &header.format));
    }
    if header.version != u64::from(VERSION) {
        return Err(RecordError::field(file, "version", VERSION.to_string(), &header.version.to_string()));
    }
    serde_json::from_slice(&bytes).map_err(json)
}

/// A match file that is written to as the match goes on.
#[derive(Debug)]
pub struct Journal {
    file: PathBuf,
    /// Whether the file holds this match already, so that it may be replaced.
    owned: bool,
}

impl Journal {
    /// A new match file. It appears with the first [`Journal::write`].
    ///
    /// # Errors
    /// If there is such a file already.
    pub fn create(file: &Path) -> Result<Self, RecordError> {
        match fs::symlink_metadata(file) {
            Ok(_) => Err(RecordError::Exists { file: file.to_path_buf() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Journal { file: file.to_path_buf(), owned: false })
            }
            Err(source) => Err(RecordError::Write { file: file.to_path_buf(), source }),
        }
    }

    /// The file of a match that is resumed.
    #[must_use]
    pub fn resume(file: &Path) -> Self {
        // The name may be a link: it is the file behind it that is replaced.
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
        Journal { file, owned: true }
    }

    /// The match file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Puts the match as it stands in place of what the file holds: in whole, or not at all if the program or the machine
    /// stops on the way.
    ///
    /// # Errors
    /// If the system refuses, or if the file was made by someone else since [`Journal::create`].
    pub fn write(&mut self, record: &Record) -> Result<(), RecordError> {
        let failed = |source| RecordError::Write { file: self.file.clone(), source };
        let text = record.to_text().map_err(|error| failed(error.into()))?;
        if self.owned {
            replace(&self.file, &text).map_err(failed)?;
        } else {
            let fresh = written_beside(&self.file, &text).map_err(failed)?;
            fresh.persist_noclobber(&self.file).map_err(|error| match error.error.kind() {
                io::ErrorKind::AlreadyExists => RecordError::Exists { file: self.file.clone() },
                _ => failed(error.error),
            })?;
            self.owned = true;
        }
        Ok(())
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
fn written_beside(file: &Path, text: &str) -> io::Result<NamedTempFile> {
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
