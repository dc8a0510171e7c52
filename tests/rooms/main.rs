//! Rooms: a real server on a free port of this machine, and clients that talk to it.
#![cfg(feature = "server")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod client;
mod crashes;
mod dice;
mod errors;
mod hostile;
mod keeping;
mod limits;
mod matches;
#[cfg(feature = "nats")]
mod nats;
mod operator;
mod pages;
mod programs;
mod proxy;
#[path = "../common/python.rs"]
mod python;
mod rig;
mod start;
mod storage;
mod transcript;
