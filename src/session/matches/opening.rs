//! Opens match files beside the main thread: reading and checking a long match takes a while.

use std::path::PathBuf;

use bevy::prelude::*;

use super::progress::{MatchProgress, Rest};
use super::saving::Saving;
use super::showing::{FreeHands, Session, Showing};
use super::turn_clock::TurnClock;
use crate::platform::jobs::{Background, Wake};
use crate::play::{AnalysedGame, Match, PlayError, Replay};
use crate::session::board::AnalysisBoard;
use crate::session::input::Selection;
use crate::session::messages::{Notification, TableUpdate};
use crate::session::records::MatchRecorder;
use crate::session::rooms::Room;
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

/// The match file that is being opened.
#[derive(Resource, Debug, Default)]
pub struct Opening(Option<Background<Result<Opened, PlayError>>>);

/// A file that has been opened.
enum Opened {
    /// To be continued, and recorded there.
    Match(Box<Match>, PathBuf),
    /// For reviewing.
    Replay(Box<Replay>),
    /// For analysing.
    Board(Box<AnalysisBoard>),
}

impl Opening {
    /// Whether a file is being read.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.0.is_some()
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

    /// Opens a match to look at it, from the point after this many actions.
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
            Ok(Opened::Board(Box::new(AnalysisBoard::new(AnalysedGame::open(&file)?)?)))
        }));
    }

    /// Shows a match from the point after this many actions.
    pub(super) fn show(&mut self, played: &Match, actions: usize, wake: &Wake) {
        let mut replay = Replay::of_match(played);
        replay.go_to(actions);
        self.0 = Some(Background::start(wake, move |_| Ok(Opened::Replay(Box::new(replay)))));
    }

    /// Forgets the file that is being opened.
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
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => {
            notifications.write(error.into());
            return;
        }
    };
    if let Err(error) = clock.leave(&mut session) {
        notifications.write(error.into());
    }
    let (torn, showing) = match opened {
        Opened::Match(running, file) => {
            recorder.continues(file);
            updates.write(TableUpdate::resumed(running.game()));
            (running.torn().map(ToString::to_string), Showing::Match(running))
        }
        Opened::Replay(replay) => {
            updates.write(TableUpdate::reset(replay.game()));
            (replay.torn().map(ToString::to_string), Showing::Replay(replay))
        }
        Opened::Board(board) => {
            updates.write(TableUpdate::reset(board.running().game()));
            (None, Showing::Analysis(board))
        }
    };
    room.leave();
    progress.restart();
    (progress.running, progress.paused, progress.replay_throws) = (matches!(showing, Showing::Replay(_)), false, false);
    saving.leave(std::mem::replace(&mut *session, Session::of(showing)), &wake);
    clock.reset();
    rest.interrupt();
    // The table is laid anew, so hands play.
    hands.set_if_neq(FreeHands(false));
    selection.release();
    if let Some(torn) = torn {
        notifications.write(Notification::new(torn));
    }
}
