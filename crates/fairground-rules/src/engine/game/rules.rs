use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::engine::{CountSink, GameInfo, Options, Outcome, Reason, Side, Sink, Turn, fnv1a};

/// A value that packs into 32 bits, like an action. Searches share tables of packed values between
/// threads.
///
/// ```
/// use fairground_rules::engine::{Notation, Options, Packed, Rules};
/// use fairground_rules::games::chess::{Action, Chess};
///
/// let action = Chess::start(&Options::default()).parse_action("e2e4")?;
/// assert_eq!(Action::unpack(action.pack()), action);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Packed: Copy {
    /// Packs the value injectively. The destination of an action is in the lowest six bits, so that
    /// a table can keep neighbours together.
    fn pack(self) -> u32;

    /// Unpacks a value; returns an arbitrary value for bits that [`Packed::pack`] never returns.
    fn unpack(bits: u32) -> Self;
}

/// The rules of a game: a position, its legal actions, and the outcome.
///
/// Positions are small and cheap to clone: a search copies the position and plays on the copy.
/// `Display` writes the position text, with the counters in the last fields.
///
/// ```
/// use fairground_rules::engine::{Notation, Options, Rules, Side, Turn};
/// use fairground_rules::games::chess::Chess;
///
/// let mut position = Chess::start(&Options::default());
/// let mut actions = Vec::new();
/// position.generate(&mut actions);
/// assert_eq!(actions.len(), 20);
/// position.play(position.parse_action("e2e4")?);
/// assert_eq!(position.turn(), Turn::Decide(Side::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Rules: Clone + Debug + Display + PartialEq + Send + Sync + 'static {
    /// One step: a decision of a player or the result of a throw. A few bytes, without heap
    /// allocation. `Display` writes its only text.
    type Action: Packed + Debug + Display + Eq + Ord + Hash + Send + Sync + 'static;

    /// The game. Its id must differ from those of the [built-in games](crate::games::ALL): bots panic
    /// otherwise.
    const INFO: &'static GameInfo;

    /// The starting position of a match.
    fn start(options: &Options) -> Self;

    /// The side to act, without generating actions. Returns [`Turn::Over`] only for an end that
    /// does not depend on the legal actions (a king captured, a goal reached).
    ///
    /// A search calls this, then [`Rules::generate`], then [`Rules::outcome_without_actions`]
    /// if the list is empty.
    fn pending(&self) -> Turn;

    /// The outcome if the player to act has no legal action: checkmate, stalemate and the like.
    /// Unspecified if there are actions or a die is due.
    ///
    /// By default a draw by stalemate.
    fn outcome_without_actions(&self) -> Outcome {
        Outcome::drawn(Reason::Stalemate)
    }

    /// Whether any action is legal; may be faster than [`Rules::count`].
    fn has_actions(&self) -> bool {
        self.count() != 0
    }

    /// The side to act, or the outcome of the game. [`TypedGame`](crate::engine::TypedGame) adds
    /// the draws that depend on the match (repetition, the halfmove clock,
    /// [`Rules::automatic_draw`]).
    ///
    /// Checks whether there is a legal action. A search that generates the actions anyway calls
    /// [`Rules::pending`] instead.
    fn turn(&self) -> Turn {
        match self.pending() {
            Turn::Decide(_) if !self.has_actions() => Turn::Over(self.outcome_without_actions()),
            turn => turn,
        }
    }

    /// Adds every legal action once, including rolls, in any order. Adds nothing if and only if
    /// [`Rules::turn`] is over.
    fn generate(&self, out: &mut impl Sink<Self::Action>);

    /// Whether [`Rules::generate`] would add this action. By default, generates all actions; searches
    /// use it for remembered actions, for which a direct check is faster.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        actions.contains(&action)
    }

    /// Adds each outcome of the die that is due with its weight, the number of the six sides that
    /// show it; adds nothing where no die is due.
    /// By default nothing: only games without dice may omit it.
    fn chance(&self, _out: &mut impl Sink<(Self::Action, u8)>) {}

    /// The number of legal actions. Overridden by games that can count without generating.
    fn count(&self) -> u64 {
        let mut counter = CountSink::default();
        self.generate(&mut counter);
        counter.0
    }

    /// Plays a legal action without checking it. An illegal one leaves an unspecified position, but
    /// does not panic.
    fn play(&mut self, action: Self::Action);

    /// A hash for transposition tables. Positions with the same text apart from the counters have
    /// the same key. Other positions almost surely have different keys, unless the rules count them
    /// as the same position: in orthodox chess, an en passant square is ignored where no pawn may
    /// capture.
    ///
    /// By default a hash of the text. Overridden by games with counters or without time to spare.
    fn key(&self) -> u64 {
        fnv1a(self.to_string().as_bytes())
    }

    /// Whether the position counts for repetition: not while a chance outcome or a further decision
    /// of the same turn is due. By default, every position counts where no die is due.
    fn counts_for_repetition(&self) -> bool {
        !matches!(self.pending(), Turn::Chance(..))
    }

    /// [`Rules::key`] if the position counts for repetition, otherwise `None`.
    fn repetition_key(&self) -> Option<u64> {
        self.counts_for_repetition().then(|| self.key())
    }

    /// Plies since the last irreversible event. By default 0, so that no match ends by this clock.
    fn halfmove_clock(&self) -> u32 {
        0
    }

    /// A draw that ends a match after a ply, but does not apply to a starting position (too little
    /// material in chess).
    fn automatic_draw(&self) -> Option<Reason> {
        None
    }

    /// Whether draws at the third repetition or at a halfmove clock of 100 have to be claimed, and
    /// are automatic only at the fifth repetition and at 150 (assets/rules/common.md, Draws). In
    /// the other games, the former are automatic.
    const CLAIMED_DRAWS: bool = false;

    /// Whether any series of legal actions could still lead to a win for this side. If a player's
    /// clock runs out and the opponent cannot win, the match is a draw (assets/rules/common.md,
    /// Terms).
    fn can_win(&self, _side: Side) -> bool {
        true
    }
}
