//! Keys of a match.

use super::cursor;
use super::replay_keys::say;
use crate::engine::Place;
use crate::play::{Match, Pending, Seat};
use crate::session::{InputCommand, PlayerCommand, ScreenDirection, can_be_paused, local_player, not_your_turn};
use crate::ui::panel::choices::{self, DigitChoice};
use crate::ui::panel::moves;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::state::ui_context::{UiContext, person_decides};

/// Pauses or resumes a match with a bot.
pub fn pause(cx: &mut UiContext) {
    match cx.session.live_match() {
        Some(running) if running.outcome().is_some() => say(cx, "The match is over."),
        Some(running) if can_be_paused(running) => {
            cx.commands.push(PlayerCommand::Pause(!cx.paused));
        }
        Some(_) => say(cx, "Only a match with a bot can be paused."),
        None => say(cx, "No match is being played."),
    }
}

/// Whether an unfinished match is played by bots alone.
fn watches(running: &Match) -> bool {
    running.outcome().is_none() && running.setup().seats.iter().all(|seat| matches!(seat, Seat::Bot(_) | Seat::Program))
}

/// Carries out a command on the match on the table.
pub fn play(command: InputCommand, panel: &mut PanelState, cx: &mut UiContext) {
    let Some(running) = cx.session.running() else { return };
    let due = running.pending();
    // Like a click, these keys skip a running animation and then take effect.
    let ends = matches!(command, InputCommand::Space | InputCommand::Enter | InputCommand::Digit(_));
    if cx.animating && ends {
        cx.commands.push(PlayerCommand::Skip);
    }
    match command {
        InputCommand::Go(ScreenDirection::Left) if running.outcome().is_some() && !cx.animating => {
            cx.commands.push(PlayerCommand::Step { forward: false });
        }
        InputCommand::Go(direction) if watches(running) => match direction {
            ScreenDirection::Left if running.last_action().is_some() => {
                cx.commands.push(PlayerCommand::Step { forward: false });
            }
            ScreenDirection::Right if cx.paused && !cx.animating => cx.commands.push(PlayerCommand::PlayOne),
            ScreenDirection::Right if !cx.paused => say(cx, "Pause first; then the right arrow key plays one action."),
            _ => {}
        },
        InputCommand::Step { forward: true } | InputCommand::ToEnd => say(cx, "This is the current position."),
        InputCommand::Step { .. } | InputCommand::ToStart if running.last_action().is_none() => {
            say(cx, "No move has been played yet.");
        }
        InputCommand::Step { forward } => cx.commands.push(PlayerCommand::Step { forward }),
        InputCommand::ToStart => cx.commands.push(moves::review(running, usize::MAX)),
        InputCommand::TakeBack | InputCommand::Undo => cx.commands.push(PlayerCommand::Takeback),
        InputCommand::ClaimDraw if local_player(running).is_none() || running.claim_open().is_none() => {
            say(cx, "There is no draw to claim.");
        }
        InputCommand::ClaimDraw => cx.commands.push(PlayerCommand::ClaimDraw),
        InputCommand::TypeAction if running.outcome().is_some() => say(cx, "The match is over."),
        InputCommand::TypeAction if local_player(running).is_none() => say(cx, "Only bots play this match."),
        InputCommand::TypeAction => {
            // The field is in the panel.
            panel.unfold(cx.settings);
            panel.move_field.request_focus();
        }
        InputCommand::Go(direction) => {
            let layout = running.game().layout();
            cx.selection.cursor = cursor::next(&layout, cx.selection.cursor, direction, cx.seats.yaw(cx.settings.view));
        }
        InputCommand::Space if matches!(due, Pending::Throw { seat: Seat::Human, .. }) => {
            cx.commands.push(PlayerCommand::Throw(None))
        }
        InputCommand::Space if running.outcome().is_none() && local_player(running).is_none() => pause(cx),
        // The key has already skipped an animation.
        InputCommand::Space if cx.animating => {}
        _ if !person_decides(running) => {
            if let Some(words) = not_your_turn(running).filter(|_| !cx.animating) {
                say(cx, words);
            }
        }
        InputCommand::Space if running.game().info().dice => say(cx, "Move first, then throw."),
        InputCommand::Space => say(cx, "This game has no dice to throw."),
        InputCommand::Enter => {
            if let Some(action) = cx.selection.unconfirmed.clone() {
                cx.commands.push(PlayerCommand::Act(action));
            } else if let Some(action) = cx.selection.preview.take() {
                cx.commands.push(PlayerCommand::Act(action));
            } else if let Some(cell) = cx.selection.cursor {
                cx.point(Place::Cell(cell));
            } else if !cx.selection.choices.is_empty() {
                say(cx, "Click a choice, or press its digit.");
            } else {
                say(cx, "Move the cursor to a cell first, with the arrow keys.");
            }
        }
        InputCommand::Digit(digit) => match choices::by_digit(digit, panel.choices.page, cx.selection, cx.legal) {
            Some(DigitChoice::Act(action)) => cx.commands.push(PlayerCommand::Act(action)),
            Some(DigitChoice::Count(count)) => {
                cx.selection.count = Some(count);
                cx.selection.choices.clear();
            }
            Some(DigitChoice::Take(place)) => cx.point(place),
            None => say(cx, format!("{digit} does not select anything now.")),
        },
        InputCommand::Page { .. } if !choices::has_pages(cx.selection, cx.legal) => {
            say(cx, "No list has more than nine items now.");
        }
        // Pages wrap around.
        InputCommand::Page { forward } => {
            panel.choices.page = panel.choices.page.checked_add_signed(if forward { 1 } else { -1 }).unwrap_or(0)
        }
        InputCommand::Board { forward } => match choices::next_board(cx.selection, cx.legal, forward) {
            None => say(cx, "No board change is available now."),
            next => cx.selection.preview = next,
        },
        InputCommand::Reserve => {
            if let Some(place) = choices::next_reserve(cx.selection, cx.legal) {
                cx.selection.release();
                cx.point(place);
            } else {
                say(cx, "The reserve is empty.");
            }
        }
        _ => {}
    }
}
