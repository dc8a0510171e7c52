//! Where the dice of a match come from: its seed, the throws that follow from it, and the secret that proves that nobody chose it.

mod commitment;
mod roll;
mod seed;

pub use commitment::{ParseSecretError, Secret, SecretError};
pub use roll::Roll;
pub(super) use roll::{drawn, physics_of, start_of_record, thrown};
pub(super) use seed::{Purpose, derive};
