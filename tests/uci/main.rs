//! The Universal Chess Interface as a dialogue through a pipe: against the text of the protocol
//! (Meyer-Kahlen and Huber, April 2006), and with python-chess.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod dialogue;
mod protocol;
#[path = "../common/python.rs"]
mod python;
mod search;
