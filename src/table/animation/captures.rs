//! Captures: physics knocks the captured piece over on its cell, and it is then carried to the
//! tray. A stack falls apart and is stacked again.
//!
//! A captured piece first [`AwaitsBlow`], until the capturing piece arrives or the shot or blast
//! begins. It is then [`Struck`]: the blow and its time are known. After the blow it is
//! [`Knocked`], a loose body, until it is carried home. Pieces become [`Loose`] only through free
//! hands.

use bevy::prelude::*;
use bevy_rapier3d::prelude::Velocity;

use super::motion::{MotionPath, MovingAlong, Pace, StartMoving, sounds};
use super::performer::Performer;
use super::show::{Captured, Show, Topple};
use crate::table::layout::bodies::UNTOUCHABLE;
use crate::table::mesh::board::TABLE;
use crate::table::physics::{Knocked, Loose, Struck};
use crate::table::piece::{Home, ReadPieces, Spot, StackCommands, StackedOn, TablePiece, stacks, tray};
use crate::table::schedule::{STEP, StepSet};

/// Time to carry a piece home, s.
const CARRY: f32 = 0.42;
/// Extra time for each further piece that comes to rest in the same step, s.
const CARRY_NEXT: f32 = 0.035;

/// Height at which a piece is carried over others, m.
const LIFT: f32 = 0.1;

/// Time for a captured piece to move up in its tray, s.
const MOVE_UP: f32 = 0.3;
/// Height of that movement, m.
const HOP: f32 = 0.02;

/// A captured piece that still stands where it was captured. The number is the order of capture.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct AwaitsBlow(pub u16);

/// The pieces that await a blow.
pub type Victims<'w, 's> = Query<'w, 's, (Entity, &'static AwaitsBlow)>;

/// Returns the pieces in the order of their capture.
pub fn in_order(victims: &Victims) -> Vec<Entity> {
    let mut all: Vec<_> = victims.iter().collect();
    all.sort_unstable_by_key(|(_, AwaitsBlow(nth))| *nth);
    all.into_iter().map(|(entity, _)| entity).collect()
}

/// A piece is captured, with all pieces stacked on it; the tray makes room.
#[derive(Event, Debug)]
pub struct Capture(pub Entity);

/// Captured pieces are struck.
#[derive(Event, Debug)]
pub struct Blow {
    pub victims: Vec<Entity>,
    /// Time until the blow, s.
    pub after: f32,
    pub push: KnockDirection,
}

/// The direction in which pieces are knocked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnockDirection {
    /// Along the horizontal velocity of the striking piece, m/s; to the left if it is zero.
    Along(Vec3),
    /// Away from a point in world space, and up.
    From(Vec3),
}

/// Shows captures.
pub fn plugin(app: &mut App) {
    app.add_observer(take)
        .add_observer(fall)
        .add_observer(capture)
        .add_observer(make_room)
        .add_observer(knock)
        .add_systems(FixedUpdate, take_home.in_set(StepSet::Settle));
}

/// Marks a captured piece as awaiting its blow.
fn take(taken: On<Show<Captured>>, victims: Query<(), With<AwaitsBlow>>, performer: Performer, mut commands: Commands) {
    let Show(Captured { at }) = taken.event();
    let Some(entity) = performer.base_on(*at) else { return };
    commands.entity(entity).insert(AwaitsBlow(victims.iter().count() as u16));
    commands.trigger(Capture(entity));
}

/// Topples captured pieces that nothing has struck.
fn fall(_: On<Show<Topple>>, victims: Victims, mut commands: Commands) {
    let victims = in_order(&victims);
    commands.trigger(Blow { victims, after: 0.0, push: KnockDirection::Along(Vec3::ZERO) });
}

/// Marks a piece as captured and assigns its slot in the tray, where it goes after the blow.
fn capture(capture: On<Capture>, mut commands: Commands) {
    let Capture(base) = *capture.event();
    commands.capture(base);
    commands.trigger(MakeRoom(base));
}

/// The pieces in the tray make room for a captured piece.
#[derive(Event)]
struct MakeRoom(Entity);

type AnyLoose = Or<(With<Struck>, With<Knocked>, With<Loose>)>;

