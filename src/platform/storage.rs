//! Files that are written in whole or not at all, and read only up to a size.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Reads a whole file that has at most so many bytes.
///
/// # Errors
/// If the system refuses, and [`io::ErrorKind::FileTooLarge`] for a larger file, of which no more is read.
pub fn read_limited(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_all_limited(File::open(file)?, limit)
}

/// Reads an input to its end, which is after at most so many bytes.
///
/// # Errors
/// Those of [`read_limited`].
pub fn read_all_limited(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {limit} bytes")));
    }
    Ok(bytes)
}

/// Puts a text in place of what a file holds: in whole, or not at all if the program or the machine stops on the way.
///
/// # Errors
/// If the system refuses.
pub fn replace(file: &Path, text: &str) -> io::Result<()> {
    written_beside(file, text)?.persist(file).map_err(|error| error.error)?;
    sync_folder_of(file)
}

/// A temporary file in the same folder that holds the text.
pub(crate) fn written_beside(file: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut fresh = temporary(&folder_of(file), file.file_name().unwrap_or_default())?;
    fresh.write_all(text.as_bytes())?;
    fresh.as_file().sync_all()?;
    Ok(fresh)
}

/// Waits until the names of the files in the folder of this one are on the disk; without it a new file may be lost when the power fails.
pub(crate) fn sync_folder_of(file: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened.
    if cfg!(unix) { File::open(folder_of(file))?.sync_all() } else { Ok(()) }
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// The file behind a link.
pub(crate) fn canonical(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_over_the_limit_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        replace(&file, "12345").unwrap();
        assert_eq!(read_limited(&file, 5).unwrap(), b"12345");
        assert_eq!(read_limited(&file, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
