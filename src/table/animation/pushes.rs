//! Pushes: a piece drives a chain of others by one cell, the last one possibly off the board.

use bevy::prelude::*;

use super::captures::{Blow, Capture, KnockDirection};
use super::motion::{MotionPath, MovingAlong};
use super::performer::Performer;
use super::show::{Pushed, Show};
use crate::engine::{Manner, Place};
use crate::table::piece::{StackCommands, stacks};

/// The lowest speed of a pushed piece, m/s.
const MIN_SPEED: f32 = 0.4;
/// The lowest speed of a piece pushed off the board, m/s.
const OVERBOARD: f32 = 0.7;

/// Shows pushes.
pub fn plugin(app: &mut App) {
    app.add_observer(push);
}

/// Moves the driver along its path and one cell further, pushing a chain of pieces. Each piece
/// starts on contact.
fn push(pushed: On<Show<Pushed>>, mut performer: Performer) {
    let Show(Pushed { from, path, cells, beyond }) = pushed.event();
    let Some(driver) = performer.take_up(*from) else { return };
    let Some(last) = cells.get(1).copied().or(*beyond) else { return };
    let targets = cells.iter().skip(1).copied().map(Some).chain([*beyond]);
    let chain = cells.iter().zip(targets).skip(1);
    let chain: Vec<_> = chain.filter_map(|(at, to)| Some((performer.base_on(*at)?, *at, to))).collect();
    let mut path = path.clone();
    path.push(last);
    let driven = performer.path(driver, *from, &path, Manner::Slide, 0.0);
    // All are lifted before any is put down, so that no cell holds two.
    for entity in std::iter::once(driver).chain(chain.iter().map(|(entity, ..)| *entity)) {
        performer.commands.lift(entity);
    }
    performer.commands.put(driver, Place::Cell(last));
    let mut paths = vec![(driver, driven)];
    for (entity, at, to) in chain {
        let Some((pusher, path)) = paths.last() else { continue };
        let here = performer.pose(entity);
        let apart =
            stacks::shape(&performer.pieces, *pusher).reach() + stacks::shape(&performer.pieces, entity).reach();
        let touch = path.contact(|place| place.xz().distance(here.translation.xz()) < apart);
        let velocity = path.velocity(touch);
        if let Some(to) = to {
            let end = performer.standing(entity, to);
            // Decelerates uniformly from the speed at contact.
            let start = performer.standing(entity, at).translation;
            let seconds = 2.0 * start.distance(end.translation) / velocity.length().max(MIN_SPEED);
            paths.push((entity, MovingAlong::new(MotionPath::Pushed, vec![here, end], seconds).after(touch)));
            performer.commands.put(entity, Place::Cell(to));
        } else {
            // Beyond the last cell there are only the frame and the edge.
            let push = KnockDirection::Along(velocity.normalize_or_zero() * velocity.length().max(OVERBOARD));
            performer.commands.trigger(Capture(entity));
            performer.commands.trigger(Blow { victims: vec![entity], after: touch, push });
        }
    }
    for (entity, path) in paths {
        performer.travel(entity, &path);
    }
}
