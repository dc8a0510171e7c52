//! Python libraries for comparisons and examples.

use std::process::Command;

/// Whether `python3` has a library, imported under these names. If not, prints how to install it;
/// in CI it panics, because no test may be skipped there.
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
