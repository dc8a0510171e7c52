use super::{Cell, OptionInfo, Side};

/// What is known of a game without a position.
#[derive(Debug)]
pub struct Info {
    /// On the command line and in match files.
    pub id: &'static str,
    /// For players.
    pub name: &'static str,
    /// One line for players.
    pub summary: &'static str,
    /// What may be set.
    pub options: &'static [OptionInfo],
    /// The rules as players read them in the app, Markdown (`assets/rules/`). The list under the heading [`Info::IN_SHORT`] is what
    /// a player is told at the first match.
    pub rules: &'static str,
    /// The two sides as players see them, White first.
    pub teams: [Team; 2],
    /// Whether dice are thrown.
    pub dice: bool,
    /// A small picture of it in play for the start screen, PNG of 480 by 270 pixels (`assets/pictures/small/`), if there is one.
    pub picture: Option<&'static [u8]>,
}

impl Info {
    /// The heading in [`Info::rules`] of the list that tells the game in a few lines.
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

/// Something that players should be told about a position: check, a phase, a king that has to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A few words.
    pub text: String,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
    /// Whether a player is in danger by it, as by a check.
    pub urgent: bool,
}
