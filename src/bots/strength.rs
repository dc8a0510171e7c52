//! How strong the levels are: what each may look at, and how exactly, in each game.
//!
//! The games differ in how much a look further ahead is worth, so that steps of the same size need other figures in each. Level 8 takes
//! some 0.2 s for a decision on one core of 2020.

use super::level::LEVELS;

/// What a level does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strength {
    /// The most positions that it looks at.
    pub nodes: u64,
    /// The most decisions that it looks ahead.
    pub depth: u32,
    /// The most by which it misjudges a position, hundredths of a pawn.
    pub noise: i32,
    /// What it may give away by not playing the best action that it sees, hundredths of a pawn.
    pub margin: i32,
}

const fn strength(nodes: u64, depth: u32, noise: i32, margin: i32) -> Strength {
    Strength { nodes, depth, noise, margin }
}

type Table = [Strength; LEVELS.len()];

const CHESS: Table = with_many_actions([14_000, 50_000, 200_000]);
const ABALONIAN: Table = with_many_actions([10_000, 33_000, 120_000]);
const MAKARENKO: Table = with_many_actions([14_000, 55_000, 220_000]);
const TACTICAL: Table = with_many_actions([12_000, 45_000, 160_000]);

/// Of a game with many actions to choose from; its speed decides how many positions the three upper levels look at.
const fn with_many_actions(upper: [u64; 3]) -> Table {
    [
        strength(6_000, 1, 330, 160),
        strength(10_000, 1, 220, 90),
        strength(20_000, 2, 210, 50),
        strength(20_000, 2, 130, 0),
        strength(20_000, 3, 150, 0),
        strength(upper[0], 5, 75, 0),
        strength(upper[1], 9, 24, 0),
        strength(upper[2], 60, 2, 0),
    ]
}

const WHACK: Table = [
    strength(300, 1, 250, 120),
    strength(500, 2, 180, 80),
    strength(1_000, 2, 110, 40),
    strength(1_600, 3, 92, 0),
    strength(3_000, 4, 66, 0),
    strength(8_000, 5, 42, 0),
    strength(24_000, 8, 21, 0),
    strength(110_000, 60, 2, 0),
];

const FLUKY: Table = [
    strength(100, 1, 320, 200),
    strength(200, 1, 240, 120),
    strength(300, 1, 150, 60),
    strength(500, 2, 190, 60),
    strength(900, 2, 150, 0),
    strength(1_800, 3, 115, 0),
    strength(6_000, 5, 70, 0),
    strength(380_000, 60, 2, 0),
];

/// What the levels 2 to 8 score against the one below, 0 to 1.
///
/// By `fairground arena GAME LEVEL LEVEL-BELOW --seed 11`: 200 matches each up to level 5, 60 above, 120 of Whack Chess's level 6. Level 8 of
/// Abalonian, orthodox and Tactical Chess played 20, 16 and 16, until a sequential test (`--sprt 70,400`) had shown it to be 70 Elo stronger
/// with an error of 5 %.
const SCORES: &[(&str, [f32; LEVELS.len() - 1])] = &[
    ("makarenko", [0.778, 0.920, 0.923, 0.813, 0.733, 0.908, 0.792]),
    ("abalonian", [0.810, 0.920, 0.790, 0.890, 0.983, 0.933, 0.900]),
    ("chess", [0.803, 0.843, 0.835, 0.908, 0.975, 0.950, 0.969]),
    ("whack", [0.650, 0.695, 0.793, 0.618, 0.663, 0.717, 0.658]),
    ("tactical", [0.865, 0.733, 0.988, 0.968, 0.958, 0.950, 0.938]),
    ("fluky", [0.660, 0.665, 0.700, 0.603, 0.650, 0.650, 0.692]),
];

/// What this level, an index, does in this game.
pub(super) fn strength_in(game: &str, level: usize) -> Option<Strength> {
    let table = match game {
        "abalonian" => &ABALONIAN,
        "makarenko" => &MAKARENKO,
        "whack" => &WHACK,
        "tactical" => &TACTICAL,
        "fluky" => &FLUKY,
        _ => &CHESS,
    };
    table.get(level).copied()
}

/// What a level, 1 to 8, is expected to score against the level below in this game, 0 to 1, a draw being half a win; `None` where it has
/// not been measured.
#[must_use]
pub fn expected_score(game: &str, level: u8) -> Option<f32> {
    let (_, scores) = SCORES.iter().find(|(id, _)| *id == game)?;
    scores.get(usize::from(level).checked_sub(2)?).copied()
}
