//! Abalonian Chess and orthodox chess against golden data.

#[path = "common/vectors.rs"]
mod vectors;

use fairground_rules::games::{abalonian::Abalonian, chess::Chess};

#[test]
fn abalonian_agrees_with_every_line() {
    vectors::check::<Abalonian>(include_str!("vectors/abalonian.jsonl"));
}

#[test]
fn chess_agrees_with_every_line() {
    vectors::check::<Chess>(include_str!("vectors/chess.jsonl"));
}
