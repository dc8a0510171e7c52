//! How strong the levels are. Each played 200 matches against the one below.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(8_000, 1, 310, 130),
        LevelStrength::new(1_500, 2, 328, 0),
        LevelStrength::new(1_500, 2, 268, 0),
        LevelStrength::new(2_000, 3, 264, 0),
        LevelStrength::new(2_500, 3, 224, 0),
        LevelStrength::new(3_000, 4, 240, 0),
        LevelStrength::new(4_000, 4, 216, 0),
        LevelStrength::new(5_000, 5, 208, 0),
    ],
    scores: [0.642, 0.718, 0.710, 0.627, 0.670, 0.715, 0.675],
    stockfish: None,
};
