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
    /// Whether things go where they belong without flying there.
    pub reduced_motion: bool,
    /// Where the table is seen from.
    pub view: View,
    /// When the heights of stacks are written over them.
    pub badges: Badges,
    /// Whether the camera follows what happens while nobody but bots plays, and in replays.
    pub director: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            speed: 1.0,
            targets: true,
            threats: false,
            reduced_motion: false,
            view: View::White,
            badges: Badges::default(),
            director: true,
        }
    }
}

/// When the height of a stack is written over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Badges {
    /// Never.
    Never,
    /// Where the mouse or the keyboard points, and over stacks that are too tall to be counted at a glance.
    #[default]
    Hover,
    /// Over every stack.
    Always,
}

impl Badges {
    /// Each with its name.
    pub const ALL: [(Badges, &'static str); 3] =
        [(Badges::Never, "never"), (Badges::Hover, "on hover"), (Badges::Always, "always")];

    /// What comes after it, round and round.
    #[must_use]
    pub fn next(self) -> Badges {
        let at = Self::ALL.iter().position(|(badges, _)| *badges == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()].0
    }
}

/// Whether the camera that [`Settings::director`] turns on holds still, because a person has turned the view.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Director {
    /// It does.
    pub paused: bool,
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
