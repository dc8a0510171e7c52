//! Analyses of positions and matches.

pub(super) mod analyse;
pub(super) mod match_report;
pub(super) mod score;
