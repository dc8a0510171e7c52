//! Free hands: everything on the table is loose, can be grabbed, thrown, shaken and flipped. Where things belong stays what it
//! was, and so does the position.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Sleeping, Velocity};

use crate::table::layout::Board;
use crate::table::piece::{Boxed, GrainSeed, Piece};
use crate::table::schedule::StepSet;

/// A thing that is loose and perhaps no longer where it belongs.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Astray;

/// A thing that a hand holds.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Grabbed {
    /// Where on the thing the hand holds it, in the thing's own space, m.
    pub hold: Vec3,
    /// Where the hand is, m.
    pub hand: Vec3,
}

/// How eagerly a thing follows the hand, 1/s, and how fast it does so at most, m/s.
const FOLLOW: (f32, f32) = (18.0, 2.5);

/// What is left of the spin of a thing in hand after one step.
const CALM: f32 = 0.92;

/// Hands pull what they hold.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, pull.in_set(StepSet::Move));
}

fn pull(mut grabbed: Query<(&Grabbed, &Transform, &mut Velocity)>) {
    for (Grabbed { hold, hand }, at, mut velocity) in &mut grabbed {
        let linear = ((*hand - at.transform_point(*hold)) * FOLLOW.0).clamp_length_max(FOLLOW.1);
        let wanted = Velocity { linear, angular: velocity.angular * CALM };
        velocity.set_if_neq(wanted);
    }
}

/// Makes everything loose that is a piece in play and stands where it belongs.
pub fn free(world: &mut World) {
    let mut pieces = world.query_filtered::<Entity, (With<Piece>, Without<Boxed>, Without<Astray>)>();
    let pieces: Vec<_> = pieces.iter(world).collect();
    for entity in pieces {
        let loose = (Astray, RigidBody::Dynamic, Velocity::zero(), Sleeping::default());
        world.entity_mut(entity).insert(loose);
    }
}

/// A push for everything that is loose, no two alike: `up` and to all sides, m/s.
fn toss(world: &mut World, up: f32, aside: f32, way: Vec3) {
    let mut loose = world.query_filtered::<(&GrainSeed, &mut Velocity), With<Astray>>();
    for (GrainSeed(seed), mut velocity) in loose.iter_mut(world) {
        let chance = f32::from(*seed);
        let (turn, high) = (chance * 2.4, 0.75 + 0.25 * (chance * 1.7).sin());
        velocity.linear += Vec3::Y * up * high + Vec3::new(turn.cos(), 0.0, turn.sin()) * aside + way * high;
        velocity.angular += Vec3::new((chance * 3.1).sin(), (chance * 1.3).sin(), (chance * 2.3).sin()) * 30.0 * aside;
    }
}

/// Shakes the table.
pub fn shake(world: &mut World) {
    free(world);
    toss(world, 0.35, 0.22, Vec3::ZERO);
}

/// Flips the board over, with everything on it.
pub fn flip(world: &mut World) {
    free(world);
    toss(world, 1.3, 0.35, Vec3::NEG_Z * 0.5);
    let mut boards = world.query_filtered::<Entity, With<Board>>();
    let boards: Vec<_> = boards.iter(world).collect();
    for entity in boards {
        let velocity = Velocity { linear: Vec3::new(0.0, 1.25, -0.35), angular: Vec3::new(-5.5, 0.4, 0.3) };
        world.entity_mut(entity).insert((Astray, RigidBody::Dynamic, velocity, Sleeping::default()));
    }
}
