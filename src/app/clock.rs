//! The time of a frame.
//!
//! Bevy 0.19 takes it from the end of the previous frame's rendering. In an idle window that may be
//! seconds ago: a press then seems to have lasted since, and egui does not count its release as a
//! click.

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};

/// Starts each frame at the time of the system clock, unless the time is set by hand.
pub fn plugin(app: &mut App) {
    app.add_systems(First, set_now.before(TimeSystems));
}

fn set_now(mut strategy: ResMut<TimeUpdateStrategy>) {
    if matches!(*strategy, TimeUpdateStrategy::Automatic | TimeUpdateStrategy::ManualInstant(_)) {
        *strategy = TimeUpdateStrategy::ManualInstant(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::time::TimePlugin;

    use super::*;

    #[test]
    fn a_frame_after_a_rest_knows_how_long_it_was() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, plugin));
        let (send, receive) = bevy::time::create_time_channels();
        app.insert_resource(receive);
        app.update();
        // The renderer has finished a frame, and the window then rests.
        send.0.try_send(Instant::now()).unwrap();
        let rest = Duration::from_millis(20);
        std::thread::sleep(rest);
        app.update();
        assert!(app.world().resource::<Time<Real>>().delta() >= rest);
    }
}
