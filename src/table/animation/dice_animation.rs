//! A thrown die: it is taken up, leaves the hand in the tray, tumbles as the physics had it, and goes back to its cell.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::event_animation::{LEAP, move_piece, on, pose, start};
use super::motion_path::{MotionPath, MovingAlong};
use super::queue::{AnimationQueue, Task, is_brief};
use super::sounds;
use crate::dice::{self, Frame, Roll, STEP};
use crate::engine::{Cell, Die, Look, Side};
use crate::table::layout::Places;
use crate::table::mesh::die::upright;
use crate::table::piece::{Facing, Piece, TrayDie, stacks};

/// From the cell to the hand and back, s.
const CARRY: f32 = 0.4;

/// How long the die lies in the tray to be read, s.
const READ: f32 = 0.45;

/// A throw to be shown, with the trace that decided it, which the body of the die follows.
pub(super) struct ShownThrow {
    die: &'static Die,
    at: Option<Cell>,
    by: Side,
    trace: Vec<Vec<Frame>>,
}

impl ShownThrow {
    /// Every attempt of a throw, one after the other.
    pub fn new(die: &'static Die, at: Option<Cell>, by: Side, roll: Roll) -> ShownThrow {
        ShownThrow { die, at, by, trace: roll.traces }
    }
}

/// Shows a throw.
pub(super) fn throw(world: &mut World, shown: &ShownThrow) {
    let entity = match shown.at {
        Some(cell) => on(world, cell),
        None => Some(tray_die(world, shown)),
    };
    let (Some(entity), Some(first)) = (entity, shown.trace.iter().flatten().next()) else { return };
    let places = world.resource::<Places>();
    let hand = places.in_tray(first);
    let trajectory: Vec<_> = shown.trace.iter().flatten().map(|frame| places.in_tray(frame)).collect();
    let heard = sounds::hits(&shown.trace, places);
    let last = trajectory.last().copied().unwrap_or(hand);
    let seconds = STEP * trajectory.len() as f32;
    if shown.at.is_none() {
        world.entity_mut(entity).insert(TrayDie(last));
    }
    let reading = MovingAlong::new(MotionPath::Sampled, vec![last], READ);
    let brief = is_brief(world);
    let from = pose(world, entity);
    let mut queue = world.resource_mut::<AnimationQueue>();
    queue.next(Task::Start(entity, Box::new(reading)));
    if brief {
        let from = if shown.at.is_some() { from } else { last };
        start(world, entity, MovingAlong::new(MotionPath::Straight, vec![from, last], CARRY));
        return;
    }
    let tumbling = MovingAlong::new(MotionPath::Sampled, trajectory, seconds);
    let tumbling = heard.into_iter().fold(tumbling, |moving, (at, noise)| moving.sounding(at, noise));
    queue.next(Task::Start(entity, Box::new(tumbling)));
    if shown.at.is_some() {
        start(world, entity, MovingAlong::new(MotionPath::Arc(LEAP), vec![from, hand], CARRY));
    }
}

/// The die that is no piece and lies in the tray, made when it is first thrown.
fn tray_die(world: &mut World, shown: &ShownThrow) -> Entity {
    let mut there = world.query_filtered::<Entity, With<TrayDie>>();
    if let Some(entity) = there.iter(world).next() {
        return entity;
    }
    let entity = stacks::fetch(world, &Look::Die(shown.die, shown.die.sides[0]), Some(shown.by));
    let out = shown.trace.iter().flatten().next().map(|frame| world.resource::<Places>().in_tray(frame));
    let lying = out.unwrap_or_default();
    world.entity_mut(entity).insert((TrayDie(lying), lying));
    entity
}

/// A die has shown its symbol: it goes back to its cell, the same side up, and straight.
pub(super) fn come_back(world: &mut World, die: &'static Die, symbol: &'static str, at: Option<Cell>) {
    let Some(entity) = at.and_then(|cell| on(world, cell)) else { return };
    let start = pose(world, entity);
    // A die that was drawn and not thrown still lies as before.
    let (on_top, _) = dice::top((Quat::from_rotation_x(FRAC_PI_2) * start.rotation).to_array());
    let side = if die.sides[on_top] == symbol { Some(on_top) } else { die.side_of(symbol) };
    let Some(side) = side else { return };
    world.entity_mut(entity).insert(Facing(upright(side)));
    if let Some(mut piece) = world.get_mut::<Piece>(entity) {
        piece.look = Look::Die(die, symbol);
    }
    let Some(end) = stacks::home(world, entity) else { return };
    move_piece(world, entity, MovingAlong::new(MotionPath::Arc(LEAP), vec![start, end], CARRY));
}
