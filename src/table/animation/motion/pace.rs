//! The speed of motion, and whether motion is shown.

use bevy::prelude::*;

use crate::session::{Settings, SystemPreferences, Tempo};
use crate::table::schedule::FrameSet;

/// The display of movements.
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
    /// The pace set by the settings and the system's preferences.
    #[must_use]
    pub fn of(settings: &Settings, system: SystemPreferences) -> Pace {
        if settings.reduced_motion || system.reduced_motion { Pace::Faded } else { Pace::Full }
    }
}

/// Applies the pace and speed in the settings.
pub fn plugin(app: &mut App) {
    let changed = resource_changed::<Settings>
        .or_eager(resource_changed::<SystemPreferences>)
        .or_eager(resource_changed::<Tempo>);
    app.init_resource::<Pace>()
        .init_resource::<Tempo>()
        .init_resource::<SystemPreferences>()
        .add_systems(Update, keep_pace.run_if(changed).in_set(FrameSet::Read));
}

/// Runs simulated time at the speed in the settings, multiplied by the tempo of the match.
fn keep_pace(
    (settings, system, tempo): (Res<Settings>, Res<SystemPreferences>, Res<Tempo>),
    mut pace: ResMut<Pace>,
    mut time: ResMut<Time<Virtual>>,
) {
    pace.set_if_neq(Pace::of(&settings, *system));
    time.set_relative_speed((settings.speed * tempo.0).max(0.01));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_and_the_system_reduce_motion() {
        let mut app = App::new();
        app.init_resource::<Settings>().init_resource::<Time<Virtual>>().add_plugins(plugin);
        app.update();
        assert_eq!(*app.world().resource::<Pace>(), Pace::Full);
        app.insert_resource(SystemPreferences { reduced_motion: true });
        app.update();
        assert_eq!(*app.world().resource::<Pace>(), Pace::Faded);
        app.insert_resource(SystemPreferences::default());
        app.world_mut().resource_mut::<Settings>().reduced_motion = true;
        app.update();
        assert_eq!(*app.world().resource::<Pace>(), Pace::Faded);
    }
}
