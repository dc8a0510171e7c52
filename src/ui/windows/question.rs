//! The question whether to leave a match. Other questions are asked in the panel.

use bevy::prelude::Res;

use crate::session::InputCommand;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::ui_command::{Question, UiCommand};
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// Asks the question if it is pending.
pub fn window(frame: Res<UiFrame>, messages: Res<UiMessages>, mut params: UiParams) {
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
    let running = cx.session.live_match();
    let words = match running.map(|running| (running.is_remote(), running.is_recorded())) {
        Some((true, _)) => "The room keeps the match. You can return to it from the start screen.",
        Some((false, true)) => "The match is saved. You can continue it from the start screen.",
        _ => "The match is not saved and will be lost.",
    };
    let [yes, no] = [cx.keyed("Leave", InputCommand::Yes), cx.hints().with_key("Play on", "Escape")];
    if let Some(yes) = theme::ask(ctx, "Leave this match?", words, [&yes, &no]) {
        cx.ui_commands.push(UiCommand::Answer(yes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::session::{PlayerCommand, Session};
    use crate::ui::tests::{Rig, SCREENS, played};

    #[test]
    fn the_question_tells_whether_the_match_would_be_lost() {
        let folder = tempfile::tempdir().unwrap();
        let mut recorded = played("chess", 3);
        recorded.record_to(&folder.path().join("match.jsonl")).unwrap();
        let mut remote = played("chess", 3);
        remote.seat_remote(Side::Black);
        for (running, told) in
            [(played("chess", 3), "not saved"), (recorded, "is saved"), (remote, "The room keeps the match")]
        {
            let mut rig = Rig::new(SCREENS[1], Session::from(running));
            rig.state.messages.question = Some(Question::Leave(PlayerCommand::Leave.into()));
            (0..3).for_each(|_| drop(rig.frame(Vec::new())));
            assert!(rig.find(told).is_some(), "{told}: {:?}", rig.seen());
        }
    }
}
