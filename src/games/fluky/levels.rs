//! How strong the levels are.
//!
//! The die leaves room for steps of some 60 to 110 Elo only. Level 8 played 60 matches against level 7, before the
//! other levels were measured anew.

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
    scores: [0.650, 0.593, 0.630, 0.647, 0.655, 0.590, 0.692],
    stockfish: None,
};
