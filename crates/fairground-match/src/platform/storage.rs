//! Atomic replacement of files, and reading with a size limit.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::fs::{self, File, NamedTempFile, OpenOptions, TryLockError};

/// Reads a whole file of at most `limit` bytes.
///
/// # Errors
/// If the system refuses, and [`io::ErrorKind::FileTooLarge`] for a larger file, which is not read
/// further.
pub fn read_limited(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_all_limited(File::open(file)?, limit)
}

/// Reads an input of at most `limit` bytes to its end.
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

/// Replaces the contents of a file atomically: a full disk or a crash leaves the old contents.
///
/// A symbolic link stays; its target is replaced. Files that are not regular, such as
/// `/dev/stdout`, are written directly.
///
/// # Errors
/// If the system refuses.
pub fn replace(file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    match Replacement::begin(file) {
        Ok(mut fresh) => {
            fresh.write_all(contents.as_ref())?;
            fresh.commit()
        }
        Err(error) if error.kind() == io::ErrorKind::Unsupported => fs::write(file, contents),
        Err(error) => Err(error),
    }
}

/// Replaces a file like [`replace`]. Only the owner may read the new file, on systems with file
/// owners.
///
/// # Errors
/// If the system refuses.
pub fn replace_private(file: &Path, text: &str) -> io::Result<()> {
    let file = real_path(file);
    let mut fresh = temporary_beside(&file, true)?;
    fresh.write_all(text.as_bytes())?;
    sync(fresh.as_file())?;
    fresh.persist(&file).map_err(|error| error.error)?;
    sync_folder_of(&file)
}

/// New contents of a file, written beside it and moved into place when complete. Dropping this
/// leaves the old file unchanged.
#[derive(Debug)]
pub struct Replacement {
    fresh: NamedTempFile,
    file: PathBuf,
}

impl Replacement {
    /// Starts to replace a file, or to create one. The new file has the permissions of the old one.
    ///
    /// # Errors
    /// If the file or folder is not writable; [`io::ErrorKind::Unsupported`] if the file is not
    /// regular.
    pub fn begin(file: &Path) -> io::Result<Replacement> {
        let old = match fs::metadata(file) {
            Ok(old) if !fs::is_regular(&old) => return Err(io::ErrorKind::Unsupported.into()),
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let file = real_path(file);
        if old.is_some() {
            // A write-protected file must not be replaced.
            OpenOptions::new().write(true).open(&file)?;
        }
        let fresh = temporary_beside(&file, false)?;
        if let Some(old) = old {
            fs::copy_permissions(&old, fresh.as_file())?;
        }
        Ok(Replacement { fresh, file })
    }

    /// Syncs the contents to disk and replaces the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn commit(self) -> io::Result<()> {
        sync(self.fresh.as_file())?;
        self.fresh.persist(&self.file).map_err(|error| error.error)?;
        sync_folder_of(&self.file)
    }

    /// Replaces the file without syncing, for contents that can be recreated. The new file is locked
    /// from the start, until the returned handle is closed.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn commit_locked(self) -> io::Result<File> {
        lock(self.fresh.as_file())?;
        self.fresh.persist(&self.file).map_err(|error| error.error)
    }

    /// Like [`Replacement::commit_locked`], for a file that must not exist.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if it does, or if the system refuses.
    pub fn create_locked(self) -> io::Result<File> {
        lock(self.fresh.as_file())?;
        self.fresh.persist_noclobber(&self.file).map_err(|error| error.error)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.fresh.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.fresh.flush()
    }
}

/// Writes a temporary file beside `file`, not synced to disk.
pub(crate) fn written_beside(file: &Path, text: &str, private: bool) -> io::Result<NamedTempFile> {
    let mut fresh = temporary_beside(file, private)?;
    fresh.write_all(text.as_bytes())?;
    Ok(fresh)
}

/// Creates a temporary file beside `file`. Errors do not name it, since users know only `file`.
fn temporary_beside(file: &Path, private: bool) -> io::Result<NamedTempFile> {
    let folder = folder_of(file);
    fs::temporary(&folder, private).map_err(|error| {
        let reason = error.to_string();
        let reason = match error.kind() {
            io::ErrorKind::NotFound => format!("the folder {} does not exist", folder.display()),
            _ => reason.split(" at path ").next().unwrap_or_default().to_string(),
        };
        io::Error::new(error.kind(), reason)
    })
}

/// Locks a file against other programs, and against other handles of this one, until the handle is
/// closed. Has no effect where files cannot be locked.
///
/// # Errors
/// [`io::ErrorKind::WouldBlock`] if another handle has locked the file, or if the system refuses.
pub fn lock(handle: &File) -> io::Result<()> {
    match handle.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::WouldBlock, "the file is being written by another program"))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Creates a folder and those above it, unless they exist.
///
/// # Errors
/// If the system refuses, or a file has the name of the folder.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        kind @ io::ErrorKind::AlreadyExists => io::Error::new(kind, "expected a folder, found a file"),
        _ => error,
    })
}

/// A new file, not yet synced to disk.
#[derive(Debug)]
pub(crate) struct NewFile {
    pub handle: File,
    pub path: PathBuf,
}

