//! A small neural network as an evaluation: what it is made of, its file, its value for a position.
//!
//! Two layers. The first sums, once for each side's view of the position, the weights of all inputs that are active; most are not, so
//! that the sum is short. The second weighs the squares of these sums, those of the side to act first. Everything is in whole numbers: a
//! position has the same value on every machine, in a browser as well.
//!
//! The idea is that of Yu Nasu's efficiently updatable neural networks (NNUE, 2018); the squared clipped activation is widely used in chess
//! engines. Sums are formed anew for each position: with so few hidden units that is as quick as to update them.

mod error;
mod file;
mod header;
mod slot;
mod weights;

pub use error::NetError;
pub use header::{LANES, MAX_HIDDEN, NetHeader};
pub use slot::NetSlot;
pub use weights::{Inputs, MAX_ACTIVE, Net, Quantised};
