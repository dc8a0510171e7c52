//! Where the index of a folder of matches lies.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::fnv1a;
use crate::platform::folders;

/// The index of a folder of matches: a file in the user's cache folder, one for each folder.
pub(super) fn index_of(folder: &Path) -> Option<PathBuf> {
    let canonical = canonical(folder);
    let name = format!("{:016x}.sqlite", fnv1a(canonical.as_os_str().as_encoded_bytes()));
    Some(folders::cache()?.join("library").join(name))
}

/// The same name for a folder however it is written.
pub(super) fn canonical(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf())
}
