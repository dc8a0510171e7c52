//! The piece in hand. It rises when it is selected; when dragged, it hangs from the cursor, swings
//! a little, and is set down from there. It moves in real time, independently of the speed of the
//! match.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{ColliderDisabled, RigidBodyDisabled};

use super::clicks::click;
use super::cursor::Cursor;
use super::picking::{Picker, at_height, hover};
use super::press::{CurrentPress, pick_up};
use crate::play::{Pending, Seat};
use crate::session::{Animating, FreeHands, GameSet, LegalActions, NextFrame, Panels, Selection, Session};
use crate::table::animation::{MovingAlong, set_down};
use crate::table::piece::{PieceIndex, stacks};
use crate::table::schedule::frame_seconds;

/// Height of a dragged piece's foot above the board, m.
const RAISE: f32 = 0.035;

/// Height to which a selected piece rises, m.
const RISE: f32 = 0.018;

/// Rate of approach to the cursor, 1/s.
const FOLLOW: f32 = 22.0;

/// Swing of a dragged piece for each metre that it lags behind the cursor, radians.
const SWING: f32 = 9.0;

/// The largest swing, radians.
const MAX_SWING: f32 = 0.5;

/// A piece in hand.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct InHand {
    /// The target of its origin, m.
    target: Vec3,
    /// Its rotation when it hangs still.
    facing: Quat,
    /// Height above the lowest piece in hand, m.
    rise: f32,
    /// Whether it hangs from the cursor.
    dragged: bool,
}

/// Handles the selection and dragging of movable pieces.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (take_up, hold, reach, hang).chain().after(hover).after(click).in_set(GameSet::Input));
}

/// Picks up the piece that the mouse begins to drag, if it can move.
fn take_up(
    (press, legal, session): (Res<CurrentPress>, Res<LegalActions>, Res<Session>),
    (animating, free): (Res<Animating>, Res<FreeHands>),
    cursor: Cursor,
    mut selection: ResMut<Selection>,
) {
    let Some(press) = &press.0 else { return };
    let cursor = cursor.position();
    if animating.0 || free.0 || !cursor.is_some_and(|cursor| press.is_drag(cursor)) {
        return;
    }
    let Some(running) = session.running() else { return };
    let (Pending::Decide { seat: Seat::Human, .. }, Some(place)) = (running.pending(), press.picked.place) else {
        return;
    };
    if selection.held == Some(place) || !legal.0.iter().any(|(_, gesture)| gesture.from == Some(place)) {
        return;
    }
    selection.release();
    // It can move, so there is never a refusal.
    pick_up(&mut selection, press.picked, running.game(), &legal.0);
}

/// Lifts the selected piece, or the chosen part of a stack, and sets down deselected pieces.
fn hold(
    mut commands: Commands,
    (press, panels): (Res<CurrentPress>, Res<Panels>),
    (selection, animating): (Res<Selection>, Res<Animating>),
    (session, free, index): (Res<Session>, Res<FreeHands>, Res<PieceIndex>),
    cursor: Cursor,
    held: Query<(Entity, &InHand)>,
) {
    let may = !animating.0 && !free.0 && session.awaits_person();
    let base = selection.held.filter(|_| may).and_then(|place| index.at(place));
    if base.is_none() && held.is_empty() {
        return;
    }
    let cursor = cursor.position();
    let dragged = !panels.keyboard
        && press
            .0
            .as_ref()
            .zip(cursor)
            .is_some_and(|(press, cursor)| press.picked.place == selection.held && press.is_drag(cursor));
    let now: Vec<(Entity, bool)> = held.iter().map(|(entity, held)| (entity, held.dragged)).collect();
    let count = selection.count;
    commands.queue(move |world: &mut World| {
        let all = base.map(|base| stacks::stack(world, base)).unwrap_or_default();
        let lower = count.map_or(0, |count| all.len().saturating_sub(usize::from(count)));
        let wanted = &all[lower..];
        for (entity, dragged) in now.iter().filter(|(entity, _)| !wanted.contains(entity)) {
            world.entity_mut(*entity).remove::<(InHand, RigidBodyDisabled, ColliderDisabled)>();
            set_down(world, *entity);
            // While another piece moves, it returns immediately, without animation.
            if !dragged
                && world.get::<MovingAlong>(*entity).is_none()
                && let Some(home) = stacks::home(world, *entity)
            {
                world.entity_mut(*entity).insert(home);
            }
        }
        if wanted.len() != now.len() || !wanted.iter().all(|entity| now.contains(&(*entity, dragged))) {
            lift(world, wanted, dragged);
        }
    });
}

fn lift(world: &mut World, wanted: &[Entity], dragged: bool) {
    let mut rise = 0.0;
    for &entity in wanted {
        let home = stacks::home(world, entity).unwrap_or_default();
        let target = home.translation + Vec3::Y * RISE;
        let in_hand = InHand { target, facing: home.rotation, rise, dragged };
        rise += stacks::shape(world, entity).height();
        let mut entity = world.entity_mut(entity);
        entity.insert(in_hand);
        if dragged {
            // The mouse points at the cell below it.
            entity.insert((RigidBodyDisabled, ColliderDisabled));
        } else {
            entity.remove::<(RigidBodyDisabled, ColliderDisabled)>();
        }
    }
}

/// Moves the hand with the cursor.
fn reach(cursor: Cursor, picker: Picker, mut held: Query<&mut InHand>) {
    if held.is_empty() {
        return;
    }
    let cursor = cursor.position();
    let Some(ray) = cursor.and_then(|at| picker.ray(at)) else { return };
    let Some(point) = at_height(ray, RAISE) else { return };
    for mut held in &mut held {
        if held.dragged {
            let target = point + Vec3::Y * held.rise;
            held.set_if_neq(InHand { target, ..*held });
        }
    }
}

/// Moves pieces in hand towards their targets; they swing back as they lag behind.
fn hang(time: Res<Time<Real>>, mut held: Query<(&InHand, &mut Transform)>, mut frame: ResMut<NextFrame>) {
    let share = 1.0 - (-FOLLOW * frame_seconds(&time)).exp();
    for (InHand { target, facing, rise, dragged }, mut at) in &mut held {
        let behind = *target - at.translation;
        let tilt = (behind.with_y(0.0) * SWING).clamp_length_max(MAX_SWING);
        let swing = if *dragged { Quat::from_scaled_axis(Vec3::Y.cross(tilt) * -1.0) } else { Quat::IDENTITY };
        // A stack swings as a rigid body.
        let aside = swing * (Vec3::Y * *rise) - Vec3::Y * *rise;
        let next = Transform {
            translation: at.translation + (behind + aside) * share,
            rotation: at.rotation.slerp(swing * *facing, share),
            scale: Vec3::ONE,
        };
        // Componentwise: `angle_between` of nearly equal rotations is off by up to 0.0005.
        if next.translation.distance(at.translation) > 1e-6 || !next.rotation.abs_diff_eq(at.rotation, 1e-5) {
            *at = next;
            // An idle window would stop half-way.
            frame.request(0.0);
        }
    }
}
