//! The analysis board on the table.

mod analysis_board;
mod strokes;

pub use analysis_board::AnalysisBoard;
