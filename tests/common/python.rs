//! Python with the libraries that tests compare with, or that examples use.

use std::process::Command;

/// Whether there is a `python3` with a library, which is imported under these names. If not, says what to install; in CI a test may not be
/// skipped.
pub fn has(library: &str, imports: &str) -> bool {
    let found = Command::new("python3").args(["-c", &format!("import {imports}")]).output();
    if found.is_ok_and(|output| output.status.success()) {
        return true;
    }
    let missing =
        format!("install python3 with the library {library} (`pip install {library}`), or run ./check, which does");
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    eprintln!("skipped: {missing}");
    false
}
