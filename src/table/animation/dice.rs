//! A thrown die: it is picked up, leaves the hand over the tray, tumbles along the simulated trace
//! and returns to its cell.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, Pace, StartMoving, sounds};
use super::performer::{LEAP, Performer};
use super::show::{PickedUp, Rolled, Show, ShowRoll, SimulatedThrow, Tumbles};
use crate::dice::{self, STEP};
use crate::engine::Look;
use crate::table::mesh::die::upright;
use crate::table::piece::{Facing, ReadPieces, TablePiece, TrayDie, stacks};

/// Time from the cell to the hand, and back, s.
const CARRY: f32 = 0.4;

/// Time for which the die lies in the tray to be read, s.
const READ: f32 = 0.7;

/// A die that has come to rest with this symbol on top, and is being read.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landed(pub &'static str);

/// Shows throws.
pub fn plugin(app: &mut App) {
    app.add_observer(pick_up).add_observer(tumble).add_observer(lie).add_observer(come_back);
}

type DieInTray<'w, 's> = Query<'w, 's, Entity, With<TrayDie>>;

/// The thrown die: the piece on its cell, or the die in the tray.
fn thrown(throw: &SimulatedThrow, performer: &Performer, in_tray: &DieInTray) -> Option<Entity> {
    match throw.at {
        Some(cell) => performer.base_on(cell),
        None => in_tray.iter().next(),
    }
}

/// The first and the last pose of the die in the tray.
fn first_and_last(throw: &SimulatedThrow, performer: &Performer) -> Option<(Transform, Transform)> {
    let mut frames = throw.trace.iter().flatten();
    let first = frames.next()?;
    let places = performer.pieces.places();
    Some((places.in_tray(first), places.in_tray(frames.next_back().unwrap_or(first))))
}

fn pick_up(picked: On<Show<PickedUp>>, in_tray: DieInTray, mut performer: Performer) {
    let Show(PickedUp(throw)) = picked.event();
    let Some((hand, last)) = first_and_last(throw, &performer) else { return };
    let Some(entity) = thrown(throw, &performer, &in_tray) else {
        if throw.at.is_none() {
            // A die that is not a piece is created on its first throw.
            let throw = throw.clone();
            performer.commands.queue(move |world: &mut World| {
                let entity = stacks::take_or_spawn(world, &Look::Die(throw.die, throw.die.sides[0]), Some(throw.by));
                world.entity_mut(entity).insert((TrayDie(hand), hand));
                world.trigger(Show(PickedUp(throw)));
            });
        }
        return;
    };
    let from = if throw.at.is_some() {
        performer.pose(entity)
    } else {
        performer.commands.entity(entity).insert(TrayDie(last));
        last
    };
    if *performer.pace != Pace::Full {
        performer.commands.start(entity, MovingAlong::new(MotionPath::Straight, vec![from, last], CARRY));
    } else if throw.at.is_some() {
        performer.commands.start(entity, MovingAlong::new(MotionPath::Arc(LEAP), vec![from, hand], CARRY));
    }
}

fn tumble(tumbles: On<Show<Tumbles>>, in_tray: DieInTray, mut performer: Performer) {
    let Show(Tumbles(throw)) = tumbles.event();
    let Some(entity) = thrown(throw, &performer, &in_tray).filter(|_| *performer.pace == Pace::Full) else { return };
    let places = performer.pieces.places();
    let trajectory: Vec<_> = throw.trace.iter().flatten().map(|frame| places.in_tray(frame)).collect();
    if trajectory.is_empty() {
        return;
    }
    let hits = sounds::hits(&throw.trace, places);
    let seconds = STEP * sounds::TUMBLE_SLOWNESS * trajectory.len() as f32;
    let tumbling = MovingAlong::new(MotionPath::Sampled, trajectory, seconds);
    let tumbling = hits.into_iter().fold(tumbling, |moving, (at, noise)| moving.sounding(at, noise));
    performer.commands.start(entity, tumbling);
}

fn lie(lies: On<Show<ShowRoll>>, in_tray: DieInTray, mut performer: Performer) {
    let Show(ShowRoll(throw)) = lies.event();
    let Some((entity, (_, last))) = thrown(throw, &performer, &in_tray).zip(first_and_last(throw, &performer)) else {
        return;
    };
    performer.commands.start(entity, MovingAlong::new(MotionPath::Sampled, vec![last], READ));
    let last = throw.trace.iter().flatten().next_back();
    if let Some(symbol) = last.and_then(|frame| throw.die.sides.get(dice::top(frame.rotation).0)) {
        performer.commands.entity(entity).insert(Landed(symbol));
    }
}

/// Returns a die that is a piece to its cell, aligned and with the rolled side up.
fn come_back(rolled: On<Show<Rolled>>, landed: Query<Entity, With<Landed>>, mut performer: Performer) {
    let Show(Rolled { die, symbol, at }) = *rolled.event();
    for entity in &landed {
        performer.commands.entity(entity).remove::<Landed>();
    }
    let Some(entity) = at.and_then(|cell| performer.base_on(cell)) else { return };
    let start = performer.pose(entity);
    // A die that was drawn instead of thrown still lies as before.
    let (on_top, _) = dice::top((Quat::from_rotation_x(FRAC_PI_2) * start.rotation).to_array());
    let side = if die.sides[on_top] == symbol { Some(on_top) } else { die.side_of(symbol) };
    let (Some(side), Some(home)) = (side, stacks::home(&performer.pieces, entity)) else { return };
    let facing = upright(side);
    performer.commands.entity(entity).insert(Facing(facing));
    if let Some(TablePiece { side, .. }) = performer.pieces.piece(entity) {
        let piece = TablePiece { look: Look::Die(die, symbol), side: *side };
        performer.commands.entity(entity).insert(piece);
    }
    let end = home.with_rotation(performer.pieces.dice_turn() * facing);
    performer.move_piece(entity, MovingAlong::new(MotionPath::Arc(LEAP), vec![start, end], CARRY));
}
