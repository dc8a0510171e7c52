//! Lessons and puzzles on the table: the learner's commands and scheduled actions.

use bevy::prelude::*;
use jiff::Zoned;

use super::activity::OpenActivity;
use super::commands::{Commanded, report};
use super::progress::{MatchProgress, TableRest};
use super::showing::{Screen, Session, Showing};
use crate::engine::{Cell, GestureKind, Place};
use crate::platform::jobs::Wake;
use crate::play::PlayError;
use crate::puzzles::Hint;
use crate::session::input::{AnnotationColour, AnnotationStroke, Annotations, Selection};
use crate::session::learning::{Exercise, LearningProgress, PuzzleEnd};
use crate::session::messages::{ExerciseCommand, Notification, PlayerCommand, TableUpdate};
use crate::session::schedule::MatchSet;
use crate::session::settings::Settings;
use crate::session::wake_up::WakeUp;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(begin).add_observer(handle).add_systems(
        Update,
        (advance.in_set(MatchSet::Advance), keep.in_set(MatchSet::Follow)).run_if(in_state(Screen::Exercise)),
    );
}

/// Begins a lesson or puzzle.
fn begin(on: On<Commanded>, mut commands: Commands, mut notifications: MessageWriter<Notification>) {
    let begun = match &on.0 {
        PlayerCommand::Exercise(ExerciseCommand::Lesson(lesson)) => Exercise::lesson(lesson.as_ref().clone()),
        PlayerCommand::Exercise(ExerciseCommand::Puzzle(puzzle)) => Exercise::puzzle(puzzle.as_ref().clone()),
        _ => return,
    };
    match begun {
        Ok(begun) => commands.trigger(OpenActivity::of(Showing::Exercise(Box::new(begun)))),
        Err(error) => report(Err(error), &mut notifications),
    }
}

fn handle(
    on: On<Commanded>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    (mut annotations, mut selection, wake): (ResMut<Annotations>, ResMut<Selection>, Res<WakeUp>),
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    if session.exercise().is_some()
        && let Some(exercise) = session.exercise_mut()
    {
        let marks = (&mut *annotations, &mut *selection);
        let done = carry_out(&on.0, exercise, &mut progress, marks, &mut updates, &wake);
        report(done.map(|()| None), &mut notifications);
    }
}

/// Carries out a command in the lesson or puzzle on the table. Commands that apply only to matches
/// do nothing.
fn carry_out(
    command: &PlayerCommand,
    exercise: &mut Exercise,
    progress: &mut MatchProgress,
    (annotations, selection): (&mut Annotations, &mut Selection),
    updates: &mut MessageWriter<TableUpdate>,
    wake: &Wake,
) -> Result<(), PlayError> {
    match command {
        PlayerCommand::Act(action) => {
            if let Some(update) = exercise.act(action, wake)? {
                updates.write(update);
            }
        }
        PlayerCommand::Throw(flick) if progress.rolling.is_none() => {
            updates.write_batch(progress.throw(exercise.running().pending(), exercise.throw(*flick)));
        }
        PlayerCommand::Exercise(ExerciseCommand::ReadOn) => exercise.read_on()?,
        PlayerCommand::Exercise(command @ (ExerciseCommand::Back | ExerciseCommand::Restart)) => {
            progress.restart();
            let to_start = matches!(command, ExerciseCommand::Restart);
            updates.write_batch([TableUpdate::Hurry, exercise.go_back(to_start)?]);
        }
        PlayerCommand::Exercise(ExerciseCommand::Hint) => {
            if let Some(hint) = exercise.hint() {
                show(&hint, exercise, annotations, selection);
            }
        }
        PlayerCommand::Exercise(ExerciseCommand::ShowSolution) => exercise.show_solution(),
        _ => {}
    }
    Ok(())
}

