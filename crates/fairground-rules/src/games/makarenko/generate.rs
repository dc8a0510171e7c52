use super::action::Action;
use super::attacks;
use super::attacks::{forward, second_rank};
use super::piece::{PieceKind, TALLEST};
use super::position::Makarenko;
use crate::engine::{Side, Sink, bits};

/// Whether the side to act has a legal move from this square.
pub(super) fn can_move(position: &Makarenko, from: u8) -> bool {
    lifts_from(position, position.side, from).any(|lift| lift.targets != 0)
}

/// The squares to which `side` may move `chips` chips lifted from `from`: empty squares, enemies,
/// and friendly stacks with room for them (assets/rules/makarenko.md, A turn).
pub(super) fn targets(position: &Makarenko, side: Side, from: u8, chips: u8) -> u64 {
    let kind = position.values.kind(chips);
    let combine = position.with_room_for(side, chips);
    let capture = position.stacks(side.other());
    let occupied = position.occupied();
    match kind {
        PieceKind::Pawn => steps(position, side, from) | attacks::pawns(side, bits::bit(from)) & (capture | combine),
        _ => attacks::piece(kind, side, from, occupied) & (!occupied | capture | combine),
    }
}

/// Chips that a side may lift off a stack, and their targets, possibly none.
pub(super) struct Lift {
    pub from: u8,
    pub chips: u8,
    /// Whether no chips remain.
    pub whole: bool,
    pub targets: u64,
}

/// All lifts of `side`, if it were its turn.
pub(super) fn lifts(position: &Makarenko, side: Side) -> impl Iterator<Item = Lift> + '_ {
    bits::Squares(position.stacks(side)).flat_map(move |from| lifts_from(position, side, from))
}

/// All lifts of `side` from this square, if it were its turn.
pub(super) fn lifts_from(position: &Makarenko, side: Side, from: u8) -> impl Iterator<Item = Lift> + '_ {
    let height = position.height(from);
    let min = if position.is_only_king(side, from) { height } else { 1 };
    (min..=height).map(move |chips| Lift {
        from,
        chips,
        whole: chips == height,
        targets: targets(position, side, from, chips),
    })
}

pub(super) fn push(lift: &Lift, targets: u64, out: &mut impl Sink<Action>) {
    let (from, chips) = (lift.from, (!lift.whole).then_some(lift.chips));
    out.extend(bits::Squares(targets).map(|to| Action { from, to, chips }));
}

/// The straight steps of a pawn: one, or two from its own second rank (assets/rules/makarenko.md,
/// Moving).
fn steps(position: &Makarenko, side: Side, from: u8) -> u64 {
    let empty = !position.occupied();
    let one = forward(side, bits::bit(from)) & empty;
    if from / 8 == second_rank(side) { one | forward(side, one) & empty } else { one }
}

/// The stacks of `side` that become a king when `chips` chips (1 to 7) are added.
pub(super) fn completed_by(position: &Makarenko, side: Side, chips: u8) -> u64 {
    position.with_room_for(side, chips) & position.at_least(TALLEST - chips, position.stacks(side))
}
