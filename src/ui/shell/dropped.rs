//! Files dropped on the window.

use std::path::Path;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;

use super::clipboard::Clipboard;
use super::ui_state::asks;
use crate::platform::storage::read_limited;
use crate::session::{Notification, PlayerCommand};
use crate::ui::library::LibraryView;
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::ui_params::UiParams;

/// The maximum size of a position file, bytes.
const MAX_POSITION: u64 = 1 << 16;

/// Opens the last dropped file, unless a question is open.
pub fn open(
    mut dropped: MessageReader<FileDragAndDrop>,
    mut clipboard: ResMut<Clipboard>,
    messages: Res<UiMessages>,
    mut library: ResMut<LibraryView>,
    mut kept: ResMut<KeptMatches>,
    mut params: UiParams,
) {
    let files = dropped.read().filter_map(|message| match message {
        FileDragAndDrop::DroppedFile { path_buf, .. } => Some(path_buf.clone()),
        _ => None,
    });
    let Some(file) = files.last().filter(|_| !asks(&messages, &library, &kept)) else { return };
    let cx = &mut params.context();
    if !is_position(&file) {
        (kept.open, library.open) = (false, false);
        return cx.leave_by(PlayerCommand::OpenFile(file));
    }
    // Treated like pasted text.
    match read_limited(&file, MAX_POSITION) {
        Ok(text) => clipboard.pasted = Some(String::from_utf8_lossy(&text).into_owned()),
        Err(error) => cx.notifications.push(Notification::new(format!("{} cannot be read: {error}.", file.display()))),
    }
}

/// Whether the file extension belongs to a position or other text, not to a match.
fn is_position(file: &Path) -> bool {
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ["fen", "epd", "txt"].iter().any(|own| ending == *own))
}
