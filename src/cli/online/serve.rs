//! The command to serve rooms.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;

use crate::cli::values::{KeptFor, kept_for, node};
use crate::rooms::server_address;

#[derive(Args, Debug)]
pub(in crate::cli) struct ServeArgs {
    /// The address to listen on; port 0 is any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7070")]
    pub listen: SocketAddr,
    /// The folder for the rooms and their match files [default: in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Keep the rooms in NATS JetStream instead, shared by several servers with different names:
    /// nats://127.0.0.1:4222
    #[arg(long, value_name = "URL", conflicts_with = "folder")]
    pub nats: Option<String>,
    /// The public address behind a proxy, at the start of links: https://play.example
    #[arg(long, value_name = "URL", value_parser = server_address)]
    pub public: Option<String>,
    /// A folder with the pages for browsers, instead of the plain ones
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
    /// A reverse proxy trusted to report the addresses of its clients, in addition to proxies on
    /// this machine; may be repeated
    #[arg(long, value_name = "IP")]
    pub proxy: Vec<IpAddr>,
    /// Serve metrics for Prometheus at this address, which should not be reachable from outside:
    /// 127.0.0.1:9070
    #[arg(long, value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
    /// The free space on the disk, in MB, below which no room is created and /health fails
    #[arg(long, value_name = "MB", default_value_t = 256)]
    pub min_free: u64,
    /// The name of this server among several, in lowercase letters and digits: a prefix of its
    /// rooms' names
    #[arg(long, value_name = "NAME", default_value = "a", value_parser = node)]
    pub node: String,
    #[command(flatten)]
    pub retention: RetentionArgs,
}

/// The retention of rooms without activity.
#[derive(Args, Debug)]
pub(in crate::cli) struct RetentionArgs {
    /// Time until a room whose match has not started is deleted, such as 12h, 30d, 2w or forever
    #[arg(long, value_name = "TIME", default_value = "24h", value_parser = kept_for)]
    pub keep_unstarted: KeptFor,
    /// Time until a room whose match is over is deleted
    #[arg(long, value_name = "TIME", default_value = "30d", value_parser = kept_for)]
    pub keep_finished: KeptFor,
    /// Time until a room whose match waits for a move is deleted
    #[arg(long, value_name = "TIME", default_value = "90d", value_parser = kept_for)]
    pub keep_waiting: KeptFor,
}

#[cfg(not(feature = "server"))]
pub(in crate::cli) fn serve(_: &ServeArgs, _: &mut impl std::io::Write) -> Result<(), crate::cli::CliError> {
    Err(crate::cli::CliError::Usage("serve needs the feature `server`, which this build lacks".to_string()))
}

#[cfg(feature = "server")]
pub(in crate::cli) use with_server::{folder, serve};

#[cfg(feature = "server")]
mod with_server {
    use std::io::Write;
    use std::path::{Path, PathBuf};

    use super::super::log_lines;
    use super::{RetentionArgs, ServeArgs};
    use crate::cli::CliError;
    use crate::platform::folders;
    use crate::server::{Limits, Retention, Server, ServerConfig, ServerError};

    /// Serves until interrupted or terminated.
    pub(in crate::cli) fn serve(args: &ServeArgs, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(page) = &args.page
            && !page.join("index.html").is_file()
        {
            return Err(CliError::Usage(format!("--page: {} has no index.html", page.display())));
        }
        log_lines::start();
        // Limits the threads for disk access, so that the service stays below its thread limit.
        // Further accesses wait.
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.max_blocking_threads(64).enable_all().build().map_err(ServerError::from)?;
        runtime.block_on(async {
            let mut server = start(args).await?;
            tracing::info!(target: "fairground::server", address = %server.address(), rooms = server.awake(), "listening");
            if let Some(address) = server.metrics_address() {
                tracing::info!(target: "fairground::server", %address, "serving metrics");
            }
            writeln!(out, "Rooms: {}/", server.link())?;
            if !args.listen.ip().is_loopback() && args.public.is_none() {
                writeln!(
                    out,
                    "Others reach it by this machine's address, unencrypted; use a TLS proxy for a public server"
                )?;
            }
            writeln!(
                out,
                "To play, choose Play online in Fairground, or open the link. Ctrl-C stops; no match is lost."
            )?;
            out.flush()?;
            tokio::select! {
                asked = stopped() => asked?,
                fault = server.failed() => return Err(fault.into()),
            }
            writeln!(out, "Stopping")?;
            tracing::info!(target: "fairground::server", "stopping");
            server.stop().await;
            Ok(())
        })
    }

    async fn start(args: &ServeArgs) -> Result<Server, CliError> {
        let config = ServerConfig {
            public: args.public.clone(),
            page: args.page.clone(),
            node: args.node.clone(),
            metrics: args.metrics,
            proxies: args.proxy.clone(),
            limits: Limits { min_free_disk: args.min_free.saturating_mul(1_000_000), ..Limits::default() },
            retention: args.retention.read(),
            ..ServerConfig::at(args.listen)
        };
        if let Some(url) = &args.nats {
            return in_nats(config, url).await;
        }
        Ok(Server::in_folder(config, folder(args.folder.as_deref())?).await?)
    }

    /// The given folder of rooms, or the one in the user's data folder.
    pub(in crate::cli) fn folder(named: Option<&Path>) -> Result<PathBuf, CliError> {
        let folder = named.map(Path::to_path_buf).or_else(folders::rooms);
        folder.ok_or_else(|| CliError::Usage("--folder DIR is needed: this system has no data folder".to_string()))
    }

    impl RetentionArgs {
        /// The retention according to these options.
        pub(in crate::cli) fn read(&self) -> Retention {
            Retention { unstarted: self.keep_unstarted.0, finished: self.keep_finished.0, waiting: self.keep_waiting.0 }
        }
    }

    #[cfg(feature = "nats")]
    async fn in_nats(config: ServerConfig, url: &str) -> Result<Server, CliError> {
        Ok(Server::in_nats(config, url).await?)
    }

    #[cfg(not(feature = "nats"))]
    async fn in_nats(_: ServerConfig, _: &str) -> Result<Server, CliError> {
        Err(CliError::Usage("--nats needs the feature `nats`, which this build lacks".to_string()))
    }

    /// Waits for an interruption or a termination signal.
    async fn stopped() -> Result<(), CliError> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let mut terminated = signal(SignalKind::terminate())?;
            tokio::select! {
                result = tokio::signal::ctrl_c() => result?,
                _ = terminated.recv() => {}
            }
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await?;
        Ok(())
    }
}
