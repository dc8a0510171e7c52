//! The appearance of the table, and its views.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::engine::Side;

/// The colours of marks, and of pieces that differ only in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// The usual colours.
    #[default]
    Standard,
    /// Colours that colour-blind people can distinguish, with patterns.
    Safe,
}

/// The wood of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardWood {
    /// Brown on light brown.
    #[default]
    Walnut,
    /// Green on cream.
    Green,
    /// Blue on pale grey.
    Blue,
}

impl BoardWood {
    /// All woods with their names.
    pub const ALL: [(BoardWood, &'static str); 3] =
        [(BoardWood::Walnut, "walnut"), (BoardWood::Green, "green"), (BoardWood::Blue, "blue")];
}

/// The woods of White's and Black's pieces, except dice and pyramids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceWood {
    /// Maple and ebony.
    #[default]
    Ebony,
    /// Boxwood and rosewood.
    Rosewood,
    /// Maple, and maple stained red.
    Red,
}

impl PieceWood {
    /// All woods with their names.
    pub const ALL: [(PieceWood, &'static str); 3] =
        [(PieceWood::Ebony, "ebony"), (PieceWood::Rosewood, "rosewood"), (PieceWood::Red, "red")];
}

/// The rendering quality.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// For software adapters and old GPUs: plainer textures and hard-edged shadows.
    Low,
    /// For integrated GPUs: physically based image lighting and soft shadows.
    Medium,
    /// For graphics cards, and for pictures without time pressure: clearcoat, transmission, ambient
    /// occlusion and bloom.
    #[default]
    High,
}

impl Quality {
    /// All qualities with their names, the lowest first.
    pub const ALL: [(Quality, &'static str); 3] =
        [(Quality::Low, "low"), (Quality::Medium, "medium"), (Quality::High, "high")];

    /// The reason why this quality is not available here; `None` if it is.
    #[must_use]
    pub const fn missing(self) -> Option<&'static str> {
        // Bevy supports neither of these on WebGL 2, where reading the depth buffer fails.
        let by_webgl = cfg!(all(target_arch = "wasm32", target_os = "unknown", not(feature = "webgpu")));
        match self {
            Quality::High if by_webgl => Some("WebGL 2 has neither ambient occlusion nor contact shadows."),
            _ => None,
        }
    }

    /// The best available quality up to this one.
    #[must_use]
    pub fn possible(self) -> Quality {
        let possible = Quality::ALL.iter().rev().map(|(quality, _)| *quality);
        possible.filter(|quality| *quality <= self && quality.missing().is_none()).max().unwrap_or(Quality::Low)
    }
}

/// How much is shown around the table in matches and replays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverlayLevel {
    /// The panel with the moves and buttons, and the sentence above the table.
    #[default]
    Panel,
    /// The text of a broadcast: players, clocks, captures and the last action.
    Broadcast,
    /// Nothing.
    Clean,
}

impl OverlayLevel {
    /// All levels with their names.
    pub const ALL: [(OverlayLevel, &'static str); 3] =
        [(OverlayLevel::Panel, "panel"), (OverlayLevel::Broadcast, "broadcast"), (OverlayLevel::Clean, "clean")];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(level, _)| *level == self).map_or("", |(_, name)| name)
    }

    /// The next level, cyclically.
    #[must_use]
    pub fn next(self) -> OverlayLevel {
        let at = Self::ALL.iter().position(|(level, _)| *level == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()].0
    }
}

/// When badges above stacks show their height and pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Badges {
    /// Never.
    Never,
    /// Under the mouse or the cursor, and on stacks too tall to count at a glance.
    Hover,
    /// On every stack.
    #[default]
    Always,
}

impl Badges {
    /// All values with their names.
    pub const ALL: [(Badges, &'static str); 3] =
        [(Badges::Never, "never"), (Badges::Hover, "on hover"), (Badges::Always, "always")];

    /// The next value, cyclically.
    #[must_use]
    pub fn next(self) -> Badges {
        let at = Self::ALL.iter().position(|(badges, _)| *badges == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()].0
    }
}

/// The state of the camera that follows the play, see [`super::Settings::director`].
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Director {
    /// Whether following is paused because the user has turned the view.
    pub paused: bool,
    /// Whether a close-up is shown. Bots and replays wait for its end.
    pub close_up: bool,
}

/// The user's preferences in the operating system or the browser. They apply in addition to the
/// settings.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SystemPreferences {
    /// Whether movements are to be reduced.
    pub reduced_motion: bool,
}

/// A view of the table, as named by `--camera`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// White's seat.
    #[default]
    White,
    /// Black's seat.
    Black,
    /// From directly above, without perspective, with the player's side at the bottom.
    Top,
    /// From White's right.
    Side,
    /// Low and close, for pictures.
    Close,
    /// Like [`View::Top`], with pieces as flat symbols.
    Flat,
}

impl View {
    /// Every view with its name.
    pub const ALL: [(View, &'static str); 6] = [
        (View::White, "white"),
        (View::Black, "black"),
        (View::Top, "top"),
        (View::Side, "side"),
        (View::Close, "close"),
        (View::Flat, "flat"),
    ];

    /// Whether the view is from directly above, without perspective.
    #[must_use]
    pub const fn is_from_above(self) -> bool {
        matches!(self, View::Top | View::Flat)
    }

    /// The view from the seat of a side.
    #[must_use]
    pub const fn of_seat(side: Side) -> View {
        match side {
            Side::White => View::White,
            Side::Black => View::Black,
        }
    }

    /// The view with a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<View> {
        Self::ALL.iter().find(|(_, own)| *own == name).map(|(view, _)| *view)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Director>().init_resource::<SystemPreferences>();
}
