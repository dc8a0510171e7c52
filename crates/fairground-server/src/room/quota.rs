//! Limits of a room's log for a whole match.

use fairground_rooms::Sides;
use fairground_rules::engine::Side;

/// The maximum number of lines of a match, excluding its end. Long games of chess have a few
/// hundred.
pub const MAX_LINES: u64 = 10_000;

/// The maximum number of takebacks in a match.
pub const MAX_TAKEBACKS: usize = 100;

/// The maximum number of times that extra time is given in a match.
pub const MAX_MORE_TIME: u32 = 20;

/// The maximum number of times that a seat is moved.
pub const MAX_MOVES: u32 = 20;

/// The maximum number of a player's names in the log. Later ones last only until the room sleeps.
pub const MAX_NAMES: u32 = 20;

/// The maximum number of a player's changes of mute in the log. Later ones last only until the room
/// sleeps.
pub const MAX_MUTES: u32 = 20;

/// The used part of a room's limits.
#[derive(Debug)]
pub(super) struct Quota {
    /// The maximum number of lines of the match.
    pub max_lines: u64,
    /// The number of times that extra time was given.
    pub more_time: u32,
    /// The number of times that each seat was moved.
    pub moves: Sides<u32>,
    /// The number of names of each player in the log.
    pub names: Sides<u32>,
    /// The number of each player's changes of mute in the log.
    pub mutes: Sides<u32>,
}

impl Default for Quota {
    fn default() -> Self {
        Quota {
            max_lines: MAX_LINES,
            more_time: 0,
            moves: Sides::default(),
            names: Sides::default(),
            mutes: Sides::default(),
        }
    }
}

impl Quota {
    /// Counts a new name of a player. Returns whether to log it.
    pub fn logs_name(&mut self, side: Side) -> bool {
        count(self.names.of_mut(side), MAX_NAMES)
    }

    /// Counts a player's change of mute. Returns whether to log it.
    pub fn logs_mute(&mut self, side: Side) -> bool {
        count(self.mutes.of_mut(side), MAX_MUTES)
    }
}

fn count(used: &mut u32, limit: u32) -> bool {
    let within = *used < limit;
    *used += u32::from(within);
    within
}
