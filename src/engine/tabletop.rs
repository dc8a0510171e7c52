use std::borrow::Cow;

use super::{
    Cell, Event, Gesture, Illegal, Info, Layout, Look, Notice, Options, Piece, PieceInfo, Place, Position, Side,
    TextError,
};

/// A game's interface for the table, panels, match files and command line beyond [`Position`]: its start, texts, refusals, the events
/// of an action and the gestures that make it.
///
/// `Display` writes the position text, and [`Tabletop::parse`] reads it back to an equal position. Counters are the last fields of a text.
///
/// ```
/// use fairground::engine::{Options, Tabletop};
/// use fairground::games::abalonian::Chess;
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

    /// The position that a match begins from.
    fn start(options: &Options) -> Self;

    /// Reads a position text.
    ///
    /// # Errors
    /// The first invalid field and the expected content.
    fn parse(text: &str, options: &Options) -> Result<Self, TextError>;

    /// A position text as people and other programs write it, completed to one that [`Tabletop::parse`] reads. Text that is no position
    /// stays as it is.
    fn complete(text: &str) -> Cow<'_, str> {
        Cow::Borrowed(text.trim())
    }

    /// Reads a well-formed action, whether or not it is legal here.
    ///
    /// # Errors
    /// The invalid part of the text and the expected content.
    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError>;

    /// A legal action in words, for players: `Rook takes knight on d5`. A sentence without a full stop.
    fn describe(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// A legal action in the short notation of this game, such as algebraic notation in chess. No two legal actions of a position share it.
    fn notation(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// The legal actions that a text in short notation may mean, as [`Tabletop::notation`] writes it or as other programs do: one, or
    /// several if it says too little. If none is legal, the actions that the text attempts, so that a refusal can be explained.
    fn read_notation(&self, text: &str) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        actions.retain(|&action| self.notation(action) == text);
        actions
    }

    /// An announcement after a legal action, beyond the visible change and [`Tabletop::notices`]: that a phase
    /// begins, or why a die is not thrown. A few words.
    fn announcement(&self, _action: Self::Action) -> Option<String> {
        None
    }

    /// What this side of the die that is due asks for, in a few words; `None` where the side speaks for itself.
    fn face_meaning(&self, _symbol: &str) -> Option<String> {
        None
    }

    /// Explains why an action is illegal.
    ///
    /// # Errors
    /// The rule that forbids it. `Ok` exactly if [`Position::generate`] lists it.
    fn check(&self, action: Self::Action) -> Result<(), Illegal>;

    /// Passes the events of a legal action to `out`, in order.
    fn events(&self, action: Self::Action, out: &mut impl FnMut(Event));

    /// Checks an action, passes on its events and carries it out.
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

    /// The text of the action that a player intends by moving `count` chips (`None`: all) from a place to a cell, legal or not, so that a
    /// refusal can be explained. By default, the names of both cells.
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let (Place::Cell(from), None) = (from, count) else { return None };
        let layout = self.layout();
        Some(format!("{}{}", layout.cells.get(from.index())?.name, layout.cells.get(to.index())?.name))
    }

    /// Every piece on the board and in the reserves, board first.
    fn pieces(&self) -> Vec<Piece>;

    /// The pieces that the position editor offers: White's, Black's, then those of neither side.
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)>;

    /// The position from which a player sets up another one by hand: this one, or if the board is not laid yet, one with a laid board.
    fn editor_base(&self) -> Self {
        self.clone()
    }

    /// The text of the position in which exactly these pieces stand on the board and this side is to make an ordinary move. All else is
    /// as in [`Tabletop::editor_base`], as far as it fits. It may be invalid: [`Tabletop::parse`] decides.
    ///
    /// Pieces in reserves are ignored, and so is what this game does not have; of several on a cell the last one counts.
    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String;

    /// Information for players about a piece of this look. By default, its name and its move in orthodox chess.
    fn piece_info(&self, look: &Look) -> PieceInfo {
        PieceInfo::of(look)
    }

    /// The board as it is now.
    fn layout(&self) -> Layout;

    /// Notices for players.
    fn notices(&self) -> Vec<Notice> {
        Vec::new()
    }

    /// The same position with this side to make an ordinary move, whatever is due; `None` where that means nothing. It need not be
    /// one that a match can come to: the other king may be attacked.
    fn with_side_to_move(&self, side: Side) -> Option<Self>;

    /// The cells where this side could capture if it were its turn.
    fn attacked_by(&self, side: Side) -> Vec<Cell>;
}
