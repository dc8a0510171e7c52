use super::Rules;
use crate::engine::Sink;

/// Knowledge of a game by which a search visits fewer positions. With the defaults, a search is
/// correct but slow.
pub trait Heuristics: Rules {
    /// Adds the legal decisions that change the balance immediately: captures, shots, explosions,
    /// pushes off the board, promotions, immediate wins. A subset of the actions of
    /// [`Rules::generate`]; empty where a die is due.
    fn generate_noisy(&self, _out: &mut impl Sink<Self::Action>) {}

    /// The immediate gain of a noisy action, in centipawns and without playing it: the value of
    /// captures and promotions, less the cost. `None` exactly for the legal actions that
    /// [`Heuristics::generate_noisy`] omits. Searches use it to order and prune noisy actions.
    fn gain(&self, _action: Self::Action) -> Option<i32> {
        None
    }

    /// Static exchange evaluation: whether `action`, followed by the profitable recaptures of both
    /// sides on the same cell, gains at least `threshold` centipawns. Games may approximate.
    fn see(&self, action: Self::Action, threshold: i32) -> bool {
        self.gain(action).unwrap_or(0) >= threshold
    }

    /// Number of the kind of piece that acts and its destination, below 512. Continuation histories
    /// distinguish actions only by it and by side.
    fn move_index(&self, _action: Self::Action) -> usize {
        0
    }

    /// Hashes of parts of the position: the pawns, and the other pieces of each side. Positions with
    /// an equal part get the same correction of the evaluation. By default, no parts.
    fn part_keys(&self) -> [u64; 3] {
        [0; 3]
    }

    /// Whether the player to act is in check, or in the closest equivalent of the game.
    fn in_danger(&self) -> bool {
        false
    }

    /// Whether a search must look deeper instead of trusting the static evaluation: by default if
    /// in danger; games where danger is common override this.
    fn is_unsettled(&self) -> bool {
        self.in_danger()
    }

    /// The position after passing the turn, counters aside; `None` where passing is meaningless (in
    /// check, within a turn, while a die is due) or where zugzwang is common.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Scale of the search margins, per cent of those for chess. Games whose evaluation changes
    /// less from ply to ply need smaller margins. Values other than 100 were measured in matches.
    const MARGINS: i32 = 100;

    /// Search depth that a throw costs, plies. Values other than 0 were measured in matches.
    const THROW_DEPTH: i32 = 0;

    /// Whether searches with the net are selective: they extend singular actions, prune by
    /// shallower searches of captures (ProbCut), order actions by the preceding ones, and correct
    /// evaluations by earlier errors. Requires [`Heuristics::move_index`] and
    /// [`Heuristics::part_keys`]. Measured in matches where it is true.
    const SELECTIVE: bool = false;
}
