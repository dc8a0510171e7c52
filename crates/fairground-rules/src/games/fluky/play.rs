use super::action::Action;
use super::piece::PieceKind;
use super::position::Fluky;
use super::square::{Square, last_rank};
use crate::engine::{Side, text};

/// Plays a legal action (assets/rules/fluky.md, A turn).
pub(super) fn play(position: &mut Fluky, action: Action) {
    match action {
        Action::Roll(kind) => {
            if let Some(square) = position.roll() {
                position.show(square, kind);
            }
            position.set_roll(None);
            position.side = position.side.other();
        }
        Action::Move { from, to, choice } => play_move(position, from, to, choice),
    }
}

fn play_move(position: &mut Fluky, from: Square, to: Square, choice: Option<PieceKind>) {
    let (side, enemy) = (position.side, position.side.other().index());
    let captures = position.dice[enemy] & to.bit() != 0;
    position.dice[enemy] &= !to.bit();
    position.shown.iter_mut().for_each(|shown| *shown &= !to.bit());

    let mut irreversible = captures;
    let mut rolls = false;
    if position.king(side) == from {
        position.kings[side.index()] = to;
    } else {
        let kind = position.kind_at(from);
        irreversible |= kind == PieceKind::Pawn;
        position.dice[side.index()] = position.dice[side.index()] & !from.bit() | to.bit();
        position.shown[kind as usize] &= !from.bit();
        position.show(to, choice.unwrap_or(kind));
        rolls = last_rank(side) & to.bit() == 0 && !position.gives_check(to, side);
    }
    position.halfmove_clock = if irreversible { 0 } else { text::saturating_increment(position.halfmove_clock) };
    if rolls {
        position.set_roll(Some(to));
    } else {
        position.side = side.other();
    }
}

/// The position with `side` to move and without a due roll.
pub(super) fn with_side_to_move(position: &Fluky, side: Side) -> Fluky {
    let mut turned = *position;
    turned.set_roll(None);
    turned.side = side;
    turned
}

/// The position after passing the turn. `None` while a roll is due, in danger, and for a bare king,
/// which may be in zugzwang. With dice left, a step of the king usually serves as a waiting move,
/// so zugzwang is rare.
pub(super) fn null_move(position: &Fluky) -> Option<Fluky> {
    if position.winner().is_some() || position.is_roll_due() || position.in_danger() {
        return None;
    }
    let mut passed = *position;
    passed.side = position.side.other();
    (position.dice[position.side.index()] != 0).then_some(passed)
}
