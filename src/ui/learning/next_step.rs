//! The next step in a lesson or after a puzzle, for the main button of the card and the Enter key.

use crate::bots::Bot;
use crate::engine::GameInfo;
use crate::lessons::Lesson;
use crate::session::{Exercise, ExerciseCommand, Notification, PlayerCommand};
use crate::ui::state::form::Form;
use crate::ui::state::learning_view::{LearningPage, LearningView};
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;

/// The next step.
#[derive(Debug, Clone)]
pub enum NextStep {
    /// The next step of the lesson.
    Step,
    /// The next lesson.
    Lesson(Box<Lesson>),
    /// A match against the weakest bot, at the end of the course.
    Match,
    /// Another puzzle.
    Puzzle,
}

impl NextStep {
    /// Returns the next step; `None` while the learner has to act, or while a reply or a roll is
    /// pending.
    pub fn of(exercise: &Exercise, learning: &mut LearningView) -> Option<NextStep> {
        if !exercise.is_idle() || exercise.takes_input() {
            return None;
        }
        let Some(task) = exercise.as_lesson() else { return Some(NextStep::Puzzle) };
        if !task.is_done() {
            return Some(NextStep::Step);
        }
        let course = learning.course(exercise.running().game().info().id);
        let at = course.iter().position(|lesson| lesson.id == task.lesson().id);
        let next = at.and_then(|at| course.get(at + 1)).cloned();
        Some(next.map_or(NextStep::Match, |lesson| NextStep::Lesson(Box::new(lesson))))
    }

    /// The text of the button.
    pub fn words(&self) -> &'static str {
        match self {
            NextStep::Step => "Next",
            NextStep::Lesson(_) => "Next lesson",
            NextStep::Match => "Play a match against level 1",
            NextStep::Puzzle => "Next puzzle",
        }
    }

    /// Carries out the step.
    pub fn carry_out(self, info: &'static GameInfo, learning: &mut LearningView, cx: &mut UiContext) {
        match self {
            NextStep::Step => send(ExerciseCommand::ReadOn, cx),
            NextStep::Lesson(lesson) => send(ExerciseCommand::Lesson(lesson), cx),
            NextStep::Match => {
                if let Ok(setup) = Form::against(info, Bot::Level(1), &cx.settings.people).setup() {
                    cx.leave_by(PlayerCommand::Begin(Box::new(setup)));
                }
            }
            NextStep::Puzzle => next_puzzle(info, learning, cx),
        }
    }
}

/// Begins the next suitable puzzle, or opens the list if none is left.
pub fn next_puzzle(info: &'static GameInfo, learning: &mut LearningView, cx: &mut UiContext) {
    let wanted = learning.wanted(info.id);
    match cx.progress.puzzles().next(&wanted) {
        Some(puzzle) => begin(ExerciseCommand::Puzzle(Box::new(puzzle.clone())), learning, cx),
        None => leave(LearningPage::Puzzles, cx),
    }
}

/// Begins a lesson or puzzle, from the start screen or after another one.
pub fn begin(command: ExerciseCommand, learning: &mut LearningView, cx: &mut UiContext) {
    learning.close();
    cx.leave_by(PlayerCommand::Exercise(command));
}

/// Leaves the exercise for the start screen, with `page` open.
pub fn leave(page: LearningPage, cx: &mut UiContext) {
    if let Some(exercise) = cx.session.exercise() {
        cx.ui_commands.push(UiCommand::ChooseGame(exercise.running().game().info()));
    }
    cx.commands.push(PlayerCommand::Leave);
    cx.ui_commands.extend([UiCommand::Learning(page), UiCommand::RefreshMatches]);
}

/// Leaves the exercise for the list that contains it.
pub fn leave_exercise(exercise: &Exercise, cx: &mut UiContext) {
    leave(if exercise.as_lesson().is_some() { LearningPage::Course } else { LearningPage::Puzzles }, cx);
}

/// Sends a command to the exercise on the table.
pub fn send(command: ExerciseCommand, cx: &mut UiContext) {
    cx.commands.push(PlayerCommand::Exercise(command));
}

/// Asks for help with the exercise. In a rated puzzle, the first request only warns that help
/// counts as a failure.
pub fn ask_for_help(command: ExerciseCommand, learning: &mut LearningView, cx: &mut UiContext) {
    let rated = cx.session.exercise().and_then(Exercise::as_puzzle).filter(|task| task.result().is_none());
    let puzzle = rated.map(|task| task.puzzle().id.clone());
    if puzzle.is_some() && learning.warned != puzzle {
        learning.warned = puzzle;
        cx.notifications
            .push(Notification::new("Help counts as a failure and costs rating points. Ask again to get help."));
        return;
    }
    send(command, cx);
}
