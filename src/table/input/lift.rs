//! The number of pieces lifted from a stack: the wheel changes it while the stack is selected.

use bevy::input::InputSystems;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;

use super::scroll::notches;
use crate::session::{LegalActions, Panels, Selection, Session};

/// Wheel events within this time, s, or in the next frame count as one notch: X11 reports a notch
/// twice, for the press and for the release of a button.
const NOTCH: f32 = 0.08;

/// Handles the wheel while a stack is selected.
pub fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, turn.after(InputSystems));
}

/// Changes the number of lifted pieces. Consumes the scroll, so that the camera does not zoom as
/// well.
fn turn(
    mut scroll: ResMut<AccumulatedMouseScroll>,
    panels: Res<Panels>,
    (session, legal): (Res<Session>, Res<LegalActions>),
    time: Res<Time<Real>>,
    (mut pulled, mut turned): (Local<f32>, Local<Option<f32>>),
    mut selection: ResMut<Selection>,
) {
    if scroll.delta.y == 0.0 || panels.pointer {
        return;
    }
    let (Some(place), Some(game)) = (selection.held, session.game()) else { return };
    if selection.counts(&legal.0).is_empty() {
        return;
    }
    let Some(whole) = game.pieces().iter().find(|piece| piece.place == place).map(|piece| piece.look.height()) else {
        return;
    };
    let now = time.elapsed_secs();
    let steps = match scroll.unit {
        MouseScrollUnit::Line if turned.is_some_and(|before| now - before < NOTCH.max(1.5 * time.delta_secs())) => 0.0,
        MouseScrollUnit::Line => {
            *turned = Some(now);
            scroll.delta.y.signum()
        }
        MouseScrollUnit::Pixel => {
            *pulled += notches(&scroll);
            let steps = pulled.trunc();
            *pulled -= steps;
            steps
        }
    };
    scroll.delta = Vec2::ZERO;
    let next = stepped(selection.count.unwrap_or(whole), steps as i32, whole);
    if selection.count.unwrap_or(whole) != next {
        selection.count = Some(next);
        selection.choices.clear();
    }
}

/// Adds `steps` to the count, clamped from 1 to the whole stack.
fn stepped(now: u8, steps: i32, whole: u8) -> u8 {
    (i32::from(now) + steps).clamp(1, i32::from(whole)) as u8
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::Place;
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session::Session;
    use crate::table::input::PIXELS;

    /// A selected bishop of five chips.
    fn holding() -> App {
        let setup = Setup::new(games::info("makarenko").unwrap(), [Seat::Human; 2], 1);
        let running = Match::new(setup).unwrap();
        let legal = running.game().gestures();
        let held = running.game().layout().cell_named("c1").map(Place::Cell);
        let mut app = App::new();
        app.init_resource::<AccumulatedMouseScroll>()
            .init_resource::<Panels>()
            .init_resource::<Time<Real>>()
            .insert_resource(LegalActions(legal))
            .insert_resource(Session::from(running))
            .insert_resource(Selection { held, ..Selection::default() })
            .add_systems(Update, turn);
        app
    }

    #[test]
    fn the_wheel_steps_by_one_chip_whatever_can_move() {
        let mut app = holding();
        let mut turned = |(lines, after): (f32, u64)| {
            // Frames of 10 ms.
            for _ in 0..after / 10 {
                app.world_mut().resource_mut::<Time<Real>>().advance_by(Duration::from_millis(10));
                app.update();
            }
            *app.world_mut().resource_mut::<AccumulatedMouseScroll>() =
                AccumulatedMouseScroll { unit: MouseScrollUnit::Line, delta: Vec2::new(0.0, lines) };
            app.update();
            assert_eq!(app.world().resource::<AccumulatedMouseScroll>().delta, Vec2::ZERO);
            app.world().resource::<Selection>().count
        };
        let notches = [(-1.0, 200), (-2.0, 200), (-1.0, 200), (-1.0, 10), (-1.0, 200), (-1.0, 200), (1.0, 200)];
        assert_eq!(notches.map(&mut turned), [4, 3, 2, 2, 1, 1, 2].map(Some));
    }

    #[test]
    fn a_touchpad_steps_by_its_way() {
        let mut app = holding();
        for _ in 0..5 {
            *app.world_mut().resource_mut::<AccumulatedMouseScroll>() =
                AccumulatedMouseScroll { unit: MouseScrollUnit::Pixel, delta: Vec2::new(0.0, -PIXELS / 2.0) };
            app.update();
        }
        assert_eq!(app.world().resource::<Selection>().count, Some(3));
    }
}
