//! Vocabulary of all games: sides, turns, actions, outcomes, events, layouts, looks, matches and
//! perft.
//!
//! Nothing here draws a random number, reads a clock, touches a file or draws on a screen. When a
//! die is due, the rules say so and the caller supplies the result. The rules describe changes on
//! the table as events, and the table shows them.

mod action_text;
mod attempts;
pub mod bits;
mod board;
mod die;
mod driver;
mod dyn_game;
mod finite;
mod game;
mod hash;
mod info;
mod levels;
mod net;
mod options;
mod perft;
mod refusal;
mod short_notation;
mod side;
mod sink;
mod table;
pub mod text;
mod turn;
mod typed_game;

pub use action_text::{ActionText, ROLL_SIGN, roll_symbol};
pub use board::Board;
pub use die::Die;
pub use driver::{Driver, drive};
pub use dyn_game::DynGame;
pub use finite::{MaybeFinite, finite};
pub(crate) use game::Sum;
pub use game::{
    Check, Editor, Evaluate, Events, Feature, Game, Heuristics, NetInputs, Notation, Packed, Position, Rules, Tabletop,
    Tally,
};
pub use hash::{fnv1a, hash_words, multiply_and_fold, split_mix_64};
pub use info::{GameInfo, Notice};
pub use levels::{LEVELS, LevelStrength, Levels};
pub(crate) use net::Sums;
pub use net::{InputChanges, Inputs, LANES, MAX_ACTIVE, MAX_HIDDEN, Net, NetError, NetHeader, NetSlot, Quantised};
pub use options::{OptionInfo, Options};
pub use perft::{divide, perft};
pub use refusal::{Illegal, Refusal, TextError};
pub use side::Side;
pub use sink::{CountSink, Sink};
use table::Changes;
pub use table::{
    Cause, Cell, CellShape, Event, EventError, Gesture, GestureKind, Layout, Look, Manner, Piece, PieceInfo, PieceKind,
    Place, Point, Pose, Pyramids, Section, SectionMove, TableState,
};
pub use turn::{Claim, Outcome, Reason, Turn};
pub use typed_game::{HALFMOVE_LIMIT, TypedGame, UNCLAIMED_HALFMOVE_LIMIT};
