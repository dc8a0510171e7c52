use bevy::prelude::*;

use crate::engine::{DynGame, Outcome};
use crate::play::{Match, Replay};

/// What is on the table.
#[derive(Resource, Default)]
pub struct Session {
    /// A match, a replay, or nothing.
    pub showing: Showing,
}

/// What is on the table.
#[derive(Default)]
pub enum Showing {
    /// The start screen.
    #[default]
    Nothing,
    /// A match in progress, or one that has ended.
    Match(Box<Match>),
    /// A match that was recorded.
    Replay(Box<Replay>),
}

impl Session {
    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> Option<&dyn DynGame> {
        match &self.showing {
            Showing::Nothing => None,
            Showing::Match(running) => Some(running.game()),
            Showing::Replay(replay) => Some(replay.game()),
        }
    }

    /// The match, if one is being played.
    #[must_use]
    pub fn running(&self) -> Option<&Match> {
        match &self.showing {
            Showing::Match(running) => Some(running),
            _ => None,
        }
    }

    /// How what is on the table has ended, at the point that is shown; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.showing {
            Showing::Nothing => None,
            Showing::Match(running) => running.outcome(),
            Showing::Replay(replay) => replay.shown_outcome(),
        }
    }
}

/// Whether hands are free to grab whatever is on the table. The position does not change.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
pub struct FreeHands(pub bool);

/// Whether the table is still animating. The match waits until it is not.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
pub struct Animating(pub bool);
