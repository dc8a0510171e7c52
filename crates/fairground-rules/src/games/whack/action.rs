use super::board::arrangement::Arrangement;
use super::board::cell::Cell;
use super::board::joins::Joins;
use super::board::roll::Roll;
use crate::engine::Packed;

/// One step of a game of Whack Chess (assets/rules/whack.md, Action texts). Packed in four bytes,
/// which keeps the move lists and tables of a search small. [`Action::kind`] unpacks it.
///
/// A board change is stored as the index of the new board among all valid boards. A text may also
/// name joins of an invalid board, for which the refusal gives the reason. Such a list is stored as
/// its number among all lists of at most six joins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u32);

/// The unpacked form of an [`Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Places a section or changes the board, with this arrangement as the result.
    Change(Arrangement),
    /// The result of a roll.
    Roll(Roll),
    /// A piece moves from one cell to another.
    Move {
        /// The origin.
        from: Cell,
        /// The destination.
        to: Cell,
    },
    /// A change to joins of an invalid board; never legal.
    ImpossibleChange(Joins),
}

/// The two highest bits hold the kind of an action, the others its value. Changes are ordered by
/// text, rolls by number, moves by cell.
const KIND_SHIFT: u32 = 30;
const VALUE: u32 = (1 << KIND_SHIFT) - 1;
const ROLL: u32 = 1 << KIND_SHIFT;
const MOVE: u32 = 2 << KIND_SHIFT;
const IMPOSSIBLE: u32 = 3 << KIND_SHIFT;

impl Action {
    pub(super) const fn change(after: Arrangement) -> Action {
        Action(after.index() as u32)
    }

    pub(super) const fn roll(roll: Roll) -> Action {
        Action(ROLL | (roll as u32 - 1))
    }

    pub(super) const fn piece_move(from: Cell, to: Cell) -> Action {
        Action(MOVE | (from.number() as u32) << 6 | to.number() as u32)
    }

    /// A change to these joins, valid or not.
    pub(super) fn joining(joins: Joins) -> Action {
        Arrangement::find(joins).map_or_else(|| Action(IMPOSSIBLE | joins.number()), Action::change)
    }

    /// Unpacks the action.
    #[must_use]
    pub fn kind(self) -> ActionKind {
        let value = self.0 & VALUE;
        match self.0 & !VALUE {
            MOVE => ActionKind::Move { from: Cell::new((value >> 6) as u8), to: Cell::new(value as u8) },
            ROLL => ActionKind::Roll(Roll::ALL[value as usize % Roll::ALL.len()]),
            IMPOSSIBLE => ActionKind::ImpossibleChange(Joins::from_number(value)),
            _ => ActionKind::Change(Arrangement::from_index(value as u16)),
        }
    }

    /// The cells of a move of a piece; `None` for other actions.
    #[must_use]
    pub fn cells(self) -> Option<(Cell, Cell)> {
        if let ActionKind::Move { from, to } = self.kind() { Some((from, to)) } else { None }
    }
}

impl Packed for Action {
    fn pack(self) -> u32 {
        self.0
    }

    fn unpack(bits: u32) -> Self {
        Action(bits)
    }
}
