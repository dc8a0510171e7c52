//! The dice of a match: its seed, the throws derived from it, and the secret that proves that
//! nobody chose the seed.

mod commitment;
mod roll;
mod seed;

pub use commitment::{ParseSecretError, Secret, SecretError};
pub use roll::Roll;
pub(super) use roll::{drawn, physics_of, thrown};
pub(super) use seed::{Purpose, derive, throw_seed};
