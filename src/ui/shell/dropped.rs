//! Files dropped on the window.

use std::path::Path;

use super::commands::leave_by;
use super::ui_state::UiState;
use crate::platform::storage::read_limited;
use crate::session::{Notification, PlayerCommand};
use crate::ui::state::ui_context::UiContext;

/// The maximum size of a position file, bytes.
const MAX_POSITION: u64 = 1 << 16;

/// Opens the last dropped file, unless a question is open.
pub fn open(state: &mut UiState, cx: &mut UiContext) {
    let Some(file) = state.clipboard.dropped.take().filter(|_| !state.asks()) else { return };
    if !is_position(&file) {
        state.kept.open = false;
        state.library.open = false;
        return leave_by(PlayerCommand::OpenFile(file), state, cx);
    }
    // Treated like pasted text.
    match read_limited(&file, MAX_POSITION) {
        Ok(text) => state.clipboard.pasted = Some(String::from_utf8_lossy(&text).into_owned()),
        Err(error) => cx.notifications.push(Notification::new(format!("{} cannot be read: {error}.", file.display()))),
    }
}

/// Whether the file extension belongs to a position or other text, not to a match.
fn is_position(file: &Path) -> bool {
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ["fen", "epd", "txt"].iter().any(|own| ending == *own))
}
