//! Starting and stopping a server.

use std::io;
use std::net::SocketAddr;
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
use super::rooms::{Retention, Rooms};
use super::web::{Doors, Peer, Site, routes};

/// How long a stopping server waits for its clients to read the farewell.
const FAREWELL: Duration = Duration::from_secs(5);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The address to listen at; port 0 is any free one.
    pub listen: SocketAddr,
    /// The start of links, if it differs from the listening address, as behind a proxy.
    pub public: Option<String>,
    /// A folder of pages for browsers, with an `index.html`.
    pub page: Option<PathBuf>,
    /// The name of this server among others: 1 to 16 small letters and digits. It is the prefix of its rooms' names.
    pub node: String,
    /// The limits of clients.
    pub limits: Limits,
    /// How long rooms are kept.
    pub retention: Retention,
}

impl ServerConfig {
    /// The default configuration at this address.
    #[must_use]
    pub fn at(listen: SocketAddr) -> ServerConfig {
        let (node, limits, retention) = ("a".to_string(), Limits::default(), Retention::default());
        ServerConfig { listen, public: None, page: None, node, limits, retention }
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

/// A running server. It keeps running when this is dropped, until its runtime ends.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    link: String,
    rooms: RoomsHandle,
    site: Arc<Site>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<io::Result<()>>,
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
    /// A folder or an address in use, or another error of the system.
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
    /// An address in use, or a log that cannot be read.
    pub async fn start(config: ServerConfig, log: Arc<dyn RoomLog>) -> Result<Server, ServerError> {
        let ServerConfig { listen, public, page, node, limits, retention } = config;
        let failed = |source| ServerError::Listen { address: listen, source };
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let listener = Doors::new(listener, limits.clone());
        let link = public.unwrap_or_else(|| format!("http://{address}"));
        let rooms = Rooms::new(log, &node, limits, retention);
        rooms.start().await?;
        let site = Site::new(Arc::clone(&rooms), link.clone(), page);
        let app = routes(Arc::clone(&site)).into_make_service_with_connect_info::<Peer>();
        let (stop, stopped) = oneshot::channel::<()>();
        let (follower, keeper) = (Arc::clone(&rooms), Arc::clone(&rooms));
        let task = tokio::spawn(async move {
            let serving = axum::serve(listener, app);
            tokio::select! {
                result = serving.into_future() => result,
                _ = stopped => Ok(()),
                () = follower.follow() => Ok(()),
                () = keeper.keep_up() => Ok(()),
            }
        });
        Ok(Server { address, link, rooms: RoomsHandle(rooms), site, stop, task })
    }

    /// The listening address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The start of links.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }

    /// The number of rooms that are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        self.rooms.0.awake()
    }

    /// Stops: closes the listener, sends all clients a farewell with a time to reconnect, and waits until everything is on the disk and, for a
    /// limited time, until the clients have read it.
    pub async fn stop(self) {
        // The server task may have ended already.
        let _ = self.stop.send(());
        self.rooms.0.stop().await;
        let told = async {
            while self.site.sockets() > 0 {
                sleep(FAREWELL / 200).await;
            }
        };
        // Slow readers miss it.
        let _ = timeout(FAREWELL, told).await;
        let _ = self.task.await;
    }
}
