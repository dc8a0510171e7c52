//! Files of the operating system.

use std::io;
use std::path::Path;

use tempfile::Builder;

pub use std::fs::{
    DirEntry, File, Metadata, OpenOptions, TryLockError, canonicalize, create_dir_all, exists, metadata, read_dir,
    read_link, read_to_string, remove_file, rename, symlink_metadata, write,
};
pub use tempfile::NamedTempFile;

/// Creates a hidden temporary file in `folder`, removed unless it is persisted.
///
/// It has the permissions of a new file. If `private`, only the owner may read it, on systems with
/// file owners.
///
/// # Errors
/// If the system refuses.
pub fn temporary(folder: &Path, private: bool) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    // A fixed, short prefix: the name of the file to be replaced may already have maximum length.
    builder.prefix(".fairground-");
    // By default, only the owner may access a temporary file.
    #[cfg(unix)]
    if !private {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = private;
    builder.tempfile_in(folder)
}

/// The number of hard links of a file: 0 once it is removed or replaced. `None` on systems that do
/// not report it.
#[must_use]
pub fn names(metadata: &Metadata) -> Option<u64> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::MetadataExt::nlink(metadata));
    #[cfg(not(unix))]
    {
        let _ = metadata;
        None
    }
}

/// Whether this is a regular file, not a folder, device or pipe.
#[must_use]
pub fn is_regular(metadata: &Metadata) -> bool {
    metadata.is_file()
}

/// Gives a file the permissions of another.
///
/// # Errors
/// If the system refuses.
pub fn copy_permissions(from: &Metadata, to: &File) -> io::Result<()> {
    to.set_permissions(from.permissions())
}
