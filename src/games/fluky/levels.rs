//! How strong the levels are.

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(100, 1, 320, 200),
        LevelStrength::new(200, 1, 240, 120),
        LevelStrength::new(300, 1, 150, 60),
        LevelStrength::new(500, 2, 190, 60),
        LevelStrength::new(900, 2, 150, 0),
        LevelStrength::new(1_800, 3, 115, 0),
        LevelStrength::new(6_000, 5, 70, 0),
        LevelStrength::new(380_000, 60, 2, 0),
    ],
    scores: [0.660, 0.665, 0.700, 0.603, 0.650, 0.650, 0.692],
};
