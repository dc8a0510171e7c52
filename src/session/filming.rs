//! Whether the window is being filmed. The panels show it also in a build that cannot film.

use std::time::Duration;

use bevy::prelude::*;

/// How long the window has been filmed; `None` while it is not.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filming(pub Option<Duration>);

impl Filming {
    /// Whether this build can film.
    pub const IS_POSSIBLE: bool = cfg!(feature = "film");
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filming>();
}
