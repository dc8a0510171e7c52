//! Pieces that come from a reserve or the box, and pieces removed from a reserve permanently.

use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, Pace};
use super::performer::{LEAP, Performer, TURN};
use super::show::{Discarded, Dropped, SetUp, Show};
use crate::engine::{Cell, Place};
use crate::table::piece::{ReadPieces, StackCommands, stacks};

/// Time to bring a piece from a reserve, s.
const DROP: f32 = 0.45;

/// Time between successive pieces of a set-up, s.
const SET_UP: f32 = 0.04;

/// Scale of a piece when it begins to appear.
const SMALL: f32 = 0.01;

/// Shows drops, set-ups and discarded pieces.
pub fn plugin(app: &mut App) {
    app.add_observer(drop_from).add_observer(give_up).add_observer(set_up).add_observer(appear);
}

fn drop_from(dropped: On<Show<Dropped>>, mut performer: Performer) {
    let Show(Dropped { from, to }) = *dropped.event();
    let Some(entity) = performer.pieces.index().at(from) else { return };
    performer.commands.put(entity, Place::Cell(to));
    performer.commands.queue(move |world: &mut World| stacks::make_neutral(world, entity));
    let poses = vec![performer.pose(entity), performer.standing(entity, to)];
    performer.move_piece(entity, MovingAlong::new(MotionPath::Arc(LEAP), poses, DROP).bouncing());
}

fn give_up(given_up: On<Show<Discarded>>, mut performer: Performer) {
    let Show(Discarded { from }) = given_up.event();
    for entity in performer.pieces.index().all(*from).iter().rev() {
        performer.commands.put_in_box(*entity);
    }
}

/// A piece from the box appears on its cell.
#[derive(Event)]
struct Appear {
    base: Entity,
    at: Cell,
    /// Time until it appears, s.
    after: f32,
}

fn set_up(set_up: On<Show<SetUp>>, mut commands: Commands) {
    let Show(SetUp(pieces)) = set_up.event();
    for ((at, side, look), nth) in pieces.iter().cloned().zip(0_u16..) {
        commands.queue(move |world: &mut World| {
            if let Some(base) = stacks::fetch_stack(world, &look, Some(side)) {
                stacks::put(world, base, Place::Cell(at));
                world.trigger(Appear { base, at, after: SET_UP * f32::from(nth) });
            }
        });
    }
}

fn appear(appear: On<Appear>, mut performer: Performer) {
    let Appear { base, at, after } = *appear.event();
    let end = performer.standing(base, at);
    let above = end.with_translation(end.translation + Vec3::Y * LEAP).with_scale(Vec3::splat(SMALL));
    let start = if *performer.pace == Pace::Full { above } else { end };
    for entity in stacks::stack(&performer.pieces, base) {
        performer.commands.entity(entity).insert(start.with_scale(Vec3::ONE));
    }
    performer.travel(base, &MovingAlong::new(MotionPath::Straight, vec![start, end], TURN).after(after));
}
