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
    /// By `fairground arena GAME LEVEL LEVEL-BELOW --matches 200`, unless the game says otherwise beside its figures.
    pub scores: [f32; LEVELS - 1],
    /// The Elo of each level on the scale of another program, Stockfish 15.1 with `UCI_LimitStrength` and `UCI_Elo`, rounded to 50. `None`
    /// where that program does not know the game. The game says beside its figures which were measured and which interpolated.
    pub stockfish: Option<[u16; LEVELS]>,
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
