/// The number of bot levels in every game.
pub const LEVELS: usize = 8;

/// The strengths of levels 1 to 8 in a game.
///
/// The value of a deeper search differs between games, so equal steps in strength need different
/// figures in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Search settings of each level, the weakest first.
    pub strengths: [LevelStrength; LEVELS],
    /// Expected score of each of the levels 2 to 8 against the level below, 0 to 1; a draw is half
    /// a win.
    ///
    /// Measured by `fairground arena GAME LEVEL LEVEL-BELOW --matches 200`, unless the comment at a
    /// game's figures says otherwise.
    pub scores: [f32; LEVELS - 1],
    /// Elo of each level on the scale of Stockfish 15.1 with `UCI_LimitStrength` and `UCI_Elo`,
    /// rounded to 50; `None` where Stockfish does not play the game. The comment at a game's
    /// figures says which were measured and which interpolated.
    pub stockfish: Option<[u16; LEVELS]>,
}

/// Search settings of a level in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelStrength {
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Maximum depth, in decisions.
    pub depth: u32,
    /// Maximum error of the evaluation, centipawns.
    pub noise: i32,
    /// Maximum loss accepted by playing an action other than the best one found, centipawns.
    pub margin: i32,
}

impl Levels {
    /// Settings for a game whose levels have not been measured: each level searches about twice the
    /// nodes of the level below, and the scores are estimates.
    pub const UNMEASURED: Levels = Levels {
        strengths: [
            LevelStrength::new(100, 1, 300, 200),
            LevelStrength::new(200, 2, 240, 120),
            LevelStrength::new(400, 2, 200, 60),
            LevelStrength::new(800, 3, 150, 0),
            LevelStrength::new(1_600, 4, 100, 0),
            LevelStrength::new(3_200, 5, 60, 0),
            LevelStrength::new(6_400, 60, 30, 0),
            LevelStrength::new(20_000, 60, 2, 0),
        ],
        scores: [0.65; LEVELS - 1],
        stockfish: None,
    };
}

impl LevelStrength {
    /// Limits of nodes and decisions, with the noise and margin in centipawns.
    #[must_use]
    pub const fn new(nodes: u64, depth: u32, noise: i32, margin: i32) -> LevelStrength {
        LevelStrength { nodes, depth, noise, margin }
    }
}
