//! How strong the levels are.
//!
//! Level 8 played 16 matches against level 7, until a sequential test (`--sprt 70,400`) had shown it to be 70 Elo stronger with an error of
//! 5 %.

use crate::engine::Levels;

pub const LEVELS: Levels =
    Levels::with_many_actions([12_000, 45_000, 160_000], [0.865, 0.733, 0.988, 0.968, 0.958, 0.950, 0.938]);
