//! The numbers of the search, in one place to tune. Margins are in centipawns.

use crate::engine::Position;

/// Late move reductions grow with the product of the logarithms of depth and move number, times this over 100.
const REDUCTION_SCALE: usize = 22;

/// The deepest iteration, decisions.
pub const MAX_DEPTH: i32 = 100;

/// Actions from the root beyond which nothing is searched.
pub const MAX_PLY: usize = 120;

/// Margins in centipawns, see [`Margins::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// Half the width of the first aspiration window.
    pub aspiration: i32,
    /// Reverse futility, per ply of remaining depth.
    pub reverse_futility: i32,
    /// Futility, per ply of remaining depth, and once more.
    pub futility: i32,
    /// Razoring, per ply of remaining depth.
    pub razor: i32,
    /// How far the evaluation is above beta for each further ply that a null move is searched less deep.
    pub null_move: i32,
    /// Quiescence: what a position may become better by than its evaluation and the gain of an action say.
    pub delta: i32,
}

impl Margins {
    const CHESS: Margins =
        Margins { aspiration: 20, reverse_futility: 85, futility: 110, razor: 260, null_move: 200, delta: 150 };

    /// Those of a game, see [`Position::MARGINS`].
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

/// Up to this ply of quiescence, a player in danger searches every action: at the leaf, and after a noisy action from there.
pub const EVASION_PLIES: u32 = 1;

/// From this halfmove clock on, positions with different clocks have different keys in the transposition table.
pub const LATE_HALFMOVE_CLOCK: u32 = 90;

/// From this depth on, an outcome of a die is first tried with the action that was best before (Star2).
pub const PROBED_DEPTH: i32 = 2;

/// By how much the value of an outcome of a die is assumed to differ from the evaluation before the throw, at most, centipawns. It bounds
/// outcomes that are not searched yet, except where the exact value or a win matters.
pub const CHANCE_MARGIN: i32 = 300;

/// The history for which an action is searched a ply deeper or less deep.
pub const HISTORY_PER_PLY: i32 = 6_000;

/// The number of quiet actions that are tried at a shallow depth.
pub const fn late_move_limit(depth: i32, improving: bool) -> i32 {
    (4 + depth * depth) * if improving { 2 } else { 1 }
}

/// By how much a late action is searched less deep, before adjustments.
pub fn reduction(depth: i32, tried: i32) -> i32 {
    static TABLE: std::sync::LazyLock<Vec<[i8; 64]>> = std::sync::LazyLock::new(|| {
        // The logarithm to base 2 in quarters, in whole numbers: the same on every machine.
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
