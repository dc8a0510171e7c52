//! The way to the rooms over HTTP and WebSocket.

mod connection;
mod page;
mod routes;

pub(super) use routes::{Site, routes};
