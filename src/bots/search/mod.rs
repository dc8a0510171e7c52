//! Alpha-beta search over any [`Position`](crate::engine::Position), chance included.
//!
//! Principal variation search with iterative deepening (`iterative_deepening.rs`, `alpha_beta.rs`), a transposition table; captures by what
//! they win, killers and a history for the order of actions (`move_picker.rs`), late move reductions, pruning (`pruning.rs`) and quiescence (`quiescence.rs`).
//! Lines are collected on the way and completed from the table (`principal_variation.rs`).
//! Where a die is due its outcomes are weighed (`chance.rs`). Every margin is in `parameters.rs`.

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
