//! Accepts connections and serves HTTP on them, with limits on their number and time.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use governor::DefaultDirectRateLimiter;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, ReadBuf, join};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};
use tracing::{debug, error};

use super::empty_errors::WithErrorBodies;
use super::site::Site;
use crate::network::{Admitted, counted};

/// The pause after the system has refused a connection for lack of a resource.
const RETRY: Duration = Duration::from_secs(1);

/// The maximum size of a connection's buffer, bytes. The head of a request must fit in it.
const BUFFER: usize = 32 << 10;

/// How long bytes that arrive after the end of a connection are discarded, and the maximum number
/// of these bytes.
const LINGER: Duration = Duration::from_secs(1);
const MAX_LATE: usize = 1 << 20;

/// The other end of a connection.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub address: SocketAddr,
    /// The count of the connection, which a WebSocket keeps.
    pub _admitted: Arc<Admitted>,
    /// The limit on received bytes, for a WebSocket.
    pub received: Arc<OnceLock<DefaultDirectRateLimiter>>,
}

/// The reading half of a connection, which fails after too many bytes. Unlike limits on messages,
/// this covers frames that never complete a message.
struct Metered {
    /// Taken on drop.
    stream: Option<OwnedReadHalf>,
    peer: Peer,
}

impl AsyncRead for Metered {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Some(stream) = &mut self.stream {
            ready!(Pin::new(stream).poll_read(cx, buffer))?;
        }
        let length = u32::try_from(buffer.filled().len() - before).ok().and_then(NonZeroU32::new);
        match (self.peer.received.get(), length) {
            (Some(limit), Some(length)) if !matches!(limit.check_n(length), Ok(Ok(()))) => {
                Poll::Ready(Err(io::ErrorKind::QuotaExceeded.into()))
            }
            _ => Poll::Ready(Ok(())),
        }
    }
}

impl Drop for Metered {
    fn drop(&mut self) {
        if let (Some(stream), Ok(runtime)) = (self.stream.take(), Handle::try_current()) {
            runtime.spawn(linger(stream, self.peer.clone()));
        }
    }
}

/// Briefly discards late bytes: closing a connection with unread bytes resets it, and the client
/// loses the last messages. The connection counts until then.
async fn linger(stream: OwnedReadHalf, _peer: Peer) {
    let discard = async {
        let (mut bytes, mut left) = ([0; 4 << 10], MAX_LATE);
        while left > 0 && stream.readable().await.is_ok() {
            match stream.try_read(&mut bytes) {
                Ok(0) => break,
                Ok(read) => left = left.saturating_sub(read),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            }
        }
    };
    let _ = timeout(LINGER, discard).await;
}

/// Accepts connections until this future is dropped.
pub(crate) async fn serve(listener: TcpListener, routes: Router, site: Arc<Site>) -> Infallible {
    let mut failing = false;
    loop {
        let accepted = listener.accept().await;
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_peer(&error) => continue,
            Err(error) => {
                // Caused by too many open files, for instance.
                if !std::mem::replace(&mut failing, true) {
                    error!(%error, "connections cannot be accepted");
                }
                sleep(RETRY).await;
                continue;
            }
        };
        failing = false;
        if let Some(admitted) = site.admit_connection(counted(address.ip())) {
            let peer = Peer { address, _admitted: Arc::new(admitted), received: Arc::default() };
            tokio::spawn(converse(stream, peer, routes.clone(), Arc::clone(&site)));
        }
    }
}

/// Serves HTTP on a connection until it ends or becomes a WebSocket.
async fn converse(stream: TcpStream, peer: Peer, routes: Router, site: Arc<Site>) {
    // Sends small messages without delay. Without this option, they are only slower.
    let _ = stream.set_nodelay(true);
    let (stream, writer) = stream.into_split();
    let writer = WithErrorBodies::new(writer);
    let reader = Metered { stream: Some(stream), peer: peer.clone() };
    let limits = &site.rooms.limits;
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer.clone()));
        routes.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(join(reader, writer)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = match timeout(limits.connection_age, connection.as_mut()).await {
        Ok(ended) => ended,
        Err(_) => {
            connection.as_mut().graceful_shutdown();
            timeout(limits.head, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        debug!(address = %peer.address, %error, "a connection ended");
    }
}

/// Whether only this connection has failed.
fn is_of_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
