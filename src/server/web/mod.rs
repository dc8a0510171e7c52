//! The way to the rooms over HTTP and WebSocket.

mod connection;
mod error_body;
mod files;
mod html;
mod landing;
mod listener;
mod page;
mod routes;

#[cfg(test)]
pub(super) use connection::limits;
pub(super) use listener::{Doors, Peer};
pub(super) use routes::{Site, routes};
