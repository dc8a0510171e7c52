//! Tunable parameters of the search. Margins are in centipawns.

use crate::engine::Position;

/// Late move reductions grow with the product of the logarithms of depth and move number, times
/// this over 100.
const REDUCTION_SCALE: usize = 22;

/// Maximum depth of an iteration, in decisions.
pub const MAX_DEPTH: i32 = 100;

/// Maximum distance from the root, in actions.
pub const MAX_PLY: usize = 120;

/// Depth beyond the length of a win up to which a selective search looks for a shorter one, plies:
/// its pruning may have hidden it.
pub const SETTLED_MARGIN: i32 = 3;

/// Margins in centipawns, see [`Margins::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// Half the width of the first aspiration window.
    pub aspiration: i32,
    /// Reverse futility margin per ply of remaining depth.
    pub reverse_futility: i32,
    /// Futility margin, times the remaining depth plus one.
    pub futility: i32,
    /// Razoring margin per ply of remaining depth.
    pub razor: i32,
    /// Excess of the evaluation over beta that reduces a null move by another ply.
    pub null_move: i32,
    /// Quiescence: maximum improvement beyond the evaluation plus the gain of an action.
    pub delta: i32,
}

impl Margins {
    const CHESS: Margins =
        Margins { aspiration: 20, reverse_futility: 85, futility: 110, razor: 260, null_move: 200, delta: 150 };

    /// The margins of a game, see [`Heuristics::MARGINS`](crate::engine::Heuristics::MARGINS).
    pub const fn of<P: Position>() -> Margins {
        let Margins { aspiration, reverse_futility, futility, razor, null_move, delta } = Self::CHESS;
        Margins {
            aspiration: aspiration * P::MARGINS / 100,
            reverse_futility: reverse_futility * P::MARGINS / 100,
            futility: futility * P::MARGINS / 100,
            razor: razor * P::MARGINS / 100,
            null_move: null_move * P::MARGINS / 100,
            delta: delta * P::MARGINS / 100,
        }
    }
}

/// Up to this ply of quiescence, a player in danger searches every action: in the leaf and after
/// one noisy action.
pub const EVASION_PLIES: u32 = 1;

/// From this halfmove clock on, the keys in the transposition table depend on the clock.
pub const LATE_HALFMOVE_CLOCK: u32 = 90;

/// Minimum depth at which each outcome of a die is first probed with the previous best action
/// (Star2).
pub const PROBED_DEPTH: i32 = 2;

/// Assumed maximum difference between the value of an outcome of a die and the evaluation before
/// the throw, centipawns. It bounds outcomes that have not been searched, unless the exact value or
/// a win matters.
pub const CHANCE_MARGIN: i32 = 300;

/// History score that changes the reduction of an action by one ply.
pub const HISTORY_PER_PLY: i32 = 6_000;

/// Sum of the evaluations before and after an action, each for the side to act, from which on the
/// reduced search after it is a ply shallower.
pub const HINDSIGHT_MARGIN: i32 = 171;

/// History score below which a selective search skips a late quiet action, negated and per ply of
/// remaining depth.
pub const SKIPPED_HISTORY: i32 = 3_500;

/// Minimum depth at which a selective search tests whether an action is singular.
pub const SINGULAR_DEPTH: i32 = 7;

/// Excess over the limit of a singular action that extends it by another ply, centipawns.
pub const DOUBLE_EXTENSION: i32 = 20;

/// Minimum depth of ProbCut.
pub const PROBCUT_DEPTH: i32 = 5;

/// ProbCut: a shallower search has to exceed beta by this much, centipawns, less
/// [`PROBCUT_IMPROVING`] if the side improves.
pub const PROBCUT_MARGIN: i32 = 170;

/// See [`PROBCUT_MARGIN`].
pub const PROBCUT_IMPROVING: i32 = 50;

/// A late action that exceeds the best value by this much plus twice the depth, centipawns, is
/// searched again a ply deeper in a selective search.
pub const DEEPER_MARGIN: i32 = 40;

/// One that exceeds it by less than this is searched again a ply shallower.
pub const SHALLOWER_MARGIN: i32 = 8;

/// Maximum number of captures that a selective search tries in a quiescence node.
pub const QUIESCENCE_CAPTURES: usize = 3;

/// Loss of material at which a late losing capture is skipped, per ply of remaining depth, in
/// centipawns before [`Heuristics::MARGINS`](crate::engine::Heuristics::MARGINS).
pub const CAPTURE_LOSS: i32 = 90;

/// Loss of material at which a late quiet action is skipped, times the square of the reduced depth,
/// in the same unit.
pub const QUIET_LOSS: i32 = 25;

/// Maximum number of quiet actions tried at a shallow depth; `None` for no limit.
#[inline]
pub fn late_move_limit(depth: i32, improving: bool, selective: bool) -> Option<i32> {
    let limit = if selective {
        (3 + depth * depth) / if improving { 1 } else { 2 }
    } else {
        (4 + depth * depth) * if improving { 2 } else { 1 }
    };
    (depth <= if selective { 8 } else { 6 }).then_some(limit)
}

/// Reduction of a late action before adjustments, plies.
#[inline]
pub fn base_reduction(depth: i32, tried: i32) -> i32 {
    static TABLE: std::sync::LazyLock<Vec<[i8; 64]>> = std::sync::LazyLock::new(|| {
        // The binary logarithm in quarters, in integers: the same on every machine.
        let log = |number: usize| {
            let whole = number.max(1).ilog2() as usize;
            4 * whole + ((4 * number.max(1)) >> whole) - 4
        };
        (0..64)
            .map(|depth| {
                std::array::from_fn(|tried| (log(depth) * log(tried) * REDUCTION_SCALE / 1_600 + 1).min(60) as i8)
            })
            .collect()
    });
    TABLE[depth.clamp(0, 63) as usize][tried.clamp(0, 63) as usize].into()
}
