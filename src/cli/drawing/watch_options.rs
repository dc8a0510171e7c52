//! Options for watching matches between bots in the window.

use crate::arena::{DrawRule, ResignRule};
use crate::play::Setup;

/// How matches between bots are shown.
#[derive(Clone, Debug, Default)]
pub struct WatchOptions {
    /// The matches of a series in turn; empty without a series.
    pub round: Vec<Setup>,
    /// The number of matches; `None` for an endless series.
    pub matches: Option<u32>,
    /// The rules of adjudication; `None` to play every match to its end.
    pub adjudication: Option<(DrawRule, ResignRule)>,
}
