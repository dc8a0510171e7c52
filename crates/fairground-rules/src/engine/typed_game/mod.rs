mod timeline;

use timeline::Timeline;

use super::{Check, Claim, Event, Events, Illegal, Notation, Options, Outcome, Reason, Rules, Side, TextError, Turn};

/// Plies without an irreversible event after which a match is drawn, or a draw can be claimed
/// (assets/rules/common.md, Draws).
pub const HALFMOVE_LIMIT: u32 = 100;

/// Plies without an irreversible event after which a match is drawn without a claim, in games with
/// claims.
pub const UNCLAIMED_HALFMOVE_LIMIT: u32 = 150;

/// Occurrences of a position after which a match is drawn, or a draw can be claimed
/// (assets/rules/common.md, Draws).
const REPETITION_LIMIT: usize = 3;

/// Occurrences of a position after which a match is drawn without a claim, in games with claims.
const UNCLAIMED_REPETITION_LIMIT: usize = 5;

/// A match under the rules: it remembers every action since the start, and so applies the draws
/// that depend on more than one position.
///
/// ```
/// use fairground_rules::engine::{Claim, Notation, Options, TypedGame};
/// use fairground_rules::games::chess::Chess;
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
pub struct TypedGame<P: Rules> {
    options: Options,
    position: P,
    timeline: Timeline<P>,
    /// See [`TypedGame::leave_draws_unclaimed`].
    draws_unclaimed: bool,
}

impl<P: Notation> TypedGame<P> {
    /// A match from a position text.
    ///
    /// # Errors
    /// The invalid field of the text.
    pub fn from_text(options: Options, text: &str) -> Result<Self, TextError> {
        let start = P::parse(text, &options)?;
        Ok(TypedGame::starting(options, start))
    }
}

impl<P: Check> TypedGame<P> {
    /// Checks whether an action is legal now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, action: P::Action) -> Result<(), Illegal> {
        let over = |rule, reason| Err(Illegal::new(rule, format!("The game is over: {reason}.")));
        let position = self.position();
        let legal = position.check(action);
        if legal.is_err() && matches!(position.pending(), Turn::Decide(_)) && !position.has_actions() {
            return over(P::END, position.outcome_without_actions().reason);
        }
        self.drawn().map_or(legal, |reason| over("common.md, Draws", reason))
    }
}

impl<P: Events> TypedGame<P> {
    /// Plays an action.
    ///
    /// # Errors
    /// The rule that forbids it; the match is then unchanged.
    pub fn apply(&mut self, action: P::Action, events: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        self.check(action)?;
        self.position().events(action, events);
        self.play(action);
        Ok(())
    }
}

impl<P: Rules> TypedGame<P> {
    /// A match from the game's start.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let start = P::start(&options);
        TypedGame::starting(options, start)
    }

    /// A match from a position.
    pub(super) fn starting(options: Options, start: P) -> Self {
        TypedGame { options, position: start.clone(), timeline: Timeline::new(start), draws_unclaimed: false }
    }

    /// Lets the match continue past every draw that depends on more than the position, as if the
    /// players had to claim these draws and did not.
    pub fn leave_draws_unclaimed(&mut self) {
        self.draws_unclaimed = true;
    }

    /// Returns `true` after [`TypedGame::leave_draws_unclaimed`].
    #[must_use]
    pub fn leaves_draws_unclaimed(&self) -> bool {
        self.draws_unclaimed
    }

    /// The game's options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The starting position.
    #[must_use]
    pub fn start(&self) -> &P {
        self.timeline.start()
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The actions since the start.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = P::Action> + ExactSizeIterator + '_ {
        self.timeline.actions()
    }

    /// The side of each action.
    pub fn sides(&self) -> impl DoubleEndedIterator<Item = Side> + ExactSizeIterator + '_ {
        self.timeline.sides()
    }

    /// The numbers of actions at the ends of the complete plies. A ply ends when the other side is
    /// to act or the match is over.
    #[must_use]
    pub fn ply_ends(&self) -> Vec<usize> {
        let next = self.sides().skip(1).map(Some).chain([self.turn().side()]);
        let ends = (1..).zip(self.sides().zip(next)).filter(|(_, (side, next))| *next != Some(*side));
        ends.map(|(actions, _)| actions).collect()
    }

    /// The side to act, or the outcome of the match, including draws by repetition and by the
    /// halfmove clock.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.unless_drawn(self.position().turn())
    }

    /// Like [`TypedGame::turn`], but does not check whether any action is legal, see
    /// [`Rules::pending`]. Actions are generated only where a draw applies, because a win on the
    /// board takes precedence.
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

    /// Draws that are not visible in a position text, in the order of precedence
    /// (assets/rules/common.md, Draws).
    fn drawn(&self) -> Option<Reason> {
        if self.draws_unclaimed || !self.timeline.last_counts() {
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
            // Only at the limit itself: in a match that starts beyond it, the draw has to be
            // claimed.
            return (clock == UNCLAIMED_HALFMOVE_LIMIT).then_some(Reason::SeventyFiveMoves);
        }
        if self.repeats(REPETITION_LIMIT) {
            return Some(Reason::Repetition);
        }
        (clock >= HALFMOVE_LIMIT).then_some(Reason::HalfmoveClock)
    }

    /// Whether the last position that counts has occurred at least `occurrences` times in the whole
    /// match. The search cannot stop at an irreversible event, because a position may recur after
    /// one: a die may become a pawn again (Fluky Chess) and a pawn may be pushed back (Abalonian
    /// Chess).
    fn repeats(&self, occurrences: usize) -> bool {
        self.position.repetition_key().is_some_and(|key| self.occurrences(key) >= occurrences)
    }

    /// The draw that either player may claim now: the side to move faces the position, and its
    /// opponent has just created it (assets/rules/common.md, Draws). `None` before the first ply
    /// ends, within a turn, when the match is over and in games without claims.
    #[must_use]
    pub fn claim_open(&self) -> Option<Claim> {
        if !P::CLAIMED_DRAWS || !self.timeline.last_counts() {
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

    /// The outcome if the clock of `side` runs out: a loss, unless the opponent can no longer win
    /// (assets/rules/common.md, Terms).
    #[must_use]
    pub fn out_of_time(&self, side: Side) -> Outcome {
        if self.position.can_win(side.other()) {
            Outcome::won(side.other(), Reason::Time)
        } else {
            Outcome::drawn(Reason::TimeWithoutWinner)
        }
    }

    /// The repetition keys of all positions since the start that count, including the current one,
    /// in order.
    #[must_use]
    pub fn repetition_keys(&self) -> Vec<u64> {
        self.timeline.keys()
    }

    /// The number of occurrences of a repetition key, including the start and the current position.
    #[must_use]
    pub fn occurrences(&self, key: u64) -> usize {
        self.timeline.occurrences(key)
    }

    /// Plays a legal action without checking it.
    pub fn play(&mut self, action: P::Action) {
        // After the end no action is legal, and either side will do.
        let side = self.position.pending().side().unwrap_or(Side::White);
        self.position.play(action);
        self.timeline.push(action, side, &self.position);
    }

    /// Takes back the last action and returns it, or `None` at the start.
    pub fn undo(&mut self) -> Option<P::Action> {
        let (action, position) = self.timeline.pop()?;
        self.position = position;
        Some(action)
    }

    /// A copy after only the first `actions` actions, or after all of them if there are fewer.
    #[must_use]
    pub fn after(&self, actions: usize) -> Self {
        let (timeline, position) = self.timeline.first(actions);
        TypedGame { options: self.options.clone(), position, timeline, draws_unclaimed: self.draws_unclaimed }
    }
}
