//! The clock of the side to move. The match is charged only when necessary, so that it is not
//! marked as changed in every frame.

use std::time::Duration;

use bevy::prelude::*;

use super::progress::MatchProgress;
use super::showing::{Animating, Session};
use crate::engine::{Outcome, Side};
use crate::play::{Match, Pending, PlayError};
use crate::session::messages::Notification;
use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::{GameSet, MatchSet};

/// The time used by the side to move that the match has not been charged for.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnClock {
    used: Duration,
}

impl TurnClock {
    /// The remaining time of a side in the match being played; `None` without clocks.
    #[must_use]
    pub fn remaining(&self, running: &Match, side: Side) -> Option<Duration> {
        let left = running.remaining(side)?;
        Some(if thinking(running) == Some(side) { left.saturating_sub(self.used) } else { left })
    }

    /// Lets time pass for the side to move.
    pub fn run(&mut self, time: Duration) {
        self.used = self.used.saturating_add(time);
    }

    /// Charges the match for the time. Called before anything else changes in the match. Returns
    /// the outcome, because the time may have run out.
    pub(super) fn spend_time(&mut self, running: &mut Match) -> Result<Option<Outcome>, PlayError> {
        let used = std::mem::take(&mut self.used);
        match thinking(running) {
            Some(side) if !used.is_zero() => running.spend_time(side, used),
            _ => Ok(running.outcome()),
        }
    }

    /// Charges the match being played before it leaves the table, and records the time used for the
    /// pending action, so that leaving does not win it back.
    pub(super) fn leave(&mut self, session: &mut Session) -> Result<(), PlayError> {
        let Some(running) = session.live_match_mut() else { return Ok(()) };
        self.spend_time(running)?;
        running.keep_time()
    }

    /// Resets the clock for another match.
    pub(super) fn reset(&mut self) {
        *self = TurnClock::default();
    }
}

/// The side whose clock runs. No clock runs before the first move, and remote matches are timed
/// elsewhere.
fn thinking(running: &Match) -> Option<Side> {
    match running.pending() {
        _ if running.is_remote() => None,
        Pending::Decide { side, .. } if running.clock().is_some() && running.last_action().is_some() => Some(side),
        _ => None,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TurnClock>()
        .add_systems(Update, run.in_set(MatchSet::Clock))
        .add_systems(Update, request_frame(TICK).run_if(has_clocks).in_set(GameSet::Rest));
}

/// Whether clocks are shown that may run.
fn has_clocks(session: Res<Session>) -> bool {
    session.live_match().is_some_and(|running| running.clock().is_some() && running.outcome().is_none())
}

/// Deducts the elapsed time from the clock of the side to move while the table is at rest. Ends the
/// match when no time is left.
fn run(
    time: Res<Time<Real>>,
    animating: Res<Animating>,
    mut session: ResMut<Session>,
    mut clock: ResMut<TurnClock>,
    mut progress: ResMut<MatchProgress>,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(running) = session.live_match().filter(|_| !animating.0 || session.background_match.is_some()) else {
        return;
    };
    // The clock of a paused bot stops.
    let Some(side) =
        thinking(running).filter(|_| !(progress.paused || progress.blocked && running.pending().is_bots()))
    else {
        return;
    };
    if !time.delta().is_zero() {
        clock.run(time.delta());
    }
    if clock.remaining(running, side) != Some(Duration::ZERO) {
        return;
    }
    let session = &mut *session;
    let Some(running) = session.live_match_mut() else { return };
    match clock.spend_time(running) {
        Ok(_) => {
            progress.restart();
            session.sync_replay();
        }
        Err(error) => {
            notifications.write(error.into());
        }
    }
}
