//! Turning, shifting and zooming the view with mouse and keys.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy::window::WindowFocused;

use super::components::{CameraTarget, CinematicCamera, shown_size};
use super::orbit::{DISTANCE, FOV, Orbit};
use crate::session::{Director, HeldKeys, InputCommand, Panels, ScreenDirection, Selection};
use crate::table::input::notches;
use crate::table::schedule::frame_seconds;

/// The lowest and the highest elevation set by hand, radians above the table.
const PITCH: [f32; 2] = [0.12, 1.5];

/// The largest zoom by the wheel in one frame, notches.
const MAX_NOTCHES: f32 = 5.0;

/// Rotation per pixel of mouse movement, radians.
const TURN: f32 = 0.006;

/// Movement of the view by a held key, in mouse pixels per second.
const KEY_PULL: f32 = 300.0;

/// Zoom by a held key, in notches of the wheel per second.
const KEY_ZOOM: f32 = 6.0;

/// The effect of dragging the mouse.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum DragMode {
    Turn,
    Shift,
}

/// Turns the view with the middle button, or with the right one from beside the board; shifts it
/// with Shift and the middle button; zooms with the wheel. Held keys do the same.
pub(super) fn orbit_input(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<HeldKeys>),
    (motion, scroll, time): (Res<AccumulatedMouseMotion>, Res<AccumulatedMouseScroll>, Res<Time<Real>>),
    (panels, selection): (Res<Panels>, Res<Selection>),
    mut focus: MessageReader<WindowFocused>,
    mut director: ResMut<Director>,
    mut mode: Local<Option<DragMode>>,
    mut cameras: Query<(&Camera, &mut CameraTarget, &CinematicCamera)>,
) {
    let shift = keys.modifiers.shift;
    if !panels.pointer {
        if buttons.just_pressed(MouseButton::Middle) {
            *mode = Some(if shift { DragMode::Shift } else { DragMode::Turn });
        } else if buttons.just_pressed(MouseButton::Right) && selection.hover.is_none() {
            *mode = Some(DragMode::Turn);
        }
    }
    // Without the focus, the window misses the release of a button.
    let focus_lost = focus.read().filter(|event| !event.focused).count() > 0;
    if focus_lost || !buttons.any_pressed([MouseButton::Middle, MouseButton::Right]) {
        *mode = None;
    }
    let mut pulled = Some(motion.delta).filter(|delta| *delta != Vec2::ZERO).zip(*mode);
    let mut steps = if panels.pointer { 0.0 } else { notches(&scroll).clamp(-MAX_NOTCHES, MAX_NOTCHES) };
    let by = KEY_PULL * frame_seconds(&time);
    if let Some(way) = direction(&keys, InputCommand::TurnView) {
        pulled = Some((way * by, DragMode::Turn));
    } else if let Some(way) = direction(&keys, InputCommand::MoveView) {
        // The view moves in the direction of the arrow key.
        pulled = Some((-way * by, DragMode::Shift));
    }
    let zoom = |command| f32::from(u8::from(keys.holds(command)));
    steps += (zoom(InputCommand::ZoomIn) - zoom(InputCommand::ZoomOut)) * KEY_ZOOM * frame_seconds(&time);
    if pulled.is_none() && steps == 0.0 {
        return;
    }
    for (camera, mut target, cinematic) in &mut cameras {
        if cinematic.is_led() {
            director.paused = true;
        }
        let orbit = &mut target.0;
        if let Some((pull, DragMode::Turn)) = pulled {
            turn(orbit, pull);
        }
        if let Some((pull, DragMode::Shift)) = pulled {
            let height = shown_size(camera).map_or(1.0, |size| size.y.max(1) as f32);
            let unit = 2.0 * orbit.distance * (FOV / 2.0).tan() / height;
            let shift = Quat::from_rotation_y(orbit.yaw) * Vec3::new(-pull.x * unit, 0.0, -pull.y * unit);
            orbit.focus = (orbit.focus + shift).clamp(Vec3::splat(-1.0), Vec3::splat(1.0));
        }
        orbit.distance = (orbit.distance * 0.9_f32.powf(steps)).clamp(DISTANCE[0], DISTANCE[1]);
    }
}

/// Turns an orbit by this movement of the pointer, pixels.
pub(super) fn turn(orbit: &mut Orbit, pull: Vec2) {
    orbit.yaw -= pull.x * TURN;
    orbit.pitch = (orbit.pitch + pull.y * TURN).clamp(PITCH[0], PITCH[1]);
    orbit.flat = false;
}

/// The combined direction of the held keys, x right and y down.
fn direction(keys: &HeldKeys, command: fn(ScreenDirection) -> InputCommand) -> Option<Vec2> {
    let held = |direction| f32::from(u8::from(keys.holds(command(direction))));
    let x = held(ScreenDirection::Right) - held(ScreenDirection::Left);
    let way = Vec2::new(x, held(ScreenDirection::Down) - held(ScreenDirection::Up));
    (way != Vec2::ZERO).then_some(way)
}

