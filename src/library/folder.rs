//! Where matches are, and where the index of a folder lies.

use std::fs;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::engine::fnv1a;

/// The folder where the window keeps matches; `None` where the system knows no folder for a user's data.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    Some(project()?.data_dir().join("matches"))
}

/// The folder where a server keeps rooms; `None` where the system knows no folder for a user's data.
#[must_use]
pub fn rooms_folder() -> Option<PathBuf> {
    Some(project()?.data_dir().join("rooms"))
}

/// The index of a folder of matches: a file in the user's cache folder, one for each folder.
pub(super) fn index_of(folder: &Path) -> Option<PathBuf> {
    let canonical = canonical(folder);
    let name = format!("{:016x}.sqlite", fnv1a(canonical.as_os_str().as_encoded_bytes()));
    Some(project()?.cache_dir().join("library").join(name))
}

/// The same name for a folder however it is written.
pub(super) fn canonical(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf())
}

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "fairground")
}
