use jiff::Timestamp;

/// A match in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMatch {
    /// The name of its file in the folder.
    pub file: String,
    /// The id of its game.
    pub game: String,
    /// White: `human`, or the name of a bot.
    pub white: String,
    /// Black.
    pub black: String,
    /// The names of the players, White first; `None` where one has no name but that of the seat.
    pub names: [Option<String>; 2],
    /// The tournament or occasion.
    pub event: Option<String>,
    /// Whether it is an analysis, not a match that was played.
    pub analysis: bool,
    /// `white`, `black` or `draw`; `None` if it is unfinished.
    pub outcome: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
    /// How many whole plies it has.
    pub plies: u32,
    /// How many actions it has, rolls included.
    pub actions: u32,
    /// When it was played: the date in its header, or else when its file was changed.
    pub changed: Timestamp,
    /// After how many plies it passes through the position that was asked for.
    pub ply: Option<u32>,
}
