//! Open in-memory files.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use web_time::SystemTime;

use super::tree::{Inode, Tree, locked, not_found, tree};

/// An open file with its own position.
#[derive(Debug)]
pub struct File {
    pub(super) inode: Arc<Mutex<Inode>>,
    at: Arc<Mutex<u64>>,
    /// Whether this handle, or a clone of it, holds the lock.
    holds: Arc<Lock>,
}

/// The lock of a file, released with the last clone of the handle that took it.
#[derive(Debug)]
struct Lock(Arc<Mutex<Inode>>, AtomicBool);

impl Drop for Lock {
    fn drop(&mut self) {
        if self.1.load(Ordering::Relaxed) {
            locked(&self.0).locked = false;
        }
    }
}

/// Why locking a file failed.
#[derive(Debug)]
pub enum TryLockError {
    /// Never returned: memory does not fail.
    Error(io::Error),
    /// Another handle holds the lock.
    WouldBlock,
}

/// The length and modification time of a file.
#[derive(Debug, Clone, Copy)]
pub struct Metadata {
    length: u64,
    modified: SystemTime,
    /// The number of names of the file.
    pub(super) names: u64,
}

impl Metadata {
    /// The length in bytes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "as in std")]
    pub fn len(&self) -> u64 {
        self.length
    }

    /// The modification time.
    ///
    /// # Errors
    /// Never.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.modified)
    }

    pub(super) fn of(inode: &Inode) -> Metadata {
        Metadata { length: inode.bytes.len() as u64, modified: inode.modified, names: u64::from(inode.path.is_some()) }
    }
}

impl File {
    fn of(inode: Arc<Mutex<Inode>>) -> File {
        let holds = Arc::new(Lock(inode.clone(), false.into()));
        File { inode, at: Arc::default(), holds }
    }

    /// Opens an existing file.
    ///
    /// # Errors
    /// If the file does not exist.
    pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
        let inode = tree().files.get(path.as_ref()).cloned().ok_or_else(not_found)?;
        Ok(File::of(inode))
    }

    /// The file's length and modification time.
    ///
    /// # Errors
    /// Never.
    pub fn metadata(&self) -> io::Result<Metadata> {
        Ok(Metadata::of(&locked(&self.inode)))
    }

    /// Returns another handle with the same position and lock.
    ///
    /// # Errors
    /// Never.
    pub fn try_clone(&self) -> io::Result<File> {
        Ok(File { inode: self.inode.clone(), at: self.at.clone(), holds: self.holds.clone() })
    }

    /// Locks the file until this handle and its clones are closed.
    ///
    /// # Errors
    /// If another handle holds the lock.
    pub fn try_lock(&self) -> Result<(), TryLockError> {
        let mut inode = locked(&self.inode);
        if inode.locked && !self.holds.1.load(Ordering::Relaxed) {
            return Err(TryLockError::WouldBlock);
        }
        inode.locked = true;
        self.holds.1.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Releases the lock of this handle and its clones.
    ///
    /// # Errors
    /// Never.
    pub fn unlock(&self) -> io::Result<()> {
        if self.holds.1.swap(false, Ordering::Relaxed) {
            locked(&self.inode).locked = false;
        }
        Ok(())
    }

    /// Passes the contents to the sink.
    ///
    /// # Errors
    /// Never.
    pub fn sync_all(&self) -> io::Result<()> {
        let inode = locked(&self.inode);
        if let Some(path) = inode.path.clone().filter(|_| !inode.temporary) {
            tree_after(inode, |tree, bytes| tree.notify(&path, Some(bytes)));
        }
        Ok(())
    }

    /// Same as [`File::sync_all`].
    ///
    /// # Errors
    /// Never.
    pub fn sync_data(&self) -> io::Result<()> {
        self.sync_all()
    }

    /// Truncates the file, or extends it with zeros.
    ///
    /// # Errors
    /// If the length exceeds the address space.
    pub fn set_len(&self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        let mut inode = locked(&self.inode);
        inode.bytes.resize(length, 0);
        inode.modified = SystemTime::now();
        Ok(())
    }
}

/// Calls `act` with the tree and the contents of a file. The tree must be locked before any file,
/// so the file is unlocked first.
fn tree_after(inode: MutexGuard<'_, Inode>, act: impl FnOnce(&Tree, &[u8])) {
    let bytes = inode.bytes.clone();
    drop(inode);
    act(&tree(), &bytes);
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let inode = locked(&self.inode);
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let rest = inode.bytes.get(usize::try_from(*at).unwrap_or(usize::MAX)..).unwrap_or_default();
        let length = rest.len().min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        *at += length as u64;
        Ok(length)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut inode = locked(&self.inode);
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let from = usize::try_from(*at).map_err(io::Error::other)?;
        let end = from + bytes.len();
        if inode.bytes.len() < end {
            inode.bytes.resize(end, 0);
        }
        inode.bytes[from..end].copy_from_slice(bytes);
        inode.modified = SystemTime::now();
        *at = end as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = locked(&self.inode).bytes.len() as u64;
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => length.checked_add_signed(by),
            SeekFrom::Current(by) => at.checked_add_signed(by),
        };
        *at = wanted.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(*at)
    }
}

/// Options for opening a file.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    create_new: bool,
}

impl OpenOptions {
    /// Returns the default: opens an existing file for reading and writing.
    #[must_use]
    pub fn new() -> OpenOptions {
        OpenOptions::default()
    }

    /// Does nothing: every file can be read.
    pub fn read(&mut self, _: bool) -> &mut Self {
        self
    }

    /// Does nothing: every file can be written.
    pub fn write(&mut self, _: bool) -> &mut Self {
        self
    }

    /// Requires that the file does not exist yet, and creates it.
    pub fn create_new(&mut self, create_new: bool) -> &mut Self {
        self.create_new = create_new;
        self
    }

    /// Opens the file.
    ///
    /// # Errors
    /// If it does not exist, or exists despite `create_new`.
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        if self.create_new { create(&mut tree(), path.as_ref()) } else { File::open(path) }
    }
}

/// Creates a file that does not exist yet.
pub(super) fn create(tree: &mut Tree, path: &Path) -> io::Result<File> {
    if tree.files.contains_key(path) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let inode = Inode {
        path: Some(path.to_path_buf()),
        bytes: Vec::new(),
        modified: SystemTime::now(),
        locked: false,
        temporary: false,
    };
    let inode = Arc::new(Mutex::new(inode));
    tree.files.insert(path.to_path_buf(), inode.clone());
    Ok(File::of(inode))
}
