//! What stands in for the library where there is none, as its index needs SQLite.

use std::path::Path;

use bevy_egui::egui::{self, Rect};

use crate::session::{PlayerCommand, WakeUp};
use crate::ui::keepsake::Keepsake;

/// A library that is never open.
#[derive(Default)]
pub struct LibraryView {
    /// Never.
    pub open: bool,
}

impl LibraryView {
    /// Does nothing: no button calls it.
    pub fn open(&mut self) {}

    /// Nothing is asked.
    pub fn confirm(&mut self) -> bool {
        false
    }

    /// Nothing is asked.
    pub fn asks(&self) -> bool {
        false
    }

    /// Nothing is open.
    pub fn close(&mut self) -> bool {
        false
    }
}

/// As where there is a library.
#[derive(Default)]
pub struct LibraryResponse {
    /// Whether a match was deleted.
    pub deleted: bool,
    /// The command that a button asks for.
    pub command: Option<PlayerCommand>,
    /// What is to be made of the match that the command opens.
    pub keepsake: Option<Keepsake>,
}

/// Draws nothing.
pub fn window(
    _ctx: &egui::Context,
    _free: Rect,
    _view: &mut LibraryView,
    _folder: &Path,
    _current: Option<&Path>,
    _wake: &WakeUp,
) -> LibraryResponse {
    LibraryResponse::default()
}