fn make_room(
    room: On<MakeRoom>,
    mut performer: Performer,
    victims: Query<(), With<AwaitsBlow>>,
    loose: Query<(), AnyLoose>,
    mut moving: Query<&mut MovingAlong>,
) {
    let MakeRoom(captured) = *room.event();
    for (base, place) in tray::arranged(&performer.pieces) {
        performer.commands.entity(base).insert(Spot::Captured(place));
        if base == captured || victims.contains(base) {
            continue;
        }
        let mut foot = stacks::in_tray(&performer.pieces, &place);
        for entity in stacks::stack(&performer.pieces, base) {
            let home = stacks::standing(&performer.pieces, entity, foot);
            foot.y += stacks::shape(&performer.pieces, entity).height();
            if loose.contains(entity) {
                // It goes home after the blow.
                continue;
            }
            if let Ok(mut moving) = moving.get_mut(entity)
                && moving.path() == MotionPath::Sampled
            {
                moving.redirect(home);
                continue;
            }
            let path = vec![performer.pose(entity), home];
            performer.commands.start(entity, MovingAlong::new(MotionPath::Arc(HOP), path, MOVE_UP).not_blocking());
        }
    }
}

/// Strikes captured pieces.
fn knock(blow: On<Blow>, mut performer: Performer) {
    let Blow { victims, after, push } = blow.event();
    let mut nth = 0_u16;
    for victim in victims {
        performer.commands.entity(*victim).remove::<AwaitsBlow>();
        let all = stacks::stack(&performer.pieces, *victim);
        for (i, &entity) in all.iter().enumerate() {
            let start = performer.pose(entity);
            if *performer.pace != Pace::Full {
                // At reduced pace it goes straight home.
                let Some(end) = stacks::home(&performer.pieces, entity) else { continue };
                let moving = MovingAlong::new(MotionPath::Straight, vec![start, end], CARRY).not_blocking();
                let piece = performer.pieces.piece(entity).filter(|_| i == 0);
                let moving = piece.map_or(moving.clone(), |piece| sounds::voiced(&piece.look, moving));
                performer.commands.start(entity, moving);
                continue;
            }
            let share = (all.len() > 1).then(|| (i + 1) as f32 / all.len() as f32);
            let velocity = push.on(start.translation, share, nth);
            performer.commands.entity(entity).insert(Struck { after: *after, velocity });
            nth += 1;
        }
    }
}

impl KnockDirection {
    /// The initial velocity of a piece, the `nth` of a blow; `share` is its height in its stack, 0
    /// to 1. Directions differ between pieces but are deterministic.
    fn on(self, at: Vec3, share: Option<f32>, nth: u16) -> Velocity {
        let chance = 2.4 * f32::from(nth) + 40.0 * (at.x + 0.7 * at.z);
        let (sin, cos) = chance.sin_cos();
        let (linear, angular) = match self {
            KnockDirection::Along(strike) => {
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
            KnockDirection::From(centre) => {
                let out = (at - centre).with_y(0.0).normalize_or(Vec3::new(cos, 0.0, sin));
                let velocity = out * (0.5 + 0.1 * sin) + Vec3::Y * (0.95 + 0.2 * cos);
                (velocity, Vec3::Y.cross(out) * (9.0 + 3.0 * sin) + Vec3::new(sin, cos, cos) * 3.0)
            }
        };
        Velocity { linear, angular }
    }
}

type Carried<'a> = (Entity, &'a Knocked, &'a Transform, &'a Velocity, &'a Home, &'a TablePiece, Has<StackedOn>);

/// Carries pieces home that have lain loose long enough or have come to rest.
fn take_home(mut commands: Commands, knocked: Query<Carried>) {
    let mut over: Vec<_> = knocked.iter().filter(|(_, knocked, ..)| knocked.is_over()).collect();
    over.sort_unstable_by_key(|(entity, ..)| *entity);
    for ((entity, _, start, velocity, Home(home), piece, stacked), nth) in over.into_iter().zip(0_u8..) {
        let trajectory = carried(*start, *velocity, *home, CARRY + CARRY_NEXT * f32::from(nth));
        let seconds = STEP * (trajectory.len() - 1) as f32;
        let moving = MovingAlong::new(MotionPath::Sampled, trajectory, seconds).bouncing().not_blocking();
        let moving = if stacked { moving } else { sounds::voiced(&piece.look, moving) };
        commands.entity(entity).remove::<(Knocked, Velocity)>().insert(UNTOUCHABLE);
        commands.start(entity, moving);
    }
}

/// Returns the path of a moving object to `end`, with smooth velocity: one pose per step.
pub(super) fn carried(start: Transform, velocity: Velocity, end: Transform, seconds: f32) -> Vec<Transform> {
    let steps = (seconds / STEP).ceil().max(1.0) as u16;
    let pose = |step: u16| {
        let time = f32::from(step) / f32::from(steps);
        let share = time * time * (3.0 - 2.0 * time);
        // The remaining effect of the initial velocity, s; fades to zero.
        let still = seconds * time * (1.0 - time) * (1.0 - time);
        let mut translation = start.translation.lerp(end.translation, share) + velocity.linear * still;
        // Rises immediately and sinks last, so that it passes over the pieces in between.
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
    fn a_carried_piece_neither_jumps_nor_stops() {
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
