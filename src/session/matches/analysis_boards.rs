//! Analysis boards on the table: commands, saving and marks.

use bevy::prelude::*;

use super::activity::OpenActivity;
use super::commands::{Commanded, report};
use super::progress::{MatchProgress, TableRest};
use super::saving::{Saving, file_of};
use super::showing::{Screen, Session, Showing};
use crate::platform::jobs::Wake;
use crate::play::{AnalysedGame, PlayError, Replay, Tree};
use crate::session::analysis_board::AnalysisBoard;
use crate::session::input::{Annotations, Selection};
use crate::session::messages::{BoardCommand, Notification, PlayerCommand, TableUpdate, position_changed};
use crate::session::records::MatchRecorder;
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

pub(super) fn plugin(app: &mut App) {
    let keep = position_changed.pipe(keep_marks).in_set(MatchSet::Analyse);
    app.add_observer(open).add_observer(handle);
    app.add_systems(Update, (settle.in_set(MatchSet::Advance), keep).run_if(in_state(Screen::Analysis)));
}

/// The analysis of the match or replay on the table, at the point shown.
///
/// # Errors
/// The reason for the failure, for players.
fn from_table(session: &Session) -> Result<AnalysedGame, String> {
    if !session.allows_assistance() {
        return Err("An online match can be analysed only after it ends.".into());
    }
    match &session.showing {
        Showing::Nothing | Showing::Exercise(_) => Err("There is no match to analyse.".into()),
        Showing::Analysis(_) => Err("This is already an analysis board.".into()),
        Showing::Match(running) => Ok(AnalysedGame::of_replay(&Replay::of_match(running))),
        Showing::Replay(replay) => Ok(AnalysedGame::of_replay(replay)),
    }
}

/// Puts an analysis on the table.
fn open(
    on: On<Commanded>,
    session: Res<Session>,
    mut commands: Commands,
    mut notifications: MessageWriter<Notification>,
) {
    let analysed = match &on.0 {
        PlayerCommand::Board(BoardCommand::Open(analysed)) => Ok(analysed.as_ref().clone()),
        PlayerCommand::Board(BoardCommand::FromTable) => from_table(&session),
        _ => return,
    };
    match analysed.map(AnalysisBoard::new) {
        Ok(Ok(board)) => commands.trigger(OpenActivity::of(Showing::Analysis(Box::new(board)))),
        Ok(Err(error)) => report(Err(error), &mut notifications),
        Err(words) => report(Ok(Some(words)), &mut notifications),
    }
}

fn handle(
    on: On<Commanded>,
    (mut session, mut progress): (ResMut<Session>, ResMut<MatchProgress>),
    (recorder, mut saving, wake): (Res<MatchRecorder>, ResMut<Saving>, Res<WakeUp>),
    mut annotations: ResMut<Annotations>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    if session.board().is_none() {
        return;
    }
    let Some(board) = session.board_mut() else { return };
    let answer = match &on.0 {
        PlayerCommand::Board(BoardCommand::Save) => Ok(save(board, &recorder, &mut saving, &wake)),
        command => carry_out(command, board, &mut progress, &mut annotations, &mut updates),
    };
    report(answer, &mut notifications);
}

