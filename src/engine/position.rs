use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::marker::PhantomData;

use super::{Feature, Inputs, NetSlot, Outcome, Reason, Side, Sink, Tally, Turn};

/// What fits into 32 bits, as actions do: searches keep tables of them that threads share.
///
/// ```
/// use fairground::engine::{Options, Packed, Position, Tabletop};
/// use fairground::games::abalonian::{Action, Chess};
///
/// let action = Chess::start(&Options::default()).parse_action("e2e4")?;
/// assert_eq!(Action::unpack(action.pack()), action);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Packed: Copy {
    /// Other bits for each value. Where an action ends is in the lowest six, so that a table may keep neighbours together.
    fn pack(self) -> u32;

    /// The value with these bits; any value for bits that none has.
    fn unpack(bits: u32) -> Self;
}

/// A position of a game together with its rules, as far as a search needs them. See [`super::Tabletop`] for the rest.
///
/// Positions are small and cheap to clone: a search copies the position and plays on the copy.
///
/// ```
/// use fairground::engine::{Options, Position, Side, Tabletop, Turn};
/// use fairground::games::abalonian::Chess;
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
    /// One step: a decision of a player or the result of a throw. A few bytes, without heap. `Display` is its one spelling.
    type Action: Packed + Debug + Display + Eq + Ord + Hash + Send + Sync + 'static;

    /// Whose turn it is, without generating actions: [`Turn::Over`] only where the game has ended whatever actions there might be (a king
    /// captured, a goal reached).
    ///
    /// A search asks this, then [`Position::generate`], and [`Position::outcome_without_actions`] if nothing came.
    fn pending(&self) -> Turn;

    /// How the game has ended, given that the player to act has no legal action: checkmate, stalemate and the like. Any answer
    /// will do where there are actions or a die is due.
    fn outcome_without_actions(&self) -> Outcome;

    /// Whether any action is legal; may be faster than counting them.
    fn has_actions(&self) -> bool {
        self.count() != 0
    }

    /// Whose turn it is, or how the game has ended. [`super::TypedGame`] adds the draws that depend on the match (repetition, the halfmove
    /// clock, [`Position::automatic_draw`]).
    ///
    /// Checks whether there is an action. A search that generates the actions anyway asks [`Position::pending`] instead.
    fn turn(&self) -> Turn {
        match self.pending() {
            Turn::Decide(_) if !self.has_actions() => Turn::Over(self.outcome_without_actions()),
            turn => turn,
        }
    }

    /// Adds every legal action, rolls included, in any order, each once. Adds nothing exactly if [`Position::turn`] is over.
    fn generate(&self, out: &mut impl Sink<Self::Action>);

    /// Whether [`Position::generate`] would add this action. A search asks this of actions that it remembers; checking one action is
    /// faster than listing all of them.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        actions.contains(&action)
    }

    /// Adds the legal decisions that change the balance at once: captures, shots, explosions, pushes off the board, promotions,
    /// immediate wins. A subset of what [`Position::generate`] adds; nothing where a die is due.
    fn generate_noisy(&self, out: &mut impl Sink<Self::Action>);

    /// What a noisy action wins at once, without playing it, centipawns: what it takes and promotes, less what it costs. `None` exactly for
    /// the legal actions that [`Position::generate_noisy`] leaves out. A search orders and skips noisy actions by it.
    fn gain(&self, action: Self::Action) -> Option<i32>;

    /// Whether a noisy action wins at least so much, centipawns, once both sides have gone on capturing on the same cell as long as it pays
    /// (static exchange evaluation), as far as the game tells that quickly.
    fn see(&self, action: Self::Action, least: i32) -> bool {
        self.gain(action).unwrap_or(0) >= least
    }

    /// Adds each outcome of the die that is due with its weight, the number of sides of six that show it; nothing where none is due.
    fn chance(&self, out: &mut impl Sink<(Self::Action, u8)>);

    /// How many actions are legal; games that can count without listing do so.
    fn count(&self) -> u64 {
        let mut counter = super::Counter::default();
        self.generate(&mut counter);
        counter.0
    }

    /// Carries out an action that is known to be legal, fast. Any other leaves an unspecified position, but does not panic.
    fn play(&mut self, action: Self::Action);

    /// A hash for transposition tables. Positions whose texts are equal apart from the counters have equal keys. Others almost surely have
    /// different ones, unless the rules call them the same position: in orthodox chess, an en passant square where no pawn may capture does
    /// not count.
    fn key(&self) -> u64;

    /// Whether the position counts for repetitions: not where a chance outcome or a further decision of the same turn is due.
    fn counts_for_repetition(&self) -> bool;

    /// The key for counting repetitions, [`Position::key`]; `None` if the position does not count.
    fn repetition_key(&self) -> Option<u64> {
        self.counts_for_repetition().then(|| self.key())
    }

    /// Plies since the last irreversible event.
    fn halfmove_clock(&self) -> u32;

    /// A draw that ends a match after a ply, but that a bare position leaves out (too little material in chess).
    fn automatic_draw(&self) -> Option<Reason> {
        None
    }

    /// Whether a draw by the third repetition or by a halfmove clock of 100 has to be claimed, and comes by itself only at the fifth
    /// repetition and at 150 (assets/rules/common.md, Draws). In the other games it comes by itself at once.
    const CLAIMED_DRAWS: bool = false;

    /// Whether any series of legal actions could still lead to a win for this side. A player whose clock runs out against a side that
    /// cannot win draws (assets/rules/common.md, Terms).
    fn can_win(&self, _side: Side) -> bool {
        true
    }

    /// Whether the player to act is in check, or in the nearest thing to it.
    fn in_danger(&self) -> bool;

    /// Whether a search must not trust the static evaluation of this position, and looks deeper: in danger, unless that is common in the game.
    fn is_unsettled(&self) -> bool {
        self.in_danger()
    }

    /// The static evaluation for the player to act, in centipawns: the features that [`Position::tally`] counts, each times its
    /// weight. Only asked while the game goes on.
    fn evaluate(&self) -> i32 {
        let mut sum = Sum::<Self>::new();
        self.tally(&mut sum);
        sum.value
    }

    /// The terms of the evaluation with their weights, fitted by `fairground tune`.
    const FEATURES: &'static [Feature];

    /// Counts the features for the player to act, minus those for the other.
    fn tally(&self, tally: &mut (impl Tally + ?Sized));

    /// The margins of a search in this game, per cent of those of chess: where the evaluation changes less from ply to ply, less will do.
    /// Another number than 100 has been measured, by matches of the search.
    const MARGINS: i32 = 100;

    /// The number of inputs of a net that values positions, see [`Position::inputs`].
    const INPUTS: usize;

    /// The first inputs are these many kinds of pieces, each with so many inputs in a row, one for each cell. A training learns what a kind
    /// counts anywhere, and what is different on each cell.
    const INPUT_KINDS: [usize; 2];

    /// Adds the inputs of a net that are active, each below [`Position::INPUTS`], at most [`super::MAX_ACTIVE`] in a view: what stands where in the view
    /// of a side, and in that of the other, which sees its own pieces where the first sees its own. The same input may be added several
    /// times, as many as there are of what it stands for.
    ///
    /// Whatever the evaluation depends on has to be among the inputs of both views, but for whose view is whose: a net is given that of the
    /// side to act first.
    fn inputs(&self, side: Side, views: &mut [Inputs; 2]);

    /// The place of the net for this position; `None` for a variant of the game that nets are not trained on.
    fn net(&self) -> Option<&'static NetSlot>;

    /// The position after giving up the turn, counters aside; `None` where that means nothing (in check, within a turn, while a die
    /// is due) or where having to move is often a disadvantage.
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
