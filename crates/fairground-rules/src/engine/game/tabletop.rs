use super::Rules;
use crate::engine::{Cell, Changes, Gesture, GestureKind, Layout, Look, Notice, Piece, PieceInfo, Place, Side, Turn};

/// The game on the table and in the panels: board, pieces, gestures and sentences for players.
pub trait Tabletop: Rules {
    /// The current board.
    fn layout(&self) -> Layout;

    /// Every piece on the board and in the reserves, board first.
    fn pieces(&self) -> Vec<Piece>;

    /// The gesture by which a person makes a legal action; `None` for a roll.
    ///
    /// By default, compares the pieces before and after the action. If other actions look the same,
    /// its description is the choice between them.
    fn gesture(&self, action: Self::Action) -> Option<Gesture> {
        if matches!(self.pending(), Turn::Chance(..)) {
            return None;
        }
        let gesture = |action| changes(self, action).gesture();
        let own = gesture(action);
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let is_shared = actions.into_iter().any(|other| other != action && gesture(other) == own);
        Some(Gesture { choice: is_shared.then(|| self.describe(action)), ..own })
    }

    /// The text of the action that a player intends by moving `count` chips (`None`: all) from a
    /// place to a cell, legal or not, so that a refusal can be explained. By default, the names of
    /// both cells.
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let (Place::Cell(from), None) = (from, count) else { return None };
        let layout = self.layout();
        Some(format!("{}{}", layout.cells.get(from.index())?.name, layout.cells.get(to.index())?.name))
    }

    /// A description of a legal action for players, such as `Rook takes knight on d5`: a sentence
    /// without a full stop.
    fn describe(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// An announcement after a legal action, in addition to the visible change and
    /// [`Tabletop::notices`], in a few words: that a phase begins, or why no die is thrown.
    fn announcement(&self, _action: Self::Action) -> Option<String> {
        None
    }

    /// The meaning of a side of the die that is due, in a few words; `None` where the symbol is
    /// self-explanatory.
    fn face_meaning(&self, _symbol: &str) -> Option<String> {
        None
    }

    /// Information for players about a piece with this look. By default, its name and its moves in
    /// orthodox chess.
    fn piece_info(&self, look: &Look) -> PieceInfo {
        PieceInfo::of(look)
    }

    /// Notices for players.
    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }

    /// This position with `_side` to make an ordinary move, regardless of the pending turn; `None`
    /// where that is meaningless. The result need not be reachable in a match: the other king may
    /// be attacked. By default `None`.
    fn with_side_to_move(&self, _side: Side) -> Option<Self> {
        None
    }

    /// The cells where `side` could capture if it were its turn. By default, the targets of its
    /// gestures that capture.
    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        let Some(turned) = self.with_side_to_move(side) else { return Vec::new() };
        let mut actions = Vec::new();
        turned.generate(&mut actions);
        let gestures = actions.into_iter().filter_map(|action| turned.gesture(action));
        let captures = gestures.filter(|gesture| gesture.kind == GestureKind::Capture);
        let mut cells: Vec<_> = captures.filter_map(|gesture| gesture.to).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// The pieces that an action changes.
pub(super) fn changes<P: Tabletop>(position: &P, action: P::Action) -> Changes {
    let mut next = position.clone();
    next.play(action);
    Changes::between(position.pieces(), next.pieces())
}
