//! What becomes of a piece that is taken: it is knocked about where it stood, as the physics has it, and then taken up and put
//! with the others that were taken. A stack falls apart and is stacked again.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Velocity};

use super::event_animation::{pose, start};
use super::motion_path::{MotionPath, MovingAlong};
use super::queue::{AnimationQueue, is_brief, is_reduced};
use super::{movement, sounds};
use crate::table::layout::bodies::UNTOUCHABLE;
use crate::table::mesh::board::TABLE;
use crate::table::physics::{Astray, Knocked, Struck};
use crate::table::piece::{Home, StackedOn, stacks, tray};
use crate::table::schedule::{STEP, StepSet};

/// How long it takes to carry a piece to where it is put, and how much longer each further one that lies still with it, s.
const CARRY: [f32; 2] = [0.42, 0.035];

/// How high a piece is carried over what stands on the table, m.
const LIFT: f32 = 0.1;

/// How long a piece that was taken takes to move up in its tray, s, and how high it is raised, m.
const MOVE_UP: f32 = 0.3;
const HOP: f32 = 0.02;

/// What strikes pieces, and when.
pub(super) struct Blow {
    /// s from now
    pub after: f32,
    pub push: Push,
}

/// In which direction pieces are knocked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Push {
    /// That of the one that strikes, which is so fast, m/s, level; to the left if it does not move.
    Along(Vec3),
    /// Away from a point of the world, and up.
    From(Vec3),
}

/// Carries home what has been knocked about.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, take_home.in_set(StepSet::Settle));
}

/// Shows how pieces that were captured are struck and go where each is to lie.
pub(super) fn knock(world: &mut World, victims: &[Entity], blow: &Blow) {
    let brief = is_brief(world);
    let mut nth = 0_u16;
    for victim in victims {
        let all = stacks::stack(world, *victim);
        for (i, &entity) in all.iter().enumerate() {
            if brief {
                leave(world, entity);
                continue;
            }
            let share = (all.len() > 1).then(|| (i + 1) as f32 / all.len() as f32);
            let velocity = blow.push.on(pose(world, entity).translation, share, nth);
            world.entity_mut(entity).insert(Struck { after: blow.after, velocity });
            nth += 1;
        }
    }
}

/// Goes to where it belongs now, without being knocked about.
fn leave(world: &mut World, entity: Entity) {
    let Some(end) = stacks::home(world, entity) else { return };
    let moving = MovingAlong::new(MotionPath::Straight, vec![pose(world, entity), end], CARRY[0]).leaving();
    let moving = if world.get::<StackedOn>(entity).is_none() { sounds::voiced(world, entity, moving) } else { moving };
    let moving = if is_reduced(world) { moving.faded() } else { moving };
    movement::start(world, entity, moving);
}

/// What was taken by nothing that moves falls over.
pub(super) fn fall_by_themselves(world: &mut World) {
    let victims = std::mem::take(&mut world.resource_mut::<AnimationQueue>().struck);
    knock(world, &victims, &Blow { after: 0.0, push: Push::Along(Vec3::ZERO) });
}

/// Says that something was taken, and where among the others it is to stand. They make room for it, in sight; it goes there
/// when it has been struck.
pub(super) fn capture(world: &mut World, base: Entity) {
    stacks::capture(world, base);
    let mut moved = tray::arrange(world);
    let queue = world.resource::<AnimationQueue>();
    moved.retain(|other| *other != base && !queue.struck.contains(other));
    stacks::refresh_homes(world);
    for entity in moved.into_iter().flat_map(|base| stacks::stack(world, base)).collect::<Vec<_>>() {
        let Some(Home(home)) = world.get(entity).copied() else { continue };
        let loose = world.get::<Struck>(entity).is_some() || world.get::<Knocked>(entity).is_some();
        if loose || world.get::<Astray>(entity).is_some() {
            // It goes home later.
            continue;
        }
        if let Some(mut moving) = world.get_mut::<MovingAlong>(entity)
            && moving.path() == MotionPath::Sampled
        {
            moving.redirect(home);
            continue;
        }
        let way = vec![pose(world, entity), home];
        start(world, entity, MovingAlong::new(MotionPath::Arc(HOP), way, MOVE_UP).leaving());
    }
}

/// Ends it at once: what is struck or lies about goes where it belongs.
pub(super) fn finish_all(world: &mut World) {
    let mut loose = world.query_filtered::<Entity, Or<(With<Struck>, With<Knocked>)>>();
    let mut loose: Vec<_> = loose.iter(world).collect();
    loose.sort_unstable();
    for entity in loose {
        let home = stacks::home(world, entity).unwrap_or_else(|| pose(world, entity));
        world.entity_mut(entity).remove::<(Struck, Knocked, Velocity)>().insert((RigidBody::Fixed, home));
    }
}

