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
    /// What it scores against the level below, per cent: measured by `fairground arena GAME LEVEL LEVEL-BELOW`, and `None` where it was
    /// not.
    score: Option<u8>,
}

const fn strength(nodes: u64, depth: u32, noise: i32, margin: i32, score: u8) -> Strength {
    Strength { nodes, depth, noise, margin, score: if score == 0 { None } else { Some(score) } }
}

type Table = [Strength; LEVELS.len()];

const CHESS: Table = [
    strength(6_000, 1, 330, 160, 0),
    strength(10_000, 1, 220, 90, 0),
    strength(20_000, 2, 210, 50, 0),
    strength(20_000, 3, 160, 0, 0),
    strength(8_000, 4, 110, 0, 0),
    strength(14_000, 6, 42, 0, 0),
    strength(50_000, 9, 18, 0, 0),
    strength(200_000, 60, 2, 0, 0),
];

const ABALONIAN: Table = [
    strength(6_000, 1, 330, 160, 0),
    strength(10_000, 1, 220, 90, 0),
    strength(20_000, 2, 210, 50, 0),
    strength(20_000, 3, 160, 0, 0),
    strength(8_000, 4, 110, 0, 0),
    strength(10_000, 6, 42, 0, 0),
    strength(33_000, 9, 18, 0, 0),
    strength(120_000, 60, 2, 0, 0),
];

const MAKARENKO: Table = [
    strength(6_000, 1, 330, 160, 0),
    strength(10_000, 1, 220, 90, 0),
    strength(20_000, 2, 210, 50, 0),
    strength(20_000, 3, 160, 0, 0),
    strength(8_000, 4, 110, 0, 0),
    strength(14_000, 6, 42, 0, 0),
    strength(55_000, 9, 18, 0, 0),
    strength(220_000, 60, 2, 0, 0),
];

const WHACK: Table = [
    strength(300, 1, 250, 120, 0),
    strength(500, 2, 180, 80, 0),
    strength(1_000, 2, 110, 40, 0),
    strength(1_800, 3, 80, 0, 0),
    strength(3_500, 4, 55, 0, 0),
    strength(10_000, 6, 32, 0, 0),
    strength(33_000, 9, 14, 0, 0),
    strength(110_000, 60, 2, 0, 0),
];

const TACTICAL: Table = [
    strength(6_000, 1, 330, 160, 0),
    strength(10_000, 1, 220, 90, 0),
    strength(20_000, 2, 210, 50, 0),
    strength(20_000, 3, 160, 0, 0),
    strength(8_000, 4, 110, 0, 0),
    strength(12_000, 6, 42, 0, 0),
    strength(45_000, 9, 18, 0, 0),
    strength(160_000, 60, 2, 0, 0),
];

const FLUKY: Table = [
    strength(100, 1, 320, 200, 0),
    strength(200, 1, 240, 120, 0),
    strength(300, 1, 150, 60, 0),
    strength(500, 2, 190, 60, 0),
    strength(900, 2, 150, 0, 0),
    strength(1_800, 3, 115, 0, 0),
    strength(8_000, 5, 62, 0, 0),
    strength(380_000, 60, 2, 0, 0),
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

/// What a level, 1 to 8, is expected to score against the level below in this game, 0 to 1, a draw being half a win.
#[must_use]
pub fn expected_score(game: &str, level: u8) -> Option<f32> {
    let strength = strength_in(game, usize::from(level).checked_sub(1)?)?;
    strength.score.map(|score| f32::from(score) / 100.0)
}
