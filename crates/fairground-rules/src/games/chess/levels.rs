//! Strengths of the levels.

use crate::engine::{LevelStrength, Levels};

/// The levels are spaced on Stockfish's scale, some 135 Elo apart. Yet each level scores 82 to 89 %
/// against the level below (60 matches each; 22 matches with `--sprt 70,250` for level 8). The
/// range from a beginner to 1900 spans 2200 Elo among searches of one kind, which overlook the same
/// moves, but only 950 on that scale. With steps of 140 Elo in these matches, level 1 would be at
/// 1450.
///
/// The levels played 30 to 40 matches each against `uci:nodes=20000 option.UCI_LimitStrength=true
/// option.UCI_Elo=... stockfish` with `--resign movecount=4,score=900`: level 1 scored 10.0 %
/// against 1320, level 3 73.3 %; level 4 47.5 % against 1500, level 5 53.3 % against 1600, level 6
/// 55.0 % against 1700, level 7 60.0 % against 1800, level 8 50.0 % against 1900, with an error of
/// some 120 Elo each. Levels 4 and 6 were slightly stronger at the time. The figures form a curve
/// through these results.
pub const LEVELS: Levels = Levels {
    strengths: [
        LevelStrength::new(8_000, 2, 500, 210),
        LevelStrength::new(8_000, 2, 320, 65),
        LevelStrength::new(3_000, 3, 370, 0),
        LevelStrength::new(3_000, 3, 220, 0),
        LevelStrength::new(3_000, 4, 150, 0),
        LevelStrength::new(5_000, 5, 80, 0),
        LevelStrength::new(8_000, 60, 48, 0),
        LevelStrength::new(20_000, 60, 4, 0),
    ],
    scores: [0.883, 0.892, 0.867, 0.842, 0.833, 0.842, 0.818],
    stockfish: Some([950, 1150, 1300, 1500, 1600, 1750, 1850, 1900]),
};
