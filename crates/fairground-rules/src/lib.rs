#![doc = include_str!("../README.md")]

pub mod bots;
pub mod engine;
pub mod games;
