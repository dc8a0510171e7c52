//! The parts of the window covered by panels, and the input they capture.

use bevy::prelude::*;

use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::GameSet;

/// The parts of the window covered by panels, and the input they capture.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct Panels {
    /// The height covered at the upper edge, logical pixels.
    pub top: f32,
    /// The width covered at the right edge, logical pixels.
    pub right: f32,
    /// The height covered at the lower edge, logical pixels.
    pub bottom: f32,
    /// The rectangles of the panels and their windows, logical pixels.
    pub covered: Vec<Rect>,
    /// Whether the pointer is over the panels, or was pressed there and has not been released.
    pub pointer: bool,
    /// Whether a text field has the focus.
    pub keyboard: bool,
    /// Whether a question is open, which blocks everything behind it.
    pub asks: bool,
    /// Whether something visible will disappear without input.
    pub ticks: bool,
}

impl Panels {
    /// Whether the panels are below the table, as in an upright window.
    #[must_use]
    pub fn below(&self) -> bool {
        self.bottom > 0.0 && self.right == 0.0
    }

    /// Whether the panels cover a point of the window, logical pixels. Unlike [`Panels::pointer`],
    /// which is of the previous frame, this is right for a pointer that has moved and clicked
    /// since.
    #[must_use]
    pub fn cover(&self, at: Vec2) -> bool {
        self.covered.iter().any(|covered| covered.contains(at))
    }
}

/// The lower corner of the view where a card covers less of the board.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum FreeCorner {
    /// On the left.
    Left,
    /// On the right.
    #[default]
    Right,
}

/// The rotation of the table in the view about the vertical axis, radians; 0 from White's side.
/// Small pictures of the board are rotated equally.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct ViewYaw(pub f32);

/// A camera that shows a part of the table in a corner of the picture. Labels and letters face the
/// main camera instead.
#[derive(Component, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InsetCamera;

/// Selects the camera that shows the whole table.
pub type MainCamera = (With<Camera3d>, Without<InsetCamera>);

/// The picture-in-picture, logical pixels of the window; `None` while it is hidden.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct Inset(pub Option<Rect>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Panels>().init_resource::<FreeCorner>().init_resource::<ViewYaw>().init_resource::<Inset>();
    app.add_systems(Update, request_frame(TICK).run_if(|panels: Res<Panels>| panels.ticks).in_set(GameSet::Rest));
}
