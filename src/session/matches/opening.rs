//! Opens match files in the background, because reading and checking a long match takes time.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::change_table::change_table;
use super::progress::{MatchProgress, Rest};
use super::saving::Saving;
use super::showing::{FreeHands, Session, Showing};
use super::turn_clock::TurnClock;
use crate::platform::fs::File;
use crate::platform::jobs::{Background, Wake};
use crate::platform::storage::read_all_limited;
use crate::play::{AnalysedGame, Match, PlayError, Replay, is_pgn, pgn_text};
use crate::record::RecordError;
use crate::session::analysis_board::AnalysisBoard;
use crate::session::input::Selection;
use crate::session::messages::{Notification, TableUpdate};
use crate::session::online::Room;
use crate::session::records::{MatchRecorder, read_pgn};
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

/// The maximum size of a PGN file, bytes.
const MAX_PGN: u64 = 64 << 20;

/// The match file being opened.
#[derive(Resource, Debug, Default)]
pub struct Opening(Option<Background<Result<Opened, PlayError>>>);

enum Opened {
    /// A match to be continued, and recorded in this file.
    Match(Box<Match>, PathBuf),
    /// A match to be replayed.
    Replay(Box<Replay>),
    /// A match to be analysed, with a message to the players.
    Board(Box<AnalysisBoard>, Option<String>),
}

impl Opened {
    fn board(analysed: AnalysedGame, words: Option<String>) -> Result<Opened, PlayError> {
        Ok(Opened::Board(Box::new(AnalysisBoard::new(analysed)?), words))
    }
}

/// Reads a match file or PGN. Analyses go to the analysis board, as do PGN files, because they may
/// have variations.
fn open(file: &Path) -> Result<Opened, PlayError> {
    let unread = |source| RecordError::Read { file: file.to_path_buf(), source };
    let mut input = BufReader::new(File::open(file).map_err(unread)?);
    if input.fill_buf().is_ok_and(is_pgn) {
        let bytes = read_all_limited(input, MAX_PGN).map_err(unread)?;
        let (replay, words) = read_pgn(file, &pgn_text(file, bytes)?)?;
        return Opened::board(AnalysedGame::of_replay(&replay), words);
    }
    let replay = Replay::open(file)?;
    match replay.header().analysis {
        true => Opened::board(AnalysedGame::of_replay(&replay), None),
        false => Ok(Opened::Replay(Box::new(replay))),
    }
}

impl Opening {
    /// Whether a file is being read.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.0.is_some()
    }

    /// Opens a file of any kind.
    pub(super) fn open(&mut self, file: PathBuf, saving: &Saving, wake: &Wake) {
        let wait = saving.wait();
        self.0 = Some(Background::start(wake, move |_| {
            wait();
            open(&file)
        }));
    }

    /// Opens a match to continue it.
    pub(super) fn resume(&mut self, file: PathBuf, saving: &Saving, wake: &Wake) {
        let wait = saving.wait();
        self.0 = Some(Background::start(wake, move |_| {
            wait();
            let resumed = Match::resume(&file)?;
            Ok(Opened::Match(Box::new(resumed), file))
        }));
    }

    /// Opens a match to replay it from the point after `actions` actions.
    pub(super) fn replay(&mut self, file: PathBuf, actions: usize, saving: &Saving, wake: &Wake) {
        let wait = saving.wait();
        self.0 = Some(Background::start(wake, move |_| {
            wait();
            let mut replay = Replay::open(&file)?;
            replay.go_to(actions);
            Ok(Opened::Replay(Box::new(replay)))
        }));
    }

    /// Opens a match to analyse it.
    pub(super) fn analyse(&mut self, file: PathBuf, saving: &Saving, wake: &Wake) {
        let wait = saving.wait();
        self.0 = Some(Background::start(wake, move |_| {
            wait();
            Opened::board(AnalysedGame::open(&file)?, None)
        }));
    }

    /// Replays a match from the point after `actions` actions.
    pub(super) fn show(&mut self, played: &Match, actions: usize, wake: &Wake) {
        let mut replay = Replay::of_match(played);
        replay.go_to(actions);
        self.0 = Some(Background::start(wake, move |_| Ok(Opened::Replay(Box::new(replay)))));
    }

    /// Discards the file being opened.
    pub(super) fn cancel(&mut self) {
        self.0 = None;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Opening>().add_systems(Update, receive.in_set(MatchSet::Open));
}

/// Puts the opened match or replay on the table.
fn receive(
    mut opening: ResMut<Opening>,
    mut session: ResMut<Session>,
    (mut progress, mut rest, mut clock): (ResMut<MatchProgress>, ResMut<Rest>, ResMut<TurnClock>),
    (mut selection, mut hands): (ResMut<Selection>, ResMut<FreeHands>),
    (mut recorder, mut saving, mut room, wake): (ResMut<MatchRecorder>, ResMut<Saving>, ResMut<Room>, Res<WakeUp>),
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(opened) = opening.0.as_ref().and_then(Background::take) else { return };
    opening.0 = None;
    let opened = match opened.map_err(PlayError::from).flatten() {
        Ok(opened) => opened,
        Err(error) => {
            notifications.write(error.into());
            return;
        }
    };
    let (words, showing) = match opened {
        Opened::Match(running, file) => {
            recorder.continues(file);
            updates.write(TableUpdate::resumed(running.game()));
            (running.torn().map(ToString::to_string), Showing::Match(running))
        }
        Opened::Replay(replay) => {
            updates.write(TableUpdate::reset(replay.game()));
            (replay.torn().map(ToString::to_string), Showing::Replay(replay))
        }
        Opened::Board(board, words) => {
            updates.write(TableUpdate::reset(board.running().game()));
            (words, Showing::Analysis(board))
        }
    };
    room.leave();
    if let Err(error) =
        change_table(&mut session, Session::of(showing), (&mut progress, &mut clock, &mut saving), &wake)
    {
        notifications.write(error.into());
    }
    rest.interrupt();
    // A new table starts without free hands.
    hands.set_if_neq(FreeHands(false));
    selection.release();
    if let Some(words) = words {
        notifications.write(Notification::new(words));
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// A file that triggers a panic does not end the program.
    #[test]
    fn a_panic_is_reported_and_ends_nothing() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, crate::session::plugin));
        app.insert_resource(Opening(Some(Background::start(&Wake::default(), |_| panic!("a broken file")))));
        let begun = Instant::now();
        while app.world().resource::<Opening>().is_busy() {
            assert!(begun.elapsed() < Duration::from_secs(20));
            app.update();
        }
        let told: Vec<_> = app.world_mut().resource_mut::<Messages<Notification>>().drain().collect();
        assert_eq!(told, [Notification::new("Internal error: a broken file.")]);
        app.update();
    }
}
