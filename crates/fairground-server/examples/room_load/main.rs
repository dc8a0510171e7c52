//! Load test of the room server: starts a server process, and prints the latency of actions and the
//! cost of rooms. Linux only.
//!
//! `cargo run --release -p fairground-server --example room_load -- --rooms 2000
//! --watchers 1 --seconds 60`
//!
//! `… -- siege` measures a match, and the server's memory, during attacks on the server.

mod attacks;
mod raw;
mod siege;
mod table;

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use fairground_rooms::{CreateRoom, Created};
use fairground_server::{Limits, Server, ServerConfig};
use table::Table;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[derive(Parser)]
#[command(about = "Loads a room server and measures it")]
struct Arguments {
    #[command(flatten)]
    load: Load,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Only the server, for the rooms in a folder, which this program starts beside itself
    Serve {
        folder: PathBuf,
        /// Limit each address as usual
        #[arg(long)]
        usual_limits: bool,
    },
    /// Measures a match while the server is attacked
    Siege {
        /// The attacks [default: all]
        attacks: Vec<String>,
        /// The time of each attack, s
        #[arg(long, default_value_t = 6.0)]
        seconds: f64,
    },
    /// Only an attacker, which this program starts beside itself
    Attack { name: String, link: String, seconds: f64, long: Vec<String> },
}

#[derive(Args)]
struct Load {
    /// Rooms, with two players each
    #[arg(long, default_value_t = 2000)]
    rooms: usize,
    /// Spectators of each room
    #[arg(long, default_value_t = 1)]
    watchers: usize,
    /// How long actions are played, s
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// How often something is played in each room, s
    #[arg(long, default_value_t = 2.0)]
    period: f64,
    /// The games of the rooms, in turn
    #[arg(long, value_delimiter = ',', default_value = "chess")]
    games: Vec<String>,
}

fn main() -> Result<()> {
    let Arguments { load, role } = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match role {
        Some(Role::Serve { folder, usual_limits }) => runtime.block_on(serve_folder(folder, usual_limits)),
        Some(Role::Siege { attacks, seconds }) => runtime.block_on(siege::measure(&attacks, seconds)),
        Some(Role::Attack { name, link, seconds, long }) => {
            runtime.block_on(siege::attack(&name, &link, seconds, long))
        }
        None => runtime.block_on(measure(&load)),
    }
}

/// Serves until it is killed. Without the usual limits, all clients may share one address.
async fn serve_folder(folder: PathBuf, usual_limits: bool) -> Result<()> {
    let limits = Limits {
        rooms_per_address: 1_000_000,
        connections_per_address: 1_000_000,
        connects_per_address: [1_000_000; 2],
        requests_per_address: [1_000_000; 2],
        spectators_per_address: 1_000_000,
        ..Limits::default()
    };
    let limits = if usual_limits { Limits::default() } else { limits };
    let config = ServerConfig { limits, ..ServerConfig::at(([127, 0, 0, 1], 0).into()) };
    let server = Server::in_folder(config, folder).await?;
    println!("{}", server.link());
    std::future::pending().await
}

/// A server in its own process.
struct Process {
    child: Child,
    link: String,
}

impl Process {
    fn start(folder: &Path, arguments: &[&str]) -> Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.arg("serve").arg(folder).args(arguments).stdout(Stdio::piped()).spawn()?;
        let mut link = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut link)?;
        }
        Ok(Process { child, link: link.trim().to_string() })
    }

    /// The resident memory now, bytes.
    fn memory(&self) -> Result<f64> {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        Ok(line.trim_end_matches("kB").trim().parse::<f64>()? * 1024.0)
    }

    /// The processor time used, s.
    fn used(&self) -> Result<f64> {
        processor_time(&self.child.id().to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may already have exited, after printing its error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processor time used by a process, s. Linux counts it in hundredths of a second.
fn processor_time(process: &str) -> Result<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let fields: Vec<_> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).map_or(Ok(0.0), |ticks| ticks.parse::<f64>());
    Ok((ticks(11)? + ticks(12)?) / 100.0)
}

/// The maximum number of open files of this process.
fn max_open_files() -> Result<usize> {
    let text = fs::read_to_string("/proc/self/limits")?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap_or_default();
    Ok(line.split_whitespace().next().unwrap_or_default().parse().unwrap_or(usize::MAX))
}

