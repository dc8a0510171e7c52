//! The part of the window and the input that the panels take.

use bevy::prelude::*;

/// The part of the window and the input that the panels take.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct Panels {
    /// The width that they cover at the right edge, logical pixels.
    pub right: f32,
    /// The height that they cover at the lower edge, logical pixels.
    pub bottom: f32,
    /// The rectangles of the panels and their windows, logical pixels.
    pub covered: Vec<Rect>,
    /// Whether the pointer is over them, or has been pressed there and not been released.
    pub pointer: bool,
    /// Whether text is being typed into them.
    pub keyboard: bool,
    /// Whether a window asks something, so that nothing goes on behind it.
    pub asks: bool,
}

impl Panels {
    /// Whether they are below the table, as in an upright window, which has no room beside the board.
    #[must_use]
    pub fn below(&self) -> bool {
        self.bottom > 0.0 && self.right == 0.0
    }

    /// Whether they cover a point of the window, logical pixels. [`Panels::pointer`] is of the frame before; this holds for a pointer
    /// that has moved and clicked since, too.
    #[must_use]
    pub fn cover(&self, at: Vec2) -> bool {
        self.covered.iter().any(|covered| covered.contains(at))
    }
}

/// The lower corner of the table's picture where a card covers less of the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum FreeCorner {
    /// On the left.
    Left,
    /// On the right.
    #[default]
    Right,
}

/// How far the table is turned as it is seen, about the vertical, radians: 0 from White's side. Small pictures of it are turned as it is.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct ViewYaw(pub f32);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Panels>().init_resource::<FreeCorner>().init_resource::<ViewYaw>();
}