#[cfg(test)]
mod tests {
    use bevy::input::mouse::MouseScrollUnit;

    use super::*;
    use crate::engine::Cell;
    use crate::session::View;
    use crate::table::input::PIXELS;

    /// A view that has not been moved yet.
    fn untouched(over: Option<Cell>) -> (App, Orbit) {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>()
            .init_resource::<HeldKeys>()
            .init_resource::<AccumulatedMouseMotion>()
            .init_resource::<AccumulatedMouseScroll>()
            .init_resource::<Panels>()
            .init_resource::<Director>()
            .init_resource::<Time<Real>>()
            .add_message::<WindowFocused>()
            .insert_resource(Selection { hover: over, ..Selection::default() })
            .add_systems(Update, orbit_input);
        let orbit = Orbit::framing(View::White, [Vec3::ZERO, Vec3::X], 1.5);
        app.world_mut().spawn((Camera::default(), CameraTarget(orbit)));
        (app, orbit)
    }

    fn goal(app: &mut App) -> Orbit {
        app.world_mut().query::<&CameraTarget>().single(app.world()).unwrap().0
    }

    #[test]
    fn the_view_is_turned_shifted_and_zoomed_by_keys() {
        let changed = |command: Option<InputCommand>| {
            let (mut app, before) = untouched(None);
            app.world_mut().resource_mut::<Time<Real>>().advance_by(std::time::Duration::from_millis(100));
            app.world_mut().resource_mut::<HeldKeys>().commands.extend(command);
            app.update();
            let after = goal(&mut app);
            [after.yaw > before.yaw, after.focus.x < before.focus.x, after.distance < before.distance]
        };
        assert_eq!(changed(None), [false; 3]);
        assert_eq!(changed(Some(InputCommand::TurnView(ScreenDirection::Left))), [true, false, false]);
        assert_eq!(changed(Some(InputCommand::MoveView(ScreenDirection::Left))), [false, true, false]);
        assert_eq!(changed(Some(InputCommand::ZoomIn)), [false, false, true]);
    }

    /// The fraction of its distance by which the view zooms in for this scroll input.
    fn zoomed(unit: MouseScrollUnit, y: f32) -> f32 {
        let (mut app, before) = untouched(None);
        app.insert_resource(AccumulatedMouseScroll { unit, delta: Vec2::new(0.0, y) });
        app.update();
        1.0 - goal(&mut app).distance / before.distance
    }

    #[test]
    fn a_touchpad_zooms_gently() {
        assert!((zoomed(MouseScrollUnit::Line, 1.0) - 0.1).abs() < 1e-3);
        // Two fingers scroll a few pixels per frame.
        let gentle = zoomed(MouseScrollUnit::Pixel, 8.0);
        assert!(gentle > 0.01 && gentle < 0.04, "{gentle}");
        assert!((zoomed(MouseScrollUnit::Pixel, PIXELS) - zoomed(MouseScrollUnit::Line, 1.0)).abs() < 1e-5);
    }

    #[test]
    fn losing_the_focus_ends_a_turn() {
        let (mut app, before) = untouched(None);
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Middle);
        app.update();
        app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused: false });
        app.update();
        // The button was released elsewhere, without an event.
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().clear();
        app.insert_resource(AccumulatedMouseMotion { delta: Vec2::new(50.0, 0.0) });
        app.update();
        assert_eq!(goal(&mut app), before);
    }

    /// The effect on the view of pressing a button and dragging, from over a cell or from beside
    /// the board.
    fn pulled(button: MouseButton, shift: bool, over: Option<Cell>) -> (f32, f32) {
        let (mut app, orbit) = untouched(over);
        app.insert_resource(AccumulatedMouseMotion { delta: Vec2::new(50.0, 0.0) });
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(button);
        if shift {
            app.world_mut().resource_mut::<HeldKeys>().modifiers.shift = true;
        }
        app.update();
        let goal = goal(&mut app);
        (goal.yaw - orbit.yaw, goal.focus.distance(orbit.focus))
    }

    #[test]
    fn the_right_button_turns_the_view_from_beside_the_board_only() {
        let (turned, still) = (-50.0 * TURN, 0.0);
        for (button, shift, over, yaw, moves) in [
            (MouseButton::Right, false, None, turned, false),
            (MouseButton::Right, false, Some(Cell(3)), still, false),
            (MouseButton::Middle, false, Some(Cell(3)), turned, false),
            (MouseButton::Middle, false, None, turned, false),
            (MouseButton::Middle, true, None, still, true),
            (MouseButton::Left, false, None, still, false),
        ] {
            let (by, shifted) = pulled(button, shift, over);
            assert!(
                (by - yaw).abs() < 1e-5 && (shifted > 0.001) == moves,
                "{button:?} {shift} {over:?}: {by} {shifted}"
            );
        }
    }
}
