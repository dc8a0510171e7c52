#![doc = include_str!("../README.md")]

pub mod platform;
pub mod play;
pub mod record;
