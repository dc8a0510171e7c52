//! The components of a camera of the table, and the picture that it shows.

use bevy::prelude::*;

use super::orbit::Orbit;
use crate::session::{Panels, Seats, View};

/// Where the camera is going.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(CinematicCamera, Framing)]
pub struct CameraTarget(pub Orbit);

/// How the director leads a camera.
#[derive(Component, Debug, Default)]
pub struct CinematicCamera {
    /// Where the camera is and how fast it moves; `None` while nobody leads it.
    pub(super) leading: Option<(Orbit, OrbitVelocity)>,
    /// How long it has drifted round the table, s.
    pub(super) drifted: f32,
}

impl CinematicCamera {
    /// Whether the director leads the camera.
    #[must_use]
    pub fn is_led(&self) -> bool {
        self.leading.is_some()
    }
}

/// How fast an orbit changes, per second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct OrbitVelocity {
    pub focus: Vec3,
    pub yaw: f32,
    pub pitch: f32,
    pub distance: f32,
}

/// The view that a camera was last framed for; `None` before the first time.
#[derive(Component, Debug, Default)]
pub(super) struct Framing(pub Option<Framed>);

/// A view as it was framed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Framed {
    pub view: View,
    /// Where the players sat.
    pub seats: Seats,
    /// The size of the picture, physical pixels.
    pub size: UVec2,
    /// The orbit that shows the view in that picture.
    pub orbit: Orbit,
}

/// The picture that the table fills: the window without the parts that panels cover, physical pixels.
#[must_use]
pub fn picture(window: UVec2, panels: &Panels, scale: f32) -> UVec2 {
    let covered = (Vec2::new(panels.right, panels.bottom) * scale).round().as_uvec2();
    window.saturating_sub(covered).max(UVec2::ONE)
}

/// The size of the picture that a camera shows beside the panels, physical pixels.
#[must_use]
pub fn shown_size(camera: &Camera) -> Option<UVec2> {
    camera.sub_camera_view.map(|part| part.full_size).or_else(|| camera.physical_viewport_size())
}