impl Push {
    /// How a piece, the `nth` of a blow, begins to move; `share` is how high on its stack it is. No two do so alike, and each
    /// does so every time.
    fn on(self, at: Vec3, share: Option<f32>, nth: u16) -> Velocity {
        let chance = 2.4 * f32::from(nth) + 40.0 * (at.x + 0.7 * at.z);
        let (sin, cos) = chance.sin_cos();
        let (linear, angular) = match self {
            Push::Along(strike) => {
                let along = strike.normalize_or(Vec3::NEG_X);
                let (over, aside) = (Vec3::Y.cross(along), along.cross(Vec3::Y));
                let speed = (1.1 * strike.length() + 0.25).clamp(0.45, 0.9);
                match share {
                    None => {
                        let up = Vec3::Y * 0.35;
                        (along * speed + aside * 0.08 * sin + up, over * (13.0 + 2.0 * sin) + Vec3::new(sin, cos, cos))
                    }
                    Some(share) => {
                        // The upper parts of a stack fly further than the lower ones.
                        let up = Vec3::Y * (0.15 + 0.45 * share);
                        let along = along * speed * (0.35 + 0.65 * share);
                        (along + aside * 0.28 * sin + up, over * 9.0 * cos + along * 30.0 * sin)
                    }
                }
            }
            Push::From(centre) => {
                let out = (at - centre).with_y(0.0).normalize_or(Vec3::new(cos, 0.0, sin));
                let velocity = out * (0.5 + 0.1 * sin) + Vec3::Y * (0.95 + 0.2 * cos);
                (velocity, Vec3::Y.cross(out) * (9.0 + 3.0 * sin) + Vec3::new(sin, cos, cos) * 3.0)
            }
        };
        Velocity { linear, angular }
    }
}

/// Takes up what has been knocked about long enough, or lies still.
fn take_home(world: &mut World, knocked: &mut QueryState<(Entity, &Knocked)>) {
    let mut over: Vec<_> = knocked.iter(world).filter(|(_, it)| it.is_over()).map(|(entity, _)| entity).collect();
    over.sort_unstable();
    for (entity, nth) in over.into_iter().zip(0_u8..) {
        let Some(Home(home)) = world.get(entity).copied() else { continue };
        let (start, velocity) = (pose(world, entity), world.get::<Velocity>(entity).copied().unwrap_or_default());
        let seconds = CARRY[0] + CARRY[1] * f32::from(nth);
        let trajectory = carried(start, velocity, home, seconds);
        let seconds = STEP * (trajectory.len() - 1) as f32;
        let moving = MovingAlong::new(MotionPath::Sampled, trajectory, seconds).bouncing().leaving();
        let moving =
            if world.get::<StackedOn>(entity).is_none() { sounds::voiced(world, entity, moving) } else { moving };
        world.entity_mut(entity).remove::<(Knocked, Velocity)>().insert(UNTOUCHABLE);
        movement::start(world, entity, moving);
    }
}

/// From where something is and how it moves, without a stop, to where it is put: a pose a step.
pub(super) fn carried(start: Transform, velocity: Velocity, end: Transform, seconds: f32) -> Vec<Transform> {
    let steps = (seconds / STEP).ceil().max(1.0) as u16;
    let pose = |step: u16| {
        let time = f32::from(step) / f32::from(steps);
        let share = time * time * (3.0 - 2.0 * time);
        // How far it would still go as it moved when it was taken hold of.
        let still = seconds * time * (1.0 - time) * (1.0 - time);
        let mut translation = start.translation.lerp(end.translation, share) + velocity.linear * still;
        // Up at once and down at last: it comes over what stands in between.
        translation.y = translation.y.max(TABLE) + LIFT * (1.0 - (2.0 * share - 1.0).powi(4));
        let rotation = (Quat::from_scaled_axis(velocity.angular * still) * start.rotation).slerp(end.rotation, share);
        Transform { translation, rotation, scale: Vec3::ONE }
    };
    (0..steps).map(pose).chain([end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_carried_neither_jumps_nor_stops() {
        let (start, end) = (Transform::from_xyz(0.1, 0.01, 0.0), Transform::from_xyz(-0.3, -0.016, 0.1));
        let velocity = Velocity { linear: Vec3::new(0.6, 0.2, 0.0), angular: Vec3::new(0.0, 8.0, 3.0) };
        let poses = carried(start, velocity, end, 0.42);
        assert_eq!(poses.last(), Some(&end));
        assert!(poses[0].translation.distance(start.translation) < 1e-6);
        let speeds: Vec<_> = poses.windows(2).map(|two| (two[1].translation - two[0].translation) / STEP).collect();
        assert!(speeds[0].x > 0.3, "{}", speeds[0]);
        for two in speeds.windows(2).take(poses.len() - 4) {
            assert!((two[1] - two[0]).length() < 0.5, "{} to {}", two[0], two[1]);
        }
    }
}
