//! In-memory temporary files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::file::{File, create};
use super::remove_file;
use super::tree::{locked, not_found, tree};

/// A file that is removed unless it is persisted.
#[derive(Debug)]
pub struct NamedTempFile {
    file: Option<File>,
    path: PathBuf,
}

/// Why persisting a file failed.
#[derive(Debug)]
pub struct PersistError {
    /// The reason.
    pub error: io::Error,
}

/// Creates a hidden temporary file in a folder.
///
/// # Errors
/// Never.
pub fn temporary(folder: &Path, _private: bool) -> io::Result<NamedTempFile> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let path = folder.join(format!(".fairground-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
    let file = create(&mut tree(), &path)?;
    locked(&file.inode).temporary = true;
    Ok(NamedTempFile { file: Some(file), path })
}

impl NamedTempFile {
    /// The open file.
    ///
    /// # Panics
    /// Never: only [`NamedTempFile::persist`] takes the file, and consumes `self`.
    #[must_use]
    #[allow(clippy::expect_used, reason = "see above")]
    pub fn as_file(&self) -> &File {
        self.file.as_ref().expect("it is not persisted")
    }

    fn persist_over(mut self, to: &Path, clobber: bool) -> Result<File, PersistError> {
        let mut tree = tree();
        if !clobber && tree.files.contains_key(to) {
            drop(tree);
            return Err(PersistError { error: io::ErrorKind::AlreadyExists.into() });
        }
        tree.rename(&self.path, to).map_err(|error| PersistError { error })?;
        drop(tree);
        self.file.take().ok_or_else(|| PersistError { error: not_found() })
    }

    /// Renames the file to `to`, replacing any file there.
    ///
    /// # Errors
    /// If the temporary file was removed.
    pub fn persist(self, to: impl AsRef<Path>) -> Result<File, PersistError> {
        self.persist_over(to.as_ref(), true)
    }

    /// Renames the file to `to`, unless that exists.
    ///
    /// # Errors
    /// If `to` exists, or the temporary file was removed.
    pub fn persist_noclobber(self, to: impl AsRef<Path>) -> Result<File, PersistError> {
        self.persist_over(to.as_ref(), false)
    }
}

impl Write for NamedTempFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().ok_or_else(not_found)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for NamedTempFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // The file may have been removed already.
            let _ = remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::{read_dir, read_to_string, restore};
    use super::*;

    #[test]
    fn the_sink_receives_a_file_only_under_its_final_name() {
        let told: Arc<Mutex<Vec<(PathBuf, Option<usize>)>>> = Arc::default();
        let heard = Arc::clone(&told);
        // Other tests share the tree.
        let sink = move |path: &Path, bytes: Option<&[u8]>| {
            if path.starts_with("/d") {
                heard.lock().unwrap().push((path.to_path_buf(), bytes.map(<[u8]>::len)));
            }
        };
        restore(Vec::new(), Box::new(sink));
        let mut fresh = temporary(Path::new("/d"), false).unwrap();
        fresh.write_all(b"text").unwrap();
        fresh.as_file().sync_all().unwrap();
        drop(temporary(Path::new("/d"), false).unwrap());
        assert!(told.lock().unwrap().is_empty());
        fresh.persist("/d/file").unwrap().sync_all().unwrap();
        remove_file("/d/file").unwrap();
        let file = PathBuf::from("/d/file");
        assert_eq!(*told.lock().unwrap(), [(file.clone(), Some(4)), (file.clone(), Some(4)), (file, None)]);
    }

    #[test]
    fn a_temporary_file_is_gone_unless_it_is_persisted() {
        let folder = Path::new("/c");
        drop(temporary(folder, false).unwrap());
        assert!(read_dir(folder).is_err());
        let mut fresh = temporary(folder, false).unwrap();
        fresh.write_all(b"text").unwrap();
        fresh.persist_noclobber("/c/two").unwrap();
        assert_eq!(read_to_string("/c/two").unwrap(), "text");
        let fresh = temporary(folder, true).unwrap();
        assert_eq!(fresh.persist_noclobber("/c/two").unwrap_err().error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(read_dir(folder).unwrap().count(), 1);
    }
}
