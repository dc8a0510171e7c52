//! Moves: a piece or stack slides or leaps to a cell, which may hold a captured piece or another
//! stack.

use bevy::prelude::*;

use super::captures::{Blow, KnockDirection, Victims, in_order};
use super::motion::MovingAlong;
use super::performer::{Performer, SplitOff};
use super::show::{Moved, Show, Split, Stacked};
use crate::engine::Place;
use crate::table::piece::{StackCommands, stacks};

/// Shows moves.
pub fn plugin(app: &mut App) {
    app.add_observer(split).add_observer(move_along).add_observer(stack);
}

fn split(split: On<Show<Split>>, mut performer: Performer) {
    let Show(Split { at, count }) = split.event();
    if let Some(base) = performer.base_on(*at) {
        let upper = stacks::upper(&performer.pieces, base, *count);
        performer.commands.lift(upper);
        performer.commands.entity(upper).insert(SplitOff);
    }
}

fn move_along(moved: On<Show<Moved>>, victims: Victims, mut performer: Performer) {
    let Show(Moved { from, path, manner }) = moved.event();
    let (Some(entity), Some(&to)) = (performer.take_up(*from), path.last()) else { return };
    let path = performer.path(entity, *from, path, *manner, 0.0);
    strike(&mut performer, entity, &path, in_order(&victims));
    performer.commands.put(entity, Place::Cell(to));
    performer.travel(entity, &path);
}

fn stack(stacked: On<Show<Stacked>>, mut performer: Performer) {
    let Show(Stacked { from, path, manner }) = stacked.event();
    let (Some(&to), Some(entity)) = (path.last(), performer.take_up(*from)) else { return };
    let Some(lower) = performer.base_on(to) else { return };
    let rise = stacks::height(&performer.pieces, lower);
    let path = performer.path(entity, *from, path, *manner, rise);
    performer.commands.stack_on(entity, lower);
    performer.travel(entity, &path);
}

/// Knocks captured pieces over when the moving piece arrives.
fn strike(performer: &mut Performer, striker: Entity, path: &MovingAlong, victims: Vec<Entity>) {
    if victims.is_empty() {
        return;
    }
    let pieces = &performer.pieces;
    let reach = stacks::shape(pieces, striker).reach();
    let meets = |at: Vec3| {
        victims.iter().any(|victim| {
            let (there, shape) = (performer.pose(*victim).translation, stacks::shape(pieces, *victim));
            let top = there.y - shape.lift() + stacks::height(pieces, *victim);
            at.xz().distance(there.xz()) < reach + shape.reach() && at.y < top
        })
    };
    let after = path.contact(meets);
    let push = KnockDirection::Along(path.velocity(after));
    performer.commands.trigger(Blow { victims, after, push });
}
