//! Strengths of the levels. Levels 2 to 6 played 160 matches each. Levels 7 and 8 played 60, before
//! noise was reduced in won positions.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(300, 1, 250, 120),
        LevelStrength::new(500, 2, 180, 80),
        LevelStrength::new(1_000, 2, 110, 30),
        LevelStrength::new(1_200, 3, 140, 0),
        LevelStrength::new(3_000, 4, 80, 0),
        LevelStrength::new(8_000, 5, 42, 0),
        LevelStrength::new(24_000, 8, 21, 0),
        LevelStrength::new(110_000, 60, 2, 0),
    ],
    scores: [0.666, 0.672, 0.703, 0.703, 0.691, 0.717, 0.658],
    stockfish: None,
};
