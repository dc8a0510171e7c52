//! What is dragged hangs from the cursor and swings a little, and is set down from there.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_rapier3d::prelude::{ColliderDisabled, RigidBodyDisabled};

use super::clicks::{Pressed, is_drag};
use super::picking::{Aim, hover};
use crate::play::{Pending, Seat};
use crate::session::{Animating, FreeHands, GameSet, LegalActions, Panels, Selection, Session};
use crate::table::animation::set_down;
use crate::table::piece::{PieceIndex, stacks};
use crate::table::schedule::StepSet;

/// How far above the board the foot of what is in hand hangs, m.
const RAISE: f32 = 0.035;

/// How eagerly it follows the cursor, 1/s.
const FOLLOW: f32 = 22.0;

/// How far it swings back, radians for each metre that it is behind, and at most.
const SWING: (f32, f32) = (9.0, 0.5);

/// It hangs from the cursor.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct InHand {
    /// Where its origin goes, m.
    target: Vec3,
    /// How it is turned when it hangs still.
    facing: Quat,
    /// How far it is above the lowest piece in hand, m.
    rise: f32,
}

/// Dragging what may be moved.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (take_up, reach, let_go).chain().after(hover).in_set(GameSet::Input))
        .add_systems(FixedUpdate, hang.in_set(StepSet::Move));
}

/// Takes up what the mouse begins to drag, if a move can begin with it.
fn take_up(
    mut commands: Commands,
    (pressed, legal, session): (Res<Pressed>, Res<LegalActions>, Res<Session>),
    (busy, free, index): (Res<Animating>, Res<FreeHands>, Res<PieceIndex>),
    window: Query<&Window, With<PrimaryWindow>>,
    held: Query<(), With<InHand>>,
    mut hand: ResMut<Selection>,
) {
    let Some((at, aimed)) = pressed.begun() else { return };
    let cursor = window.single().ok().and_then(Window::cursor_position);
    if busy.0 || free.0 || !held.is_empty() || !cursor.is_some_and(|cursor| is_drag(at, cursor)) {
        return;
    }
    let Some(running) = session.running() else { return };
    let (Pending::Decide { seat: Seat::Human, .. }, Some(place)) = (running.pending(), aimed.place) else { return };
    if !legal.0.iter().any(|(_, gesture)| gesture.from == Some(place)) {
        return;
    }
    if hand.held != Some(place) {
        hand.release();
        hand.point(place, running.game(), &legal.0);
        // Who drags a chip lifts it with all that lies on it.
        let counts = hand.counts(&legal.0);
        hand.count = aimed.lifted.filter(|count| counts.contains(count));
    }
    let (Some(base), count) = (index.at(place), hand.count) else { return };
    commands.queue(move |world: &mut World| lift(world, base, count));
}

fn lift(world: &mut World, base: Entity, count: Option<u8>) {
    let mut all = stacks::stack(world, base);
    let lower = count.map_or(0, |count| all.len().saturating_sub(usize::from(count)));
    let mut rise = 0.0;
    for entity in all.split_off(lower) {
        let at = world.get::<Transform>(entity).copied().unwrap_or_default();
        let in_hand = InHand { target: at.translation, facing: at.rotation, rise };
        rise += stacks::shape(world, entity).height();
        // The mouse points at what is under it.
        world.entity_mut(entity).insert((in_hand, RigidBodyDisabled, ColliderDisabled));
    }
}

/// Moves the hand with the cursor.
fn reach(window: Query<&Window, With<PrimaryWindow>>, aim: Aim, mut held: Query<&mut InHand>) {
    if held.is_empty() {
        return;
    }
    let cursor = window.single().ok().and_then(Window::cursor_position);
    let Some(ray) = cursor.and_then(|at| aim.ray(at)) else { return };
    let Some(distance) = ray.intersect_plane(Vec3::Y * RAISE, InfinitePlane3d::new(Vec3::Y)) else { return };
    let point = ray.get_point(distance);
    for mut held in &mut held {
        let target = point + Vec3::Y * held.rise;
        held.set_if_neq(InHand { target, ..*held });
    }
}

/// A step of following: what is behind swings back.
fn hang(time: Res<Time>, mut held: Query<(&InHand, &mut Transform)>) {
    let share = 1.0 - (-FOLLOW * time.delta_secs()).exp();
    for (InHand { target, facing, rise }, mut at) in &mut held {
        let behind = *target - at.translation;
        let tilt = (behind.with_y(0.0) * SWING.0).clamp_length_max(SWING.1);
        let swing = Quat::from_scaled_axis(Vec3::Y.cross(tilt) * -1.0);
        // A stack swings as one.
        let aside = swing * (Vec3::Y * *rise) - Vec3::Y * *rise;
        let next = Transform {
            translation: at.translation + (behind + aside) * share,
            rotation: at.rotation.slerp(swing * *facing, share),
            scale: Vec3::ONE,
        };
        if next.translation.distance(at.translation) > 1e-6 || next.rotation.angle_between(at.rotation) > 1e-4 {
            *at = next;
        }
    }
}

/// What is let go is set down where it belongs, unless a move begins with it.
fn let_go(
    mut commands: Commands,
    (pressed, panels, hand): (Res<Pressed>, Res<Panels>, Res<Selection>),
    held: Query<Entity, With<InHand>>,
) {
    let dragged = pressed.begun().is_some() && hand.held.is_some() && !panels.keyboard;
    if dragged || held.is_empty() {
        return;
    }
    for entity in &held {
        commands.entity(entity).remove::<(InHand, RigidBodyDisabled, ColliderDisabled)>();
        commands.queue(move |world: &mut World| set_down(world, entity));
    }
}
