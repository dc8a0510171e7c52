//! The speed of motion, and whether it is shown at all.

use bevy::prelude::*;

use crate::session::Settings;
use crate::table::schedule::FrameSet;

/// How movements are shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// The whole movement is shown.
    #[default]
    Full,
    /// Objects fade from place to place: reduced motion.
    Faded,
    /// Movements end immediately.
    Skipped,
}

impl Pace {
    /// The pace in the settings.
    #[must_use]
    pub fn of(settings: &Settings) -> Pace {
        if settings.reduced_motion { Pace::Faded } else { Pace::Full }
    }
}

/// Applies the pace and speed in the settings.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pace>()
        .add_systems(Update, keep_pace.run_if(resource_changed::<Settings>).in_set(FrameSet::Read));
}

/// Runs simulated time at the speed in the settings.
fn keep_pace(settings: Res<Settings>, mut pace: ResMut<Pace>, mut time: ResMut<Time<Virtual>>) {
    pace.set_if_neq(Pace::of(&settings));
    time.set_relative_speed(settings.speed.max(0.01));
}
