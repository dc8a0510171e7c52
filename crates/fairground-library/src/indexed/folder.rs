//! The location of a folder's index.

use std::fs;
use std::path::{Path, PathBuf};

use fairground_match::platform::folders;
use fairground_rules::engine::fnv1a;

/// The index file of a folder of matches, in the user's cache folder.
pub(super) fn index_of(folder: &Path) -> Option<PathBuf> {
    let canonical = canonical(folder);
    let name = format!("{:016x}.sqlite", fnv1a(canonical.as_os_str().as_encoded_bytes()));
    Some(folders::cache()?.join("library").join(name))
}

/// The canonical path of a folder, or the path itself on failure.
pub(super) fn canonical(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf())
}
