//! The vocabulary of all games: sides, turns, actions, outcomes, events, layouts, looks, matches and perft.
//!
//! Nothing here draws a random number, reads a clock, touches a file or knows a screen. When a die is due, the rules say so and are told
//! what it showed. When something happens on the table, the rules describe it as events, and the table shows them.

pub mod bits;
mod board;
mod die;
mod dyn_game;
mod evaluation;
mod event;
mod gesture;
mod hash;
mod info;
mod layout;
mod levels;
mod look;
mod options;
mod perft;
mod piece_info;
mod position;
mod refusal;
mod side;
mod sink;
mod table_state;
mod tabletop;
pub mod text;
mod turn;
mod typed_game;

pub use board::Board;
pub use die::Die;
pub use dyn_game::DynGame;
pub use evaluation::{Feature, Tally};
pub use event::{Cause, Event, Manner, SectionMove};
pub use gesture::{Gesture, GestureKind};
pub use hash::{fnv1a, split_mix_64};
pub use info::{Info, Notice, Team};
pub use layout::{Cell, CellShape, Layout, Point, Pose, Section};
pub use levels::{LEVELS, LevelStrength, Levels};
pub use look::{Look, Piece, PieceKind, Place, Pyramids};
pub use options::{OptionInfo, Options};
pub use perft::{divide, perft};
pub use piece_info::PieceInfo;
pub use position::Position;
pub use refusal::{Illegal, Refusal, TextError};
pub use side::Side;
pub use sink::{Counter, Sink};
pub use table_state::{Impossible, TableState};
pub use tabletop::Tabletop;
pub use turn::{Outcome, Reason, Turn};
pub use typed_game::{HALFMOVE_LIMIT, TypedGame};
