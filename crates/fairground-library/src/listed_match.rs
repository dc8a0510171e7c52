use jiff::Timestamp;

/// A match in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMatch {
    /// The name of the match file in the folder.
    pub file: String,
    /// The id of the game.
    pub game: String,
    /// The player of White: `human`, `program` for an external engine, or the name of a bot.
    pub white: String,
    /// The player of Black.
    pub black: String,
    /// The names of the players, White first; `None` for a player known only by the seat.
    pub names: [Option<String>; 2],
    /// The tournament or occasion.
    pub event: Option<String>,
    /// Whether this is an analysis rather than a played match.
    pub analysis: bool,
    /// Whether it began from the game's usual starting position.
    pub usual_start: bool,
    /// `white`, `black` or `draw`; `None` if unfinished.
    pub outcome: Option<String>,
    /// The reason for the outcome.
    pub reason: Option<String>,
    /// The number of complete plies.
    pub plies: u32,
    /// The number of actions, including rolls.
    pub actions: u32,
    /// The date in the header, or else the file's modification time.
    pub changed: Timestamp,
    /// The number of plies before the requested position.
    pub ply: Option<u32>,
}
