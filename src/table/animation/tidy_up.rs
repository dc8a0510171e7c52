//! Carries objects moved by free hands visibly home.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{RigidBody, Sleeping, Velocity};

use super::captures::carried;
use super::motion::{MotionPath, MovingAlong, Pace, StartMoving};
use super::performer::Performer;
use super::show::{Show, TidyUp};
use crate::table::layout::BoardPart;
use crate::table::layout::bodies::UNTOUCHABLE;
use crate::table::physics::{Grabbed, Loose};
use crate::table::piece::{ReadPieces, stacks};
use crate::table::schedule::STEP;

/// Duration of the way home of the first object, s.
const CARRY: f32 = 0.55;
/// Extra duration for each further one, s.
const CARRY_NEXT: f32 = 0.02;
/// The largest extra duration, s.
const CARRY_LONGER: f32 = 0.8;

/// While the board is away from its home, everything else hovers at this height above its own home,
/// m.
const HOVER: f32 = 0.34;

/// Duration of the rise to that height, s.
const RISE: f32 = 0.7;
/// Duration of the descent, s.
const DESCENT: f32 = 0.5;

/// Time until the board leaves, s.
const BOARD_LEAVES: f32 = 0.4;
/// Duration of its flight, s.
const BOARD_FLIGHT: f32 = 0.8;

/// An object within this distance of its home is only straightened, m.
const NEAR: f32 = 0.0005;

/// Shows tidying up.
pub fn plugin(app: &mut App) {
    app.add_observer(tidy_up);
}

type LooseEntities<'w, 's> =
    Query<'w, 's, (Entity, &'static Transform, Option<&'static Velocity>, Option<&'static BoardPart>), With<Loose>>;

/// Carries every loose object home.
fn tidy_up(_: On<Show<TidyUp>>, loose: LooseEntities, mut performer: Performer) {
    let mut loose: Vec<_> = loose.iter().collect();
    loose.sort_unstable_by_key(|(entity, ..)| *entity);
    let home = |performer: &Performer, entity: Entity, board: Option<&BoardPart>| {
        let board = board.and_then(|board| board.home(&performer.pieces.places().layout));
        board.or_else(|| stacks::home(&performer.pieces, entity))
    };
    let board_comes = loose
        .iter()
        .any(|(entity, start, _, board)| board.is_some() && !is_home(**start, home(&performer, *entity, *board)));
    let mut nth = 0.0;
    for (entity, start, velocity, board) in loose {
        let (start, velocity) = (*start, velocity.copied().unwrap_or_default());
        performer.commands.entity(entity).remove::<(Loose, Grabbed, Velocity, Sleeping)>();
        let end = home(&performer, entity, board);
        if *performer.pace == Pace::Skipped {
            performer.commands.entity(entity).insert((RigidBody::Fixed, end.unwrap_or(start)));
            continue;
        }
        let Some(end) = end else { continue };
        if is_home(start, Some(end)) && (board.is_some() || !board_comes) {
            performer.commands.entity(entity).insert((RigidBody::Fixed, end));
            continue;
        }
        let moving = if board.is_some() {
            let path = carried(start, velocity, end, BOARD_FLIGHT);
            MovingAlong::new(MotionPath::Sampled, path, BOARD_FLIGHT).after(BOARD_LEAVES)
        } else if board_comes {
            let path = over_the_board(start, velocity, end);
            let seconds = STEP * (path.len() - 1) as f32;
            MovingAlong::new(MotionPath::Sampled, path, seconds)
        } else {
            let seconds = CARRY + (CARRY_NEXT * nth).min(CARRY_LONGER);
            nth += 1.0;
            MovingAlong::new(MotionPath::Sampled, carried(start, velocity, end, seconds), seconds)
        };
        performer.commands.entity(entity).insert(UNTOUCHABLE);
        performer.commands.start(entity, moving);
    }
}

fn is_home(at: Transform, home: Option<Transform>) -> bool {
    home.is_some_and(|home| {
        at.translation.distance(home.translation) < NEAR && at.rotation.dot(home.rotation).abs() > 0.9999
    })
}

/// A path up from `start` to a point above `end`, a wait there, and down: one pose per step.
fn over_the_board(start: Transform, velocity: Velocity, end: Transform) -> Vec<Transform> {
    let over = end.with_translation(end.translation + Vec3::Y * HOVER);
    let wait = ((BOARD_LEAVES + BOARD_FLIGHT - RISE) / STEP) as usize;
    let steps = (DESCENT / STEP) as u16;
    let down = (1..=steps).map(|step| {
        let share = f32::from(step) / f32::from(steps);
        let left = 1.0 - share * share * (3.0 - 2.0 * share);
        end.with_translation(end.translation + Vec3::Y * HOVER * left)
    });
    let rising = carried(start, velocity, over, RISE);
    rising.into_iter().chain(std::iter::repeat_n(over, wait)).chain(down).collect()
}
