#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod bots;
pub mod engine;
pub mod games;
