//! Fluky Chess by I. Yudovski (rules/fluky.md): 5x5, a king and five dice a side; a die moves as the symbol on top and is
//! thrown after its move.

mod action;
mod attacks;
mod moves;
mod position;
mod refuse;
mod rules;
mod tell;

pub use action::{Action, Kind};
pub use position::Fluky;
