//! Starting and stopping a server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::limits::Limits;
use super::lobby::{Retention, Rooms};
use super::log::{FolderLog, LogError, RoomLog};
use super::web::{Site, operator_routes, routes, serve};

/// How long a stopping server waits for its clients to read the farewell.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address to listen on; port 0 is any free port.
    pub listen: SocketAddr,
    /// The base of links, if it differs from the listening address, as behind a proxy.
    pub public: Option<String>,
    /// A folder of pages for browsers, with an `index.html`.
    pub page: Option<PathBuf>,
    /// The name of this server among others: 1 to 16 lower-case letters and digits. The names of
    /// its rooms begin with it.
    pub node: String,
    /// The only address that serves `/metrics`; port 0 is any free port.
    pub metrics: Option<SocketAddr>,
    /// Proxies trusted to report the address of a client, besides those on this machine.
    pub proxies: Vec<IpAddr>,
    /// The limits of clients.
    pub limits: Limits,
    /// How long rooms are kept.
    pub retention: Retention,
}

impl ServerConfig {
    /// The default configuration at this address.
    #[must_use]
    pub fn at(listen: SocketAddr) -> ServerConfig {
        ServerConfig {
            listen,
            public: None,
            page: None,
            node: "a".to_string(),
            metrics: None,
            proxies: Vec::new(),
            limits: Limits::default(),
            retention: Retention::default(),
        }
    }
}

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The folder of rooms cannot be used.
    #[error("{}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The server cannot listen on the address.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The operating system's error.
        source: io::Error,
    },
    /// The rooms cannot be read.
    #[error("the rooms cannot be read: {0}")]
    Log(#[from] LogError),
    /// The server has ended by itself.
    #[error("the server has failed: {0}")]
    Failed(String),
    /// The system refuses a setup for many connections.
    #[error("cannot start: {0}")]
    Runtime(#[from] io::Error),
}

/// A running server. Dropping this does not stop it; the end of its runtime does.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    link: String,
    rooms: RoomsHandle,
    site: Arc<Site>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// The rooms, with a short `Debug` form.
struct RoomsHandle(Arc<Rooms>);

impl std::fmt::Debug for RoomsHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rooms").field("awake", &self.0.awake()).finish()
    }
}

impl Server {
    /// Starts a server for the rooms in a folder.
    ///
    /// # Errors
    /// If the folder or an address is in use, or the system refuses.
    pub async fn in_folder(config: ServerConfig, folder: PathBuf) -> Result<Server, ServerError> {
        let log = FolderLog::open(&folder).map_err(|source| ServerError::Folder { folder, source })?;
        Server::start(config, Arc::new(log)).await
    }

    /// Starts a server for the rooms in NATS, which other servers may share.
    ///
    /// # Errors
    /// If NATS cannot be reached, or the name or the address is in use.
    #[cfg(feature = "nats")]
    pub async fn in_nats(config: ServerConfig, url: &str) -> Result<Server, ServerError> {
        let log = super::log::NatsLog::connect(url, &config.node).await?;
        Server::start(config, Arc::new(log)).await
    }

    /// Starts a server for the rooms of a log.
    ///
    /// # Errors
    /// If an address is in use, or the log cannot be read.
    pub async fn start(config: ServerConfig, log: Arc<dyn RoomLog>) -> Result<Server, ServerError> {
        let ServerConfig { listen, public, page, node, metrics, proxies, limits, retention } = config;
        let (listener, address) = bind(listen).await?;
        let operator = match metrics {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let metrics = operator.as_ref().map(|(_, address)| *address);
        let link = public.unwrap_or_else(|| format!("http://{}", reachable(address)));
        let rooms = Rooms::new(log, &node, limits, retention);
        rooms.start().await?;
        let site = Site::new(Arc::clone(&rooms), link.clone(), page, proxies);
        let serving = Arc::clone(&site);
        let (stop, stopped) = oneshot::channel::<()>();
        let (follower, keeper) = (Arc::clone(&rooms), Arc::clone(&rooms));
        let task = tokio::spawn(async move {
            let for_operator = async {
                match operator {
                    Some((listener, _)) => {
                        serve(listener, operator_routes(Arc::clone(&serving)), Arc::clone(&serving)).await
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = serve(listener, routes(Arc::clone(&serving)), Arc::clone(&serving)) => {}
                _ = for_operator => {}
                _ = stopped => {}
                () = follower.follow() => {}
                () = follower.clock.beat() => {}
                () = follower.watch_storage() => {}
                () = keeper.maintain() => {}
            }
        });
        Ok(Server { address, metrics, link, rooms: RoomsHandle(rooms), site, stop, task })
    }

    /// The listening address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of `/metrics`.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// The base of links.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }

    /// The number of rooms that are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.rooms.0.awake()
    }

    /// Waits for an end of the server without [`Server::stop`], which only a fault causes.
    pub async fn failed(&mut self) -> ServerError {
        let why = match (&mut self.task).await {
            Ok(()) => "its tasks have ended".to_string(),
            Err(error) => error.to_string(),
        };
        ServerError::Failed(why)
    }

    /// Stops: closes the listener, sends all clients a farewell with a time to reconnect, and waits
    /// until everything is on disk and, for a limited time, until the clients have read it.
    pub async fn stop(self) {
        // The server task may have ended already.
        let _ = self.stop.send(());
        self.rooms.0.stop().await;
        let told = async {
            while self.site.open()[1] > 0 {
                sleep(FAREWELL_TIMEOUT / 200).await;
            }
        };
        // Slow readers miss the farewell.
        let _ = timeout(FAREWELL_TIMEOUT, told).await;
        let _ = self.task.await;
    }
}

/// Listens on an address. Returns the listener and its actual address.
async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServerError> {
    let failed = |source| ServerError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// The address for links to a server that listens on this address. For all addresses of this
/// machine, it is the one from which the machine would send, if it has a network.
fn reachable(address: SocketAddr) -> SocketAddr {
    /// An address for documentation (RFC 5737). Nothing is sent to it.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    if !address.ip().is_unspecified() {
        return address;
    }
    let own = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(ELSEWHERE)?;
        socket.local_addr()
    });
    own.map_or(address, |own| SocketAddr::new(own.ip(), address.port()))
}
