//! A page in a browser cannot read the files of the computer: they are dropped on it.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, Rect};

/// Never open in a browser.
#[derive(Default)]
pub struct FileChoice;

impl FileChoice {
    /// Whether files can be chosen here.
    pub const IS_POSSIBLE: bool = false;

    /// Does nothing.
    pub fn open(&mut self, _folder: Option<&Path>, _room: Rect) {}

    /// Whether the window is open: never.
    #[must_use]
    pub fn is_open(&self) -> bool {
        false
    }

    /// Closes the window; `false`, because it was not open.
    pub fn close(&mut self) -> bool {
        false
    }

    /// Draws nothing.
    pub fn show(&mut self, _ctx: &egui::Context) -> Option<PathBuf> {
        None
    }
}
