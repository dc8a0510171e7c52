//! The analysis board on the table.

mod board;
mod strokes;
mod undo;

pub use board::AnalysisBoard;
