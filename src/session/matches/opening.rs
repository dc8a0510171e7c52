//! Opens match files in the background, because reading and checking a long match takes time.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::activity::{ActivityOpened, OpenActivity};
use super::commands::Commanded;
use super::saving::Saving;
use super::showing::{Session, Showing};
use crate::platform::fs::File;
use crate::platform::jobs::{Background, Wake};
use crate::platform::storage::read_all_limited;
use crate::play::{AnalysedGame, Match, PlayError, Replay, is_pgn, pgn_text};
use crate::record::RecordError;
use crate::session::analysis_board::AnalysisBoard;
use crate::session::messages::{BoardCommand, Notification, PlayerCommand};
use crate::session::records::read_pgn;
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

/// The maximum size of a PGN file, bytes.
const MAX_PGN: u64 = 64 << 20;

/// The match file being opened.
#[derive(Resource, Debug, Default)]
pub struct LoadingFile(Option<Background<Result<Opened, PlayError>>>);

enum Opened {
    /// A match to be continued.
    Match(Box<Match>),
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

impl LoadingFile {
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
            Ok(Opened::Match(Box::new(resumed)))
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
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LoadingFile>()
        .add_observer(handle)
        .add_observer(cancel)
        .add_systems(Update, receive.in_set(MatchSet::Open));
}

/// Opens the file that a command names. The match on the table may not be in its file yet, and is
/// shown in its present state.
fn handle(
    on: On<Commanded>,
    session: Res<Session>,
    mut opening: ResMut<LoadingFile>,
    (saving, wake): (Res<Saving>, Res<WakeUp>),
) {
    let playing = |file: &Path| session.live_match().filter(|played| played.is_recorded_in(file));
    let (file, actions) = match &on.0 {
        PlayerCommand::Continue(file) => return opening.resume(file.clone(), &saving, &wake),
        PlayerCommand::Board(BoardCommand::OpenFile(file)) => return opening.analyse(file.clone(), &saving, &wake),
        PlayerCommand::OpenFile(file) if playing(file).is_none() => return opening.open(file.clone(), &saving, &wake),
        PlayerCommand::OpenFile(file) | PlayerCommand::OpenReplay(file) => (file, 0),
        PlayerCommand::OpenReplayAt { file, actions } => (file, *actions),
        _ => return,
    };
    match playing(file) {
        Some(played) => opening.show(played, actions, &wake),
        None => opening.replay(file.clone(), actions, &saving, &wake),
    }
}

/// Discards the file being opened when something else is put on the table.
fn cancel(_: On<ActivityOpened>, mut opening: ResMut<LoadingFile>) {
    opening.0 = None;
}

/// Puts the opened match, replay or analysis on the table.
fn receive(mut opening: ResMut<LoadingFile>, mut commands: Commands, mut notifications: MessageWriter<Notification>) {
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
        Opened::Match(running) => (running.torn().map(ToString::to_string), Showing::Match(running)),
        Opened::Replay(replay) => (replay.torn().map(ToString::to_string), Showing::Replay(replay)),
        Opened::Board(board, words) => (words, Showing::Analysis(board)),
    };
    commands.trigger(OpenActivity::of(showing));
    notifications.write_batch(words.map(Notification::new));
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
        app.insert_resource(LoadingFile(Some(Background::start(&Wake::default(), |_| panic!("a broken file")))));
        let begun = Instant::now();
        while app.world().resource::<LoadingFile>().is_busy() {
            assert!(begun.elapsed() < Duration::from_secs(20));
            app.update();
        }
        let told: Vec<_> = app.world_mut().resource_mut::<Messages<Notification>>().drain().collect();
        assert_eq!(told, [Notification::new("Internal error: a broken file.")]);
        app.update();
    }
}
