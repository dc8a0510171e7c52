use std::borrow::Cow;

use super::{
    Cell, Event, Gesture, Illegal, Info, Layout, Look, Notice, Options, Piece, PieceInfo, Place, Position, Side,
    TextError,
};

/// A game's interface for the table, panels, match files and command line, beyond [`Position`]: its
/// start, texts, refusals, events and gestures.
///
/// `Display` writes the position text, and [`Tabletop::parse`] reads it back to an equal position.
/// Counters are the last fields of a text.
///
/// ```
/// use fairground_rules::engine::{Options, Tabletop};
/// use fairground_rules::games::abalonian::Chess;
///
/// let mut position = Chess::start(&Options::default());
/// let castles = position.parse_action("e1g1")?;
/// assert!(position.check(castles).is_err(), "the bishop stands in the way");
/// let action = position.parse_action("g1f3")?;
/// assert_eq!(position.notation(action), "Nf3");
/// let mut events = Vec::new();
/// position.apply(action, &mut |event| events.push(event))?;
/// assert_eq!(events.len(), 1);
/// assert_eq!(Chess::parse(&position.to_string(), &Options::default())?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Tabletop: Position {
    /// The game.
    const INFO: &'static Info;

    /// The starting position of a match.
    fn start(options: &Options) -> Self;

    /// Parses a position text.
    ///
    /// # Errors
    /// The first invalid field and the expected content.
    fn parse(text: &str, options: &Options) -> Result<Self, TextError>;

    /// Completes a position text written by a person or another program, so that
    /// [`Tabletop::parse`] can read it. Other text is returned unchanged.
    fn complete(text: &str) -> Cow<'_, str> {
        Cow::Borrowed(text.trim())
    }

    /// Parses a well-formed action, whether or not it is legal here.
    ///
    /// # Errors
    /// The invalid part of the text and the expected content.
    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError>;

    /// A description of a legal action for players, such as `Rook takes knight on d5`: a sentence
    /// without a full stop.
    fn describe(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// A legal action in the short notation of this game, such as algebraic notation in chess. Each
    /// legal action of a position has a different one.
    fn notation(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// The legal actions that match a text in short notation, as written by [`Tabletop::notation`]
    /// or by other programs: one, or several if the text is ambiguous. If no match is legal, the
    /// actions that the text attempts, so that a refusal can be explained. `None` for text in
    /// another format.
    fn read_notation(&self, text: &str) -> Option<Vec<Self::Action>> {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        actions.retain(|&action| self.notation(action) == text);
        Some(actions).filter(|actions| !actions.is_empty())
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

    /// Checks whether an action is legal.
    ///
    /// # Errors
    /// The rule that forbids it. `Ok` exactly for the actions of [`Position::generate`].
    fn check(&self, action: Self::Action) -> Result<(), Illegal>;

    /// Passes the events of a legal action to `out`, in order.
    fn events(&self, action: Self::Action, out: &mut impl FnMut(Event));

    /// Checks an action, passes its events to `events` and plays it.
    ///
    /// # Errors
    /// The rule that forbids it; the position is then unchanged.
    fn apply(&mut self, action: Self::Action, events: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        self.check(action)?;
        self.events(action, events);
        self.play(action);
        Ok(())
    }

    /// The gesture by which a person makes a legal action; `None` for a roll.
    fn gesture(&self, action: Self::Action) -> Option<Gesture>;

    /// The text of the action that a player intends by moving `count` chips (`None`: all) from a
    /// place to a cell, legal or not, so that a refusal can be explained. By default, the names of
    /// both cells.
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let (Place::Cell(from), None) = (from, count) else { return None };
        let layout = self.layout();
        Some(format!("{}{}", layout.cells.get(from.index())?.name, layout.cells.get(to.index())?.name))
    }

    /// Every piece on the board and in the reserves, board first.
    fn pieces(&self) -> Vec<Piece>;

    /// The pieces that the position editor offers: White's, Black's, then neutral ones.
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)>;

    /// The position from which a player sets up another one by hand: this position, or one with a
    /// laid board if the board is not laid yet.
    fn editor_base(&self) -> Self {
        self.clone()
    }

    /// The text of the position with exactly `pieces` on the board and `side` to make an ordinary
    /// move. Everything else is taken from [`Tabletop::editor_base`], as far as it fits. The text
    /// may be invalid: [`Tabletop::parse`] decides.
    ///
    /// Ignores pieces in reserves and pieces that this game does not have; of several pieces on a
    /// cell, the last one counts.
    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String;

    /// Information for players about a piece with this look. By default, its name and its moves in
    /// orthodox chess.
    fn piece_info(&self, look: &Look) -> PieceInfo {
        PieceInfo::of(look)
    }

    /// The current board.
    fn layout(&self) -> Layout;

    /// Notices for players.
    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }

    /// This position with `side` to make an ordinary move, regardless of the pending turn; `None`
    /// where that is meaningless. The result need not be reachable in a match: the other king may
    /// be attacked.
    fn with_side_to_move(&self, side: Side) -> Option<Self>;

    /// The cells where `side` could capture if it were its turn.
    fn attacked_by(&self, side: Side) -> Vec<Cell>;
}
