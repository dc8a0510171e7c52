//! The window in which the user chooses a match file or a PGN.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, Align2, Rect, vec2};
use egui_file_dialog::{DialogState, FileDialog};

/// The endings of files with matches.
const ENDINGS: [&str; 2] = ["jsonl", "pgn"];

/// The largest size of the window, logical pixels.
const SIZE: egui::Vec2 = vec2(760.0, 520.0);

/// The window in which the user chooses a match file or a PGN.
#[derive(Default)]
pub struct FileChoice {
    dialog: Option<FileDialog>,
}

impl FileChoice {
    /// Whether files can be chosen here.
    pub const IS_POSSIBLE: bool = true;

    /// Opens the window at the folder of matches, in the part `room` of the program's window.
    pub fn open(&mut self, folder: Option<&Path>, room: Rect) {
        let name = "Matches and PGN";
        let mut dialog = FileDialog::new()
            .title("Open a file")
            .add_file_filter_extensions(name, ENDINGS.to_vec())
            .default_file_filter(name)
            .show_new_folder_button(false)
            .as_modal(true)
            .resizable(false)
            .movable(false)
            .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
            .min_size(SIZE.min(0.9 * room.size()))
            .max_size(SIZE.min(0.9 * room.size()));
        if let Some(folder) = folder {
            dialog = dialog.initial_directory(folder.to_path_buf());
        }
        dialog.pick_file();
        self.dialog = Some(dialog);
    }

    /// Whether the window is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.dialog.is_some()
    }

    /// Closes the window; `false` if it was not open.
    pub fn close(&mut self) -> bool {
        self.dialog.take().is_some()
    }

    /// Draws the window if it is open. Returns the file, once it is chosen.
    pub fn show(&mut self, ctx: &egui::Context) -> Option<PathBuf> {
        let dialog = self.dialog.as_mut()?;
        dialog.update(ctx);
        let chosen = dialog.take_picked();
        if *dialog.state() != DialogState::Open {
            self.dialog = None;
        }
        chosen
    }
}
