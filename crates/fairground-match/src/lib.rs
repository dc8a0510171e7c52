#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod platform;
pub mod play;
pub mod record;
