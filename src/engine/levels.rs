/// The number of levels of strength that bots have in every game.
pub const LEVELS: usize = 8;

/// How strong the levels 1 to 8 are in a game.
///
/// The games differ in how much a deeper search is worth, so that steps of the same size need other figures in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// How each level searches, the weakest first.
    pub strengths: [LevelStrength; LEVELS],
    /// The score of each of the levels 2 to 8 against the one below, 0 to 1; a draw is half a win.
    ///
    /// By `fairground arena GAME LEVEL LEVEL-BELOW --seed 11`: 200 matches each up to level 5, 60 above, unless a game says otherwise.
    pub scores: [f32; LEVELS - 1],
}

/// How a level searches in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelStrength {
    /// The most nodes.
    pub nodes: u64,
    /// The most decisions ahead.
    pub depth: u32,
    /// The most by which it misjudges a position, centipawns.
    pub noise: i32,
    /// The most that it gives away by not playing the best action that it sees, centipawns.
    pub margin: i32,
}

impl LevelStrength {
    /// A strength with these nodes and decisions, and this noise and margin in centipawns.
    #[must_use]
    pub const fn new(nodes: u64, depth: u32, noise: i32, margin: i32) -> LevelStrength {
        LevelStrength { nodes, depth, noise, margin }
    }
}

impl Levels {
    /// The levels of a game with many actions to choose from. Its speed decides the nodes of the three upper levels; level 8 takes some
    /// 0.2 s for a decision on one core of 2020.
    #[must_use]
    pub const fn with_many_actions(upper: [u64; 3], scores: [f32; LEVELS - 1]) -> Levels {
        let strengths = [
            LevelStrength::new(6_000, 1, 330, 160),
            LevelStrength::new(10_000, 1, 220, 90),
            LevelStrength::new(20_000, 2, 210, 50),
            LevelStrength::new(20_000, 2, 130, 0),
            LevelStrength::new(20_000, 3, 150, 0),
            LevelStrength::new(upper[0], 5, 75, 0),
            LevelStrength::new(upper[1], 9, 24, 0),
            LevelStrength::new(upper[2], 60, 2, 0),
        ];
        Levels { strengths, scores }
    }
}
