use bevy::prelude::*;

use super::BotThought;
use super::thinking::Thinking;
use crate::play::Roll;

/// What a match is doing between two frames.
#[derive(Resource, Default)]
pub struct MatchProgress {
    /// The bot that is thinking.
    pub(super) thinking: Option<Thinking>,
    /// The throw that is being shown. It takes effect when the die has come to rest.
    pub(super) rolling: Option<Roll>,
    /// Whether a command of this frame may have changed what the table has not shown yet.
    pub(super) unseen: bool,
    /// Time since the table came to rest, s.
    pub(super) rested: f32,
    /// Time since something last happened in the match that goes on behind its replay, s.
    pub(super) rested_behind: f32,
    /// Whether a replay is playing.
    pub running: bool,
}

impl MatchProgress {
    /// Forgets what was going on, because the position has changed.
    pub(super) fn restart(&mut self) {
        *self = MatchProgress { running: self.running, ..default() };
    }

    /// What the bot that is thinking has come to so far; `None` if none is.
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
        self.rolling.is_some()
    }

    /// Whether a bot is thinking, a die is in the air, or a replay is playing.
    #[must_use]
    pub fn active(&self) -> bool {
        self.thinking.is_some() || self.rolling.is_some() || self.running
    }
}
