//! The pieces on the cells of a board, with their moves and attacks.

use super::board::cell::{CELLS, Cell, cells, filtered, union};
use super::board::graph::{Graph, LineKind};
use super::stack::{PieceKind, Stack};
use crate::engine::{Side, hash_words};

/// All pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    /// The bits of the stack on each cell; 0 for an empty cell.
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

    /// The cells of the pieces of this kind, of both sides.
    pub(super) fn all(&self, kind: PieceKind) -> u64 {
        self.kinds[kind.index()]
    }

    pub(super) fn kings(&self, side: Side) -> u64 {
        self.of(side) & self.all(PieceKind::King)
    }

    pub(super) fn stack(&self, cell: Cell) -> Option<Stack> {
        Stack::from_bits(self.stacks[cell.index()])
    }

    pub(super) fn side(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| cell.is_in(self.of(side)))
    }

    /// All pieces, by cell.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, Side, Stack)> + '_ {
        cells(self.occupied()).filter_map(|cell| Some((cell, self.side(cell)?, self.stack(cell)?)))
    }

    /// The points of all pieces of a side.
    pub(super) fn points(&self, side: Side) -> u32 {
        let [ones, twos, fours] = self.digits();
        let own = self.of(side);
        (own & ones).count_ones() + 2 * (own & twos).count_ones() + 4 * (own & fours).count_ones()
    }

    /// The binary digits of the points on each cell, the ones first.
    pub(super) fn digits(&self) -> [u64; 3] {
        let [pawns, knights, bishops, rooks, kings, queens] = self.kinds;
        [pawns | bishops | kings, knights | bishops | queens, rooks | kings | queens]
    }

    /// Removes the piece on a cell, if any.
    fn take(&mut self, cell: Cell) {
        let rest = !cell.bit();
        self.stacks[cell.index()] = 0;
        self.sides = self.sides.map(|set| set & rest);
        self.kinds = self.kinds.map(|set| set & rest);
    }

    /// Puts a piece on a cell, replacing any piece there.
    pub(super) fn put(&mut self, cell: Cell, side: Side, stack: Stack) {
        self.take(cell);
        self.stacks[cell.index()] = stack.bits();
        self.sides[side.index()] |= cell.bit();
        self.kinds[stack.kind().index()] |= cell.bit();
    }

    /// Moves a piece, which captures an enemy or combines with a friend. Does nothing if that is
    /// impossible.
    pub(super) fn move_piece(&mut self, from: Cell, to: Cell) {
        let (Some(side), Some(mut stack)) = (self.side(from), self.stack(from)) else { return };
        if let (Some(friend), true) = (self.stack(to), self.side(to) == Some(side)) {
            let Some(combined) = stack.onto(friend) else { return };
            stack = combined;
        }
        self.take(from);
        self.put(to, side, stack);
    }

    /// The cells that a piece of this kind reaches from a cell (assets/rules/whack.md, How pieces
    /// move), along lines up to and including the first piece. For a pawn, all its steps, whether
    /// or not it can capture or move there.
    pub(super) fn reach(&self, graph: &Graph, kind: PieceKind, from: Cell) -> u64 {
        match kind {
            PieceKind::Pawn | PieceKind::King => graph.neighbours(from),
            PieceKind::Knight => graph.knights[from.index()],
            _ => kind.lines().iter().fold(0, |set, &line| set | graph.lines(line, from, self.occupied())),
        }
    }

    /// The cells on which a piece of this kind attacks enemies from a cell.
    pub(super) fn attacks(&self, graph: &Graph, kind: PieceKind, from: Cell) -> u64 {
        match kind {
            PieceKind::Pawn => graph.corners[from.index()],
            kind => self.reach(graph, kind, from),
        }
    }

    /// The pseudo-legal targets of the piece on a cell, including captures and combinations.
    pub(super) fn targets(&self, graph: &Graph, from: Cell) -> u64 {
        let (Some(side), Some(stack)) = (self.side(from), self.stack(from)) else { return 0 };
        let (own, enemy) = (self.of(side), self.of(side.other()));
        let (goes, captures) = match stack.kind() {
            PieceKind::Pawn => (graph.sides[from.index()] & !enemy, graph.corners[from.index()] & enemy),
            kind => {
                let reach = self.reach(graph, kind, from);
                (reach & !enemy, reach & enemy)
            }
        };
        let combines = |to: Cell| self.stack(to).is_some_and(|below| stack.onto(below).is_some());
        goes & !own | captures | filtered(goes & own, combines)
    }

    /// The enemies that the piece on a cell attacks, regardless of the safety of kings.
    pub(super) fn captures(&self, graph: &Graph, from: Cell) -> u64 {
        let (Some(side), Some(stack)) = (self.side(from), self.stack(from)) else { return 0 };
        self.attacks(graph, stack.kind(), from) & self.of(side.other())
    }

    /// The pieces of a side that attack a cell, regardless of the safety of kings. Steps are
    /// reversible, so following lines from the cell finds them.
    pub(super) fn attackers_to(&self, graph: &Graph, cell: Cell, by: Side) -> u64 {
        let sliders = |line, kind| match self.of(by) & (self.all(kind) | self.all(PieceKind::Queen)) {
            0 => 0,
            some => some & graph.lines(line, cell, self.occupied()),
        };
        self.of(by)
            & (graph.knights[cell.index()] & self.all(PieceKind::Knight)
                | graph.corners[cell.index()] & self.all(PieceKind::Pawn)
                | graph.neighbours(cell) & self.all(PieceKind::King))
            | sliders(LineKind::Straight, PieceKind::Rook)
            | sliders(LineKind::Diagonal, PieceKind::Bishop)
    }

    /// The attacked kings of a side among these cells.
    pub(super) fn attacked_kings(&self, graph: &Graph, side: Side, among: u64) -> u64 {
        filtered(self.kings(side) & among, |king| self.attackers_to(graph, king, side.other()) != 0)
    }

    /// The pieces that attack any of these cells.
    pub(super) fn attackers_to_any(&self, graph: &Graph, among: u64, by: Side) -> u64 {
        union(among, |cell| self.attackers_to(graph, cell, by))
    }

    /// A hash of all pieces and of `rest`, which holds everything else that distinguishes
    /// positions.
    pub(super) fn hash(&self, rest: u64) -> u64 {
        let words = self.stacks.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
        hash_words(words.chain([self.sides[0], rest]))
    }
}
