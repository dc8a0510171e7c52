//! Small files that several windows of the program write: settings, seats in rooms, progress. Each
//! change starts from the current contents, under a lock, so none is lost.

use std::io;
use std::path::Path;

use super::fs;
use super::storage::{read_limited, real_path, replace, replace_private};

/// Read permissions of a file, on systems with file owners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The system's default for new files.
    Usual,
    /// Only the owner.
    Private,
}

/// Changes a file of at most `limit` bytes. `change` receives the contents, `None` if the file does
/// not exist, and returns the new ones, or `None` to leave the file. Missing folders are created.
///
/// # Errors
/// If the system refuses, another window holds the lock for too long, or `change` fails. The file
/// is then unchanged.
pub fn update(
    file: &Path,
    limit: u64,
    access: Access,
    change: impl FnOnce(Option<&[u8]>) -> io::Result<Option<String>>,
) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let file = &real_path(file);
    let _lock = lock::take(file)?;
    let held = match read_limited(file, limit) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match (change(held.as_deref())?, access) {
        (None, _) => Ok(()),
        (Some(text), Access::Usual) => replace(file, &text),
        (Some(text), Access::Private) => replace_private(file, &text),
    }
}

/// No lock is needed in a browser: each tab has its own copy of the files.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod lock {
    use std::io;
    use std::path::Path;

    pub(super) fn take(_: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod lock {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::path::Path;
    use std::thread;
    use std::time::Duration;

    use crate::platform::storage;

    /// The number of attempts to lock, and the pause between them: 2 s in all. Other windows hold
    /// the lock for milliseconds.
    const ATTEMPTS: u32 = 400;
    const PAUSE: Duration = Duration::from_millis(5);

    /// Takes the lock of a file: a hidden file beside it, which is never removed. The file itself
    /// cannot serve as the lock, because each change replaces it.
    pub(super) fn take(file: &Path) -> io::Result<File> {
        let mut name = std::ffi::OsString::from(".");
        name.push(file.file_name().unwrap_or_default());
        name.push(".lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(file.with_file_name(name))?;
        for _ in 0..ATTEMPTS {
            match storage::lock(&lock) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
                locked => return locked.map(|()| lock),
            }
        }
        Err(io::Error::new(io::ErrorKind::TimedOut, "locked by another window"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Increments the number in a file.
    fn count(file: &Path) {
        update(file, 100, Access::Usual, |held| {
            let text = held.map(String::from_utf8_lossy).unwrap_or_default();
            Ok(Some((text.parse().unwrap_or(0) + 1).to_string()))
        })
        .unwrap();
    }

    #[test]
    fn no_change_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/number");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..25).for_each(|_| count(&file)));
            }
        });
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "100");
        let failed = update(&file, 100, Access::Usual, |_| Err(io::Error::other("no")));
        assert!(failed.is_err());
        update(&file, 100, Access::Usual, |_| Ok(None)).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "100");
        assert!(update(&file, 2, Access::Usual, |_| Ok(None)).is_err(), "it is larger");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("dotfiles/number"), folder.path().join("number"));
        std::fs::create_dir(folder.path().join("dotfiles")).unwrap();
        // At first the link is dangling.
        std::os::unix::fs::symlink("dotfiles/number", &link).unwrap();
        count(&link);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "1");
        update(&link, 100, Access::Private, |_| Ok(Some("3".into()))).unwrap();
        count(&link);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "4");
    }
}
