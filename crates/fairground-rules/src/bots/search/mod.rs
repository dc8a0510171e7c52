//! Alpha-beta search over any [`Position`](crate::engine::Position), including chance nodes.
//!
//! Principal variation search with iterative deepening (`iterative_deepening.rs`, `alpha_beta.rs`)
//! and a transposition table (`transposition.rs`). Actions are ordered by their gain, killers and
//! history (`move_picker.rs`). Late move reductions, pruning (`pruning.rs`) and quiescence
//! (`quiescence.rs`) shape the tree. Lines are collected during the search and completed from the
//! table (`principal_variation.rs`). Chance nodes are in `chance.rs`, all margins in
//! `parameters.rs`.

mod alpha_beta;
mod candidate;
mod chance;
mod history;
mod iterative_deepening;
mod memory;
mod move_picker;
mod node;
mod noise;
mod parameters;
mod principal_variation;
mod pruning;
mod quiescence;
mod repetition;
mod request;
mod thread;
mod transposition;
mod window;

pub use iterative_deepening::{search, shared_state};
pub use memory::SearchMemory;
pub use noise::{Noise, faded};
pub use request::SearchRequest;
pub use thread::SearchThread;

#[cfg(test)]
mod tests;
