//! The way to the rooms over HTTP and WebSocket.

mod connection;
mod files;
mod html;
mod landing;
mod listener;
mod page;
mod routes;

pub(super) use listener::{Doors, Peer};
pub(super) use routes::{Site, routes};
