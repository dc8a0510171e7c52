//! How strong the levels are. Level 6 played 120 matches against level 5.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(300, 1, 250, 120),
        LevelStrength::new(500, 2, 180, 80),
        LevelStrength::new(1_000, 2, 110, 40),
        LevelStrength::new(1_600, 3, 92, 0),
        LevelStrength::new(3_000, 4, 66, 0),
        LevelStrength::new(8_000, 5, 42, 0),
        LevelStrength::new(24_000, 8, 21, 0),
        LevelStrength::new(110_000, 60, 2, 0),
    ],
    scores: [0.650, 0.695, 0.793, 0.618, 0.663, 0.717, 0.658],
};
