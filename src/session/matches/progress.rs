//! The state of a match or replay between two actions: thinking, rolling, resting.

use bevy::prelude::*;

use super::showing::{Session, Showing};
use super::thinking::{BotThought, ThinkingPlayer};
use crate::engine::{Event, Side};
use crate::play::{Match, Pending, Roll, Seat};
use crate::session::messages::TableUpdate;
use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::GameSet;

/// The state of a match or replay between two actions.
#[derive(Resource, Default)]
pub struct MatchProgress {
    /// The search of the bot to move.
    pub(super) thinking: Option<ThinkingPlayer>,
    /// The throw being shown. It takes effect when the die comes to rest.
    pub(super) rolling: Option<Roll>,
    /// Whether the next action of a replay is a throw being shown. It also takes effect when the
    /// die comes to rest.
    pub(super) replay_throws: bool,
    /// Whether a replay is playing.
    pub replay_playing: bool,
    /// Whether the match with a bot is paused.
    pub paused: bool,
    /// Whether a paused match plays its next action or throw.
    pub(super) plays_one: bool,
    /// Whether the match runs to its next capture, and is then paused.
    pub(super) to_capture: bool,
    /// The scores that the players reported with their last decisions, centipawns from their own
    /// points of view.
    pub(super) scores: [Option<i32>; 2],
    /// Whether a question is open, which holds back bots, replays and scheduled actions.
    pub(super) blocked: bool,
}

impl MatchProgress {
    /// Discards the progress after a change of position.
    pub(super) fn restart(&mut self) {
        (self.thinking, self.rolling, self.plays_one) = (None, None, false);
        (self.to_capture, self.scores) = (false, [None; 2]);
    }

    /// Begins a throw of the die that is due. Returns the update that shows it, unless the result
    /// was drawn without physics.
    pub(super) fn throw(&mut self, pending: Pending, roll: Option<Roll>) -> Option<TableUpdate> {
        let Pending::Throw { die, cell, .. } = pending else { return None };
        self.rolling = roll;
        let physical = self.rolling.as_ref()?.physical.clone()?;
        Some(TableUpdate::Thrown { die, at: cell, roll: Box::new(physical) })
    }

    /// The intermediate results of the thinking bot; `None` if no bot thinks.
    #[must_use]
    pub fn thought(&self) -> Option<BotThought> {
        self.thinking.as_ref().map(ThinkingPlayer::thought)
    }

    #[cfg(test)]
    pub(crate) fn think(&mut self, thought: BotThought) {
        self.thinking = Some(ThinkingPlayer::with(thought));
    }

    /// Whether the match runs to its next capture, and is then paused.
    #[must_use]
    pub fn to_capture(&self) -> bool {
        self.to_capture
    }

    /// The score that a side reported with its last decision, centipawns from its own point of view.
    #[must_use]
    pub fn score(&self, side: Side) -> Option<i32> {
        self.scores[side.index()]
    }

    /// Follows the events on the table. Pauses after an awaited capture.
    pub(super) fn follow(&mut self, events: &[Event]) {
        self.plays_one = false;
        if self.to_capture && events.iter().any(Event::is_capture) {
            (self.to_capture, self.paused) = (false, true);
        }
    }

    /// Whether a bot is thinking.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a bot is thinking and has not decided yet.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| !thinking.has_decided())
    }

    /// Whether a die is in the air, or at rest but not yet in effect.
    #[must_use]
    pub fn is_rolling(&self) -> bool {
        self.rolling.is_some() || self.replay_throws
    }

    /// Whether a bot is thinking, a die is in the air, or a replay is playing.
    #[must_use]
    pub fn active(&self) -> bool {
        self.thinking.is_some() || self.is_rolling() || self.replay_playing
    }

    /// The next step that the match takes without a person; `None` while a person is to act.
    pub(super) fn step(&self, running: &Match) -> Option<AutoStep> {
        if running.is_remote() {
            // The room advances the match.
            return None;
        }
        if self.rolling.is_some() {
            return Some(AutoStep::Settle);
        }
        if self.paused && !self.plays_one || self.blocked {
            return None;
        }
        match (running.pending(), &self.thinking) {
            (pending, _) if !pending.is_bots() => None,
            (Pending::Decide { .. }, None) => Some(AutoStep::Think),
            (Pending::Decide { .. }, Some(thinking)) if !thinking.has_decided() => Some(AutoStep::Search),
            (Pending::Decide { .. }, Some(_)) => Some(AutoStep::Act),
            (Pending::Throw { .. }, _) => Some(AutoStep::Throw),
            (Pending::Over(_), _) => None,
        }
    }
}

