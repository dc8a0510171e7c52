//! The Universal Chess Interface, through a pipe: compared with the protocol's text (Meyer-Kahlen
//! and Huber, April 2006), and used by python-chess.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod dialogue;
mod protocol;
#[path = "../common/python.rs"]
mod python;
mod search;
