//! In-memory files for a browser, which has no file system: the subset of `std::fs` and `tempfile`
//! used by this crate.
//!
//! A [`Sink`] receives every change and stores the files between visits.

mod temporary;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use web_time::SystemTime;

pub use temporary::{NamedTempFile, PersistError, temporary};

/// Receives each changed file with its contents, or `None` if it was removed.
pub type Sink = Box<dyn Fn(&Path, Option<&[u8]>) + Send>;

/// A file. It may be removed while open.
#[derive(Debug)]
struct Inode {
    /// `None` once the file is removed or replaced.
    path: Option<PathBuf>,
    bytes: Vec<u8>,
    modified: SystemTime,
    locked: bool,
    /// Whether the file has no final name yet. Until then, its changes do not go to the sink.
    temporary: bool,
}

/// All files, and the sink of their changes.
struct Tree {
    files: BTreeMap<PathBuf, Arc<Mutex<Inode>>>,
    sink: Option<Sink>,
}

static TREE: Mutex<Tree> = Mutex::new(Tree { files: BTreeMap::new(), sink: None });

fn tree() -> MutexGuard<'static, Tree> {
    TREE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn locked(inode: &Mutex<Inode>) -> MutexGuard<'_, Inode> {
    inode.lock().unwrap_or_else(PoisonError::into_inner)
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Tree {
    fn notify(&self, path: &Path, bytes: Option<&[u8]>) {
        if let Some(sink) = &self.sink {
            sink(path, bytes);
        }
    }

    /// Removes the file at `path`.
    fn unlink(&mut self, path: &Path) -> Option<Arc<Mutex<Inode>>> {
        let inode = self.files.remove(path)?;
        locked(&inode).path = None;
        Some(inode)
    }

    /// Renames a file, replacing any file at `to`.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let inode = self.files.remove(from).ok_or_else(not_found)?;
        self.unlink(to);
        let was_temporary = {
            let mut inode = locked(&inode);
            inode.path = Some(to.to_path_buf());
            std::mem::take(&mut inode.temporary)
        };
        if !was_temporary {
            self.notify(from, None);
        }
        self.notify(to, Some(&locked(&inode).bytes));
        self.files.insert(to.to_path_buf(), inode);
        Ok(())
    }
}

/// Adds the files of an earlier visit. From now on, `sink` receives every change.
pub fn restore(files: impl IntoIterator<Item = (PathBuf, Vec<u8>, SystemTime)>, sink: Sink) {
    let mut tree = tree();
    for (path, bytes, modified) in files {
        let inode = Inode { path: Some(path.clone()), bytes, modified, locked: false, temporary: false };
        tree.files.insert(path, Arc::new(Mutex::new(inode)));
    }
    tree.sink = Some(sink);
}

/// An open file with its own position.
#[derive(Debug)]
pub struct File {
    inode: Arc<Mutex<Inode>>,
    at: Arc<Mutex<u64>>,
    /// Whether this handle, or a clone of it, holds the lock.
    holds: Arc<Lock>,
}

/// The lock of a file, released with the last clone of the handle that took it.
#[derive(Debug)]
struct Lock(Arc<Mutex<Inode>>, std::sync::atomic::AtomicBool);

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
    names: u64,
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

    fn of(inode: &Inode) -> Metadata {
        Metadata { length: inode.bytes.len() as u64, modified: inode.modified, names: u64::from(inode.path.is_some()) }
    }
}

/// The number of names of a file: 0 once it is removed or replaced, else 1.
#[must_use]
pub fn names(metadata: &Metadata) -> Option<u64> {
    Some(metadata.names)
}

/// Always true: there are only regular files.
#[must_use]
pub fn is_regular(_: &Metadata) -> bool {
    true
}

/// Does nothing: memory has no permissions.
///
/// # Errors
/// Never.
pub fn copy_permissions(_: &Metadata, _: &File) -> io::Result<()> {
    Ok(())
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
fn create(tree: &mut Tree, path: &Path) -> io::Result<File> {
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

/// A file in a folder.
#[derive(Debug, Clone)]
pub struct DirEntry(PathBuf);

impl DirEntry {
    /// The file's path.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }

    /// The file's name.
    #[must_use]
    pub fn file_name(&self) -> OsString {
        self.0.file_name().unwrap_or_default().to_os_string()
    }

    /// The file's length and modification time.
    ///
    /// # Errors
    /// If the file was removed.
    pub fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.0)
    }
}

