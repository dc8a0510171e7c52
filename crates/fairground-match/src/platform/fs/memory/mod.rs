//! In-memory files for a browser, which has no file system: the subset of `std::fs` and `tempfile`
//! used by this crate.
//!
//! A [`Sink`] receives every change and stores the files between visits.

mod file;
mod temporary;
mod tree;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use web_time::SystemTime;

use file::create;
pub use file::{File, Metadata, OpenOptions, TryLockError};
pub use temporary::{NamedTempFile, PersistError, temporary};
pub use tree::Sink;
use tree::{locked, not_found, tree};

/// Adds the files of an earlier visit. From now on, `sink` receives every change.
pub fn restore(files: impl IntoIterator<Item = (PathBuf, Vec<u8>, SystemTime)>, sink: Sink) {
    let mut tree = tree();
    for (path, bytes, modified) in files {
        tree.insert(path, bytes, modified);
    }
    tree.sink = Some(sink);
}

/// Takes over a file that another tab has stored at `path`, or its removal, without informing the
/// sink. Returns `false` if the file stays because it is open or locked here.
pub fn adopt(path: PathBuf, stored: Option<(Vec<u8>, SystemTime)>) -> bool {
    let mut tree = tree();
    if tree.files.get(&path).is_some_and(|inode| Arc::strong_count(inode) > 1 || locked(inode).locked) {
        return false;
    }
    tree.unlink(&path);
    if let Some((bytes, modified)) = stored {
        tree.insert(path, bytes, modified);
    }
    true
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
    use std::io::{Seek, SeekFrom};

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
    fn files_of_other_tabs_are_adopted_unless_they_are_open() {
        let path = Path::new("/e/file");
        let stored = |text: &str| Some((text.as_bytes().to_vec(), SystemTime::now()));
        assert!(adopt(path.into(), stored("one")));
        assert_eq!(read_to_string(path).unwrap(), "one");
        let open = File::open(path).unwrap();
        assert!(!adopt(path.into(), stored("two")));
        assert_eq!(read_to_string(path).unwrap(), "one");
        drop(open);
        assert!(adopt(path.into(), None));
        assert!(!exists(path).unwrap());
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
