//! Turning and zooming the view with two fingers.

use bevy::input::touch::Touches;
use bevy::prelude::*;

use super::components::{CameraTarget, CinematicCamera};
use super::orbit::DISTANCE;
use super::orbit_input::turn;
use crate::session::{Director, Panels};

/// The smallest distance of two fingers for zooming, logical pixels.
const MIN_SPREAD: f32 = 20.0;

/// Turns the view as the middle between two fingers moves, and zooms as their distance changes.
pub(super) fn two_fingers(
    touches: Option<Res<Touches>>,
    panels: Res<Panels>,
    mut director: ResMut<Director>,
    mut cameras: Query<(&mut CameraTarget, &CinematicCamera)>,
) {
    let mut fingers: Vec<_> = touches.iter().flat_map(|touches| touches.iter()).collect();
    fingers.sort_by_key(|finger| finger.id());
    let [a, b, ..] = &fingers[..] else { return };
    if panels.cover(a.start_position()) || panels.cover(b.start_position()) {
        return;
    }
    let spread = |a: Vec2, b: Vec2| a.distance(b).max(MIN_SPREAD);
    let pull = (a.delta() + b.delta()) / 2.0;
    let zoom = spread(a.previous_position(), b.previous_position()) / spread(a.position(), b.position());
    if pull == Vec2::ZERO && zoom == 1.0 {
        return;
    }
    for (mut target, cinematic) in &mut cameras {
        if cinematic.is_led() {
            director.paused = true;
        }
        let orbit = &mut target.0;
        turn(orbit, pull);
        orbit.distance = (orbit.distance * zoom).clamp(DISTANCE[0], DISTANCE[1]);
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::InputPlugin;
    use bevy::input::touch::{TouchInput, TouchPhase};

    use super::*;
    use crate::session::View;
    use crate::table::camera::Orbit;

    /// The view after two fingers went down and moved, with these parts of the window covered.
    fn moved(covered: Vec<Rect>, from: [Vec2; 2], to: [Vec2; 2]) -> (Orbit, Orbit) {
        let orbit = Orbit::framing(View::White, [Vec3::ZERO, Vec3::X], 1.5);
        let mut app = App::new();
        app.add_plugins(InputPlugin)
            .init_resource::<Director>()
            .insert_resource(Panels { covered, ..default() })
            .add_systems(Update, two_fingers);
        let camera = app.world_mut().spawn(CameraTarget(orbit)).id();
        for (phase, places) in [(TouchPhase::Started, from), (TouchPhase::Moved, to)] {
            for (id, position) in (0..).zip(places) {
                let window = Entity::PLACEHOLDER;
                app.world_mut().write_message(TouchInput { phase, position, window, force: None, id });
            }
            app.update();
        }
        (orbit, app.world().get::<CameraTarget>(camera).unwrap().0)
    }

    #[test]
    fn two_fingers_turn_and_zoom_the_view() {
        let at = |x: f32, y: f32| Vec2::new(x, y);
        let (before, turned) =
            moved(Vec::new(), [at(100.0, 100.0), at(200.0, 100.0)], [at(150.0, 100.0), at(250.0, 100.0)]);
        assert!(turned.yaw < before.yaw && turned.distance == before.distance, "{turned:?}");
        let (before, closer) =
            moved(Vec::new(), [at(150.0, 100.0), at(200.0, 100.0)], [at(125.0, 100.0), at(225.0, 100.0)]);
        assert!(closer.yaw == before.yaw && closer.distance < 0.6 * before.distance, "{closer:?}");
    }

    #[test]
    fn fingers_on_a_panel_leave_the_view() {
        let panel = vec![Rect::new(180.0, 0.0, 400.0, 400.0)];
        let (from, to) =
            ([Vec2::new(100.0, 100.0), Vec2::new(200.0, 100.0)], [Vec2::new(100.0, 150.0), Vec2::new(220.0, 150.0)]);
        let (before, after) = moved(panel, from, to);
        assert_eq!(before, after);
    }
}
