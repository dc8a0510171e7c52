mod history;

use history::History;

use super::{Claim, Event, Illegal, Options, Outcome, Position, Reason, Side, Tabletop, TextError, Turn};

/// Plies without an irreversible event after which a match is drawn, or a draw can be claimed (assets/rules/common.md, Draws).
pub const HALFMOVE_LIMIT: u32 = 100;

/// Plies without an irreversible event after which a match is drawn where a draw could have been claimed before.
pub const UNCLAIMED_HALFMOVE_LIMIT: u32 = 150;

/// Occurrences of a position after which a match is drawn, or a draw can be claimed (assets/rules/common.md, Draws).
const REPETITION_LIMIT: usize = 3;

/// Occurrences of a position after which a match is drawn where a draw could have been claimed before.
const UNCLAIMED_REPETITION_LIMIT: usize = 5;

/// A match as the rules see it: every action since the start, and so the draws that depend on more than one position.
///
/// ```
/// use fairground::engine::{Claim, Options, Tabletop, TypedGame};
/// use fairground::games::abalonian::Chess;
///
/// let mut game = TypedGame::<Chess>::new(Options::default());
/// for _ in 0..2 {
///     for action in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///         game.apply(game.position().parse_action(action)?, &mut |_| ())?;
///     }
/// }
/// assert_eq!(game.claim_open(), Some(Claim::Repetition));
/// game.undo();
/// assert_eq!(game.claim_open(), None);
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

    /// The same, but a missing action goes unnoticed, see [`Position::pending`]: actions are only generated where a draw is at hand, which
    /// a win on the board precedes.
    #[must_use]
    pub fn pending(&self) -> Turn {
        match self.position().pending() {
            turn @ Turn::Over(_) => turn,
            _ if self.drawn().is_some() => self.turn(),
            turn => turn,
        }
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
        let clock = self.position.halfmove_clock();
        if P::CLAIMED_DRAWS {
            if self.repeats(UNCLAIMED_REPETITION_LIMIT) {
                return Some(Reason::FivefoldRepetition);
            }
            // The ply that brings it there: a match that begins beyond has to be claimed.
            return (clock == UNCLAIMED_HALFMOVE_LIMIT).then_some(Reason::SeventyFiveMoves);
        }
        if self.repeats(REPETITION_LIMIT) {
            return Some(Reason::Repetition);
        }
        (clock >= HALFMOVE_LIMIT).then_some(Reason::HalfmoveClock)
    }

    /// Whether the last position that counts has occurred so often in the whole match. An irreversible event does not keep a position
    /// from coming again, as a die may become a pawn again (Fluky Chess) and a pawn may be pushed back (Abalonian Chess).
    fn repeats(&self, occurrences: usize) -> bool {
        self.position.repetition_key().is_some_and(|key| self.occurrences(key) >= occurrences)
    }

    /// The draw that either player may claim now: one has this position before him, the other has just brought it about
    /// (assets/rules/common.md, Draws). `None` before the first ply ends, within a turn, when the match is over and in games without
    /// claims.
    #[must_use]
    pub fn claim_open(&self) -> Option<Claim> {
        if !P::CLAIMED_DRAWS || !self.history.last_counts() {
            return None;
        }
        let claim = if self.repeats(REPETITION_LIMIT) {
            Claim::Repetition
        } else if self.position.halfmove_clock() >= HALFMOVE_LIMIT {
            Claim::FiftyMoves
        } else {
            return None;
        };
        self.turn().outcome().is_none().then_some(claim)
    }

    /// How the match ends when the clock of this side runs out: it has lost, unless the opponent cannot win any more
    /// (assets/rules/common.md, Terms).
    #[must_use]
    pub fn out_of_time(&self, side: Side) -> Outcome {
        if self.position.can_win(side.other()) {
            Outcome::won(side.other(), Reason::Time)
        } else {
            Outcome::drawn(Reason::TimeWithoutWinner)
        }
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
