//! The messages beside the sentence.

use bevy::prelude::Resource;
use bevy_egui::egui::Rect;

use crate::session::Notification;
use crate::ui::state::ui_command::Question;

/// The latest notification and the pending question.
#[derive(Resource, Default)]
pub struct UiMessages {
    /// The latest notification.
    pub notification: Option<Notification>,
    /// The message shown, which disappears on its own, and the time of its appearance, s.
    pub since: Option<(String, f64)>,
    /// The pending confirmation.
    pub question: Option<Question>,
    /// The place of the strip's first line below the sentence, logical pixels.
    pub strip: Option<Rect>,
}
