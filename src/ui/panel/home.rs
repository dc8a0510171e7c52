//! The way back to the start screen.

use bevy_egui::egui::Ui;

use crate::session::{InputCommand, PlayerCommand};
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// The symbol of the start screen.
const SIGN: &str = "🏠";

/// Draws the button.
pub fn button(ui: &mut Ui, cx: &mut UiContext) {
    if theme::named(ui.button(SIGN), cx.keyed("Start screen", InputCommand::Home)).clicked() {
        go(cx);
    }
}

/// Returns to the start screen, which then has the same game chosen. A match with a file can be
/// continued from there. Anything that would be lost is confirmed first.
pub fn go(cx: &mut UiContext) {
    if let Some(game) = cx.session.game() {
        cx.ui_commands.push(UiCommand::ChooseGame(game.info()));
    }
    let is_kept = cx.session.live_match().is_some_and(|running| running.is_recorded() && !running.is_remote());
    if cx.session.exercise().is_some() || is_kept {
        cx.ui_commands.push(UiCommand::Leave(PlayerCommand::Leave.into()));
    } else if !cx.session.is_empty() {
        cx.leave_by(PlayerCommand::Leave);
    }
    cx.ui_commands.push(UiCommand::RefreshMatches);
}
