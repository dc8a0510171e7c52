//! How the table is drawn, and from where.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::engine::Side;

/// The colours of marks, and of pieces that differ only in colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// The colours of the set.
    #[default]
    Standard,
    /// Colours that colour-blind people can tell apart, with patterns.
    Safe,
}

/// How much work a picture may be.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// For software adapters and old GPUs: plainer textures, one hard-edged shadow, no smoothing of edges.
    Low,
    /// For integrated GPUs: physically based light of a whole room, soft shadows.
    Medium,
    /// For graphics cards, and for pictures that may take their time: clearcoat, transmission, ambient occlusion, bloom.
    #[default]
    High,
}

impl Quality {
    /// Each with its name, the lowest first.
    pub const ALL: [(Quality, &'static str); 3] =
        [(Quality::Low, "low"), (Quality::Medium, "medium"), (Quality::High, "high")];

    /// Why nothing can be drawn so here; `None` if it can.
    #[must_use]
    pub const fn missing(self) -> Option<&'static str> {
        // Bevy has neither on WebGL 2, and what reads the depth of the picture fails there.
        let in_browser = cfg!(all(target_arch = "wasm32", target_os = "unknown"));
        match self {
            Quality::High if in_browser => Some("WebGL 2 has neither ambient occlusion nor contact shadows."),
            _ => None,
        }
    }

    /// The best that can be drawn here and is no better than this.
    #[must_use]
    pub fn possible(self) -> Quality {
        let possible = Quality::ALL.iter().rev().map(|(quality, _)| *quality);
        possible.filter(|quality| *quality <= self && quality.missing().is_none()).max().unwrap_or(Quality::Low)
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
    /// Each with its name.
    pub const ALL: [(Badges, &'static str); 3] =
        [(Badges::Never, "never"), (Badges::Hover, "on hover"), (Badges::Always, "always")];

    /// The next one, cyclically.
    #[must_use]
    pub fn next(self) -> Badges {
        let at = Self::ALL.iter().position(|(badges, _)| *badges == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()].0
    }
}

/// The state of the camera that [`super::Settings::director`] turns on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Director {
    /// Whether the camera holds still because the user has turned the view.
    pub paused: bool,
}

/// A view of the table, named by `--camera`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// White's seat.
    #[default]
    White,
    /// Black's seat.
    Black,
    /// Straight from above, without perspective, the player's own side below.
    Top,
    /// From White's right.
    Side,
    /// Low and near, for pictures.
    Close,
    /// As [`View::Top`], with pieces drawn as flat symbols.
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

    /// Whether it is straight from above, without perspective.
    #[must_use]
    pub const fn is_from_above(self) -> bool {
        matches!(self, View::Top | View::Flat)
    }

    /// The view from the seat of this side.
    #[must_use]
    pub const fn of_seat(side: Side) -> View {
        match side {
            Side::White => View::White,
            Side::Black => View::Black,
        }
    }

    /// The view with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<View> {
        Self::ALL.iter().find(|(_, own)| *own == name).map(|(view, _)| *view)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Director>();
}
