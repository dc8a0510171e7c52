use std::time::Duration;

use bevy::prelude::Resource;

/// How long the window has been filmed; `None` while it is not.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filming(pub Option<Duration>);
