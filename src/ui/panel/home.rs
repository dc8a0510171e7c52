//! The way back to the start screen.

use bevy_egui::egui::Ui;

use crate::session::{InputCommand, PlayerCommand};
use crate::ui::state::leave::{leave, leave_by};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The symbol of the start screen.
const SIGN: &str = "🏠";

/// Draws the button.
pub fn button(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let words = format!("{}. The match is kept.", cx.keyed("Start screen", InputCommand::Home));
    if theme::named(ui.button(SIGN), words).clicked() {
        go(state, cx);
    }
}

/// Returns to the start screen. A match with a file can be continued from there. Anything that
/// would be lost is confirmed first.
pub fn go(state: &mut UiState, cx: &mut UiContext) {
    if let Some(exercise) = cx.session.exercise() {
        state.form.choose_game(exercise.running().game().info());
        leave(PlayerCommand::Leave.into(), state, cx);
    } else if cx.session.live_match().is_some_and(|running| running.is_recorded() && !running.is_remote()) {
        leave(PlayerCommand::Leave.into(), state, cx);
    } else if !cx.session.is_empty() {
        leave_by(PlayerCommand::Leave, state, cx);
    }
    state.kept.refresh();
}
