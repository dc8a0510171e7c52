//! Keys with another meaning on an analysis board than in matches.

use super::replay_keys::say;
use crate::engine::Turn;
use crate::session::{AnalysisBoard, BoardCommand, InputCommand, PlayerCommand, ScreenDirection};
use crate::ui::analysis_board::panel::toggle_bookmark;
use crate::ui::state::ui_context::UiContext;

/// Carries out a command on an analysis board. Returns `false` for commands with the same meaning
/// as in a match.
pub fn press(command: InputCommand, cx: &mut UiContext) -> bool {
    let session = cx.session;
    let Some(board) = session.board() else { return false };
    let at = board.at();
    let (line, tree) = (board.line(), board.tree());
    let mut step = |forward, words| {
        match board.step(forward) {
            Some(_) => cx.commands.push(PlayerCommand::Step { forward }),
            None => say(cx, words),
        }
        true
    };
    let (to, words) = match command {
        InputCommand::Go(ScreenDirection::Left) | InputCommand::Step { forward: false } | InputCommand::TakeBack => {
            return step(false, "This is the start.");
        }
        InputCommand::Go(ScreenDirection::Right) | InputCommand::Step { forward: true } => {
            return step(true, "This is the end of the line.");
        }
        InputCommand::Go(direction @ (ScreenDirection::Up | ScreenDirection::Down)) => {
            (tree.sibling(at, direction == ScreenDirection::Down), "There is no other variation here.")
        }
        InputCommand::ToStart => (line.first().copied(), ""),
        InputCommand::ToEnd => (line.last().copied(), ""),
        InputCommand::Bookmark => {
            toggle_bookmark(board, cx);
            return true;
        }
        InputCommand::Digit(digit) => return face(board, digit, cx),
        // An analysis has neither a bot to pause or hurry nor a draw to claim.
        InputCommand::Pause | InputCommand::MoveNow | InputCommand::ClaimDraw => return true,
        _ => return false,
    };
    match to {
        Some(to) => cx.commands.push(PlayerCommand::Board(BoardCommand::GoTo(to))),
        None => say(cx, words),
    }
    true
}

/// Sets the pending die to the face with this number; `false` if no die is due.
fn face(board: &AnalysisBoard, digit: u8, cx: &mut UiContext) -> bool {
    let Turn::Chance(_, die) = board.running().game().turn() else { return false };
    let mut faces: Vec<_> = die.outcomes().map(|(symbol, _)| symbol).collect();
    faces.sort_unstable();
    match usize::from(digit).checked_sub(1).and_then(|index| faces.get(index)) {
        Some(symbol) => cx.commands.push(PlayerCommand::Board(BoardCommand::Face((*symbol).to_string()))),
        None => say(cx, format!("{digit} is not a face of this die.")),
    }
    true
}

/// Carries out a command that opens an analysis board or applies only to one; `false` for other
/// commands.
pub fn about_boards(command: InputCommand, cx: &mut UiContext) -> bool {
    let board = cx.session.board().map(|board| (board.at(), board.tree().branch_point(board.at()).is_some()));
    let command = match (command, board) {
        (InputCommand::AnalysisBoard, None) => {
            cx.leave_by(PlayerCommand::Board(BoardCommand::FromTable));
            return true;
        }
        (InputCommand::AnalysisBoard, Some(_)) => {
            say(cx, "This is already an analysis board.");
            return true;
        }
        (InputCommand::Save, Some(_)) => BoardCommand::Save,
        (InputCommand::Undo, Some(_)) => BoardCommand::Undo,
        (InputCommand::Redo, Some(_)) => BoardCommand::Redo,
        (InputCommand::DeleteVariation, Some((at, _))) => BoardCommand::Remove(at),
        (InputCommand::PromoteVariation, Some((at, true))) => BoardCommand::Promote(at),
        (InputCommand::PromoteVariation, Some((_, false))) => {
            say(cx, "This is the main line.");
            return true;
        }
        // In a match, this command takes back.
        (InputCommand::Undo, None) => return false,
        (
            InputCommand::Save | InputCommand::Redo | InputCommand::DeleteVariation | InputCommand::PromoteVariation,
            None,
        ) => {
            say(cx, "There is no analysis board on the table.");
            return true;
        }
        _ => return false,
    };
    cx.commands.push(PlayerCommand::Board(command));
    true
}
