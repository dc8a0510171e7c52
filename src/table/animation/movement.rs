//! Moves what is on its way, in steps of the simulated time or all at once.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{CollisionGroups, RigidBody};

use super::motion_path::{Effect, MovingAlong};
use super::sounds;
use crate::session::{PlaySound, Settings};
use crate::table::layout::bodies::TOUCHABLE;
use crate::table::piece::{DrawnScale, Piece};
use crate::table::schedule::StepSet;

/// Moves what is on its way, a step at a time.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, go_on.in_set(StepSet::Move));
}

type Mover<'a> = (Entity, &'a mut MovingAlong, &'a mut Transform, Option<&'a mut DrawnScale>, Has<Effect>, Has<Piece>);

fn go_on(
    mut commands: Commands,
    (time, settings): (Res<Time>, Res<Settings>),
    mut movers: Query<Mover>,
    mut bodies: Query<(&mut RigidBody, &CollisionGroups)>,
    mut noises: MessageWriter<PlaySound>,
) {
    for (entity, mut moving, mut transform, scale, effect, piece) in &mut movers {
        let pose = moving.advance(time.delta_secs());
        noises.write_batch(sounds::due(&mut moving, Some(settings.speed)));
        put(pose, &mut transform, scale, piece);
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

/// Bodies keep their size: only what is drawn of a piece is scaled.
fn put(pose: Transform, transform: &mut Mut<Transform>, scale: Option<Mut<DrawnScale>>, piece: bool) {
    let own = if piece { pose.with_scale(Vec3::ONE) } else { pose };
    transform.set_if_neq(own);
    if let Some(mut scale) = scale {
        scale.set_if_neq(DrawnScale(pose.scale.x));
    }
}

/// Begins a movement of something from where it is.
pub fn start(world: &mut World, entity: Entity, moving: MovingAlong) {
    if let Some(mut body) = world.get_mut::<RigidBody>(entity) {
        *body = RigidBody::KinematicPositionBased;
    }
    world.entity_mut(entity).insert(moving);
}

/// Ends every movement at once where it would have ended.
pub fn finish_all(world: &mut World) {
    let mut movers = world.query::<(Entity, &mut MovingAlong, Has<Effect>)>();
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
        let piece = world.get::<Piece>(entity).is_some();
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
}
