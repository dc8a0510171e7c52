use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::INTERRUPTED;

/// Becomes true when the command is interrupted from the keyboard. The second time ends the program at once. `otherwise` says what
/// comes of an interruption if it cannot be noticed.
pub(super) fn interruption(otherwise: &str) -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        let _ = writeln!(io::stderr(), "warning: interruptions cannot be noticed: {error}; after one, {otherwise}");
    }
    interrupted
}
