//! Starting and stopping a server.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::limits::Limits;
use super::log::{FolderLog, LogError, RoomLog};
use super::rooms::Rooms;
use super::web::{Site, operator_routes, routes, serve};

/// How long a server that stops waits for its clients to read the farewell.
const FAREWELL: Duration = Duration::from_secs(5);

/// How a server is run.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address to listen at; port 0 is any free one.
    pub listen: SocketAddr,
    /// The address that links begin with, where it is not the one to listen at: behind a proxy.
    pub public: Option<String>,
    /// A folder of pages for browsers, with an `index.html`.
    pub page: Option<PathBuf>,
    /// The name of this server among others: 1 to 16 small letters and digits. The names of its rooms begin with it.
    pub node: String,
    /// The address that `/metrics` is served at, and nowhere else; port 0 is any free one.
    pub metrics: Option<SocketAddr>,
    /// The proxies that are believed about the address of a client, besides those on this machine.
    pub proxies: Vec<IpAddr>,
    /// How much clients may ask for.
    pub limits: Limits,
}

impl ServerConfig {
    /// A server at this address, alone.
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
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The operating system's error.
        source: io::Error,
    },
    /// The rooms cannot be read.
    #[error("the rooms cannot be read: {0}")]
    Log(#[from] LogError),
    /// The program cannot be set up for many connections.
    #[error("cannot start: {0}")]
    Runtime(#[from] io::Error),
}

/// A server that runs. Dropping it leaves it running as long as its runtime does.
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

/// The rooms, without what they consist of.
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
    /// A folder that another server has, an address that is in use, or what the system refuses.
    pub async fn in_folder(config: ServerConfig, folder: PathBuf) -> Result<Server, ServerError> {
        let log = FolderLog::open(&folder).map_err(|source| ServerError::Folder { folder, source })?;
        Server::start(config, Arc::new(log)).await
    }

    /// Starts a server for the rooms in NATS, which other servers may share.
    ///
    /// # Errors
    /// If NATS cannot be reached or another server has the name, an address that is in use, or what the system refuses.
    #[cfg(feature = "nats")]
    pub async fn in_nats(config: ServerConfig, url: &str) -> Result<Server, ServerError> {
        let log = super::log::NatsLog::connect(url, &config.node).await?;
        Server::start(config, Arc::new(log)).await
    }

    /// Starts a server for the rooms of a log.
    ///
    /// # Errors
    /// An address that is in use, or a log that cannot be read.
    pub async fn start(config: ServerConfig, log: Arc<dyn RoomLog>) -> Result<Server, ServerError> {
        let ServerConfig { listen, public, page, node, metrics, proxies, limits } = config;
        let (listener, address) = bind(listen).await?;
        let operator = match metrics {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        let metrics = operator.as_ref().map(|(_, address)| *address);
        let link = public.unwrap_or_else(|| format!("http://{address}"));
        let rooms = Rooms::new(log, &node, limits);
        rooms.wake_all().await?;
        let site = Site::new(Arc::clone(&rooms), link.clone(), page, proxies);
        let serving = Arc::clone(&site);
        let (stop, stopped) = oneshot::channel::<()>();
        let follower = Arc::clone(&rooms);
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
            }
        });
        Ok(Server { address, metrics, link, rooms: RoomsHandle(rooms), site, stop, task })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it serves `/metrics`.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// What links begin with.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }

    /// How many rooms are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.rooms.0.awake()
    }

    /// Stops: takes no more connections, tells all clients when to come back, and waits until everything is on the disk and, for a while,
    /// until all clients have been told.
    pub async fn stop(self) {
        // It may have stopped by itself.
        let _ = self.stop.send(());
        self.rooms.0.stop().await;
        let told = async {
            while self.site.open()[1] > 0 {
                sleep(FAREWELL / 200).await;
            }
        };
        // Slow readers are not waited for any longer.
        let _ = timeout(FAREWELL, told).await;
        let _ = self.task.await;
    }
}

/// Listens at an address, and returns the one in use.
async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServerError> {
    let failed = |source| ServerError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}
