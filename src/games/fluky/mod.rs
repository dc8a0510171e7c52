//! Fluky Chess by I. Yudovski (rules/fluky.md): 5x5, a king and five dice a side; a die moves as the symbol on top and is
//! thrown after its move.

mod action;
mod attacks;
mod check;
mod generate;
mod position;
mod rules;
mod table;

pub use action::{Action, Kind};
pub use position::Fluky;
