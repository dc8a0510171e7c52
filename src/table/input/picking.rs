//! What the mouse means: which place it points at, clicks, drags and the flick that throws a die.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::lift;
use crate::dice::{Flick, tray};
use crate::engine::Place;
use crate::play::{Pending, Seat};
use crate::session::{
    Animating, Annotations, GameSet, Intent, Notification, Panels, PlayerCommand, Selection, Session, Showing,
};
use crate::table::layout::{Places, on_table, world};
use crate::table::piece::index::Pieces;

/// Radius of the upright cylinder by which a piece is hit, m: pieces are slim, and pointing at them should be easy.
const REACH: f32 = 0.015;

/// Further than so many logical pixels the mouse was dragged, not clicked.
const DRAG: f32 = 8.0;

/// Mouse buttons on the table.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pressed>()
        .add_systems(Update, press.in_set(GameSet::Input))
        .add_plugins((lift::plugin, super::annotation_input::plugin));
}

/// Where and when the left button went down.
#[derive(Resource, Default)]
pub struct Pressed(Option<Press>);

struct Press {
    at: Vec2,
    ray: Ray3d,
    /// MarkTarget the table plane.
    point: Option<Vec3>,
    place: Option<Place>,
    seconds: f32,
}

/// The place that a ray hits first: a piece, or else the cell where it meets the board.
#[must_use]
pub fn pointed(ray: Ray3d, pieces: &Pieces, places: &Places) -> Option<Place> {
    let hit = |(entity, place): (Entity, Place)| {
        let foot = pieces.standing(entity, place, places).translation;
        Some((through_cylinder(ray, foot, REACH, pieces.height(entity))?, place))
    };
    let piece = pieces.iter().filter_map(hit).min_by(|(a, _), (b, _)| a.total_cmp(b));
    piece.map(|(_, place)| place).or_else(|| {
        let point = on_plane(ray)?;
        places.layout.cell_at(on_table(point)).map(Place::Cell)
    })
}

/// Where a ray meets the plane of the cells.
#[must_use]
pub fn on_plane(ray: Ray3d) -> Option<Vec3> {
    ray.intersect_plane(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y)).map(|distance| ray.get_point(distance))
}

/// How far along a ray it enters an upright cylinder, all in m.
pub(in crate::table) fn through_cylinder(ray: Ray3d, foot: Vec3, radius: f32, height: f32) -> Option<f32> {
    let (from, along) = (ray.origin - foot, *ray.direction);
    let (a, b) = (along.x * along.x + along.z * along.z, from.x * along.x + from.z * along.z);
    let c = from.x * from.x + from.z * from.z - radius * radius;
    // Between entering and leaving the endless cylinder, and between floor and top.
    let (mut enter, mut leave) = (0.0_f32, f32::INFINITY);
    if a > 1e-9 {
        let root = (b * b - a * c).max(-1.0);
        if root < 0.0 {
            return None;
        }
        (enter, leave) = (enter.max((-b - root.sqrt()) / a), leave.min((-b + root.sqrt()) / a));
    } else if c > 0.0 {
        return None;
    }
    if along.y.abs() > 1e-9 {
        let (floor, top) = (-from.y / along.y, (height - from.y) / along.y);
        (enter, leave) = (enter.max(floor.min(top)), leave.min(floor.max(top)));
    }
    (enter < leave).then_some(enter)
}

type Eye<'w, 's> = Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera3d>>;

/// Reads the left mouse button.
pub fn press(
    time: Res<Time>,
    buttons: Res<ButtonInput<MouseButton>>,
    window: Query<&Window, With<PrimaryWindow>>,
    eye: Eye,
    (pieces, places, panels, busy): (Res<Pieces>, Res<Places>, Res<Panels>, Res<Animating>),
    session: Res<Session>,
    mut pressed: ResMut<Pressed>,
    (mut hand, mut sketch): (ResMut<Selection>, ResMut<Annotations>),
    mut asks: MessageWriter<PlayerCommand>,
    mut told: MessageWriter<Notification>,
) {
    let (Ok(window), Ok((camera, transform))) = (window.single(), eye.single()) else { return };
    let Some(at) = window.cursor_position() else { return };
    let Ok(ray) = camera.viewport_to_world(transform, at) else { return };
    let place = pointed(ray, &pieces, &places).filter(|_| !panels.pointer);
    let hover = place.and_then(|place| if let Place::Cell(cell) = place { Some(cell) } else { None });
    if hand.hover != hover {
        hand.hover = hover;
    }
    if buttons.just_pressed(MouseButton::Left) {
        let inside = !panels.pointer;
        let seconds = time.elapsed_secs();
        pressed.0 = inside.then(|| Press { at, ray, point: on_plane(ray), place, seconds });
    }
    if !buttons.just_released(MouseButton::Left) {
        return;
    }
    let Some(press) = pressed.0.take() else { return };
    let dragged = at.distance(press.at) > DRAG;
    if !dragged && press.place.is_none() && !in_tray(press.point, &places) {
        sketch.bypass_change_detection().clear().then(|| sketch.set_changed());
    }
    if busy.0 {
        asks.write(PlayerCommand::Skip);
        return;
    }
    let Showing::Match(running) = &session.showing else { return };
    match running.due() {
        Pending::Throw { seat: Seat::Human, cell, .. } => {
            let flick = on_plane(ray).zip(press.point).filter(|_| dragged).map(|(to, from)| {
                let way = places.to_tray(to - from);
                let seconds = (time.elapsed_secs() - press.seconds).max(0.02);
                Flick { direction: [way.x, way.y], speed: way.length() / seconds }
            });
            let meant = press.place.is_some() && press.place == cell.map(Place::Cell) || in_tray(press.point, &places);
            if meant || flick.is_some() {
                asks.write(PlayerCommand::Throw(flick));
            } else if place.is_some() {
                told.write(Notification::new(
                    "A die has to be thrown first: click the tray, flick with the mouse, or press Space",
                ));
            }
        }
        Pending::Decide { seat: Seat::Human, .. } => {
            if dragged
                && hand.held.is_none()
                && let Some(from) = press.place
            {
                say(hand.point(from, running.game()), &mut asks, &mut told);
                let pieces = running.game().pieces();
                let piece = pieces.iter().find(|piece| Some(piece.place) == hand.held);
                let grabbed = piece.and_then(|piece| lift::grabbed(press.ray, places.place(from, 0), &piece.look));
                let counts = hand.counts(&running.game().gestures());
                hand.count = grabbed.filter(|count| counts.contains(count));
            }
            match place {
                Some(place) if !dragged || hand.held.is_some() && press.place != Some(place) => {
                    say(hand.point(place, running.game()), &mut asks, &mut told);
                }
                _ => hand.release(),
            }
        }
        _ => {}
    }
}

fn say(intent: Intent, asks: &mut MessageWriter<PlayerCommand>, told: &mut MessageWriter<Notification>) {
    match intent {
        Intent::Act(action) => {
            asks.write(PlayerCommand::Act(action));
        }
        Intent::Refused(words) => {
            told.write(words);
        }
        Intent::Nothing | Intent::Changed => {}
    }
}

fn in_tray(point: Option<Vec3>, places: &Places) -> bool {
    point.is_some_and(|point| {
        let from = places.to_tray(point - world(places.tray()));
        from.x.abs() < tray::LENGTH / 2.0 && from.y.abs() < tray::WIDTH / 2.0
    })
}
