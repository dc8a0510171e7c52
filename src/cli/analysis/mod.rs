//! The analysis of positions and of whole matches.

pub(super) mod analyse;
mod match_report;
pub(super) mod score;
