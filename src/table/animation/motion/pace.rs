//! How fast things move, and whether they are seen to move at all.

use bevy::prelude::*;

use crate::session::Settings;
use crate::table::schedule::FrameSet;

/// How movements are shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// Everything is seen on its way.
    #[default]
    Full,
    /// Things fade from place to place: reduced motion.
    Faded,
    /// Everything ends at once.
    Skipped,
}

impl Pace {
    /// The pace that the settings ask for.
    #[must_use]
    pub fn of(settings: &Settings) -> Pace {
        if settings.reduced_motion { Pace::Faded } else { Pace::Full }
    }
}

/// Keeps the pace as the settings ask for.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pace>()
        .add_systems(Update, keep_pace.run_if(resource_changed::<Settings>).in_set(FrameSet::Read));
}

/// Lets the simulated time run as fast as people want to watch.
fn keep_pace(settings: Res<Settings>, mut pace: ResMut<Pace>, mut time: ResMut<Time<Virtual>>) {
    pace.set_if_neq(Pace::of(&settings));
    time.set_relative_speed(settings.speed.max(0.01));
}
