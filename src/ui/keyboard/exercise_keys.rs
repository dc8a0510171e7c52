//! Keys with another meaning in lessons and puzzles than in matches.

use crate::session::{ExerciseCommand, InputCommand};
use crate::ui::learning::next_step::{NextStep, ask_for_help, send};
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::ui_context::UiContext;

/// Carries out a command in a lesson or puzzle. Returns `false` for commands with the same meaning
/// as in a match.
pub fn press(command: InputCommand, learning: &mut LearningView, cx: &mut UiContext) -> bool {
    let Some(exercise) = cx.session.exercise() else { return false };
    let info = exercise.running().game().info();
    match command {
        InputCommand::Enter | InputCommand::Space => match NextStep::of(exercise, learning) {
            Some(next) => next.carry_out(info, learning, cx),
            None => return exercise.is_idle() && !exercise.takes_input(),
        },
        InputCommand::Hint => ask_for_help(ExerciseCommand::Hint, learning, cx),
        InputCommand::Step { forward: false } => send(ExerciseCommand::Back, cx),
        InputCommand::ToStart => send(ExerciseCommand::Restart, cx),
        // Exercises have no steps or evaluation.
        InputCommand::Step { .. }
        | InputCommand::ToEnd
        | InputCommand::TakeBack
        | InputCommand::Undo
        | InputCommand::ClaimDraw
        | InputCommand::TypeAction
        | InputCommand::Pause
        | InputCommand::Bookmark
        | InputCommand::Graph
        | InputCommand::EvaluationBar
        | InputCommand::MoveNow => {}
        _ => return false,
    }
    true
}
