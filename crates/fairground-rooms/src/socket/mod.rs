//! A non-blocking WebSocket client: events are polled.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod browser;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod native;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use browser::Socket;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use native::Socket;

/// An event of a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// The socket is connected.
    Open,
    /// A text message arrived.
    Text(String),
    /// The server has sent a ping. Browsers do not report pings; the page sends probes instead.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    Ping,
    /// The socket is closed, or failed to connect, for this reason. No event follows.
    Closed(String),
}