impl NewFile {
    /// Syncs the file's contents and name to disk.
    pub fn sync(&self) -> io::Result<()> {
        sync(&self.handle)?;
        sync_folder_of(&self.path)?;
        #[cfg(test)]
        slow_disk::note(&self.path);
        Ok(())
    }
}

/// Syncs the contents of a file to disk.
pub(crate) fn sync(file: &File) -> io::Result<()> {
    slow_disk::wait();
    file.sync_all()
}

/// Syncs the folder of `file` to disk. Otherwise, a power failure can lose a new file.
pub(crate) fn sync_folder_of(file: &Path) -> io::Result<()> {
    // Other systems cannot open folders.
    if !cfg!(unix) {
        return Ok(());
    }
    match sync(&File::open(folder_of(file))?) {
        // Some file systems do not support this for folders.
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

/// Resolves the links of a path; returns it unchanged if the file does not exist.
pub fn canonical(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf())
}

/// Follows symbolic links to a file that need not exist yet.
pub fn real_path(file: &Path) -> PathBuf {
    /// The limit of Linux.
    const MAX_LINKS: usize = 40;
    fs::canonicalize(file).unwrap_or_else(|_| {
        let mut file = file.to_path_buf();
        for _ in 0..MAX_LINKS {
            let Ok(target) = fs::read_link(&file) else { break };
            file = folder_of(&file).join(target);
        }
        file
    })
}

/// A simulated slow disk for tests, also of other crates.
#[doc(hidden)]
pub mod slow_disk {
    #[cfg(test)]
    use std::collections::HashSet;
    #[cfg(test)]
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicBool, Ordering};
    #[cfg(test)]
    use std::sync::{LazyLock, Mutex, PoisonError};
    use std::time::Duration;

    static HELD: AtomicBool = AtomicBool::new(false);
    #[cfg(test)]
    static SYNCED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

    /// Blocks all syncs, or releases them.
    pub fn hold(hold: bool) {
        HELD.store(hold, Ordering::SeqCst);
    }

    pub(crate) fn wait() {
        while HELD.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether this new file's contents and name are synced to disk.
    #[cfg(test)]
    pub(crate) fn has(file: &Path) -> bool {
        SYNCED.lock().unwrap_or_else(PoisonError::into_inner).contains(file)
    }

    #[cfg(test)]
    pub(super) fn note(file: &Path) {
        SYNCED.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_path_buf());
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

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names.into_iter().map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn an_unfinished_replacement_leaves_the_file_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        replace(&file, "old").unwrap();
        let mut fresh = Replacement::begin(&file).unwrap();
        fresh.write_all(b"half of the n").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"old");
        drop(fresh);
        assert_eq!((std::fs::read(&file).unwrap(), names_in(folder.path())), (b"old".to_vec(), vec!["file".into()]));
        let mut fresh = Replacement::begin(&file).unwrap();
        fresh.write_all(b"new").unwrap();
        fresh.commit().unwrap();
        assert_eq!((std::fs::read(&file).unwrap(), names_in(folder.path())), (b"new".to_vec(), vec!["file".into()]));
        assert!(Replacement::begin(&folder.path().join("none/file")).is_err());
        assert!(replace(folder.path(), "no file").is_err());
    }

    #[test]
    fn errors_do_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let none = folder.path().join("none");
        let error = replace(&none.join("file"), "text").unwrap_err();
        assert_eq!(error.to_string(), format!("the folder {} does not exist", none.display()));
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        // No name has 300 bytes.
        let long = folder.path().join("n".repeat(300)).join("file");
        let error = written_beside(&long, "text", false).unwrap_err().to_string();
        assert!(!error.is_empty() && !error.contains(".fairground-"), "{error}");
    }

    #[test]
    fn a_file_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        create_folder(&folder.path().join("a/b")).unwrap();
        create_folder(&folder.path().join("a/b")).unwrap();
        std::fs::write(folder.path().join("file"), "text").unwrap();
        let error = create_folder(&folder.path().join("file")).unwrap_err();
        assert_eq!(error.to_string(), "expected a folder, found a file");
    }

    /// Names have at most 255 bytes.
    #[test]
    fn the_longest_name_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        for length in [1, 243, 244, 254, 255] {
            let file = folder.path().join("n".repeat(length));
            replace(&file, "text").unwrap();
            written_beside(&file, "text", true).unwrap();
        }
        assert_eq!(names_in(folder.path()).len(), 5);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("far")).unwrap();
        symlink("far/file", path("near")).unwrap();
        symlink("near", path("nearest")).unwrap();
        // The file is created at the target of the link, then replaced there.
        for text in ["first", "second"] {
            replace(&path("nearest"), text).unwrap();
            assert!(path("near").is_symlink() && path("nearest").is_symlink());
            assert_eq!(std::fs::read_to_string(path("far/file")).unwrap(), text);
        }
        std::fs::set_permissions(path("far/file"), PermissionsExt::from_mode(0o640)).unwrap();
        replace(&path("near"), "third").unwrap();
        assert_eq!(std::fs::metadata(path("far/file")).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names_in(&path("far")), ["file"]);
        replace(Path::new("/dev/null"), "text").unwrap();
    }
}
