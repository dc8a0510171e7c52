//! Transformations: promotions, heirs and the chosen symbol of a die. The piece stays the same
//! entity.

use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, Pace};
use super::performer::{Performer, TURN};
use super::show::{Show, Transformed};
use crate::table::piece::{StackCommands, stacks};

/// Height at which a piece transforms above its place, m.
const RISE: f32 = 0.03;

/// Shows promotions.
pub fn plugin(app: &mut App) {
    app.add_observer(become_another).add_observer(turn);
}

/// A stack with a new look turns.
#[derive(Event)]
struct TurnStack(Entity);

fn become_another(became: On<Show<Transformed>>, mut performer: Performer) {
    let Show(Transformed { at, look }) = became.event();
    if let Some(base) = performer.base_on(*at) {
        performer.commands.become_stack(base, look);
        performer.commands.trigger(TurnStack(base));
    }
}

fn turn(turn: On<TurnStack>, mut performer: Performer) {
    let TurnStack(base) = *turn.event();
    let rise = if *performer.pace == Pace::Full { RISE } else { 0.0 };
    for entity in stacks::stack(&performer.pieces, base) {
        let Some(end) = stacks::home(&performer.pieces, entity) else { continue };
        let start = end.with_translation(end.translation + Vec3::Y * rise);
        performer.move_piece(entity, MovingAlong::new(MotionPath::Turn, vec![start, end], TURN));
    }
}
