//! When an idle window draws its next frame.

use bevy::prelude::*;

use super::schedule::GameSet;

/// Time between two frames of an idle window, s. Input wakes the window immediately.
pub const IDLE: f32 = 10.0;

/// Time between frames while something on the screen changes but does not move, such as a clock
/// or a message, s.
pub const TICK: f32 = 0.25;

/// The time until the next frame of the window, s. Whatever moves or is about to change requests a
/// frame in each frame, at the latest in [`GameSet::Rest`]. The earliest request counts.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct NextFrame(f32);

impl Default for NextFrame {
    fn default() -> NextFrame {
        NextFrame(IDLE)
    }
}

impl NextFrame {
    /// Requests a frame within this time, s; 0 is the next possible frame.
    pub fn request(&mut self, seconds: f32) {
        self.0 = self.0.min(seconds.max(0.0));
    }

    /// Whether the next possible frame is requested, because something moves.
    #[must_use]
    pub fn is_now(self) -> bool {
        self.0 <= 0.0
    }

    /// The time until the earliest request, s, at most [`IDLE`].
    #[must_use]
    pub fn wait(self) -> f32 {
        self.0
    }
}

/// A system that requests a frame within this time, s.
pub fn request_frame(seconds: f32) -> impl FnMut(ResMut<NextFrame>) {
    move |mut next| next.request(seconds)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextFrame>().add_systems(Update, reset.before(GameSet::Input));
}

fn reset(mut next: ResMut<NextFrame>) {
    *next = NextFrame::default();
}
