//! The presentation of each game: the text of its rules, colours and pictures. Each game takes one
//! line here.

use crate::engine::{GameInfo, Side};

/// The presentation of a game.
#[derive(Debug)]
pub struct Presentation {
    /// The id of the game.
    pub id: &'static str,
    /// The rules in Markdown (`assets/rules/`). The list under the heading [`IN_SHORT`] is shown at
    /// a player's first match.
    pub rules: &'static str,
    /// The colours of the two sides in the panels, White first, `sRGB`.
    pub colours: [[u8; 3]; 2],
    /// A small picture for the start screen: a PNG of 480 by 270 pixels (`assets/pictures/small/`).
    #[cfg(feature = "view")]
    pub picture: &'static [u8],
}

/// The heading of the summary list in [`Presentation::rules`].
pub const IN_SHORT: &str = "In short";

/// The rules shared by all games, in Markdown.
pub const COMMON_RULES: &str = include_str!("../assets/rules/common.md");

const LIGHT_AND_DARK: [[u8; 3]; 2] = [[0xf4, 0xea, 0xd6], [0x0c, 0x09, 0x07]];
const FIRE_AND_ICE: [[u8; 3]; 2] = [[0xf2, 0x8c, 0x1e], [0x3c, 0x96, 0xe2]];

macro_rules! presentations {
    ($($id:literal: $colours:expr),+ $(,)?) => {
        &[$(Presentation {
            id: $id,
            rules: include_str!(concat!("../assets/rules/", $id, ".md")),
            colours: $colours,
            #[cfg(feature = "view")]
            picture: include_bytes!(concat!("../assets/pictures/small/", $id, ".png")),
        }),+]
    };
}

const ALL: &[Presentation] = presentations! {
    "makarenko": LIGHT_AND_DARK,
    "abalonian": LIGHT_AND_DARK,
    "chess": LIGHT_AND_DARK,
    "whack": FIRE_AND_ICE,
    "tactical": LIGHT_AND_DARK,
    "fluky": LIGHT_AND_DARK,
};

/// The fallback for a game without a line above.
static PLAIN: Presentation = Presentation {
    id: "",
    rules: "",
    colours: LIGHT_AND_DARK,
    #[cfg(feature = "view")]
    picture: &[],
};

impl Presentation {
    /// The presentation of this game.
    #[must_use]
    pub fn of(info: &GameInfo) -> &'static Presentation {
        ALL.iter().find(|presentation| presentation.id == info.id).unwrap_or(&PLAIN)
    }

    /// The colour of a side, `sRGB`.
    #[must_use]
    pub const fn colour(&self, side: Side) -> [u8; 3] {
        self.colours[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::Presentation;

    #[test]
    fn every_game_has_one() {
        for info in crate::games::ALL {
            assert_eq!(Presentation::of(info).id, info.id, "{} needs a line in src/presentation.rs", info.id);
        }
    }
}
