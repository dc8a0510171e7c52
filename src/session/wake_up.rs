//! Wakes an idle window from another thread.

use bevy::prelude::*;

use crate::platform::jobs::Wake;

/// Wakes an idle window to show the result of another thread. Does nothing without a window.
#[derive(Resource, Clone, Default, Debug, Deref)]
pub struct WakeUp(Wake);

impl WakeUp {
    /// Wakes the window by calling `wake`.
    #[must_use]
    pub fn by(wake: impl Fn() + Send + Sync + 'static) -> WakeUp {
        WakeUp(Wake::by(wake))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WakeUp>();
}
