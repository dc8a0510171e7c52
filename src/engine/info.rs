use super::{Cell, Levels, OptionInfo, Side};

/// A game, independent of any position.
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
    /// The rules in Markdown (`assets/rules/`). The list under the heading [`Info::IN_SHORT`] is shown at a player's first match.
    pub rules: &'static str,
    /// The two sides as players see them, White first.
    pub teams: [Team; 2],
    /// Whether dice are thrown.
    pub dice: bool,
    /// A small picture for the start screen, if there is one: a PNG of 480 by 270 pixels (`assets/pictures/small/`).
    pub picture: Option<&'static [u8]>,
}

impl Info {
    /// The heading in [`Info::rules`] of the list that sums up the game.
    pub const IN_SHORT: &'static str = "In short";

    /// What players call a side.
    #[must_use]
    pub const fn side(&self, side: Side) -> &'static str {
        self.teams[side.index()].name
    }
}

/// A side as players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// What they call it.
    pub name: &'static str,
    /// Its colour in the panels, `sRGB`.
    pub colour: [u8; 3],
}

impl Team {
    /// The sides of most games.
    pub const WHITE_AND_BLACK: [Team; 2] =
        [Team { name: "White", colour: [0xf4, 0xea, 0xd6] }, Team { name: "Black", colour: [0x0c, 0x09, 0x07] }];
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
    pub binding: bool,
}
