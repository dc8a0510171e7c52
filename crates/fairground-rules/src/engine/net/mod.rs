//! A small neural network as an evaluation: its parts, its file and its value for a position.
//!
//! The first of two layers sums the weights of all active inputs, once for each side's view of the
//! position. Few inputs are active, so the sum is short. The second layer weighs the squares of
//! these sums, starting with the view of the side to act. All arithmetic is in integers: a position
//! has the same value on every machine and in every browser.
//!
//! Source: the efficiently updatable neural networks of Yu Nasu (NNUE, 2018); the squared clipped
//! activation is widely used in chess engines. The sums are computed from scratch for each
//! position, which is as fast as updating a net with few hidden units.

mod error;
mod file;
mod header;
mod slot;
mod weights;

pub use error::NetError;
pub use header::{LANES, MAX_HIDDEN, NetHeader};
pub use slot::NetSlot;
pub use weights::{Inputs, MAX_ACTIVE, Net, Quantised};