/// Lists the files in a folder. A folder exists as long as it contains a file.
///
/// # Errors
/// If the folder is empty.
pub fn read_dir(folder: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    let inside = |path: &&PathBuf| path.parent() == Some(folder.as_ref());
    let entries: Vec<_> = tree().files.keys().filter(inside).cloned().map(|path| Ok(DirEntry(path))).collect();
    if entries.is_empty() { Err(not_found()) } else { Ok(entries.into_iter()) }
}

/// The length and modification time of a file.
///
/// # Errors
/// If the file does not exist.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    File::open(path)?.metadata()
}

/// Same as [`metadata`]: memory has no links.
///
/// # Errors
/// Those of [`metadata`].
pub fn symlink_metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    metadata(path)
}

/// Whether the file exists.
///
/// # Errors
/// Never.
pub fn exists(path: impl AsRef<Path>) -> io::Result<bool> {
    Ok(tree().files.contains_key(path.as_ref()))
}

/// Returns the path unchanged: memory has no links.
///
/// # Errors
/// If the file does not exist.
pub fn canonicalize(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    metadata(&path).map(|_| path.as_ref().to_path_buf())
}

/// Always fails: memory has no links.
///
/// # Errors
/// Always.
pub fn read_link(_: impl AsRef<Path>) -> io::Result<PathBuf> {
    Err(io::ErrorKind::InvalidInput.into())
}

/// Does nothing: folders exist implicitly, see [`read_dir`].
///
/// # Errors
/// Never.
pub fn create_dir_all(_: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

/// Renames a file, replacing any file at `to`.
///
/// # Errors
/// If `from` does not exist.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    tree().rename(from.as_ref(), to.as_ref())
}

/// Removes a file.
///
/// # Errors
/// If the file does not exist.
pub fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    let mut tree = tree();
    let inode = tree.unlink(path.as_ref()).ok_or_else(not_found)?;
    if !locked(&inode).temporary {
        tree.notify(path.as_ref(), None);
    }
    Ok(())
}

/// Writes a whole file.
///
/// # Errors
/// Never.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let path = path.as_ref();
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(_) => create(&mut tree(), path)?,
    };
    file.set_len(0)?;
    file.write_all(bytes.as_ref())?;
    file.sync_all()
}

/// Reads a whole text file.
///
/// # Errors
/// If the file does not exist, or is not UTF-8.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_read_renamed_and_removed() {
        let [first, second] = ["/a/first", "/a/second"].map(Path::new);
        write(first, "one").unwrap();
        let mut file = File::open(first).unwrap();
        file.seek(SeekFrom::End(0)).unwrap();
        file.write_all(b" two").unwrap();
        assert_eq!(read_to_string(first).unwrap(), "one two");
        rename(first, second).unwrap();
        assert!(!exists(first).unwrap() && names(&file.metadata().unwrap()) == Some(1));
        file.set_len(3).unwrap();
        assert_eq!(read_to_string(second).unwrap(), "one");
        let inside: Vec<_> = read_dir("/a").unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(inside, ["second"]);
        remove_file(second).unwrap();
        assert!(read_dir("/a").is_err() && names(&file.metadata().unwrap()) == Some(0));
        assert_eq!(remove_file(second).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_lock_ends_with_its_last_handle() {
        write("/b/file", "").unwrap();
        let [first, second] = [(); 2].map(|()| File::open("/b/file").unwrap());
        first.try_lock().unwrap();
        let clone = first.try_clone().unwrap();
        drop(first);
        assert!(matches!(second.try_lock(), Err(TryLockError::WouldBlock)));
        clone.try_lock().unwrap();
        drop(clone);
        second.try_lock().unwrap();
        second.unlock().unwrap();
        File::open("/b/file").unwrap().try_lock().unwrap();
    }
}
