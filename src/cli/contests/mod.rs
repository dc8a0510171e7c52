//! Contests between bots, and training from self-play.

pub(in crate::cli) mod arena;
mod conditions;
mod net;
mod summary;
pub(in crate::cli) mod train;
pub(in crate::cli) mod tune;
