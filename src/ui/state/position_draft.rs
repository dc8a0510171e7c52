//! A position being set up, which may be illegal meanwhile.

use bevy::prelude::{Deref, DerefMut, Resource};

use super::form::Form;
use crate::engine::{Cell, DynGame, Layout, Look, Options, Piece, Place, Side, Turn};
use crate::games;
use crate::ui::words;

/// The position in the editor, if it is open.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct OpenEditor(pub Option<PositionDraft>);

/// A position being set up.
pub struct PositionDraft {
    /// The original position: its game with options, its board, and all other state that pieces do
    /// not show.
    base: Box<dyn DynGame>,
    layout: Layout,
    /// The pieces on the board, at most one per cell.
    pieces: Vec<Piece>,
    side: Side,
    /// The text of the position, or the text being typed.
    text: String,
    /// The match that begins from the position, or the error in the position.
    checked: Result<Box<dyn DynGame>, String>,
    palette: Vec<(Option<Side>, Look)>,
    /// The piece that a click places, as an index into the palette.
    chosen: usize,
    /// The origin of the dragged piece.
    pub held: Option<Cell>,
}

impl PositionDraft {
    /// Starts with the position of a match.
    pub fn of(game: &dyn DynGame) -> PositionDraft {
        let base = game.editor_base();
        let mut draft = PositionDraft {
            layout: base.layout(),
            pieces: Vec::new(),
            side: Side::White,
            text: String::new(),
            checked: Err(String::new()),
            palette: base.editor_pieces(),
            chosen: 0,
            held: None,
            base,
        };
        draft.reset(draft.base.text());
        draft
    }

    /// Starts with the starting position of a form; `None` if the game cannot begin.
    pub fn of_form(form: &Form) -> Option<PositionDraft> {
        let begin = |start| games::begin(form.info(), form.options().ok()?, start).ok();
        let from_text = form.start.as_ref().and_then(|start| begin(Some(start.text.as_str())));
        from_text.or_else(|| begin(None)).map(|game| PositionDraft::of(&*game))
    }

    /// Replaces the position by another one, of this game or another.
    pub fn take_over(&mut self, game: &dyn DynGame) {
        let same = game.info().id == self.base.info().id;
        *self = PositionDraft { chosen: if same { self.chosen } else { 0 }, ..PositionDraft::of(game) };
    }

    /// Shows the pieces of the base, with this text.
    fn reset(&mut self, text: String) {
        self.layout = self.base.layout();
        self.pieces = self.base.pieces();
        self.pieces.retain(|piece| piece.place.cell().is_some());
        self.side = match self.base.turn() {
            Turn::Decide(side) | Turn::Chance(side, _) => side,
            Turn::Over(outcome) => outcome.winner.map_or(Side::White, Side::other),
        };
        self.held = None;
        self.text = text;
        self.check();
    }

    /// Updates the text from the pieces on the board.
    fn edited(&mut self) {
        self.text = self.base.text_from_pieces(&self.pieces, self.side);
        self.check();
    }

    fn check(&mut self) {
        self.checked = match self.read() {
            Ok(game) => match game.turn() {
                Turn::Over(outcome) => Err(format!("The game is over in this position: {}", outcome.reason)),
                _ => Ok(game),
            },
            Err(words) => Err(words),
        };
    }

    /// The match that begins from the text, even if it is already over.
    fn read(&self) -> Result<Box<dyn DynGame>, String> {
        games::begin(self.base.info(), self.options(), Some(&self.text))
            .map_err(|error| format!("{}: expected {}", words::capital(&error.field), error.expected))
    }

    fn options(&self) -> Options {
        self.base.options().clone()
    }

    /// The original position.
    pub fn base(&self) -> &dyn DynGame {
        &*self.base
    }

    /// The layout of the cells.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The pieces on the board.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The piece on a cell.
    pub fn at(&self, cell: Cell) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.place == Place::Cell(cell))
    }

    /// The text of the position, or the text being typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The match that begins from the position.
    ///
    /// # Errors
    /// The reason for the failure, for players.
    pub fn checked(&self) -> Result<&dyn DynGame, &str> {
        self.checked.as_ref().map(|game| &**game).map_err(String::as_str)
    }

    /// The pieces that can be placed.
    pub fn palette(&self) -> &[(Option<Side>, Look)] {
        &self.palette
    }

    /// The piece that a click places, as an index into [`PositionDraft::palette`].
    pub const fn chosen(&self) -> usize {
        self.chosen
    }

    /// Selects the piece that a click places.
    pub fn choose(&mut self, index: usize) {
        self.chosen = index.min(self.palette.len().saturating_sub(1));
    }

    /// The side to move.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Sets the side to move.
    pub fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.side = side;
            self.edited();
        }
    }

    /// Places the selected piece on a cell, or removes it if the cell already has it.
    pub fn put(&mut self, cell: Cell) {
        let Some((side, look)) = self.palette.get(self.chosen).cloned() else { return };
        let piece = Piece { place: Place::Cell(cell), side, look };
        let stands = self.at(cell) == Some(&piece);
        self.pieces.retain(|other| other.place != piece.place);
        if !stands {
            self.pieces.push(piece);
        }
        self.edited();
    }

    /// Removes the piece on a cell.
    pub fn remove(&mut self, cell: Cell) {
        self.pieces.retain(|piece| piece.place != Place::Cell(cell));
        self.edited();
    }

    /// Moves the piece on a cell to another, replacing any piece there.
    pub fn carry(&mut self, from: Cell, to: Cell) {
        if from == to || self.at(from).is_none() {
            return;
        }
        self.pieces.retain(|piece| piece.place != Place::Cell(to));
        for piece in self.pieces.iter_mut().filter(|piece| piece.place == Place::Cell(from)) {
            piece.place = Place::Cell(to);
        }
        self.edited();
    }

    /// Empties the board.
    pub fn clear(&mut self) {
        self.pieces.clear();
        self.edited();
    }

    /// Returns to the usual start of the game.
    pub fn restart(&mut self) {
        if let Ok(start) = games::begin(self.base.info(), self.options(), None) {
            self.take_over(&*start);
        }
    }

    /// Replaces the position by the typed one if it is valid; otherwise shows the error.
    pub fn type_text(&mut self, text: String) {
        self.text = text;
        match self.read() {
            Ok(game) => {
                self.base = game.editor_base();
                let text = std::mem::take(&mut self.text);
                self.reset(text);
            }
            Err(_) => self.check(),
        }
    }
}
