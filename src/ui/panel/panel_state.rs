//! The state of the panel beside the table.

use bevy::prelude::Resource;

use super::bookmarks::CommentDraft;
use super::choices::ChoiceList;
use super::controls::MoveField;
use crate::session::{OverlayLevel, Settings};
use crate::ui::state::cached::{Cached, RollBranches};

/// The state of the panel beside the table.
#[derive(Resource, Default)]
pub struct PanelState {
    /// Whether the user wants the panel folded; `None` to fold it in small windows.
    pub fold: Option<bool>,
    /// Whether the panel was folded in the last frame.
    pub folded: bool,
    /// The height of the header when it was last drawn, logical pixels.
    pub header_height: f32,
    /// The height of the controls when they were last drawn, logical pixels.
    pub controls_height: f32,
    /// The move field.
    pub move_field: MoveField,
    /// The choices that are not made on the board.
    pub choices: ChoiceList,
    /// The comment being typed.
    pub comment: CommentDraft,
    /// The branches of the replay's roll.
    pub rolls: Cached<Option<RollBranches>>,
}

impl PanelState {
    /// Shows the panel.
    pub fn unfold(&mut self, settings: &mut Settings) {
        settings.overlay = OverlayLevel::Panel;
        self.fold = Some(false);
    }

    /// Folds or unfolds the panel.
    pub fn toggle(&mut self, settings: &mut Settings) {
        if self.folded {
            self.unfold(settings);
        } else {
            self.fold = Some(true);
        }
    }

    /// Opens the field for a comment.
    pub fn open_comment(&mut self, settings: &mut Settings) {
        (self.comment.open, self.comment.opens) = (true, true);
        self.unfold(settings);
    }
}
