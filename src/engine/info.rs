use super::{Cell, Levels, OptionInfo, Side};

/// A game, independent of any position.
///
/// ```
/// use fairground::engine::Side;
/// use fairground::games;
///
/// let fluky = games::info("fluky")?;
/// assert!(fluky.dice);
/// assert_eq!(fluky.side(Side::White), "White");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Info {
    /// Its name on the command line and in match files.
    pub id: &'static str,
    /// Its name for players.
    pub name: &'static str,
    /// One line for players.
    pub summary: &'static str,
    /// How strong its bots are, level by level.
    pub levels: &'static Levels,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// What players call the two sides, White first.
    pub sides: [&'static str; 2],
    /// Whether dice are thrown.
    pub dice: bool,
}

impl Info {
    /// What players call the sides in most games.
    pub const WHITE_AND_BLACK: [&'static str; 2] = ["White", "Black"];

    /// What players call a side.
    #[must_use]
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }
}

/// Something that players should know about a position: check, a phase, a king that has to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A few words.
    pub text: String,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
    /// Whether it means danger for a player, for example check.
    pub urgent: bool,
    /// Whether the player to act loses at once unless a piece on one of these cells acts. Not every action of such a piece need save
    /// the match.
    pub forces_reply: bool,
}
