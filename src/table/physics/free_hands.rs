//! Free hands: everything on the table is loose and can be grabbed, thrown, shaken and flipped. The
//! homes of pieces and the position do not change.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Sleeping, Velocity};

use super::between_steps::LastStep;
use crate::table::layout::BoardPart;
use crate::table::piece::{Boxed, GrainSeed, TablePiece};
use crate::table::schedule::StepSet;

/// A loose object, possibly away from its home.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(LastStep)]
pub struct Loose;

/// An object held by a hand.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Grabbed {
    /// The grabbed point, in the object's own space, m.
    pub hold: Vec3,
    /// The position of the hand, m.
    pub hand: Vec3,
}

/// Rate at which an object follows the hand, 1/s.
const FOLLOW: f32 = 18.0;

/// The highest speed of a held object, m/s.
const MAX_SPEED: f32 = 2.5;

/// The fraction of a held object's spin that remains after one step.
const SPIN_DAMPING: f32 = 0.92;

/// Pulls held objects to the hand.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, pull.in_set(StepSet::Move));
}

fn pull(mut grabbed: Query<(&Grabbed, &Transform, &mut Velocity)>) {
    for (Grabbed { hold, hand }, at, mut velocity) in &mut grabbed {
        let linear = ((*hand - at.transform_point(*hold)) * FOLLOW).clamp_length_max(MAX_SPEED);
        let wanted = Velocity { linear, angular: velocity.angular * SPIN_DAMPING };
        velocity.set_if_neq(wanted);
    }
}

/// Makes every piece in play loose.
pub fn loosen(world: &mut World) {
    let mut pieces = world.query_filtered::<Entity, (With<TablePiece>, Without<Boxed>, Without<Loose>)>();
    let pieces: Vec<_> = pieces.iter(world).collect();
    for entity in pieces {
        let loose = (Loose, RigidBody::Dynamic, Velocity::zero(), Sleeping::default());
        world.entity_mut(entity).insert(loose);
    }
}

/// Pushes every loose object differently: up, sideways and `along`, m/s.
fn toss(world: &mut World, up: f32, aside: f32, along: Vec3) {
    let mut loose = world.query_filtered::<(&GrainSeed, &mut Velocity), With<Loose>>();
    for (seed, mut velocity) in loose.iter_mut(world) {
        let chance = f32::from(seed.pattern());
        let (turn, high) = (chance * 2.4, 0.75 + 0.25 * (chance * 1.7).sin());
        velocity.linear += Vec3::Y * up * high + Vec3::new(turn.cos(), 0.0, turn.sin()) * aside + along * high;
        velocity.angular += Vec3::new((chance * 3.1).sin(), (chance * 1.3).sin(), (chance * 2.3).sin()) * 30.0 * aside;
    }
}

/// Shakes the table.
pub fn shake(world: &mut World) {
    loosen(world);
    toss(world, 0.35, 0.22, Vec3::ZERO);
}

/// Flips the board over, with everything on it.
pub fn flip(world: &mut World) {
    loosen(world);
    toss(world, 1.3, 0.35, Vec3::NEG_Z * 0.5);
    let mut boards = world.query_filtered::<Entity, With<BoardPart>>();
    let boards: Vec<_> = boards.iter(world).collect();
    for entity in boards {
        let velocity = Velocity { linear: Vec3::new(0.0, 1.25, -0.35), angular: Vec3::new(-5.5, 0.4, 0.3) };
        world.entity_mut(entity).insert((Loose, RigidBody::Dynamic, velocity, Sleeping::default()));
    }
}
