#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod lessons;
pub mod puzzles;
