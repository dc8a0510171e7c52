//! The analysis board on the table.

mod analysis_board;
mod strokes;
mod undo;

pub use analysis_board::AnalysisBoard;
