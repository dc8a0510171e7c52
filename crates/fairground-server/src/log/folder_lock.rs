//! The lock of a folder of rooms, which one server at a time can use.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The file that is locked.
const LOCK: &str = "lock";

/// How long a start waits for the lock.
const PATIENCE: Duration = Duration::from_secs(1);

/// A folder of rooms, locked until this is dropped.
#[derive(Debug)]
pub(crate) struct FolderLock {
    /// `None` if no server ever used the folder.
    _file: Option<File>,
}

impl FolderLock {
    /// Locks a folder for a server. Waits briefly for a command that holds the lock.
    ///
    /// # Errors
    /// If another server uses it, or the system refuses.
    pub fn take(folder: &Path) -> io::Result<FolderLock> {
        let begun = Instant::now();
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(path(folder))?;
            match locked(file)? {
                Some(lock) => return Ok(lock),
                None if begun.elapsed() < PATIENCE => sleep(PATIENCE / 20),
                None => return Err(io::Error::new(ErrorKind::ResourceBusy, "another server uses this folder")),
            }
        }
    }

    /// Locks a folder for a command; `None` while a server uses it. Creates no file, because its
    /// owner might differ from the server's user.
    pub fn try_take(folder: &Path) -> io::Result<Option<FolderLock>> {
        match File::open(path(folder)) {
            Ok(file) => locked(file),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(FolderLock { _file: None })),
            Err(error) => Err(error),
        }
    }

    /// Checks that a folder in use still exists.
    pub fn check(folder: &Path) -> io::Result<()> {
        fs::metadata(path(folder)).map(|_| ())
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(LOCK)
}

fn locked(file: File) -> io::Result<Option<FolderLock>> {
    match file.try_lock() {
        Ok(()) => Ok(Some(FolderLock { _file: Some(file) })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
