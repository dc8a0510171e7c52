//! How strong the levels are. Levels 2 to 6 played 100 matches each, 7 and 8 played 200.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(8_000, 1, 310, 130),
        LevelStrength::new(1_500, 2, 300, 0),
        LevelStrength::new(1_500, 2, 175, 0),
        LevelStrength::new(2_000, 3, 138, 0),
        LevelStrength::new(3_000, 3, 112, 0),
        LevelStrength::new(3_500, 4, 68, 0),
        LevelStrength::new(4_500, 5, 54, 0),
        LevelStrength::new(8_000, 6, 42, 0),
    ],
    scores: [0.690, 0.680, 0.755, 0.700, 0.675, 0.640, 0.715],
    stockfish: None,
};
