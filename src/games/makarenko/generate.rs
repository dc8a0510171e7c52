use crate::engine::{Side, bits};

use super::position::{Kind, Makarenko};

/// Chips that one side may lift off a stack, and where they may go; nowhere, perhaps.
pub(super) struct Lift {
    pub from: u8,
    pub chips: u8,
    /// Nothing stays behind.
    pub whole: bool,
    /// Where the chips may go.
    pub targets: u64,
}

impl Makarenko {
    /// All that a side may lift, were it its turn (rules/makarenko.md, A turn).
    pub(super) fn lifts(&self, side: Side) -> impl Iterator<Item = Lift> + '_ {
        bits::Squares(self.stacks(side)).flat_map(move |from| {
            let height = self.height(from);
            let least = if self.is_only_king(side, from) { height } else { 1 };
            (least..=height).map(move |chips| Lift {
                from,
                chips,
                whole: chips == height,
                targets: self.targets(side, from, chips),
            })
        })
    }

    /// Whether here stands this side's only king, which may not be split (rules/makarenko.md, A turn).
    pub(super) fn is_only_king(&self, side: Side, square: u8) -> bool {
        self.kings(side) == bits::bit(square)
    }

    /// Where so many chips of this side, lifted here, may go: empty squares, enemies, and friendly stacks with room for them
    /// (rules/makarenko.md, A turn).
    pub(super) fn targets(&self, side: Side, from: u8, chips: u8) -> u64 {
        let kind = self.values.kind(chips);
        let combine = self.with_room_for(side, chips);
        let capture = self.stacks(side.other());
        match kind {
            Kind::Pawn => self.steps(side, from) | diagonals(side, from) & (capture | combine),
            _ => self.reach(kind, from) & (!self.occupied() | capture | combine),
        }
    }

    /// Where a piece other than a pawn reaches, up to and with the first stack on each line.
    pub(super) fn reach(&self, kind: Kind, from: u8) -> u64 {
        let occupied = self.occupied();
        match kind {
            Kind::Pawn => 0,
            Kind::Rook => bits::rook(from, occupied),
            Kind::Knight => bits::knight(from),
            Kind::Bishop => bits::bishop(from, occupied),
            Kind::Queen => bits::rook(from, occupied) | bits::bishop(from, occupied),
            Kind::King => bits::king(from),
        }
    }

    /// A pawn's steps straight forward: one, or two from its own second rank (rules/makarenko.md, A turn).
    fn steps(&self, side: Side, from: u8) -> u64 {
        let empty = !self.occupied();
        let one = forward(side, bits::bit(from)) & empty;
        if from / 8 == second_rank(side) { one | forward(side, one) & empty } else { one }
    }

    /// The enemy stacks that a side could capture by its next action, were it its turn.
    pub(super) fn captures(&self, side: Side) -> u64 {
        self.lifts(side).fold(0, |set, lift| set | lift.targets) & self.stacks(side.other())
    }

    /// The stacks onto which a side could put chips by its next action to make a king, were it its turn.
    pub(super) fn king_makers(&self, side: Side) -> u64 {
        let full = |lift: Lift| lift.targets & self.stacks(side) & !self.with_room_for(side, lift.chips + 1);
        self.lifts(side).map(full).fold(0, |set, made| set | made)
    }
}

/// The rank, from 0, from which a side's pawns may step two squares.
pub(super) fn second_rank(side: Side) -> u8 {
    match side {
        Side::White => 1,
        Side::Black => 6,
    }
}

/// A set moved one rank toward the opponent's back rank; what stood on that is gone.
pub(super) fn forward(side: Side, set: u64) -> u64 {
    match side {
        Side::White => set << 8,
        Side::Black => set >> 8,
    }
}

/// The squares diagonally in front of a pawn.
fn diagonals(side: Side, from: u8) -> u64 {
    let ahead = forward(side, bits::bit(from));
    (ahead & !bits::FILE_A) >> 1 | (ahead & !bits::FILE_H) << 1
}
