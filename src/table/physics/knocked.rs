//! Pieces that are struck: they become loose bodies, and lie or roll until they are carried home.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Velocity};

use super::between_steps::LastStep;
use crate::table::schedule::StepSet;

/// A body slower than this, m/s, and turning slower than this, rad/s, lies still.
const SLOW: f32 = 0.02;
const SLOW_TURN: f32 = 0.6;

/// For how long a body has to be slow to lie still, s.
const STILL: f32 = 0.05;

/// A captured piece that will be struck: when and how is known.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Struck {
    /// When, s from now.
    pub after: f32,
    /// How it moves then.
    pub velocity: Velocity,
}

/// A loose piece that goes home when it lies still, or when it has had its time.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(LastStep)]
pub struct Knocked {
    /// How long it may go on, s.
    pub left: f32,
    /// For how long it has been slow, s.
    slow: f32,
}

impl Knocked {
    /// How long pieces tumble at most, s.
    pub const TUMBLE: f32 = 0.65;

    /// Whether it is time to carry it home.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left <= 0.0 || self.slow >= STILL
    }
}

/// Lets pieces be struck when it is time.
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
