//! The state of a match or a replay between two actions: thinking, rolling, resting.

use bevy::prelude::*;

use super::showing::{Session, Showing};
use super::thinking::{BotThought, Thinking};
use crate::play::{Match, Pending, Roll};

/// The state of a match between two actions.
#[derive(Resource, Default)]
pub struct MatchProgress {
    /// The bot that is thinking.
    pub(super) thinking: Option<Thinking>,
    /// The throw that is being shown. It takes effect when the die has come to rest.
    pub(super) rolling: Option<Roll>,
    /// Whether the next action of a replay is a throw that is being shown. It takes effect when the die has come to rest, too.
    pub(super) replay_throws: bool,
    /// Whether a replay is playing.
    pub running: bool,
    /// Whether the match with a bot is paused.
    pub paused: bool,
    /// Whether a window asks something, and what goes on by itself waits for the answer.
    pub(super) held: bool,
}

impl MatchProgress {
    /// Discards the progress, because the position has changed.
    pub(super) fn restart(&mut self) {
        (self.thinking, self.rolling) = (None, None);
    }

    /// The thought so far of the bot that is thinking; `None` if none is.
    #[must_use]
    pub fn thought(&self) -> Option<BotThought> {
        self.thinking.as_ref().map(Thinking::thought)
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

    /// Whether a die is in the air, or lies and has not been read.
    #[must_use]
    pub fn is_rolling(&self) -> bool {
        self.rolling.is_some() || self.replay_throws
    }

    /// Whether a bot is thinking, a die is in the air, or a replay is playing.
    #[must_use]
    pub fn active(&self) -> bool {
        self.thinking.is_some() || self.is_rolling() || self.running
    }

    /// The step by which a match goes on without a person; `None` while it waits for one.
    pub(super) fn step(&self, running: &Match) -> Option<Step> {
        if running.is_remote() {
            // The room tells how it goes on.
            return None;
        }
        if self.rolling.is_some() {
            return Some(Step::Settle);
        }
        if self.paused || self.held {
            return None;
        }
        match (running.pending(), &self.thinking) {
            (pending, _) if !pending.is_bots() => None,
            (Pending::Decide { .. }, None) => Some(Step::Think),
            (Pending::Decide { .. }, Some(thinking)) if !thinking.has_decided() => Some(Step::Search),
            (Pending::Decide { .. }, Some(_)) => Some(Step::Act),
            (Pending::Throw { .. }, _) => Some(Step::Throw),
            (Pending::Over(_), _) => None,
        }
    }
}

/// A step by which a match goes on without a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The die that has come to rest takes effect.
    Settle,
    /// A bot begins to think.
    Think,
    /// It is thinking; when it has decided, it wakes the window.
    Search,
    /// It has decided, and acts.
    Act,
    /// A bot throws the die.
    Throw,
}

impl Step {
    /// Whether the table rests before it, so that people can follow.
    pub(super) fn rests_before(self) -> bool {
        matches!(self, Step::Act | Step::Throw)
    }
}

/// How long the table has rested.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Rest {
    /// Whether a command of this frame may have changed something that the table has not shown yet.
    just_reset: bool,
    /// Whether the table moves, or is about to.
    pub(super) waits: bool,
    /// Time since the table came to rest, s at normal speed.
    pub(super) rested: f32,
    /// Time since something last happened in the match in the background of its replay, s at normal speed.
    pub(super) in_background: f32,
}

impl Rest {
    /// Starts anew: something may have changed that the table has not shown yet.
    pub(super) fn interrupt(&mut self) {
        *self = Rest { just_reset: true, ..default() };
    }

    /// Lets time pass, s at normal speed.
    pub(super) fn pass(&mut self, seconds: f32, animating: bool, in_background: bool) {
        self.waits = std::mem::take(&mut self.just_reset) || animating;
        self.rested = if self.waits { 0.0 } else { self.rested + seconds };
        self.in_background = if in_background { self.in_background + seconds } else { 0.0 };
    }

    /// The time until the match or the replay goes on by itself, s at normal speed, when the table is at rest. `None` if only a person or a
    /// search can make it go on.
    #[must_use]
    pub fn left(&self, session: &Session, progress: &MatchProgress, pause: f32) -> Option<f32> {
        let until = |running: &Match, rested: f32| match progress.step(running)? {
            Step::Search => None,
            step if step.rests_before() => Some((pause - rested).max(0.0)),
            _ => Some(0.0),
        };
        let shown = match &session.showing {
            Showing::Nothing => None,
            Showing::Match(running) => until(running, self.rested),
            Showing::Exercise(_) | Showing::Analysis(_) if progress.rolling.is_some() => Some(0.0),
            Showing::Analysis(_) => None,
            Showing::Exercise(exercise) => {
                exercise.rests_before_next().map(|times| (times * pause - self.rested).max(0.0))
            }
            Showing::Replay(_) if progress.replay_throws => Some(0.0),
            Showing::Replay(_) => (progress.running && !progress.held).then(|| (pause - self.rested).max(0.0)),
        };
        let behind = session.background_match.as_ref().and_then(|running| until(running, self.in_background));
        shown.into_iter().chain(behind).reduce(f32::min)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchProgress>().init_resource::<Rest>();
}
