//! How strong the levels are in Abalonian and in orthodox chess.

use crate::engine::{LevelStrength, Levels};

pub const ABALONIAN: Levels = Levels {
    strengths: [
        LevelStrength::new(12_000, 2, 275, 30),
        LevelStrength::new(1_500, 2, 212, 0),
        LevelStrength::new(1_500, 2, 164, 0),
        LevelStrength::new(2_000, 3, 205, 0),
        LevelStrength::new(2_000, 3, 162, 0),
        LevelStrength::new(2_500, 3, 133, 0),
        LevelStrength::new(3_000, 4, 118, 0),
        LevelStrength::new(3_500, 4, 78, 0),
    ],
    scores: [0.705, 0.713, 0.733, 0.625, 0.657, 0.720, 0.682],
    stockfish: None,
};

/// In chess the levels are spaced by Stockfish's scale: there some 135 Elo lie between two of them, but each scores 80 to 86 % against the one
/// below (level 7 in 24 matches, level 8 in 22, by `--sprt 70,250`). The range from a beginner to 1900 has room for 2100 Elo among searches of one kind, which miss the same things, but only for 950 on
/// that scale. Steps of 140 Elo in these matches would make level 1 a 1450.
///
/// Levels 1, 4, 6 and 8 played 20, 30, 50 and 30 matches against `uci:nodes=20000 option.UCI_LimitStrength=true option.UCI_Elo=...
/// stockfish` with `--resign movecount=4,score=900`: 10.0 % against 1320, 48.3 % against 1500, 76.7 % against 1700 and 15.0 % against 1900 (30 and 20 matches), 53.3 % against
/// 1900. The other levels are interpolated by their scores.
pub const CHESS: Levels = Levels {
    strengths: [
        LevelStrength::new(8_000, 2, 310, 130),
        LevelStrength::new(8_000, 2, 205, 40),
        LevelStrength::new(3_000, 3, 260, 0),
        LevelStrength::new(3_000, 3, 155, 0),
        LevelStrength::new(3_000, 4, 110, 0),
        LevelStrength::new(5_000, 5, 60, 0),
        LevelStrength::new(8_000, 60, 48, 0),
        LevelStrength::new(20_000, 60, 4, 0),
    ],
    scores: [0.858, 0.828, 0.855, 0.850, 0.858, 0.812, 0.818],
    stockfish: Some([950, 1150, 1300, 1500, 1600, 1750, 1850, 1900]),
};
