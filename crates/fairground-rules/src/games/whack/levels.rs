//! Strengths of the levels. Level 7 played 100 matches and level 8 played 60. When a throw began to
//! cost depth, levels were made as strong as before with fewer nodes: against the same levels of the
//! version before, levels 1 to 6 scored 52, 53, 58, 51, 51 and 59 % (100 matches each, error 7 %).

use crate::engine::{LevelStrength, Levels};

pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(300, 1, 290, 130),
        LevelStrength::new(450, 2, 215, 95),
        LevelStrength::new(1_000, 2, 110, 30),
        LevelStrength::new(700, 3, 140, 0),
        LevelStrength::new(1_200, 4, 80, 0),
        LevelStrength::new(4_000, 5, 42, 0),
        LevelStrength::new(11_000, 8, 21, 0),
        LevelStrength::new(60_000, 60, 2, 0),
    ],
    scores: [0.632, 0.720, 0.682, 0.700, 0.708, 0.655, 0.733],
    stockfish: None,
};
