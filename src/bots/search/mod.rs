//! Alpha-beta search over any [`Position`], chance included.
//!
//! The main line is searched with an open window, everything else with one that only asks whether it is better (principal variation
//! search), deeper step by step, with a transposition table, killers, a history of what refuted, late move reductions, and captures
//! looked at to the end. Where a die is due its outcomes are weighed (`chance.rs`).

mod chance;
pub(super) mod node;
mod order;
mod path;
mod quiet;
mod root;
mod table;
#[cfg(test)]
mod tests;
pub(super) mod worker;

pub use root::{Question, search, shared_for};
pub use worker::Noise;
