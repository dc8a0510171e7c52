//! What is in hand: it rises where it is held; dragged, it hangs from the cursor and swings a little, and is set down from there.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_rapier3d::prelude::{ColliderDisabled, RigidBodyDisabled};

use super::clicks::{Pressed, click, is_drag};
use super::picking::{Aim, hover};
use crate::play::{Pending, Seat};
use crate::session::{Animating, FreeHands, GameSet, LegalActions, Panels, Selection, Session};
use crate::table::animation::{MovingAlong, set_down};
use crate::table::piece::{PieceIndex, stacks};
use crate::table::schedule::StepSet;

/// How far above the board the foot of what is dragged hangs, m.
const RAISE: f32 = 0.035;

/// How far what is held rises, m.
const RISE: f32 = 0.018;

/// How eagerly it follows the cursor, 1/s.
const FOLLOW: f32 = 22.0;

/// How far it swings back, radians for each metre that it is behind, and at most.
const SWING: (f32, f32) = (9.0, 0.5);

/// It is in hand.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct InHand {
    /// Where its origin goes, m.
    target: Vec3,
    /// How it is turned when it hangs still.
    facing: Quat,
    /// How far it is above the lowest piece in hand, m.
    rise: f32,
    /// Whether it hangs from the cursor.
    dragged: bool,
}

/// Holding and dragging what may be moved.
pub fn plugin(app: &mut App) {
    app.add_message::<RequestRedraw>()
        .add_systems(Update, (take_up, hold, reach).chain().after(hover).after(click).in_set(GameSet::Input))
        .add_systems(FixedUpdate, hang.in_set(StepSet::Move));
}

/// Holds what the mouse begins to drag, if a move can begin with it.
fn take_up(
    (pressed, legal, session): (Res<Pressed>, Res<LegalActions>, Res<Session>),
    (busy, free): (Res<Animating>, Res<FreeHands>),
    window: Query<&Window, With<PrimaryWindow>>,
    mut hand: ResMut<Selection>,
) {
    let Some((at, aimed)) = pressed.begun() else { return };
    let cursor = window.single().ok().and_then(Window::cursor_position);
    if busy.0 || free.0 || !cursor.is_some_and(|cursor| is_drag(at, cursor)) {
        return;
    }
    let Some(running) = session.running() else { return };
    let (Pending::Decide { seat: Seat::Human, .. }, Some(place)) = (running.pending(), aimed.place) else { return };
    if hand.held == Some(place) || !legal.0.iter().any(|(_, gesture)| gesture.from == Some(place)) {
        return;
    }
    hand.release();
    hand.point(place, running.game(), &legal.0);
    // Who drags a chip lifts it with all that lies on it.
    let counts = hand.counts(&legal.0);
    hand.count = aimed.lifted.filter(|count| counts.contains(count));
}

/// Lifts what is held, as much of a stack as is chosen, and sets down what is not.
fn hold(
    mut commands: Commands,
    (pressed, panels, hand, busy): (Res<Pressed>, Res<Panels>, Res<Selection>, Res<Animating>),
    (session, free, index): (Res<Session>, Res<FreeHands>, Res<PieceIndex>),
    window: Query<&Window, With<PrimaryWindow>>,
    held: Query<(Entity, &InHand)>,
) {
    let decides = |running: &crate::play::Match| matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. });
    let may = !busy.0 && !free.0 && session.running().is_some_and(decides);
    let base = hand.held.filter(|_| may).and_then(|place| index.at(place));
    if base.is_none() && held.is_empty() {
        return;
    }
    let cursor = window.single().ok().and_then(Window::cursor_position);
    let dragged = !panels.keyboard
        && pressed
            .begun()
            .zip(cursor)
            .is_some_and(|((at, aimed), cursor)| aimed.place == hand.held && is_drag(at, cursor));
    let now: Vec<(Entity, bool)> = held.iter().map(|(entity, held)| (entity, held.dragged)).collect();
    let count = hand.count;
    commands.queue(move |world: &mut World| {
        let all = base.map(|base| stacks::stack(world, base)).unwrap_or_default();
        let lower = count.map_or(0, |count| all.len().saturating_sub(usize::from(count)));
        let wanted = &all[lower..];
        for (entity, dragged) in now.iter().filter(|(entity, _)| !wanted.contains(entity)) {
            world.entity_mut(*entity).remove::<(InHand, RigidBodyDisabled, ColliderDisabled)>();
            set_down(world, *entity);
            // While something else moves, nothing is set down in sight.
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
            // The mouse points at what is under it.
            entity.insert((RigidBodyDisabled, ColliderDisabled));
        } else {
            entity.remove::<(RigidBodyDisabled, ColliderDisabled)>();
        }
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
        if held.dragged {
            let target = point + Vec3::Y * held.rise;
            held.set_if_neq(InHand { target, ..*held });
        }
    }
}

/// A step of following: what is behind swings back.
fn hang(time: Res<Time>, mut held: Query<(&InHand, &mut Transform)>, mut redraw: MessageWriter<RequestRedraw>) {
    let share = 1.0 - (-FOLLOW * time.delta_secs()).exp();
    for (InHand { target, facing, rise, dragged }, mut at) in &mut held {
        let behind = *target - at.translation;
        let tilt = (behind.with_y(0.0) * SWING.0).clamp_length_max(SWING.1);
        let swing = if *dragged { Quat::from_scaled_axis(Vec3::Y.cross(tilt) * -1.0) } else { Quat::IDENTITY };
        // A stack swings as one.
        let aside = swing * (Vec3::Y * *rise) - Vec3::Y * *rise;
        let next = Transform {
            translation: at.translation + (behind + aside) * share,
            rotation: at.rotation.slerp(swing * *facing, share),
            scale: Vec3::ONE,
        };
        // By components: the angle between two rotations that are all but the same is told as up to half a thousandth.
        if next.translation.distance(at.translation) > 1e-6 || !next.rotation.abs_diff_eq(at.rotation, 1e-5) {
            *at = next;
            // An idle window would stop half-way.
            redraw.write(RequestRedraw);
        }
    }
}
