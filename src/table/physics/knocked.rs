//! Struck pieces: they become loose bodies, and lie or roll until they are carried home.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Velocity};

use super::between_steps::LastStep;
use crate::table::schedule::StepSet;

/// A body below this speed, m/s, and below [`SLOW_TURN`] counts as slow.
const SLOW: f32 = 0.02;
/// Angular speed of a slow body, rad/s.
const SLOW_TURN: f32 = 0.6;

/// Time for which a body has to be slow to count as at rest, s.
const STILL: f32 = 0.05;

/// A captured piece with a known future blow.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Struck {
    /// Time until the blow, s.
    pub after: f32,
    /// Velocity after the blow.
    pub velocity: Velocity,
}

/// A loose piece that goes home when it comes to rest or its time runs out.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(LastStep)]
pub struct Knocked {
    /// Remaining time, s.
    pub left: f32,
    /// Time for which it has been slow, s.
    slow: f32,
}

impl Knocked {
    /// The longest tumble of a piece, s.
    pub const TUMBLE: f32 = 0.65;

    /// Whether the piece should be carried home.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left <= 0.0 || self.slow >= STILL
    }
}

/// Strikes pieces when their blow is due.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (strike.in_set(StepSet::Move), watch.in_set(StepSet::Settle)));
}

fn strike(mut commands: Commands, time: Res<Time>, mut struck: Query<(Entity, &mut Struck, &mut RigidBody)>) {
    for (entity, mut blow, mut body) in &mut struck {
        blow.after -= time.delta_secs();
        if blow.after <= 0.0 {
            *body = RigidBody::Dynamic;
            let knocked = Knocked { left: Knocked::TUMBLE, slow: 0.0 };
            commands.entity(entity).remove::<Struck>().insert((blow.velocity, knocked));
        }
    }
}

fn watch(time: Res<Time>, mut knocked: Query<(&mut Knocked, &Velocity)>) {
    for (mut knocked, velocity) in &mut knocked {
        let slow = velocity.linear.length() < SLOW && velocity.angular.length() < SLOW_TURN;
        knocked.slow = if slow { knocked.slow + time.delta_secs() } else { 0.0 };
        knocked.left -= time.delta_secs();
    }
}
