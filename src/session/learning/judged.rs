//! The judgement of an action.

use std::collections::VecDeque;

use crate::engine::ActionText;

/// A message about the last action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// The action is right.
    Right(String),
    /// The action is wrong, and will be taken back.
    Wrong(String),
    /// A die was set by hand.
    Laid(String),
    /// A hint that marks cannot show.
    Hint(String),
}

/// A scheduled change of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// An action of either side, or a die to be set.
    Act(ActionText),
    /// The last action is taken back.
    TakeBack,
    /// The board is set up for the next step of a lesson.
    SetUp {
        /// Whether there is a message to read first.
        told: bool,
    },
}

/// The judgement of an action.
pub(super) struct Judged {
    /// The scheduled consequences.
    pub next: VecDeque<Next>,
    /// The message about the action.
    pub told: Option<Told>,
}
