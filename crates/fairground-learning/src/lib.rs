#![doc = include_str!("../README.md")]

pub mod lessons;
pub mod puzzles;
