use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;

use super::{Feature, Inputs, NetSlot, Outcome, Reason, Side, Sink, Tally, Turn};

/// A value that packs into 32 bits, like an action. Searches share tables of packed values between
/// threads.
///
/// ```
/// use fairground_rules::engine::{Options, Packed, Position, Tabletop};
/// use fairground_rules::games::abalonian::{Action, Chess};
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

/// A position of a game together with its rules, as far as a search needs them. The rest is in
/// [`super::Tabletop`].
///
/// Positions are small and cheap to clone: a search copies the position and plays on the copy.
///
/// ```
/// use fairground_rules::engine::{Options, Position, Side, Tabletop, Turn};
/// use fairground_rules::games::abalonian::Chess;
///
/// let mut position = Chess::start(&Options::default());
/// let mut actions = Vec::new();
/// position.generate(&mut actions);
/// assert_eq!(actions.len(), 20);
/// position.play(position.parse_action("e2e4")?);
/// assert_eq!(position.turn(), Turn::Decide(Side::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position: Clone + Debug + Display + PartialEq + Send + Sync + 'static {
    /// One step: a decision of a player or the result of a throw. A few bytes, without heap
    /// allocation. `Display` writes its only text.
    type Action: Packed + Debug + Display + Eq + Ord + Hash + Send + Sync + 'static;

    /// The side to act, without generating actions. Returns [`Turn::Over`] only where the game has
    /// ended regardless of the actions (a king captured, a goal reached).
    ///
    /// A search calls this, then [`Position::generate`], then [`Position::outcome_without_actions`]
    /// if the list is empty.
    fn pending(&self) -> Turn;

    /// The outcome if the player to act has no legal action: checkmate, stalemate and the like.
    /// Unspecified where there are actions or a die is due.
    fn outcome_without_actions(&self) -> Outcome;

    /// Whether any action is legal; may be faster than [`Position::count`].
    fn has_actions(&self) -> bool {
        self.count() != 0
    }

    /// The side to act, or the outcome of the game. [`super::TypedGame`] adds the draws that depend
    /// on the match (repetition, the halfmove clock, [`Position::automatic_draw`]).
    ///
    /// Checks whether there is a legal action. A search that generates the actions anyway calls
    /// [`Position::pending`] instead.
    fn turn(&self) -> Turn {
        match self.pending() {
            Turn::Decide(_) if !self.has_actions() => Turn::Over(self.outcome_without_actions()),
            turn => turn,
        }
    }

    /// Adds every legal action once, including rolls, in any order. Adds nothing exactly if
    /// [`Position::turn`] is over.
    fn generate(&self, out: &mut impl Sink<Self::Action>);

    /// Whether [`Position::generate`] would add this action. Searches check the actions that they
    /// remember; checking one action is faster than generating all of them.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        actions.contains(&action)
    }

    /// Adds the legal decisions that change the balance immediately: captures, shots, explosions,
    /// pushes off the board, promotions, immediate wins. A subset of the actions of
    /// [`Position::generate`]; empty where a die is due.
    fn generate_noisy(&self, out: &mut impl Sink<Self::Action>);

    /// The immediate gain of a noisy action, in centipawns and without playing it: the value of
    /// captures and promotions, less the cost. `None` exactly for the legal actions that
    /// [`Position::generate_noisy`] omits. Searches use it to order and prune noisy actions.
    fn gain(&self, action: Self::Action) -> Option<i32>;

    /// Static exchange evaluation: whether `action`, followed by the profitable recaptures of both
    /// sides on the same cell, gains at least `threshold` centipawns. Games may approximate.
    fn see(&self, action: Self::Action, threshold: i32) -> bool {
        self.gain(action).unwrap_or(0) >= threshold
    }

    /// Adds each outcome of the die that is due with its weight, the number of the six sides that
    /// show it; adds nothing where no die is due.
    fn chance(&self, out: &mut impl Sink<(Self::Action, u8)>);

    /// The number of legal actions. Games that can count without generating override this.
    fn count(&self) -> u64 {
        let mut counter = super::CountSink::default();
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
    fn key(&self) -> u64;

    /// Whether the position counts for repetition: not while a chance outcome or a further decision
    /// of the same turn is due.
    fn counts_for_repetition(&self) -> bool;

    /// [`Position::key`] if the position counts for repetition, otherwise `None`.
    fn repetition_key(&self) -> Option<u64> {
        self.counts_for_repetition().then(|| self.key())
    }

    /// Plies since the last irreversible event.
    fn halfmove_clock(&self) -> u32;

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

    /// Whether the player to act is in check, or under the closest equivalent of the game.
    fn in_danger(&self) -> bool;

    /// Whether a search must look deeper instead of trusting the static evaluation: by default if
    /// in danger; games where danger is common override this.
    fn is_unsettled(&self) -> bool {
        self.in_danger()
    }

    /// The static evaluation for the player to act, in centipawns: the sum of the features that
    /// [`Position::tally`] counts times their weights. Only called while the game is not over.
    fn evaluate(&self) -> i32 {
        let mut sum = Sum::<Self>::new();
        self.tally(&mut sum);
        sum.value
    }

    /// The terms of the evaluation with their weights, fitted by `fairground tune`.
    const FEATURES: &'static [Feature];

    /// Counts the features for the player to act, minus the features for the opponent.
    fn tally(&self, tally: &mut (impl Tally + ?Sized));

    /// Scale of the search margins in this game, per cent of those in chess. Where the evaluation
    /// changes less from ply to ply, smaller margins suffice. Values other than 100 were measured
    /// in matches.
    const MARGINS: i32 = 100;

    /// The number of inputs of a net, see [`Position::inputs`].
    const INPUTS: usize;

    /// `[kinds, cells]`: the first `kinds * cells` inputs are ordered by kind of piece, then by
    /// cell. Training learns the general value of a kind and the deviation on each cell.
    const INPUT_KINDS: [usize; 2];

    /// Adds the active inputs of a net, each below [`Position::INPUTS`], at most
    /// [`super::MAX_ACTIVE`] in a view: the pieces and their cells in the view of `side`, and in
    /// the view of its opponent, which is mirrored so that a side's own pieces have the same inputs
    /// in both. An input may be added several times, once for each occurrence of its feature.
    ///
    /// Everything that the evaluation depends on has to be among the inputs of both views, except
    /// the side to act: a net receives the view of the side to act first.
    fn inputs(&self, side: Side, views: &mut [Inputs; 2]);

    /// The slot of the net for this position; `None` for a variant of the game without a net.
    fn net(&self) -> Option<&'static NetSlot>;

    /// The position after passing the turn, counters aside; `None` where passing is meaningless (in
    /// check, within a turn, while a die is due) or where zugzwang is common.
    fn null_move(&self) -> Option<Self>;
}

/// Adds up weights, see [`Position::evaluate`].
struct Sum<P: Position> {
    value: i32,
    position: PhantomData<P>,
}

impl<P: Position> Sum<P> {
    fn new() -> Self {
        Sum { value: 0, position: PhantomData }
    }
}

impl<P: Position> Tally for Sum<P> {
    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.value += P::FEATURES[feature].weight * count;
    }
}
