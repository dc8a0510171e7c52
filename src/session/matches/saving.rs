//! Writes files in the background, so that the table does not wait for a slow disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::commands::Commanded;
use super::showing::{Session, Showing};
use super::turn_clock::TurnClock;
use crate::platform::clock::{SystemTime, UNIX_EPOCH};
use crate::platform::fs;
use crate::platform::jobs::{Background, Wake};
use crate::platform::storage::replace;
use crate::play::{AnalysedGame, PlayError, Replay};
use crate::record::{Note, RecordError};
use crate::session::analysis_board::AnalysisBoard;
use crate::session::messages::{Notification, PlayerCommand};
use crate::session::records::{MatchRecorder, PgnFiles, PgnSource};
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

/// Pending writes, in order: matches that have left the table, notes of replays, and analyses.
#[derive(Resource, Debug, Default)]
pub struct Saving(Vec<PendingWrite>);

/// A pending write.
#[derive(Debug)]
struct PendingWrite {
    /// The file of an analysis; `None` for other writes.
    analysis: Option<PathBuf>,
    job: Arc<Background<Result<Saved, PlayError>>>,
}

/// A write that has ended.
struct FinishedWrite {
    analysis: Option<PathBuf>,
    result: Result<Saved, PlayError>,
}

/// A completed write.
enum Saved {
    /// A match that left the table.
    Match,
    /// A note of a replay.
    Note(Box<Replay>),
    /// An analysis.
    Analysis,
}

impl Saving {
    /// Whether writes are pending.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.0.is_empty()
    }

    /// Writes the rest of a match that has left the table.
    pub(super) fn leave(&mut self, left: Session, wake: &Wake) {
        let running = match left.showing {
            Showing::Match(running) => Some(running),
            Showing::Nothing | Showing::Replay(_) | Showing::Exercise(_) | Showing::Analysis(_) => {
                left.background_match
            }
        };
        if let Some(mut running) = running.filter(|running| running.is_recorded()) {
            self.start(None, wake, move || running.flush().map(|()| Saved::Match));
        }
    }

    /// Writes a note to the file of a replay. The note is shown once it is written.
    pub(super) fn annotate(&mut self, replay: &Replay, note: &Note, wake: &Wake) {
        let (mut replay, note) = (Box::new(replay.clone()), note.clone());
        self.start(None, wake, move || replay.annotate(&note).map(|()| Saved::Note(replay)));
    }

    /// Writes an analysis to a file, replacing its contents.
    pub(in crate::session) fn analysis(&mut self, analysed: AnalysedGame, file: PathBuf, wake: &Wake) {
        self.start(Some(file.clone()), wake, move || write(&analysed, &file).map(|()| Saved::Analysis));
    }

    fn start(
        &mut self,
        analysis: Option<PathBuf>,
        wake: &Wake,
        work: impl FnOnce() -> Result<Saved, PlayError> + Send + 'static,
    ) {
        let wait = self.wait();
        let job = Background::start(wake, move |_| {
            // The previous write must have closed the file.
            wait();
            work()
        });
        self.0.push(PendingWrite { analysis, job: Arc::new(job) });
    }

    /// Returns a function that waits for all writes that are pending now.
    pub(super) fn wait(&self) -> impl FnOnce() + Send + use<> {
        let jobs: Vec<_> = self.0.iter().map(|write| write.job.clone()).collect();
        move || jobs.iter().for_each(|job| job.wait())
    }

    /// The writes that have ended since the last call.
    fn written(&mut self) -> Vec<FinishedWrite> {
        let mut written = Vec::new();
        self.0.retain_mut(|PendingWrite { analysis, job }| {
            let Some(saved) = job.take() else { return true };
            written.push(FinishedWrite { analysis: analysis.take(), result: saved.map_err(PlayError::from).flatten() });
            false
        });
        written
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Saving>()
        .add_observer(save_pgn)
        .add_systems(Update, receive.run_if(|saving: Res<Saving>| saving.is_busy()).in_set(MatchSet::Open))
        .add_systems(Last, wait_at_exit);
}

/// Saves matches in files, or the match on the table, as PGN.
fn save_pgn(on: On<Commanded>, session: Res<Session>, mut pgn_files: ResMut<PgnFiles>, wake: Res<WakeUp>) {
    let PlayerCommand::SavePgn(files) = &on.0 else { return };
    let shown = || match (session.board(), session.exercise()) {
        (Some(board), _) => board.analysed().to_replay().ok(),
        (None, Some(_)) => None,
        (None, None) => session.to_replay(),
    };
    let source = match files.is_empty() {
        true => shown().map(|replay| PgnSource::Shown(Box::new(replay))),
        false => Some(PgnSource::Files(files.clone())),
    };
    if let Some(source) = source {
        pgn_files.save(source, &wake);
    }
}

/// Reports failed writes, and shows written notes.
fn receive(mut saving: ResMut<Saving>, mut session: ResMut<Session>, mut notifications: MessageWriter<Notification>) {
    for FinishedWrite { analysis, result } in saving.written() {
        match result {
            Ok(Saved::Match) => {}
            Ok(Saved::Note(annotated)) => {
                if let Some(replay) = session.replay_mut() {
                    replay.take_notes(&annotated);
                }
            }
            Ok(Saved::Analysis) => {
                let file = analysis.unwrap_or_default();
                notifications.write(Notification::new(format!("Saved: {}", file.display())));
            }
            Err(error) => {
                let is_on_board =
                    |board: &&mut AnalysisBoard| analysis.is_some() && board.file() == analysis.as_deref();
                if let Some(board) = session.board_mut().filter(is_on_board) {
                    board.not_saved();
                }
                notifications.write(error.into());
            }
        }
    }
}

/// The file of an analysis board, or a new one in the folder of matches; `None` without a folder.
pub(super) fn file_of(board: &AnalysisBoard, recorder: &MatchRecorder) -> Option<PathBuf> {
    let new = || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-analysis-{}.jsonl", board.running().game().info().id, now.as_millis());
        Some(recorder.folder.as_ref()?.join(name))
    };
    board.file().map(PathBuf::from).or_else(new)
}

/// Writes an analysis to a file, replacing its contents.
fn write(analysed: &AnalysedGame, file: &Path) -> Result<(), PlayError> {
    let text = analysed.to_text(file)?;
    if let Some(folder) = file.parent() {
        // If this fails, writing the file fails too, with a better message.
        let _ = fs::create_dir_all(folder);
    }
    let failed = |source| RecordError::Write { file: file.to_path_buf(), source };
    Ok(replace(file, &text).map_err(failed)?)
}

/// Waits for pending writes when the program exits. Errors are logged, because the window is
/// already closed.
fn wait_at_exit(
    mut exits: MessageReader<AppExit>,
    mut saving: ResMut<Saving>,
    mut session: ResMut<Session>,
    mut clock: ResMut<TurnClock>,
    recorder: Res<MatchRecorder>,
) {
    if exits.read().next().is_none() {
        return;
    }
    saving.wait()();
    // A closing window cannot ask the user, so a changed analysis is saved.
    let board = session.board().filter(|board| board.is_changed());
    let analysed = board.and_then(|board| Some(write(board.analysed(), &file_of(board, &recorder)?)));
    let charged = clock.leave(&mut session);
    let played = session.live_match_mut().map(|running| charged.and_then(|()| running.flush()));
    let failed = saving.written().into_iter().filter_map(|written| written.result.err());
    let failed = failed.chain(analysed.and_then(Result::err)).chain(played.and_then(Result::err));
    failed.for_each(|error| error!("{error}"));
}
