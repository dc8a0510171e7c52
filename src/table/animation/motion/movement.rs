//! Moves objects along their paths in steps of simulated time, draws them smoothly between steps,
//! and can finish all movements immediately.

use bevy::app::RunFixedMainLoopSystems::BeforeFixedMainLoop;
use bevy::prelude::*;
use bevy_rapier3d::prelude::{CollisionGroups, RigidBody, Velocity};

use super::pace::Pace;
use super::path::{EffectBall, MovingAlong};
use super::sounds;
use crate::session::{PlaySound, Settings};
use crate::table::layout::bodies::TOUCHABLE;
use crate::table::physics::{Knocked, Struck};
use crate::table::piece::{DrawnScale, TablePiece, stacks};
use crate::table::schedule::{FrameSet, StepSet};

/// An object that moves along with a section or tray.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct RidesOn {
    /// The section or tray.
    pub carrier: Entity,
    /// The pose relative to the carrier.
    pub place: Transform,
}

/// Commands that start movements.
pub trait StartMoving {
    /// Starts a movement from the current pose; with reduced motion it fades.
    fn start(&mut self, entity: Entity, moving: MovingAlong);
    /// Makes an object ride on a carrier, at a pose relative to it.
    fn ride(&mut self, entity: Entity, carrier: Entity, place: Transform);
}

impl StartMoving for Commands<'_, '_> {
    fn start(&mut self, entity: Entity, moving: MovingAlong) {
        self.queue(move |world: &mut World| start(world, entity, moving));
    }

    fn ride(&mut self, entity: Entity, carrier: Entity, place: Transform) {
        self.entity(entity).insert((RidesOn { carrier, place }, RigidBody::KinematicPositionBased));
    }
}

/// Advances all movements.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, (step, carry, alight).chain().in_set(StepSet::Move))
        .add_systems(RunFixedMainLoop, (return_to_step, carry).chain().in_set(BeforeFixedMainLoop))
        .add_systems(Update, (draw_between_steps, carry).chain().after(FrameSet::Read).before(FrameSet::Dress));
}

/// Starts a movement from the current pose; with reduced motion it fades.
pub fn start(world: &mut World, entity: Entity, moving: MovingAlong) {
    let moving = if *world.resource::<Pace>() == Pace::Faded { moving.faded() } else { moving };
    if let Some(mut body) = world.get_mut::<RigidBody>(entity) {
        *body = RigidBody::KinematicPositionBased;
    }
    world.entity_mut(entity).insert(moving);
}

type Mover<'a> =
    (Entity, &'a mut MovingAlong, &'a mut Transform, Option<&'a mut DrawnScale>, Has<EffectBall>, Has<TablePiece>);

/// Advances all movements by one step.
fn step(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut movers: Query<Mover>,
    mut bodies: Query<(&mut RigidBody, &CollisionGroups)>,
    mut noises: MessageWriter<PlaySound>,
) {
    for (entity, mut moving, mut transform, scale, effect, piece) in &mut movers {
        let pose = moving.advance(time.delta_secs());
        noises.write_batch(sounds::due(&mut moving, Some(settings.speed)));
        place(pose, &mut transform, scale, piece);
        if moving.left() > 0.0 {
            continue;
        }
        if effect {
            commands.entity(entity).despawn();
            continue;
        }
        commands.entity(entity).remove::<MovingAlong>();
        if let Ok((mut body, groups)) = bodies.get_mut(entity) {
            *body = RigidBody::Fixed;
            if *groups != TOUCHABLE {
                commands.entity(entity).insert(TOUCHABLE);
            }
        }
    }
}

/// Sets the pose. Bodies keep their size; only the drawn parts of a piece are scaled.
fn place(pose: Transform, transform: &mut Mut<Transform>, scale: Option<Mut<DrawnScale>>, piece: bool) {
    let own = if piece { pose.with_scale(Vec3::ONE) } else { pose };
    transform.set_if_neq(own);
    if let Some(mut scale) = scale {
        scale.set_if_neq(DrawnScale(pose.scale.x));
    }
}

/// The pose of a rider, and its scale, which equals its carrier's.
fn ridden(carrier: &Transform, place: Transform) -> (Transform, DrawnScale) {
    (carrier.with_scale(Vec3::ONE) * place, DrawnScale(carrier.scale.x))
}

/// Moves riders along with their carriers.
fn carry(
    carriers: Query<&Transform, Without<RidesOn>>,
    mut riders: Query<(&RidesOn, &mut Transform, Option<&mut DrawnScale>)>,
) {
    for (RidesOn { carrier, place }, mut transform, drawn) in &mut riders {
        let Ok(carrier) = carriers.get(*carrier) else { continue };
        let (pose, scale) = ridden(carrier, *place);
        transform.set_if_neq(pose);
        if let Some(mut drawn) = drawn {
            drawn.set_if_neq(scale);
        }
    }
}

/// Releases the riders of carriers that have stopped or no longer exist.
fn alight(
    mut commands: Commands,
    moving: Query<(), With<MovingAlong>>,
    mut riders: Query<(Entity, &RidesOn, &mut RigidBody)>,
) {
    for (entity, rides, mut body) in &mut riders {
        if !moving.contains(rides.carrier) {
            *body = RigidBody::Fixed;
            commands.entity(entity).remove::<RidesOn>();
        }
    }
}

type Drawn<'a> = (&'a MovingAlong, &'a mut Transform, Option<&'a mut DrawnScale>, Has<TablePiece>);