/// Carries out a command on the analysis board. Returns a message to the players, if any.
fn carry_out(
    command: &PlayerCommand,
    board: &mut AnalysisBoard,
    progress: &mut MatchProgress,
    annotations: &mut Annotations,
    updates: &mut MessageWriter<TableUpdate>,
) -> Result<Option<String>, PlayError> {
    match command {
        PlayerCommand::Act(action) => {
            updates.write(board.act(action)?);
        }
        PlayerCommand::Throw(flick) if progress.rolling.is_none() => {
            updates.write_batch(progress.throw(board.running().pending(), board.throw(*flick)));
        }
        PlayerCommand::Takeback => match board.step(false) {
            Some(before) => go_to(board.go_to(before)?, progress, updates),
            None => return Err(PlayError::NothingToTakeBack),
        },
        PlayerCommand::Seek(to) => {
            let line = board.line();
            let to = line[(*to).min(line.len() - 1)];
            go_to(board.go_to(to)?, progress, updates);
        }
        PlayerCommand::Step { forward } => {
            if let Some(to) = board.step(*forward) {
                go_to(board.go_to(to)?, progress, updates);
            }
        }
        PlayerCommand::Board(command) => match command {
            BoardCommand::GoTo(to) => go_to(board.go_to(*to)?, progress, updates),
            BoardCommand::Face(symbol) => {
                progress.restart();
                updates.write(TableUpdate::Hurry);
                updates.write(board.show_face(symbol)?);
            }
            BoardCommand::Remove(id) => {
                go_to(board.remove(*id)?, progress, updates);
                let removed = *id != Tree::ROOT;
                return Ok(removed.then(|| "Deleted the move and everything after it. Undo restores it.".into()));
            }
            BoardCommand::Undo | BoardCommand::Redo => {
                let redo = matches!(command, BoardCommand::Redo);
                let Some(shown) = board.undo(redo)? else {
                    return Ok(Some(
                        if redo { "There is nothing to redo." } else { "There is nothing to undo." }.into(),
                    ));
                };
                go_to(shown, progress, updates);
                annotations.strokes = board.strokes();
            }
            BoardCommand::SetUp(analysed) => go_to(vec![board.set_up(analysed.as_ref().clone())?], progress, updates),
            BoardCommand::Promote(id) => board.promote(*id),
            BoardCommand::Note { at, bookmark, comment } => board.note(*at, *bookmark, comment)?,
            BoardCommand::Open(_) | BoardCommand::OpenFile(_) | BoardCommand::FromTable | BoardCommand::Save => {}
        },
        _ => {}
    }
    Ok(None)
}

fn go_to(shown: Vec<TableUpdate>, progress: &mut MatchProgress, updates: &mut MessageWriter<TableUpdate>) {
    if !shown.is_empty() {
        progress.restart();
        updates.write_batch(shown);
    }
}

/// Saves the analysis board to its file, or to a new file in the folder of matches. Returns a
/// message to the players, if any.
pub(super) fn save(
    board: &mut AnalysisBoard,
    recorder: &MatchRecorder,
    saving: &mut Saving,
    wake: &Wake,
) -> Option<String> {
    let Some(file) = file_of(board, recorder) else {
        return Some("No folder is set for saving analyses.".into());
    };
    saving.analysis(board.analysed().clone(), file.clone(), wake);
    board.saved_in(file);
    None
}

/// Applies the result of a die that has come to rest.
fn settle(
    mut session: ResMut<Session>,
    (mut rest, mut progress): (ResMut<TableRest>, ResMut<MatchProgress>),
    mut selection: ResMut<Selection>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    if rest.waits || progress.rolling.is_none() {
        return;
    }
    let Some(roll) = progress.rolling.take() else { return };
    let Some(board) = session.board_mut() else { return };
    match board.settle(&roll) {
        Ok(update) => {
            updates.write(update);
        }
        Err(error) => {
            notifications.write(error.into());
        }
    }
    selection.release();
    rest.interrupt();
}

/// Shows the arrows and rings of a newly shown point, and stores those drawn at a point.
fn keep_marks(In(moved): In<bool>, mut annotations: ResMut<Annotations>, mut session: ResMut<Session>) {
    if !moved && !annotations.is_changed() {
        return;
    }
    let Some(strokes) = session.board().map(AnalysisBoard::strokes) else { return };
    if strokes == annotations.strokes {
        return;
    }
    if moved {
        annotations.strokes = strokes;
    } else if let Some(board) = session.board_mut() {
        board.set_strokes(&annotations.strokes);
    }
}
