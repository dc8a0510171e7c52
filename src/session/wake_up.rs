//! How another thread wakes an idle window.

use bevy::prelude::*;

use crate::platform::jobs::Wake;

/// Wakes an idle window, so that the result of another thread is shown. Without a window it does nothing.
#[derive(Resource, Clone, Default, Debug, Deref)]
pub struct WakeUp(Wake);

impl WakeUp {
    /// Wakes the window by this function.
    #[must_use]
    pub fn by(wake: impl Fn() + Send + Sync + 'static) -> WakeUp {
        WakeUp(Wake::by(wake))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WakeUp>();
}
