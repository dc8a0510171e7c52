//! Files that are written in whole or not at all, and read only up to a size.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::fs::{self, File, NamedTempFile};

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
    let fresh = written_beside(file, text)?;
    sync(fresh.as_file())?;
    fresh.persist(file).map_err(|error| error.error)?;
    sync_folder_of(file)
}

/// The same for a file that only its owner may read, where the system knows owners.
///
/// # Errors
/// If the system refuses.
pub fn replace_private(file: &Path, text: &str) -> io::Result<()> {
    let mut fresh = fs::temporary(&folder_of(file), file.file_name().unwrap_or_default(), true)?;
    fresh.write_all(text.as_bytes())?;
    sync(fresh.as_file())?;
    fresh.persist(file).map_err(|error| error.error)?;
    sync_folder_of(file)
}

/// A temporary file in the same folder that holds the text. The disk may not have it yet.
pub(crate) fn written_beside(file: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut fresh = fs::temporary(&folder_of(file), file.file_name().unwrap_or_default(), false)?;
    fresh.write_all(text.as_bytes())?;
    Ok(fresh)
}

/// A new file that the disk may not have yet.
#[derive(Debug)]
pub(crate) struct NewFile {
    pub handle: File,
    pub path: PathBuf,
}

impl NewFile {
    /// Waits until its contents and its name are on the disk.
    pub fn sync(&self) -> io::Result<()> {
        sync(&self.handle)?;
        sync_folder_of(&self.path)
    }
}

/// Waits until the contents of a file are on the disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    #[cfg(test)]
    slow_disk::wait();
    file.sync_all()
}

/// Waits until the names of the files in the folder of this one are on the disk; without it a new file may be lost when the power fails.
pub(crate) fn sync_folder_of(file: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened.
    if !cfg!(unix) {
        return Ok(());
    }
    match sync(&File::open(folder_of(file))?) {
        // Some file systems know no such request for folders.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
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

/// A disk that takes its time, for tests.
#[cfg(test)]
pub(crate) mod slow_disk {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    static HELD: AtomicBool = AtomicBool::new(false);

    /// Holds it, or releases it: whoever waits for it does so until then.
    pub(crate) fn hold(hold: bool) {
        HELD.store(hold, Ordering::SeqCst);
    }

    pub(crate) fn wait() {
        while HELD.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
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
