//! Whether the window is being recorded. Panels use this even in builds without recording.

use std::time::Duration;

use bevy::prelude::*;

/// Elapsed time of the recording; `None` while nothing is recorded.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filming(pub Option<Duration>);

impl Filming {
    /// Whether this build can record films.
    pub const IS_POSSIBLE: bool = cfg!(feature = "film");
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filming>();
}
