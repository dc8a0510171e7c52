//! The sources of all packages.

use std::fs;
use std::path::{Path, PathBuf};

/// The top folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of sources: of the program, and of each crate.
pub fn folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut folders: Vec<_> = crates.chain([root().join("src")]).collect();
    folders.sort();
    folders
}

/// The Rust files in a folder and below.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A path below the top folder, with slashes.
pub fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/")
}
