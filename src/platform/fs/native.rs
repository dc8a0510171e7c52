//! Files of the system.

#[cfg(feature = "files")]
use std::io;
#[cfg(feature = "files")]
use std::path::Path;

#[cfg(feature = "files")]
use tempfile::Builder;

pub use std::fs::{
    DirEntry, File, Metadata, OpenOptions, TryLockError, canonicalize, create_dir_all, exists, metadata, read_dir,
    read_link, read_to_string, remove_file, rename, symlink_metadata, write,
};
#[cfg(feature = "files")]
pub use tempfile::NamedTempFile;

/// A new file in this folder, hidden, which is removed unless it is persisted. It has the
/// permissions that a new file has, or only its owner may read it, where the system knows owners.
///
/// # Errors
/// If the system refuses.
#[cfg(feature = "files")]
pub fn temporary(folder: &Path, private: bool) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    // Short, and without the name of the file whose place it takes, which may be as long as the
    // system allows.
    builder.prefix(".fairground-");
    // As it is made, a temporary file is its owner's alone.
    #[cfg(unix)]
    if !private {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = private;
    builder.tempfile_in(folder)
}

/// How many names a file has: none once it is removed or replaced. `None` where the system does not tell.
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

/// Whether this is a regular file, and not a folder, a device or a pipe.
#[must_use]
pub fn is_regular(metadata: &Metadata) -> bool {
    metadata.is_file()
}

/// Gives a file the permissions of another.
///
/// # Errors
/// If the system refuses.
#[cfg(feature = "files")]
pub fn copy_permissions(from: &Metadata, to: &File) -> io::Result<()> {
    to.set_permissions(from.permissions())
}
