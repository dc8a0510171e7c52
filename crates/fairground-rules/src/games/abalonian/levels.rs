//! Strengths of the levels.

use crate::engine::{LevelStrength, Levels};

/// Each level played 200 matches against the level below.
pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(12_000, 2, 275, 30),
        LevelStrength::new(1_500, 2, 197, 0),
        LevelStrength::new(1_500, 2, 140, 0),
        LevelStrength::new(2_000, 3, 212, 0),
        LevelStrength::new(2_000, 3, 150, 0),
        LevelStrength::new(2_500, 4, 176, 0),
        LevelStrength::new(3_000, 4, 118, 0),
        LevelStrength::new(4_000, 5, 128, 0),
    ],
    scores: [0.655, 0.632, 0.675, 0.688, 0.637, 0.705, 0.712],
    stockfish: None,
};
