//! HTTP and WebSocket.

pub(super) mod connection;
mod empty_errors;
mod error_body;
mod files;
mod html;
mod landing;
mod listener;
mod operator;
mod page;
mod routes;
mod site;

pub(super) use listener::serve;
pub(super) use operator::operator_routes;
pub(super) use routes::routes;
pub(super) use site::Site;
