//! The judgement of an action.

use std::collections::VecDeque;

use crate::engine::ActionText;

/// A message about the last action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Feedback {
    /// The action is right.
    Right(String),
    /// The action is wrong and will be taken back.
    Wrong(String),
    /// A die was set by hand.
    Laid(String),
    /// A hint that marks cannot express.
    Hint(String),
}

/// A scheduled change of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scheduled {
    /// An action of either side, or a die to be set.
    Act(ActionText),
    /// The last action is taken back.
    TakeBack,
    /// The board is set up for the next step of a lesson.
    SetUp {
        /// Whether the learner should read a message first.
        has_feedback: bool,
    },
}

/// The judgement of an action.
pub(super) struct Judgement {
    /// The scheduled consequences.
    pub next: VecDeque<Scheduled>,
    /// The message about the action.
    pub feedback: Option<Feedback>,
}
