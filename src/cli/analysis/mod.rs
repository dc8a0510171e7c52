//! The analysis of positions and of whole matches.

pub(super) mod analyse;
pub(super) mod board;
mod match_report;
pub(super) mod score;
