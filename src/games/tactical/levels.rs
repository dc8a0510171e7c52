//! How strong the levels are. Level 7 played 200 matches, the others 100 each.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(1_500, 2, 250, 0),
        LevelStrength::new(1_500, 2, 210, 0),
        LevelStrength::new(1_500, 2, 170, 0),
        LevelStrength::new(1_500, 2, 140, 0),
        LevelStrength::new(3_000, 3, 174, 0),
        LevelStrength::new(3_000, 3, 150, 0),
        LevelStrength::new(3_000, 3, 127, 0),
        LevelStrength::new(3_000, 4, 111, 0),
    ],
    scores: [0.670, 0.720, 0.650, 0.690, 0.725, 0.700, 0.740],
    stockfish: None,
};
