//! A small neural network as an evaluation: its parts, its file and its value for a position.
//!
//! The first of two layers sums the weights of all active inputs, once for each side's view of the
//! position. Few inputs are active, so the sum is short. The second layer weighs the squares of
//! these sums, starting with the view of the side to act. All arithmetic is in integers: a position
//! has the same value on every machine and in every browser.
//!
//! Source: the efficiently updatable neural networks of Yu Nasu (NNUE, 2018); the squared clipped
//! activation is widely used in chess engines. If a game lists the inputs that change between two
//! positions, a search updates the sums of the last position that it evaluated.

mod error;
mod file;
mod header;
mod inputs;
mod slot;
mod weights;

pub use error::NetError;
pub use header::{LANES, MAX_HIDDEN, NetHeader};
pub use inputs::{InputChanges, Inputs, MAX_ACTIVE};
pub use slot::NetSlot;
pub(crate) use weights::Sums;
pub use weights::{Net, Quantised};
