use thiserror::Error;

use crate::engine::{Cell, Event, Look, Manner, Piece, PieceKind, Place};

/// The state of a table that knows no game: the pieces on it, in hand and captured. Events change
/// it.
///
/// ```
/// use fairground_rules::engine::{Options, TableState};
/// use fairground_rules::games;
///
/// let mut chess = games::begin(games::info("chess")?, Options::default(), None)?;
/// let mut table = TableState::new(chess.pieces());
/// for action in ["e2e4", "d7d5", "e4d5"] {
///     for event in chess.apply(action)? {
///         table.apply(&event)?;
///     }
/// }
/// assert_eq!((table.pieces.len(), table.captured.len()), (31, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableState {
    /// All pieces on the board and in the reserves.
    pub pieces: Vec<Piece>,
    /// The lifted upper part of a stack: the cell of the stack and the number of chips.
    pub hand: Option<(Cell, u8)>,
    /// All pieces that have left the game, in order, each with its last place.
    pub captured: Vec<Piece>,
}

/// An event that is impossible in the current state of the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct EventError(String);

impl From<String> for EventError {
    fn from(reason: String) -> Self {
        EventError(reason)
    }
}

impl From<&str> for EventError {
    fn from(reason: &str) -> Self {
        EventError(reason.to_string())
    }
}

impl TableState {
    /// A table with these pieces and no captured ones.
    #[must_use]
    pub fn new(pieces: Vec<Piece>) -> TableState {
        TableState { pieces, ..TableState::default() }
    }

    /// Applies an event.
    ///
    /// # Errors
    /// An impossible event: for example, the cell of the piece to move is empty, or its destination
    /// is occupied.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        match event {
            Event::Split { at, count } => {
                let whole = self.piece(*at)?.look.height();
                if *count == 0 || *count >= whole || self.hand.is_some() {
                    return Err(format!("{count} of {whole} cannot be split off").into());
                }
                self.hand = Some((*at, *count));
            }
            Event::Moved { from, path, manner } => {
                let to = self.path_end(path, *manner)?;
                let mut piece = self.lift(*from)?;
                piece.place = Place::Cell(to);
                self.put(piece)?;
            }
            Event::Stacked { from, path, manner } => {
                let to = self.path_end(path, *manner)?;
                let upper = self.lift(*from)?;
                let lower = self.take(Place::Cell(to))?;
                if lower.side != upper.side {
                    return Err("a stack with pieces of both sides".into());
                }
                let look = lower.look.with(&upper.look).ok_or("these cannot be stacked")?;
                self.put(Piece { look, ..lower })?;
            }
            Event::Pushed { cells, beyond } => self.push(cells, *beyond)?,
            Event::Captured { at, .. } => {
                let piece = self.take(Place::Cell(*at))?;
                self.captured.push(piece);
            }
            Event::Transformed { at, look } => self.piece(*at)?.look = look.clone(),
            Event::Dropped { from, to } => {
                if !matches!(from, Place::Reserve(..)) {
                    return Err("a drop from the board".into());
                }
                let mut piece = self.take(*from)?;
                piece.place = Place::Cell(*to);
                if piece.look == Look::Chessman(PieceKind::Obstacle) {
                    piece.side = None;
                }
                self.put(piece)?;
            }
            Event::Discarded { from } => {
                self.take(*from)?;
                self.pieces.retain(|piece| piece.place != *from);
            }
            Event::Rolled { die, symbol, at, .. } => {
                die.side_of(symbol).ok_or("the die has no such side")?;
                if let Some(at) = at {
                    self.piece(*at)?.look = Look::Die(die, symbol);
                }
            }
            Event::SetUp { at, side, look } => {
                self.put(Piece { place: Place::Cell(*at), side: Some(*side), look: look.clone() })?;
            }
            Event::Shot { from, .. } => {
                self.piece(*from)?;
            }
            Event::Exploded { .. } | Event::Rearranged { .. } | Event::Passed { .. } => {}
        }
        Ok(())
    }

    fn push(&mut self, cells: &[Cell], beyond: Option<Cell>) -> Result<(), EventError> {
        let mut chain = Vec::new();
        for &cell in cells {
            chain.push(self.take(Place::Cell(cell))?);
        }
        let targets = cells.iter().skip(1).copied().map(Some).chain([beyond]);
        for (mut piece, to) in chain.into_iter().zip(targets) {
            match to {
                Some(to) => {
                    piece.place = Place::Cell(to);
                    self.put(piece)?;
                }
                None => self.captured.push(piece),
            }
        }
        Ok(())
    }

    /// The end of a path; a slide passes through empty cells only.
    fn path_end(&self, path: &[Cell], manner: Manner) -> Result<Cell, EventError> {
        let (to, through) = path.split_last().ok_or("an empty path")?;
        let occupied = |cell: &&Cell| self.pieces.iter().any(|piece| piece.place == Place::Cell(**cell));
        match through.iter().find(occupied) {
            Some(cell) if manner == Manner::Slide => Err(format!("a slide through {cell:?}").into()),
            _ => Ok(*to),
        }
    }

    fn piece(&mut self, at: Cell) -> Result<&mut Piece, EventError> {
        let found = self.pieces.iter_mut().find(|piece| piece.place == Place::Cell(at));
        found.ok_or_else(|| format!("nothing on {at:?}").into())
    }

    /// Removes a piece from its place; any one of them if several share it.
    fn take(&mut self, from: Place) -> Result<Piece, EventError> {
        let index = self.pieces.iter().position(|piece| piece.place == from);
        Ok(self.pieces.remove(index.ok_or_else(|| format!("nothing on {from:?}"))?))
    }

    /// Removes the moving piece from a cell: the chips in hand, or the whole piece if the hand is
    /// empty.
    fn lift(&mut self, from: Cell) -> Result<Piece, EventError> {
        let Some((at, count)) = self.hand.take() else {
            return self.take(Place::Cell(from));
        };
        if at != from {
            return Err(format!("the stack split on {at:?} is still in hand").into());
        }
        let piece = self.piece(from)?;
        let (lower, upper) = piece.look.split(count).ok_or("more than the stack has")?;
        piece.look = lower;
        Ok(Piece { look: upper, ..piece.clone() })
    }

    fn put(&mut self, piece: Piece) -> Result<(), EventError> {
        if self.pieces.iter().any(|other| other.place == piece.place) {
            return Err(format!("{:?} is occupied", piece.place).into());
        }
        self.pieces.push(piece);
        Ok(())
    }
}
