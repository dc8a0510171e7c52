//! A WebSocket that is asked what has come, and does not wait.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod browser;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod native;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use browser::Socket;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use native::Socket;

/// What has happened to a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// It is connected.
    Open,
    /// A text has come.
    Text(String),
    /// It is closed, or was never connected, for this reason. Nothing follows.
    Closed(String),
}
