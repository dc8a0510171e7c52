//! The vocabulary of all games: sides, turns, actions, outcomes, events, layouts, looks, histories and perft.
//!
//! Nothing here draws a random number, reads a clock, touches a file or knows a screen. Where a die is due the rules
//! say so and are told what it showed; where something happens on the table they say what, and the table shows it.

pub mod bits;
mod board;
mod die;
mod event;
mod game;
mod gesture;
mod hash;
mod history;
mod layout;
mod look;
mod options;
mod perft;
mod refusal;
mod rules;
mod side;
mod tabletop;
pub mod text;
mod turn;

pub use board::Board;
pub use die::Die;
pub use event::{Cause, Event, Manner, SectionMove};
pub use game::Game;
pub use gesture::{Gesture, GestureKind};
pub use hash::fnv1a;
pub use history::History;
pub use layout::{Cell, CellShape, Layout, Point, Pose, Section};
pub use look::{Look, Man, Piece, Place, Pyramids};
pub use options::{OptionInfo, Options};
pub use perft::{divide, perft};
pub use refusal::{Illegal, Refusal, TextError};
pub use rules::{Info, Notice, Rules, Team};
pub use side::Side;
pub use tabletop::{Impossible, Tabletop};
pub use turn::{Outcome, Reason, Turn};
