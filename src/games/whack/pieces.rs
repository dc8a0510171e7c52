//! The pieces on the cells of a board, where they can go and what they attack (rules/whack.md, Moving).

use super::graph::{CELLS, Graph, Line, cells};
use super::stack::{PieceKind, Stack};
use crate::engine::Side;

/// Every piece. A cell's bit is `1 << cell`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    /// The bits of the stack on each cell, 0 where none is.
    stacks: [u8; CELLS],
    sides: [u64; 2],
    kinds: [u64; 6],
}

impl Pieces {
    pub(super) const NONE: Pieces = Pieces { stacks: [0; CELLS], sides: [0; 2], kinds: [0; 6] };

    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The cells of this side's pieces.
    pub(super) fn of(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// The cells of pieces of this kind of both sides.
    pub(super) fn all(&self, kind: PieceKind) -> u64 {
        self.kinds[kind as usize - 1]
    }

    pub(super) fn kings(&self, side: Side) -> u64 {
        self.of(side) & self.all(PieceKind::King)
    }

    pub(super) fn stack(&self, cell: u8) -> Option<Stack> {
        Stack::from_bits(self.stacks[usize::from(cell)])
    }

    pub(super) fn side(&self, cell: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.of(side) >> cell & 1 == 1)
    }

    /// Every piece, by cell.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, Side, Stack)> + '_ {
        cells(self.occupied()).filter_map(|cell| Some((cell, self.side(cell)?, self.stack(cell)?)))
    }

    /// The points of all pieces of a side.
    pub(super) fn points(&self, side: Side) -> u32 {
        PieceKind::ALL.into_iter().map(|kind| (self.of(side) & self.all(kind)).count_ones() * kind as u32).sum()
    }

    /// Takes away what stands on a cell, if anything.
    fn take(&mut self, cell: u8) {
        let rest = !(1 << cell);
        self.stacks[usize::from(cell)] = 0;
        self.sides = self.sides.map(|bits| bits & rest);
        self.kinds = self.kinds.map(|bits| bits & rest);
    }

    /// Puts a piece on a cell, instead of what stands there.
    pub(super) fn put(&mut self, cell: u8, side: Side, stack: Stack) {
        self.take(cell);
        self.stacks[usize::from(cell)] = stack.bits();
        self.sides[side.index()] |= 1 << cell;
        self.kinds[stack.kind() as usize - 1] |= 1 << cell;
    }

    /// Moves a piece; it captures an enemy and combines with a friend. Nothing happens where that cannot be.
    pub(super) fn shift(&mut self, from: u8, to: u8) {
        let (Some(side), Some(mut stack)) = (self.side(from), self.stack(from)) else { return };
        if let (Some(friend), true) = (self.stack(to), self.side(to) == Some(side)) {
            let Some(combined) = stack.onto(friend) else { return };
            stack = combined;
        }
        self.take(from);
        self.put(to, side, stack);
    }

    /// Where a piece of this kind could go from a cell, but for a pawn's step over a side or a corner: up to and with the
    /// first pieces on its lines.
    pub(super) fn attacks(&self, graph: &Graph, kind: PieceKind, from: u8) -> u64 {
        let index = usize::from(from);
        match kind {
            PieceKind::Pawn | PieceKind::King => graph.sides[index] | graph.corners[index],
            PieceKind::Knight => graph.knights[index],
            _ => kind.lines().iter().fold(0, |bits, &line| bits | graph.lines(line, from, self.occupied())),
        }
    }

    /// Where the piece on a cell can go, captures and combinations included, whatever that does to kings.
    pub(super) fn targets(&self, graph: &Graph, from: u8) -> u64 {
        let (Some(side), Some(stack)) = (self.side(from), self.stack(from)) else { return 0 };
        let (own, enemy) = (self.of(side), self.of(side.other()));
        let (goes, captures) = match stack.kind() {
            PieceKind::Pawn => (graph.sides[usize::from(from)] & !enemy, graph.corners[usize::from(from)] & enemy),
            kind => {
                let reach = self.attacks(graph, kind, from);
                (reach & !enemy, reach & enemy)
            }
        };
        let combines = |&to: &u8| self.stack(to).is_some_and(|below| stack.onto(below).is_some());
        goes & !own | captures | cells(goes & own).filter(combines).fold(0, |bits, to| bits | 1 << to)
    }

    /// The pieces of a side that could capture on a cell, were an enemy there, whatever that would expose. Steps can be
    /// taken back, so they are found by looking out from the cell.
    pub(super) fn attackers_to(&self, graph: &Graph, cell: u8, by: Side) -> u64 {
        let index = usize::from(cell);
        let sliders = |line, kind| match self.of(by) & (self.all(kind) | self.all(PieceKind::Queen)) {
            0 => 0,
            some => some & graph.lines(line, cell, self.occupied()),
        };
        self.of(by)
            & (graph.knights[index] & self.all(PieceKind::Knight)
                | graph.corners[index] & self.all(PieceKind::Pawn)
                | (graph.sides[index] | graph.corners[index]) & self.all(PieceKind::King))
            | sliders(Line::Straight, PieceKind::Rook)
            | sliders(Line::Diagonal, PieceKind::Bishop)
    }

    /// The kings of a side, among these cells, that are attacked.
    pub(super) fn attacked_kings(&self, graph: &Graph, side: Side, among: u64) -> u64 {
        cells(self.kings(side) & among)
            .filter(|&king| self.attackers_to(graph, king, side.other()) != 0)
            .fold(0, |bits, king| bits | 1 << king)
    }

    /// A hash of all pieces and of what else is to be told apart.
    pub(super) fn hash(&self, rest: u64) -> u64 {
        let mix = |hash: u64, value: u64| {
            let mixed = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        };
        let words = self.stacks.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
        words.chain([self.sides[0], rest]).fold(0, mix)
    }
}
