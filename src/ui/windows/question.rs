//! The question whether to leave a match. Other questions are asked in the panel.

use bevy::prelude::Res;

use crate::session::InputCommand;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::messages::Messages;
use crate::ui::state::ui_command::{Question, UiCommand};
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// Asks the question if it is pending.
pub fn window(frame: Res<UiFrame>, messages: Res<Messages>, mut params: UiParams) {
    if !matches!(messages.question, Some(Question::Leave(_))) {
        return;
    }
    let (ctx, cx) = (frame.ctx(), &mut params.context());
    if cx.session.board().is_some() {
        let words = "Changes since the last save will be lost.";
        let [yes, no] = [cx.keyed("Leave", InputCommand::Yes), cx.hints().with_key("Stay", "Escape")];
        if let Some(yes) = theme::ask(ctx, "Leave this analysis without saving?", words, [&yes, &no]) {
            cx.ui_commands.push(UiCommand::Answer(yes));
        }
        return;
    }
    let words = "The match is saved. You can continue it from the start screen.";
    let [yes, no] = [cx.keyed("Leave", InputCommand::Yes), cx.hints().with_key("Play on", "Escape")];
    if let Some(yes) = theme::ask(ctx, "Leave this match?", words, [&yes, &no]) {
        cx.ui_commands.push(UiCommand::Answer(yes));
    }
}
