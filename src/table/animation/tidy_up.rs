//! What free hands have moved goes back to where it belongs, in sight.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Sleeping, Velocity};

use super::capture_animation::carried;
use super::event_animation::pose;
use super::motion_path::{MotionPath, MovingAlong};
use super::movement;
use super::queue::{is_brief, is_reduced};
use crate::table::layout::bodies::UNTOUCHABLE;
use crate::table::layout::{Board, Places};
use crate::table::physics::{Astray, Grabbed};
use crate::table::piece::stacks;
use crate::table::schedule::STEP;

/// How long it takes to carry a thing home, how much longer the next one takes, and how much at most, s.
const CARRY: (f32, f32, f32) = (0.55, 0.02, 0.8);

/// Where the board lies elsewhere, everything else waits over its place, so high, m, until the board has come: how long that
/// takes to rise, when the board leaves and how long it takes, and how long the rest takes to be set down, s.
const HOVER: f32 = 0.34;
const RISE: f32 = 0.7;
const BOARD: (f32, f32) = (0.4, 0.8);
const DESCENT: f32 = 0.5;

/// What lies no further from where it belongs than this, m, is only put straight.
const NEAR: f32 = 0.0005;

/// Where a thing belongs that free hands can move.
fn home(world: &World, entity: Entity) -> Option<Transform> {
    let board = world.get::<Board>(entity).and_then(|board| board.home(&world.resource::<Places>().layout));
    board.or_else(|| stacks::home(world, entity))
}

fn astray(world: &mut World) -> Vec<Entity> {
    let mut astray = world.query_filtered::<Entity, With<Astray>>();
    let mut astray: Vec<_> = astray.iter(world).collect();
    astray.sort_unstable();
    astray
}

/// Carries everything home that is loose.
pub(super) fn tidy_up(world: &mut World) {
    if is_brief(world) && !is_reduced(world) {
        at_once(world);
        return;
    }
    let mut nth = 0.0;
    let astray = astray(world);
    let far =
        |entity: &Entity| world.get::<Board>(*entity).is_some() && !is_home(pose(world, *entity), home(world, *entity));
    let board_comes = astray.iter().any(far);
    for entity in astray {
        let velocity = world.get::<Velocity>(entity).copied().unwrap_or_default();
        world.entity_mut(entity).remove::<(Astray, Grabbed, Velocity, Sleeping)>();
        let (start, Some(end)) = (pose(world, entity), home(world, entity)) else { continue };
        let is_board = world.get::<Board>(entity).is_some();
        if is_home(start, Some(end)) && (is_board || !board_comes) {
            world.entity_mut(entity).insert((RigidBody::Fixed, end));
            continue;
        }
        let moving = if is_board {
            MovingAlong::new(MotionPath::Sampled, carried(start, velocity, end, BOARD.1), BOARD.1).after(BOARD.0)
        } else if board_comes {
            let way = over_the_board(start, velocity, end);
            let seconds = STEP * (way.len() - 1) as f32;
            MovingAlong::new(MotionPath::Sampled, way, seconds)
        } else {
            let seconds = CARRY.0 + (CARRY.1 * nth).min(CARRY.2);
            nth += 1.0;
            MovingAlong::new(MotionPath::Sampled, carried(start, velocity, end, seconds), seconds)
        };
        let moving = if is_reduced(world) { moving.faded() } else { moving };
        world.entity_mut(entity).insert(UNTOUCHABLE);
        movement::start(world, entity, moving);
    }
}

fn is_home(at: Transform, home: Option<Transform>) -> bool {
    home.is_some_and(|home| {
        at.translation.distance(home.translation) < NEAR && at.rotation.dot(home.rotation).abs() > 0.9999
    })
}

/// Up from where something lies to over its place, a wait there, and down: a pose a step.
fn over_the_board(start: Transform, velocity: Velocity, end: Transform) -> Vec<Transform> {
    let over = end.with_translation(end.translation + Vec3::Y * HOVER);
    let wait = ((BOARD.0 + BOARD.1 - RISE) / STEP) as usize;
    let steps = (DESCENT / STEP) as u16;
    let down = (1..=steps).map(|step| {
        let share = f32::from(step) / f32::from(steps);
        let left = 1.0 - share * share * (3.0 - 2.0 * share);
        end.with_translation(end.translation + Vec3::Y * HOVER * left)
    });
    let rising = carried(start, velocity, over, RISE);
    rising.into_iter().chain(std::iter::repeat_n(over, wait)).chain(down).collect()
}

/// Puts everything home that is loose.
pub(super) fn at_once(world: &mut World) {
    for entity in astray(world) {
        let end = home(world, entity).unwrap_or_else(|| pose(world, entity));
        world.entity_mut(entity).remove::<(Astray, Grabbed, Velocity, Sleeping)>().insert((RigidBody::Fixed, end));
    }
}
