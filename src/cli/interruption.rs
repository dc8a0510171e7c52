use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::error::INTERRUPTED;

/// Returns a flag that becomes true when the command is interrupted from the keyboard. A second
/// interruption ends the program immediately. If interruptions cannot be handled, prints
/// `otherwise`, the consequence of one.
pub(super) fn interruption(otherwise: &str) -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        let _ =
            writeln!(io::stderr(), "warning: interruptions cannot be handled: {error}; if interrupted, {otherwise}");
    }
    interrupted
}