/// Poses objects on their paths between steps: motion is smooth at any speed and refresh rate.
fn draw_between_steps(fixed: Res<Time<Fixed>>, mut movers: Query<Drawn>) {
    let since = fixed.overstep().as_secs_f32();
    for (moving, mut transform, scale, piece) in &mut movers {
        place(moving.after_step(since), &mut transform, scale, piece);
    }
}

/// Returns to the poses of the last step before the simulation continues.
fn return_to_step(mut movers: Query<Drawn>) {
    for (moving, mut transform, scale, piece) in &mut movers {
        place(moving.after_step(0.0), &mut transform, scale, piece);
    }
}

/// Ends every movement immediately at its last pose; struck and loose pieces go home.
pub fn finish_all(world: &mut World) {
    let mut movers = world.query::<(Entity, &mut MovingAlong, Has<EffectBall>)>();
    let mut ended: Vec<_> = Vec::new();
    for (entity, mut moving, effect) in movers.iter_mut(world) {
        let left = moving.left() + 1.0;
        let pose = moving.advance(left);
        let heard: Vec<_> = sounds::due(&mut moving, None).collect();
        ended.push((entity, pose, effect, heard));
    }
    ended.sort_by_key(|(entity, ..)| *entity);
    for (entity, pose, effect, heard) in ended {
        world.write_message_batch(heard);
        if effect {
            world.despawn(entity);
            continue;
        }
        let piece = world.get::<TablePiece>(entity).is_some();
        let mut entity = world.entity_mut(entity);
        entity.remove::<MovingAlong>();
        if entity.contains::<RigidBody>() {
            entity.insert((RigidBody::Fixed, TOUCHABLE));
        }
        if piece {
            entity.insert((pose.with_scale(Vec3::ONE), DrawnScale(pose.scale.x)));
        } else {
            entity.insert(pose);
        }
    }
    let mut riders = world.query::<(Entity, &RidesOn)>();
    let riders: Vec<_> = riders.iter(world).map(|(entity, rides)| (entity, *rides)).collect();
    for (entity, RidesOn { carrier, place }) in riders {
        if let Some(carrier) = world.get::<Transform>(carrier).copied() {
            world.entity_mut(entity).insert(ridden(&carrier, place));
        }
        world.entity_mut(entity).remove::<RidesOn>().insert(RigidBody::Fixed);
    }
    let mut loose = world.query_filtered::<Entity, Or<(With<Struck>, With<Knocked>)>>();
    let mut loose: Vec<_> = loose.iter(world).collect();
    loose.sort_unstable();
    for entity in loose {
        let home = stacks::home(world, entity);
        let mut entity = world.entity_mut(entity);
        entity.remove::<(Struck, Knocked, Velocity)>().insert(RigidBody::Fixed);
        if let Some(home) = home {
            entity.insert(home);
        }
    }
}