async fn measure(load: &Load) -> Result<()> {
    let connections = load.rooms * (2 + load.watchers);
    let max = max_open_files()?;
    if connections + 300 > max {
        return Err(
            format!("{connections} connections take more open files than {max}: raise it with ulimit -n").into()
        );
    }
    let folder = tempfile::tempdir()?;
    let server = Process::start(folder.path(), &[])?;
    let alone = server.memory()?;

    // The first rooms also load code and fill buffers: they are not counted.
    let uncounted = load.rooms / 5;
    let mut created = create(load, &server.link, 0..uncounted)?;
    let warm = server.memory()?;
    created.extend(create(load, &server.link, uncounted..load.rooms)?);
    let made = server.memory()?;
    let (mut tables, mut unopened) = (Vec::new(), made);
    for (created, game) in created.iter().zip(load.games.iter().cycle()) {
        if tables.len() == uncounted {
            unopened = server.memory()?;
        }
        tables.push(Table::open(&server.link, created, game, load.watchers, None).await?);
    }
    let rooms = load.rooms as f64;
    let per_room = |before: f64, after: f64| (after - before) / (load.rooms - uncounted) as f64 / 1024.0;
    println!(
        "{} rooms of {}, {} players, {} spectators",
        load.rooms,
        load.games.join(", "),
        2 * load.rooms,
        load.rooms * load.watchers
    );
    println!(
        "memory: {:.1} MiB for the program, {:.1} kB for each room that sleeps",
        alone / 1048576.0,
        per_room(warm, made)
    );
    println!(
        "memory: {:.1} kB for each room with its connections, before the first action",
        per_room(unopened, server.memory()?)
    );

    let (used, begun) = (server.used()?, Instant::now());
    tokio::time::sleep(Duration::from_secs(10)).await;
    let waiting = (server.used()? - used) / begun.elapsed().as_secs_f64();
    println!(
        "processor: {:.1} µs each second for a room in which nothing is played ({:.1} % of a core in all)",
        waiting * 1e6 / rooms,
        waiting * 100.0
    );

    let (used, own, begun) = (server.used()?, processor_time("self")?, Instant::now());
    let end = begun + Duration::from_secs_f64(load.seconds);
    let period = Duration::from_secs_f64(load.period);
    let playing: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, table)| tokio::spawn(table.play(begun + period.mul_f64(number as f64 / rooms), period, end)))
        .collect();
    let (mut times, mut open) = (Vec::new(), Vec::new());
    for playing in playing {
        let (table, latencies) = playing.await??;
        times.extend(latencies);
        open.push(table);
    }
    let (used, own, took) = (server.used()? - used, processor_time("self")? - own, begun.elapsed().as_secs_f64());
    times.sort();
    let actions = times.len().max(1) as f64;
    let at = |share: f64| milliseconds(&times, share);
    println!("played: {actions} actions in {took:.1} s, {:.0} each second", actions / took);
    println!(
        "told to all in the room: 50 % within {:.1} ms, 95 % {:.1}, 99 % {:.1}, the slowest {:.1}",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
    println!(
        "processor: {:.0} µs for each action ({:.0} % of a core; clients {:.0} %)",
        used * 1e6 / actions,
        used / took * 100.0,
        own / took * 100.0
    );

    // The same rooms, loaded but without clients.
    drop(open);
    drop(server);
    let server = Process::start(folder.path(), &[])?;
    let mut before = server.memory()?;
    for (number, created) in created.iter().enumerate() {
        if number == uncounted {
            before = server.memory()?;
        }
        let head = format!("GET /api/rooms/{}/file HTTP/1.1\r\nAuthorization: Bearer {}", created.room, created.watch);
        ask(&server.link, &head, "")?;
    }
    println!("memory: {:.1} kB for each idle room", per_room(before, server.memory()?));
    Ok(())
}

/// The time that this share of the sorted times does not exceed, ms.
fn milliseconds(times: &[Duration], share: f64) -> f64 {
    let index = (times.len() as f64 * share).ceil() as usize;
    times.get(index.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// Creates the rooms.
fn create(load: &Load, link: &str, rooms: Range<usize>) -> Result<Vec<Created>> {
    let create = |game: &String| {
        let body = serde_json::to_string(&CreateRoom::of_game(game))?;
        Ok(serde_json::from_str(&ask(link, "POST /api/rooms HTTP/1.1", &body)?)?)
    };
    load.games.iter().cycle().skip(rooms.start).take(rooms.len()).map(create).collect()
}

/// Sends a request and returns the body of the response; fails unless the status is a success.
fn ask(link: &str, head: &str, body: &str) -> Result<String> {
    let address = link.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    let request = format!("{head}\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
    // Written in one piece: a second one would wait for the acknowledgement of the first.
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 2") => Ok(body.to_string()),
        _ => Err(answer.into()),
    }
}