/// Shows a hint as a ring, as an arrow with a ring at its end, or as the preview of a board change.
fn show(hint: &Hint, exercise: &Exercise, annotations: &mut Annotations, selection: &mut Selection) {
    let ink = AnnotationColour::Hint;
    let ring = |at| AnnotationStroke { from: at, to: at, ink };
    if !matches!(hint, Hint::Cell(_)) {
        annotations.hint_from = None;
    }
    annotations.hint = match hint {
        Hint::Piece(Place::Cell(cell)) => vec![ring(*cell)],
        // From the piece shown by the previous hint.
        Hint::Cell(cell) => match annotations.hint.first().map(|piece| piece.to) {
            Some(piece) => vec![AnnotationStroke { from: piece, to: *cell, ink }, ring(*cell)],
            None => vec![ring(*cell)],
        },
        Hint::Piece(place) => {
            annotations.hint_from = Some(*place);
            Vec::new()
        }
        Hint::Section(name) => {
            let layout = exercise.running().game().layout();
            let section = layout.sections.iter().position(|section| section.name == *name);
            let cells = (0_u16..).zip(&layout.cells);
            let own = cells.filter(|(_, cell)| section.is_some() && cell.section.map(usize::from) == section);
            own.map(|(index, _)| ring(Cell(index))).collect()
        }
        Hint::Action(action) => {
            let gestures = exercise.running().game().gestures();
            let Some((_, gesture)) = gestures.into_iter().find(|(text, _)| text == action) else { return };
            if matches!(gesture.kind, GestureKind::Rearrange(_)) {
                selection.preview = Some(action.clone());
            }
            return annotations.point_out(&gesture);
        }
    };
}

/// Applies the result of a die that has come to rest, and takes the next scheduled step.
fn advance(
    settings: Res<Settings>,
    (mut rest, mut session): (ResMut<TableRest>, ResMut<Session>),
    mut progress: ResMut<MatchProgress>,
    mut selection: ResMut<Selection>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    // The judgement may be available before the table is at rest.
    if session.exercise().is_some_and(Exercise::is_judged)
        && let Some(exercise) = session.exercise_mut()
        && let Err(error) = exercise.judge()
    {
        notifications.write(error.into());
    }
    let Some(exercise) = session.exercise().filter(|_| !rest.waits) else { return };
    let due = exercise.rests_before_next().is_some_and(|times| rest.rested >= times * settings.pause);
    if progress.rolling.is_none() && (!due || progress.blocked) {
        return;
    }
    let roll = progress.rolling.take();
    let Some(exercise) = session.exercise_mut() else { return };
    let update = match &roll {
        Some(roll) => exercise.settle(roll).map(Some),
        None => exercise.advance(),
    };
    match update {
        Ok(update) => updates.write_batch(update),
        Err(error) => {
            notifications.write(error.into());
            return;
        }
    };
    selection.release();
    rest.interrupt();
}

/// Saves the user's progress.
fn keep(
    session: Res<Session>,
    mut progress: ResMut<LearningProgress>,
    // Whether the solution of the puzzle on the table has been saved.
    mut saved: Local<bool>,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(exercise) = session.exercise().filter(|_| session.is_changed()) else { return };
    let today = Zoned::now().date();
    let mut kept = Ok(());
    if let Some(task) = exercise.as_lesson().filter(|task| task.is_done())
        && !progress.lessons().has(task.lesson())
    {
        kept = progress.finish(task.lesson());
    }
    if let Some(task) = exercise.as_puzzle() {
        let known = progress.puzzles().tried.get(&task.puzzle().id).copied();
        if let Some(alone) = task.result().filter(|alone| known.is_none_or(|tried| *alone && !tried.solved)) {
            kept = progress.tried(task.puzzle(), alone, today);
        }
        let solved = task.end() == Some(PuzzleEnd::Solved);
        if solved && !std::mem::replace(&mut *saved, solved) {
            kept = kept.and(progress.solved(task.puzzle(), today));
        }
        *saved = solved;
    }
    if let Err(words) = kept {
        notifications.write(Notification::new(words));
    }
}
