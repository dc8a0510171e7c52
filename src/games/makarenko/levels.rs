//! How strong the levels are.

use crate::engine::Levels;

pub const LEVELS: Levels =
    Levels::with_many_actions([14_000, 55_000, 220_000], [0.778, 0.920, 0.923, 0.813, 0.733, 0.908, 0.792]);
