//! Contests between bots, and what is learned from matches of the search against itself.

pub(in crate::cli) mod arena;
mod conditions;
mod net;
mod summary;
pub(in crate::cli) mod train;
pub(in crate::cli) mod tune;
