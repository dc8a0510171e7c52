//! A piece becomes another, and stays the same entity: promotion, an heir, the chosen symbol of a die.

use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, Pace};
use super::performer::{Performer, TURN};
use super::show::{Show, Transformed};
use crate::table::piece::{StackCommands, stacks};

/// How high above its place a piece turns into another, m.
const RISE: f32 = 0.03;

/// Shows promotions.
pub fn plugin(app: &mut App) {
    app.add_observer(become_another).add_observer(turn);
}

/// A stack has another look, and turns.
#[derive(Event)]
struct Turn(Entity);

fn become_another(became: On<Show<Transformed>>, mut performer: Performer) {
    let Show(Transformed { at, look }) = became.event();
    if let Some(base) = performer.base_on(*at) {
        performer.commands.become_stack(base, look);
        performer.commands.trigger(Turn(base));
    }
}

fn turn(turn: On<Turn>, mut performer: Performer) {
    let Turn(base) = *turn.event();
    let rise = if *performer.pace == Pace::Full { RISE } else { 0.0 };
    for entity in stacks::stack(&performer.pieces, base) {
        let Some(end) = stacks::home(&performer.pieces, entity) else { continue };
        let start = end.with_translation(end.translation + Vec3::Y * rise);
        performer.move_piece(entity, MovingAlong::new(MotionPath::Turn, vec![start, end], TURN));
    }
}
