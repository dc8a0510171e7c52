//! What a task says of an action.

use std::collections::VecDeque;

use crate::engine::ActionText;

/// What is told about the last action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// It is right.
    Right(String),
    /// It is not, and is taken back.
    Wrong(String),
    /// A die was laid by hand.
    Laid(String),
    /// What would be right, where no mark can show it.
    Hint(String),
}

/// Something that follows by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// An action of either side, or a die that is laid by hand.
    Act(ActionText),
    /// The last action is taken back.
    TakeBack,
    /// The board is set up anew for the next step of a lesson.
    SetUp {
        /// Whether there is something to read first.
        told: bool,
    },
}

/// What a task says of an action.
pub(super) struct Judged {
    /// What follows it.
    pub next: VecDeque<Next>,
    /// What is told about it.
    pub told: Option<Told>,
}
