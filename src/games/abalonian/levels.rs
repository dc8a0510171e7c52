//! How strong the levels are in Abalonian and in orthodox chess.
//!
//! Level 8 played 20 matches of Abalonian and 16 of orthodox chess against level 7, until a sequential test (`--sprt 70,400`) had shown it to
//! be 70 Elo stronger with an error of 5 %.

use crate::engine::Levels;

pub const ABALONIAN: Levels =
    Levels::with_many_actions([10_000, 33_000, 120_000], [0.810, 0.920, 0.790, 0.890, 0.983, 0.933, 0.900]);

pub const CHESS: Levels =
    Levels::with_many_actions([14_000, 50_000, 200_000], [0.818, 0.845, 0.765, 0.853, 0.958, 0.958, 0.969]);
