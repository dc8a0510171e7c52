//! Keys of a replay.

use crate::session::{InputCommand, LOOKING_BACK, Notification, PlayerCommand, ScreenDirection};
use crate::ui::state::ui_context::UiContext;

/// Notifies the player, for example of the reason why a key does nothing.
pub fn say(cx: &mut UiContext, words: impl Into<String>) {
    cx.notifications.push(Notification::new(words));
}

/// Carries out a command on the replay on the table.
pub fn look(command: InputCommand, cx: &mut UiContext) {
    let Some(replay) = cx.session.replay() else { return };
    let (at, end) = (replay.at(), replay.len());
    let command = match command {
        InputCommand::Space | InputCommand::Enter => PlayerCommand::Run(!cx.running),
        InputCommand::Go(ScreenDirection::Left | ScreenDirection::Up) | InputCommand::Step { forward: false }
            if at > 0 =>
        {
            PlayerCommand::Step { forward: false }
        }
        InputCommand::Go(ScreenDirection::Right | ScreenDirection::Down) | InputCommand::Step { forward: true }
            if at < end =>
        {
            PlayerCommand::Step { forward: true }
        }
        InputCommand::ToStart => PlayerCommand::Seek(0),
        InputCommand::ToEnd => PlayerCommand::Seek(end),
        InputCommand::TakeBack
        | InputCommand::ClaimDraw
        | InputCommand::TypeAction
        | InputCommand::Digit(_)
        | InputCommand::Reserve
        | InputCommand::Board { .. } => {
            const REPLAY: &str = "This is a replay. The button Play from here starts a match from this position.";
            return say(cx, if cx.session.background_match.is_some() { LOOKING_BACK } else { REPLAY });
        }
        InputCommand::Go(ScreenDirection::Left | ScreenDirection::Up) | InputCommand::Step { forward: false } => {
            return say(cx, "This is the start of the match.");
        }
        InputCommand::Go(ScreenDirection::Right | ScreenDirection::Down) | InputCommand::Step { forward: true } => {
            return say(cx, "This is the end of the match.");
        }
        _ => return,
    };
    cx.commands.push(command);
}
