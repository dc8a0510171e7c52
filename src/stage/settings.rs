use bevy::prelude::*;

/// How things are shown.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Settings {
    /// Speed of motion, 1 is normal.
    pub speed: f32,
    /// Whether legal targets are marked.
    pub targets: bool,
    /// Whether the cells are marked that the opponent of the side to act attacks.
    pub threats: bool,
    /// Whether things fade from place to place instead of flying there.
    pub reduced_motion: bool,
    /// Where the table is seen from.
    pub view: View,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { speed: 1.0, targets: true, threats: false, reduced_motion: false, view: View::White }
    }
}

/// Where the table is seen from: what `--camera` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// White's seat.
    #[default]
    White,
    /// Black's seat.
    Black,
    /// Straight from above, White below, without perspective.
    Top,
    /// From White's right.
    Side,
    /// Low and near, for pictures.
    Close,
}

impl View {
    /// Every view with its name.
    pub const ALL: [(View, &'static str); 5] = [
        (View::White, "white"),
        (View::Black, "black"),
        (View::Top, "top"),
        (View::Side, "side"),
        (View::Close, "close"),
    ];

    /// The view with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<View> {
        Self::ALL.iter().find(|(_, own)| *own == name).map(|(view, _)| *view)
    }
}

/// What the panels have of the window; the table is drawn beside them.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Panels {
    /// What they cover at the right edge, logical pixels.
    pub right: f32,
    /// Whether the pointer is theirs.
    pub pointer: bool,
    /// Whether the keyboard is theirs: a text is being typed.
    pub keyboard: bool,
}
