//! Strengths of the levels. Each played 200 matches against the level below.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(1_500, 2, 262, 0),
        LevelStrength::new(1_500, 2, 217, 0),
        LevelStrength::new(1_500, 2, 180, 0),
        LevelStrength::new(1_500, 2, 152, 0),
        LevelStrength::new(3_000, 3, 192, 0),
        LevelStrength::new(3_000, 3, 167, 0),
        LevelStrength::new(3_000, 3, 127, 0),
        LevelStrength::new(3_000, 4, 111, 0),
    ],
    scores: [0.680, 0.618, 0.625, 0.688, 0.620, 0.692, 0.660],
    stockfish: None,
};