/// How long the start of a match without players at this window is shown, s at normal speed.
const START_SHOWN: f32 = 3.0;

/// The rest of the table before a bot acts, s at normal speed: usually `pause`, longer at the start
/// of a match that is only watched. Without a pause, the start has none either.
pub(super) fn pause_before(running: &Match, pause: f32) -> f32 {
    let is_watched = running.setup().seats.iter().all(|seat| *seat != Seat::Human);
    let at_start = running.last_action().is_none();
    if is_watched && at_start && pause > 0.0 { pause.max(START_SHOWN) } else { pause }
}

/// A step that a match takes without a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AutoStep {
    /// The result of the resting die takes effect.
    Settle,
    /// A bot begins to think.
    Think,
    /// A bot is thinking. It wakes the window when it has decided.
    Search,
    /// A bot plays its decision.
    Act,
    /// A bot throws the die.
    Throw,
}

impl AutoStep {
    /// Whether the table rests before the step, so that people can follow.
    pub(super) fn rests_before(self) -> bool {
        matches!(self, AutoStep::Act | AutoStep::Throw)
    }
}

/// The time for which the table has been at rest.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct TableRest {
    /// Whether a command in this frame may have caused changes that the table does not show yet.
    just_reset: bool,
    /// Whether the table is moving or about to move, or a close-up is shown.
    pub(super) waits: bool,
    /// Time since the table came to rest, s at normal speed.
    pub(super) rested: f32,
    /// Time since the last event of the match in the background of its replay, s at normal speed.
    pub(super) in_background: f32,
}

impl TableRest {
    /// Starts over, because there may be changes that the table does not show yet.
    pub(super) fn interrupt(&mut self) {
        *self = TableRest { just_reset: true, ..default() };
    }

    /// Lets time pass, s at normal speed.
    pub(super) fn pass(&mut self, seconds: f32, busy: bool, in_background: bool) {
        self.waits = std::mem::take(&mut self.just_reset) || busy;
        self.rested = if self.waits { 0.0 } else { self.rested + seconds };
        self.in_background = if in_background { self.in_background + seconds } else { 0.0 };
    }

    /// The time until the match or replay continues without a person, s at normal speed, if the
    /// table is at rest. `None` if it depends on a person or a search.
    #[must_use]
    pub fn left(&self, session: &Session, progress: &MatchProgress, pause: f32) -> Option<f32> {
        let until = |running: &Match, rested: f32| match progress.step(running)? {
            AutoStep::Search => None,
            step if step.rests_before() => Some((pause_before(running, pause) - rested).max(0.0)),
            _ => Some(0.0),
        };
        let shown = match &session.showing {
            Showing::Nothing => None,
            Showing::Match(running) => until(running, self.rested),
            Showing::Exercise(_) | Showing::Analysis(_) if progress.rolling.is_some() => Some(0.0),
            Showing::Analysis(_) => None,
            Showing::Exercise(_) if progress.blocked => None,
            Showing::Exercise(exercise) => {
                exercise.rests_before_next().map(|times| (times * pause - self.rested).max(0.0))
            }
            Showing::Replay(_) if progress.replay_throws => Some(0.0),
            Showing::Replay(_) => {
                (progress.replay_playing && !progress.blocked).then(|| (pause - self.rested).max(0.0))
            }
        };
        let behind = session.background_match.as_ref().and_then(|running| until(running, self.in_background));
        shown.into_iter().chain(behind).reduce(f32::min)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchProgress>().init_resource::<TableRest>().add_systems(
        Update,
        request_frame(TICK).run_if(|progress: Res<MatchProgress>| progress.is_thinking()).in_set(GameSet::Rest),
    );
}
