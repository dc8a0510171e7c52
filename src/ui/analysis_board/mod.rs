//! The panel beside an analysis board.

mod engine;
mod faces;
mod moves;
pub mod panel;
mod point;
mod terms;
