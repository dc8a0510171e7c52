//! Accepts connections: a bounded number of each address, and each only as long as something comes or goes.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep, sleep_until};

use crate::server::limits::{Limits, counted};

/// How long to wait after the system has refused a connection for want of something.
const RETRY: Duration = Duration::from_secs(1);

/// The end of the head of an HTTP request.
const HEAD_END: &[u8] = b"\r\n\r\n";

/// The open connections of each address.
#[derive(Debug, Default)]
pub(in crate::server) struct Connections {
    of: Mutex<HashMap<IpAddr, usize>>,
    all: std::sync::atomic::AtomicUsize,
}

impl Connections {
    /// How many are open.
    pub fn open(&self) -> usize {
        self.all.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Counts a connection, if the address may have `most_of` and all together `most`.
    pub fn admit(self: &Arc<Self>, from: IpAddr, most_of: usize, most: usize) -> Option<Admitted> {
        use std::sync::atomic::Ordering::Relaxed;
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let own = of.get(&from).copied().unwrap_or_default();
        if own >= most_of || self.all.load(Relaxed) >= most {
            return None;
        }
        of.insert(from, own + 1);
        self.all.fetch_add(1, Relaxed);
        Some(Admitted { connections: Arc::clone(self), from })
    }
}

/// A connection that was counted, until it is dropped.
#[derive(Debug)]
pub(in crate::server) struct Admitted {
    connections: Arc<Connections>,
    from: IpAddr,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut of = self.connections.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = of.get_mut(&self.from) {
            *own -= 1;
            if *own == 0 {
                of.remove(&self.from);
            }
        }
        self.connections.all.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }
}

/// A listener of the server.
pub(in crate::server) struct Doors {
    listener: TcpListener,
    connections: Arc<Connections>,
    limits: Limits,
}

impl Doors {
    /// Connections that come to this listener.
    pub fn new(listener: TcpListener, limits: Limits) -> Doors {
        Doors { listener, connections: Arc::default(), limits }
    }
}

impl Listener for Doors {
    type Io = Watched;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Watched, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    // Small messages are not held back until others are answered. Where the system refuses that, they are only slower.
                    let _ = stream.set_nodelay(true);
                    // All clients of a proxy on this machine have its address.
                    let own = if peer.ip().to_canonical().is_loopback() {
                        usize::MAX
                    } else {
                        self.limits.connections_per_address
                    };
                    if let Some(admitted) = self.connections.admit(counted(peer.ip()), own, self.limits.connections) {
                        return (Watched::new(stream, admitted, &self.limits), peer);
                    }
                }
                Err(error) if is_of_peer(&error) => {}
                // Too many open files, for instance.
                Err(_) => sleep(RETRY).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Whether only this connection has failed.
fn is_of_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// The address of the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(in crate::server) struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, Doors>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Doors>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// How long a connection may last.
#[derive(Debug)]
struct Patience {
    /// Until when, unless something comes or goes.
    until: Instant,
    /// How much of the end of the first request's head has come; `None` once it is whole.
    head: Option<usize>,
    idle: Duration,
}

impl Patience {
    fn new(head: Duration, idle: Duration, now: Instant) -> Patience {
        Patience { until: now + head, head: Some(0), idle }
    }

    /// Something has come. Before the first request's head is whole, that alone is no reason to wait longer.
    fn read(&mut self, bytes: &[u8], now: Instant) {
        if let Some(matched) = &mut self.head {
            for byte in bytes {
                *matched = if *byte == HEAD_END[*matched] { *matched + 1 } else { usize::from(*byte == HEAD_END[0]) };
                if *matched == HEAD_END.len() {
                    self.head = None;
                    break;
                }
            }
        }
        self.moved(now);
    }

    /// Something has come or gone.
    fn moved(&mut self, now: Instant) {
        if self.head.is_none() {
            self.until = now + self.idle;
        }
    }
}

/// A connection that is closed when nothing moves.
#[derive(Debug)]
pub(in crate::server) struct Watched {
    stream: TcpStream,
    patience: Patience,
    alarm: Pin<Box<Sleep>>,
    _admitted: Admitted,
}

impl Watched {
    fn new(stream: TcpStream, admitted: Admitted, limits: &Limits) -> Watched {
        let patience = Patience::new(limits.head, limits.idle_connection, Instant::now());
        let alarm = Box::pin(sleep_until(patience.until.into()));
        Watched { stream, patience, alarm, _admitted: admitted }
    }

    /// Fails once the patience has ended; otherwise wakes the task then.
    fn poll_patience(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            ready!(self.alarm.as_mut().poll(cx));
            if self.patience.until <= Instant::now() {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            self.alarm.as_mut().reset(self.patience.until.into());
        }
    }

    fn moved<T>(&mut self, cx: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        match polled {
            Poll::Pending => self.poll_patience(cx).map(Err),
            ready => {
                self.patience.moved(Instant::now());
                ready
            }
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(cx, buffer) {
            Poll::Pending => self.poll_patience(cx).map(Err),
            ready => {
                self.patience.read(&buffer.filled()[before..], Instant::now());
                ready
            }
        }
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.moved(cx, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.moved(cx, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_head_that_drips_gains_no_time() {
        let now = Instant::now();
        let mut patience = Patience::new(10 * SECOND, 60 * SECOND, now);
        for part in ["GET / HTTP/1.1\r", "\nHost: x", "\r\n", "X: \r\r\n", "\r"] {
            patience.read(part.as_bytes(), now + 9 * SECOND);
            patience.moved(now + 9 * SECOND);
            assert_eq!(patience.until, now + 10 * SECOND, "{part:?}");
        }
        patience.read(b"\n", now + 9 * SECOND);
        assert_eq!(patience.until, now + 69 * SECOND);
        patience.moved(now + 20 * SECOND);
        assert_eq!(patience.until, now + 80 * SECOND);
    }

    #[test]
    fn connections_are_counted_by_address() {
        let connections = Arc::<Connections>::default();
        let admit = |last: u8| connections.admit([10, 0, 0, last].into(), 2, 3);
        let [first, second] = [admit(1), admit(1)];
        assert!(first.is_some() && second.is_some() && admit(1).is_none());
        let third = admit(2);
        assert!(third.is_some() && admit(3).is_none(), "as many as there may be");
        drop((first, third));
        assert!(admit(1).is_some() && admit(3).is_some());
        drop(second);
        assert!(connections.of.lock().unwrap().is_empty());
    }
}
