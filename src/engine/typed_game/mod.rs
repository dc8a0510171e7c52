mod history;

use history::History;

use super::{Event, Illegal, Options, Outcome, Position, Reason, Tabletop, TextError, Turn};

/// Plies without an irreversible event after which a match is drawn (assets/rules/common.md, Draws).
pub const HALFMOVE_LIMIT: u32 = 100;

/// Occurrences of a position that draw a match (assets/rules/common.md, Draws).
const REPETITION_LIMIT: usize = 3;

/// A match as the rules see it: every action since the start, and so the draws that depend on more than one position.
///
/// ```
/// use fairground::engine::{Options, Reason, Tabletop, TypedGame};
/// use fairground::games::abalonian::Chess;
///
/// let mut game = TypedGame::<Chess>::new(Options::default());
/// for _ in 0..2 {
///     for action in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///         game.apply(game.position().parse_action(action)?, &mut |_| ())?;
///     }
/// }
/// assert_eq!(game.turn().outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
/// game.undo();
/// assert_eq!(game.turn().outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TypedGame<P: Position> {
    options: Options,
    position: P,
    history: History<P>,
    /// See [`TypedGame::leave_draws_unclaimed`].
    draws_unclaimed: bool,
}

impl<P: Tabletop> TypedGame<P> {
    /// A match from the game's start.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let start = P::start(&options);
        TypedGame::starting(options, start)
    }

    /// A match from a position text.
    ///
    /// # Errors
    /// The field of the text that is wrong.
    pub fn from_text(options: Options, text: &str) -> Result<Self, TextError> {
        let start = P::parse(text, &options)?;
        Ok(TypedGame::starting(options, start))
    }

    /// Carries out an action.
    ///
    /// # Errors
    /// The rule that forbids it; the match is then unchanged.
    pub fn apply(&mut self, action: P::Action, events: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        self.check(action)?;
        self.position().events(action, events);
        self.play(action);
        Ok(())
    }

    /// Whether an action could be carried out now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, action: P::Action) -> Result<(), Illegal> {
        self.position().check(action)?;
        match self.drawn() {
            Some(reason) => Err(Illegal::new("common.md, Draws", format!("The game is over: {reason}."))),
            None => Ok(()),
        }
    }
}

impl<P: Position> TypedGame<P> {
    /// A match from a position.
    pub(super) fn starting(options: Options, start: P) -> Self {
        TypedGame { options, position: start.clone(), history: History::new(start), draws_unclaimed: false }
    }

    /// Lets the match go on where a draw that depends on more than the position would end it, as between players who have to claim
    /// such a draw and do not.
    pub fn leave_draws_unclaimed(&mut self) {
        self.draws_unclaimed = true;
    }

    /// Whether the match goes on where a draw by repetition and the like would end it.
    #[must_use]
    pub fn leaves_draws_unclaimed(&self) -> bool {
        self.draws_unclaimed
    }

    /// The game's options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The position that the match began from.
    #[must_use]
    pub fn start(&self) -> &P {
        self.history.start()
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The actions since the start.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = P::Action> + ExactSizeIterator + '_ {
        self.history.actions()
    }

    /// Whose turn it is, or how the match has ended, draws by repetition and by the halfmove clock included.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.unless_drawn(self.position().turn())
    }

    /// The same without generating actions, as [`Position::pending`] tells it.
    #[must_use]
    pub fn pending(&self) -> Turn {
        self.unless_drawn(self.position().pending())
    }

    fn unless_drawn(&self, turn: Turn) -> Turn {
        match turn {
            Turn::Over(_) => turn,
            _ => self.drawn().map_or(turn, |reason| Turn::Over(Outcome::drawn(reason))),
        }
    }

    /// Draws that a text alone does not show, in the order in which they are checked (assets/rules/common.md, Draws).
    fn drawn(&self) -> Option<Reason> {
        if self.draws_unclaimed || !self.history.last_counts() {
            return None;
        }
        if let Some(reason) = self.position.automatic_draw() {
            return Some(reason);
        }
        // Over the whole match: an irreversible event does not keep a position from coming again, as a die may become a pawn again
        // (Fluky Chess) and a pawn may be pushed back (Abalonian Chess).
        if self.position.repetition_key().is_some_and(|key| self.occurrences(key) >= REPETITION_LIMIT) {
            return Some(Reason::Repetition);
        }
        (self.position.halfmove_clock() >= HALFMOVE_LIMIT).then_some(Reason::HalfmoveClock)
    }

    /// The repetition keys of the positions since the start that count, in order, the position now included.
    #[must_use]
    pub fn repetition_keys(&self) -> Vec<u64> {
        self.history.keys()
    }

    /// How many times a position with this repetition key has stood on the board, the start and the position now included.
    #[must_use]
    pub fn occurrences(&self, key: u64) -> usize {
        self.history.occurrences(key)
    }

    /// Carries out an action that is known to be legal, fast.
    pub fn play(&mut self, action: P::Action) {
        self.position.play(action);
        self.history.push(action, &self.position);
    }

    /// Takes the last action back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<P::Action> {
        let (action, position) = self.history.pop()?;
        self.position = position;
        Some(action)
    }

    /// A copy that stands after only the first actions, this many; at the same point if there are no more.
    #[must_use]
    pub fn after(&self, actions: usize) -> Self {
        let (history, position) = self.history.first(actions);
        TypedGame { options: self.options.clone(), position, history, draws_unclaimed: self.draws_unclaimed }
    }
}
