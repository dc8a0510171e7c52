//! What free hands have moved goes back to where it belongs, in sight.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Sleeping, Velocity};

use super::capture_animation::carried;
use super::event_animation::pose;
use super::motion_path::{self, MotionPath, MovingAlong};
use super::queue::{is_brief, is_reduced};
use crate::table::layout::bodies::UNTOUCHABLE;
use crate::table::layout::{Board, Places};
use crate::table::physics::{Astray, Grabbed};
use crate::table::piece::stacks;

/// How long it takes to carry a thing home, how much longer the next one takes, and how much at most, s.
const CARRY: (f32, f32, f32) = (0.55, 0.02, 0.8);

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
    for entity in astray(world) {
        let velocity = world.get::<Velocity>(entity).copied().unwrap_or_default();
        world.entity_mut(entity).remove::<(Astray, Grabbed, Velocity, Sleeping)>();
        let (start, Some(end)) = (pose(world, entity), home(world, entity)) else { continue };
        let still =
            start.translation.distance(end.translation) < NEAR && start.rotation.dot(end.rotation).abs() > 0.9999;
        if still {
            world.entity_mut(entity).insert((RigidBody::Fixed, end));
            continue;
        }
        let seconds = CARRY.0 + (CARRY.1 * nth).min(CARRY.2);
        nth += 1.0;
        let moving = MovingAlong::new(MotionPath::Sampled, carried(start, velocity, end, seconds), seconds);
        let moving = if is_reduced(world) { moving.faded() } else { moving };
        world.entity_mut(entity).insert(UNTOUCHABLE);
        motion_path::start(world, entity, moving);
    }
}

/// Puts everything home that is loose.
pub(super) fn at_once(world: &mut World) {
    for entity in astray(world) {
        let end = home(world, entity).unwrap_or_else(|| pose(world, entity));
        world.entity_mut(entity).remove::<(Astray, Grabbed, Velocity, Sleeping)>().insert((RigidBody::Fixed, end));
    }
}
