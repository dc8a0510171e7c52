//! The panel beside the table while an analysis board is on it.

mod engine;
mod faces;
mod moves;
pub mod panel;
mod point;
mod terms;
