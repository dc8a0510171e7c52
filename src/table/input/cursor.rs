//! The position of the mouse, or of the finger on a touch screen.

use bevy::ecs::system::SystemParam;
use bevy::input::touch::Touches;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// The pointer in the window.
#[derive(SystemParam)]
pub(super) struct Cursor<'w, 's> {
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    touches: Option<Res<'w, Touches>>,
}

impl Cursor<'_, '_> {
    /// The position of the first finger, or else of the mouse, logical pixels.
    pub fn position(&self) -> Option<Vec2> {
        let fingers = self.touches.iter().flat_map(|touches| touches.iter());
        let finger = fingers.min_by_key(|finger| finger.id()).map(|finger| finger.position());
        finger.or_else(|| self.window.single().ok().and_then(Window::cursor_position))
    }
}
