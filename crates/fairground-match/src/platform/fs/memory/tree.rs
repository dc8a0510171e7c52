//! All in-memory files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use web_time::SystemTime;

/// Receives each changed file with its contents, or `None` if it was removed.
pub type Sink = Box<dyn Fn(&Path, Option<&[u8]>) + Send>;

/// A file. It may be removed while open.
#[derive(Debug)]
pub(super) struct Inode {
    /// `None` once the file is removed or replaced.
    pub(super) path: Option<PathBuf>,
    pub(super) bytes: Vec<u8>,
    pub(super) modified: SystemTime,
    pub(super) locked: bool,
    /// Whether the file has no final name yet. Until then, its changes do not go to the sink.
    pub(super) temporary: bool,
}

/// All files, and the sink of their changes.
pub(super) struct Tree {
    pub(super) files: BTreeMap<PathBuf, Arc<Mutex<Inode>>>,
    pub(super) sink: Option<Sink>,
}

static TREE: Mutex<Tree> = Mutex::new(Tree { files: BTreeMap::new(), sink: None });

pub(super) fn tree() -> MutexGuard<'static, Tree> {
    TREE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn locked(inode: &Mutex<Inode>) -> MutexGuard<'_, Inode> {
    inode.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Tree {
    /// Adds a stored file without informing the sink.
    pub(super) fn insert(&mut self, path: PathBuf, bytes: Vec<u8>, modified: SystemTime) {
        let inode = Inode { path: Some(path.clone()), bytes, modified, locked: false, temporary: false };
        self.files.insert(path, Arc::new(Mutex::new(inode)));
    }

    pub(super) fn notify(&self, path: &Path, bytes: Option<&[u8]>) {
        if let Some(sink) = &self.sink {
            sink(path, bytes);
        }
    }

    /// Removes the file at `path`.
    pub(super) fn unlink(&mut self, path: &Path) -> Option<Arc<Mutex<Inode>>> {
        let inode = self.files.remove(path)?;
        locked(&inode).path = None;
        Some(inode)
    }

    /// Renames a file, replacing any file at `to`.
    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
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
