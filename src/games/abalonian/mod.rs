//! Abalonian Chess and orthodox chess, its base: one set of rules, with and without pushes (rules/abalonian.md).
//!
//! Positions are sets of squares in 64-bit words. Ordinary moves are legal by masks of pins and checks; where a push moves
//! enemies or the driver's own king, or may uncover or leave a shove off the edge, it is tried on a copy.

mod action;
mod attacks;
mod check;
mod evaluate;
mod events;
mod generate;
mod kind;
mod notation;
mod position;
mod push;
mod table;

pub use action::Action;
pub use position::ChessPosition;

/// Abalonian Chess.
pub type Abalonian = ChessPosition<true>;

/// Orthodox chess.
pub type Chess = ChessPosition<false>;
