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
use super::rooms::Rooms;
use super::web::{Doors, Peer, Site, routes};

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
    /// How much clients may ask for.
    pub limits: Limits,
}

impl ServerConfig {
    /// A server at this address, alone.
    #[must_use]
    pub fn at(listen: SocketAddr) -> ServerConfig {
        ServerConfig { listen, public: None, page: None, node: "a".to_string(), limits: Limits::default() }
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
    link: String,
    rooms: RoomsHandle,
    site: Arc<Site>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<io::Result<()>>,
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
        let ServerConfig { listen, public, page, node, limits } = config;
        let failed = |source| ServerError::Listen { address: listen, source };
        let listener = TcpListener::bind(listen).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let listener = Doors::new(listener, limits.clone());
        let link = public.unwrap_or_else(|| format!("http://{address}"));
        let rooms = Rooms::new(log, &node, limits);
        rooms.wake_all().await?;
        let site = Site::new(Arc::clone(&rooms), link.clone(), page);
        let app = routes(Arc::clone(&site)).into_make_service_with_connect_info::<Peer>();
        let (stop, stopped) = oneshot::channel::<()>();
        let follower = Arc::clone(&rooms);
        let task = tokio::spawn(async move {
            let serving = axum::serve(listener, app);
            tokio::select! {
                result = serving.into_future() => result,
                _ = stopped => Ok(()),
                () = follower.follow() => Ok(()),
            }
        });
        Ok(Server { address, link, rooms: RoomsHandle(rooms), site, stop, task })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
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
            while self.site.sockets() > 0 {
                sleep(FAREWELL / 200).await;
            }
        };
        // Slow readers are not waited for any longer.
        let _ = timeout(FAREWELL, told).await;
        let _ = self.task.await;
    }
}
