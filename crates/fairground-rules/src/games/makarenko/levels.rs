//! Strengths of the levels. Each played 200 matches against the level below.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(1_500, 2, 430, 0),
        LevelStrength::new(1_500, 2, 352, 0),
        LevelStrength::new(1_500, 2, 268, 0),
        LevelStrength::new(2_000, 3, 265, 0),
        LevelStrength::new(2_500, 3, 224, 0),
        LevelStrength::new(3_000, 4, 240, 0),
        LevelStrength::new(4_000, 4, 208, 0),
        LevelStrength::new(5_000, 5, 200, 0),
    ],
    scores: [0.692, 0.690, 0.665, 0.655, 0.685, 0.675, 0.660],
    stockfish: None,
};
