//! Strengths of the levels.
//!
//! The die leaves room only for steps of some 60 to 110 Elo: ten times the nodes win 59.1 % of 400
//! matches (60,000 against 6,000). Levels 2 to 7 played 200 matches each. Level 8 played 60, before
//! the others were measured again.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(100, 1, 320, 200),
        LevelStrength::new(200, 1, 240, 120),
        LevelStrength::new(300, 1, 150, 60),
        LevelStrength::new(500, 2, 205, 70),
        LevelStrength::new(900, 2, 150, 0),
        LevelStrength::new(1_800, 3, 115, 0),
        LevelStrength::new(6_000, 5, 70, 0),
        LevelStrength::new(380_000, 60, 2, 0),
    ],
    scores: [0.635, 0.570, 0.640, 0.630, 0.652, 0.590, 0.692],
    stockfish: None,
};
