//! The components of a table camera, and the size of its picture.

use bevy::prelude::*;

use super::orbit::Orbit;
use crate::session::{Panels, View};

/// The orbit that the camera is moving to.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(CinematicCamera, Framing)]
pub struct CameraTarget(pub Orbit);

/// State of the director for a camera.
#[derive(Component, Debug, Default, PartialEq)]
pub struct CinematicCamera {
    /// The orbit and velocity of the camera; `None` if the director does not lead it.
    pub(super) leading: Option<(Orbit, OrbitVelocity)>,
    /// The orbit that shows the whole board.
    pub(super) whole: Option<Orbit>,
    /// Whether it has left that orbit for a close-up and not yet returned.
    pub(super) is_away: bool,
}

impl CinematicCamera {
    /// Whether the director leads the camera.
    #[must_use]
    pub fn is_led(&self) -> bool {
        self.leading.is_some()
    }

    /// Whether it shows a close-up, including the movements there and back.
    #[must_use]
    pub fn is_close_up(&self) -> bool {
        self.is_led() && self.is_away
    }
}

/// The rate of change of an orbit, per second.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct OrbitVelocity {
    pub focus: Vec3,
    pub yaw: f32,
    pub pitch: f32,
    pub distance: f32,
}

/// The view that a camera was last framed for.
#[derive(Component, Debug, Default)]
pub(super) struct Framing {
    /// `None` before the first time.
    pub framed: Option<Framed>,
    /// The slow movement to it, when the subject has changed but the view has not.
    pub glide: Option<Glide>,
}

/// A slow movement that begins and ends at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glide {
    pub from: Orbit,
    pub to: Orbit,
    /// The time since its beginning, s at normal speed.
    pub passed: f32,
}

/// A view as last framed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Framed {
    pub view: View,
    /// The size of the picture, physical pixels.
    pub size: UVec2,
    /// The orbit that shows the view in that picture.
    pub orbit: Orbit,
}

/// The size of the table's picture, physical pixels: the window without the area covered by panels.
#[must_use]
pub fn picture(window: UVec2, panels: &Panels, scale: f32) -> UVec2 {
    let covered = (Vec2::new(panels.right, panels.top + panels.bottom) * scale).round().as_uvec2();
    window.saturating_sub(covered).max(UVec2::ONE)
}

/// The aspect of the shown picture, width over height; 16:9 before the first frame.
pub(super) fn aspect(camera: &Camera) -> f32 {
    let size = shown_size(camera).unwrap_or(UVec2::new(16, 9)).max(UVec2::ONE);
    size.x as f32 / size.y as f32
}

/// The size of the picture shown next to the panels, physical pixels.
#[must_use]
pub fn shown_size(camera: &Camera) -> Option<UVec2> {
    camera.sub_camera_view.map(|part| part.full_size).or_else(|| camera.physical_viewport_size())
}
