//! Bounds on the log of a room, over its whole match.

use crate::rooms::Sides;

/// The most lines of a match, besides its end. The longest games of chess have some hundred.
const MAX_LINES: u64 = 10_000;

/// The most takebacks in a match.
pub(super) const MAX_TAKEBACKS: usize = 100;

/// How often the players of a match can give each other more time.
pub(super) const MAX_MORE_TIME: u32 = 20;

/// How often a seat can be moved.
pub(super) const MAX_MOVES: u32 = 20;

/// The most names of a player that the log keeps.
const MAX_NAMES: u32 = 20;

/// What a room has used of its bounds.
#[derive(Debug)]
pub(super) struct Quota {
    /// The most lines of the match.
    pub max_lines: u64,
    /// How often more time was given.
    pub more_time: u32,
    /// How often each seat was given another token.
    pub moves: Sides<u32>,
    /// How many names of each player the log has.
    pub names: Sides<u32>,
}

impl Default for Quota {
    fn default() -> Self {
        Quota { max_lines: MAX_LINES, more_time: 0, moves: Sides::default(), names: Sides::default() }
    }
}

impl Quota {
    /// Counts another name of a player, if the log is to keep it.
    pub fn keeps_name(&mut self, side: crate::engine::Side) -> bool {
        let names = self.names.of_mut(side);
        let keeps = *names < MAX_NAMES;
        *names += u32::from(keeps);
        keeps
    }
}
