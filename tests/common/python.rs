//! Python with its chess library, which several tests compare with.

use std::process::Command;

/// Whether there is a `python3` with the library chess. If not, says what to install; in CI a test may not be skipped.
pub fn has_chess() -> bool {
    let found = Command::new("python3").args(["-c", "import chess.engine, chess.pgn"]).output();
    if found.is_ok_and(|output| output.status.success()) {
        return true;
    }
    let missing = "install python3 with the library chess (`pip install chess`), or run ./check, which does";
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    eprintln!("skipped: {missing}");
    false
}
