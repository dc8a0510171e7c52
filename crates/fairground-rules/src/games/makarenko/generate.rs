use super::action::Action;
use super::attacks::{self, forward, second_rank};
use super::piece::{PieceKind, TALLEST};
use super::position::Makarenko;
use crate::engine::{Side, Sink, bits};

/// Adds every legal action (assets/rules/makarenko.md, A turn).
pub(super) fn generate(position: &Makarenko, out: &mut impl Sink<Action>) {
    if position.kings(position.side.other()) == 0 {
        return;
    }
    for lift in lifts(position, position.side) {
        push(&lift, lift.targets, out);
    }
}

/// Adds the legal captures and, for a player without a king, the moves that make one: all others
/// lose immediately.
pub(super) fn generate_noisy(position: &Makarenko, out: &mut impl Sink<Action>) {
    let (side, enemy) = (position.side, position.side.other());
    if position.kings(enemy) == 0 {
        return;
    }
    let (captures, own, occupied) = (position.stacks(enemy), position.stacks(side), position.occupied());
    let needs_king = position.kings(side) == 0;
    let wanted = if needs_king { captures | own } else { captures };
    for from in bits::Squares(own) {
        let height = position.height(from);
        // Chips lifted here never reach farther.
        let farthest = match position.values.kind(height) {
            PieceKind::Pawn => attacks::pawns(side, bits::bit(from)),
            _ => bits::rook(from, occupied) | bits::bishop(from, occupied) | bits::knight(from),
        };
        if farthest & wanted == 0 {
            continue;
        }
        for lift in lifts_from(position, side, from) {
            let makes_king = if needs_king { completed_by(position, side, lift.chips) } else { 0 };
            push(&lift, lift.targets & (captures | makes_king), out);
        }
    }
}

/// The number of legal actions.
pub(super) fn count(position: &Makarenko) -> u64 {
    if position.kings(position.side.other()) == 0 {
        return 0;
    }
    lifts(position, position.side).map(|lift| u64::from(lift.targets.count_ones())).sum()
}

/// Whether any action is legal.
pub(super) fn has_actions(position: &Makarenko) -> bool {
    position.kings(position.side.other()) != 0 && lifts(position, position.side).any(|lift| lift.targets != 0)
}

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
struct Lift {
    from: u8,
    chips: u8,
    /// Whether no chips remain.
    whole: bool,
    targets: u64,
}

/// All lifts of `side`, if it were its turn.
fn lifts(position: &Makarenko, side: Side) -> impl Iterator<Item = Lift> + '_ {
    bits::Squares(position.stacks(side)).flat_map(move |from| lifts_from(position, side, from))
}

/// All lifts of `side` from this square, if it were its turn.
fn lifts_from(position: &Makarenko, side: Side, from: u8) -> impl Iterator<Item = Lift> + '_ {
    let height = position.height(from);
    let least = if position.is_only_king(side, from) { height } else { 1 };
    (least..=height).map(move |chips| Lift {
        from,
        chips,
        whole: chips == height,
        targets: targets(position, side, from, chips),
    })
}

fn push(lift: &Lift, targets: u64, out: &mut impl Sink<Action>) {
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
fn completed_by(position: &Makarenko, side: Side, chips: u8) -> u64 {
    position.with_room_for(side, chips) & position.at_least(TALLEST - chips, position.stacks(side))
}
