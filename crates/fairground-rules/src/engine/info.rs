use super::{Cell, Levels, OptionInfo, Side};

/// A game, independent of any position.
///
/// ```
/// use fairground_rules::engine::Side;
/// use fairground_rules::games;
///
/// let fluky = games::info("fluky")?;
/// assert!(fluky.dice);
/// assert_eq!(fluky.side(Side::White), "White");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameInfo {
    /// The name on the command line and in match files.
    pub id: &'static str,
    /// The name that players read.
    pub name: &'static str,
    /// A one-line summary for players.
    pub summary: &'static str,
    /// The strength of the bots at each level.
    pub levels: &'static Levels,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Names of the two sides, White first.
    pub sides: [&'static str; 2],
    /// Whether the game is played with dice.
    pub dice: bool,
    /// Whether its texts are standard FEN and SAN: its matches can be written as PGN, and UCI
    /// engines play it without a variant option.
    pub standard_texts: bool,
}

impl GameInfo {
    /// Names of the sides in most games.
    pub const WHITE_AND_BLACK: [&'static str; 2] = ["White", "Black"];

    /// The name of `side`.
    #[must_use]
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}

/// A fact about a position for players: check, a phase, a king that has to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A few words.
    pub text: String,
    /// The cells concerned.
    pub cells: Vec<Cell>,
    /// Whether the notice warns of danger, for example check.
    pub urgent: bool,
    /// Whether the player to act loses immediately unless a piece on one of these cells acts. Not
    /// every action of such a piece need save the match.
    pub forces_reply: bool,
}
