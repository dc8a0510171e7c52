//! A server in a temporary folder, and connections to it that speak JSON.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fairground::rooms::{CreateRoom, Created};
use fairground::server::{
    BoxFuture, FolderLog, IndexedRoom, Limits, LogError, LogLine, LogStatus, Retention, RoomLog, Server, ServerConfig,
    StoredRoom,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Timeout of a step of a test.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that stops with the test.
pub struct Rig {
    runtime: Runtime,
    server: Option<Server>,
    /// The folder of the rooms.
    pub folder: TempDir,
    limits: Limits,
    page: Option<PathBuf>,
    /// Retention of rooms by the next server.
    pub retention: Retention,
    /// The address of a server that was halted.
    halted: Option<String>,
}

impl Rig {
    /// A server with the default limits, except those that a single address would soon reach.
    pub fn new() -> Rig {
        Rig::with(Limits {
            rooms_per_address: 10_000,
            connections_per_address: 10_000,
            connects_per_address: [100_000; 2],
            requests_per_address: [100_000; 2],
            ..Limits::default()
        })
    }

    /// A server with these limits.
    pub fn with(limits: Limits) -> Rig {
        Rig::start_with(limits, None)
    }

    /// A server with these limits that serves a folder of pages.
    pub fn with_page(limits: Limits, page: &Path) -> Rig {
        Rig::start_with(limits, Some(page.to_path_buf()))
    }

    fn start_with(limits: Limits, page: Option<PathBuf>) -> Rig {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut rig =
            Rig { runtime, server: None, folder, limits, page, retention: Retention::default(), halted: None };
        rig.start("127.0.0.1:0");
        rig
    }

    fn start(&mut self, address: &str) {
        let config = ServerConfig {
            limits: self.limits.clone(),
            retention: self.retention.clone(),
            page: self.page.clone(),
            metrics: Some("127.0.0.1:0".parse().unwrap()),
            ..ServerConfig::at(address.parse().unwrap())
        };
        let folder = self.folder.path().to_path_buf();
        let begun = Instant::now();
        // Closing connections still hold the folder of the previous server.
        self.server = Some(loop {
            match self.runtime.block_on(Server::in_folder(config.clone(), folder.clone())) {
                Ok(server) => break server,
                Err(error) => assert!(begun.elapsed() < Duration::from_secs(20), "{error}"),
            }
            std::thread::sleep(Duration::from_millis(10));
        });
    }

    /// Stops the server, and starts another one at the same address.
    pub fn restart(&mut self) {
        self.halt();
        self.resume();
    }

    /// Stops the server. Afterwards no connection holds its folder.
    pub fn halt(&mut self) {
        let server = self.server.take().unwrap();
        self.halted = Some(server.address().to_string());
        self.runtime.block_on(server.stop());
        let lock = std::fs::File::open(self.folder.path().join("lock")).unwrap();
        let begun = Instant::now();
        while lock.try_lock().is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "the folder is still in use");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Starts another server at the address of the one that was halted.
    pub fn resume(&mut self) {
        let address = self.halted.take().unwrap();
        self.start(&address);
    }

    /// Waits until `happened` returns `true`.
    pub fn wait_until(&self, what: &str, mut happened: impl FnMut(&Rig) -> bool) {
        let begun = Instant::now();
        while !happened(self) {
            assert!(begun.elapsed() < PATIENCE, "timeout: {what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Stops the server and immediately its runtime.
    pub fn stop(mut self) {
        let server = self.server.take().unwrap();
        self.runtime.block_on(server.stop());
        self.runtime.shutdown_background();
    }

    /// The address of the server.
    pub fn link(&self) -> String {
        self.server.as_ref().unwrap().link().to_string()
    }

    /// The address of the operator's listener.
    pub fn operator(&self) -> String {
        format!("http://{}", self.server.as_ref().unwrap().metrics_address().unwrap())
    }

    /// The metrics.
    pub fn metrics(&self) -> String {
        let (status, text) = get(&self.operator(), "/metrics", None);
        assert_eq!(status, 200, "{text}");
        text
    }

    /// The number of rooms that are awake.
    pub fn awake(&self) -> usize {
        self.server.as_ref().unwrap().awake()
    }

    /// Makes a room.
    pub fn create(&self, room: &CreateRoom) -> Created {
        let (status, body) = post(&self.link(), &serde_json::to_string(room).unwrap());
        assert_eq!(status, 201, "{body}");
        serde_json::from_value(body).unwrap()
    }

    /// A connection to a room.
    pub fn connect(&self, room: &str) -> Peer {
        Peer::connect(&self.link(), room)
    }

    /// A connection that has entered a room.
    pub fn enter(&self, room: &str, token: &str) -> Peer {
        let mut peer = self.connect(room);
        peer.send(&json!({"hello": {"protocol": 1, "token": token}}));
        peer.expect("welcome");
        peer
    }

    /// Both players of a room, whose match has begun.
    pub fn begin(&self, created: &Created) -> [Peer; 2] {
        let token = |token: &Option<String>| token.clone().unwrap();
        let mut players =
            [&created.seats.white, &created.seats.black].map(|seat| self.enter(&created.room, &token(seat)));
        for player in &mut players {
            player.send(&json!({"entropy": {"id": 1, "text": ""}}));
        }
        for player in &mut players {
            player.expect("line");
        }
        players
    }

    /// The number of rooms on disk.
    pub fn rooms(&self) -> usize {
        let names = std::fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".room")).count()
    }

    /// The match file of a room.
    pub fn match_file(&self, room: &str) -> PathBuf {
        self.folder.path().join(format!("{room}.jsonl"))
    }
}

/// Storage of rooms on a disk that can be full or slow.
pub struct FaultyDisk {
    log: FolderLog,
    /// Whether appends fail.
    pub full: AtomicBool,
    /// Whether appends take 5 s.
    pub slow: AtomicBool,
}

impl FaultyDisk {
    /// A server with the rooms in this folder, and its runtime.
    pub fn serve(folder: &Path) -> (Arc<FaultyDisk>, Server, Runtime) {
        let log = FolderLog::open(folder).unwrap();
        let disk = Arc::new(FaultyDisk { log, full: AtomicBool::new(false), slow: AtomicBool::new(false) });
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let config = ServerConfig::at("127.0.0.1:0".parse().unwrap());
        let log: Arc<dyn RoomLog> = Arc::clone(&disk) as Arc<dyn RoomLog>;
        let server = runtime.block_on(Server::start(config, log)).unwrap();
        (disk, server, runtime)
    }
}

impl RoomLog for FaultyDisk {
    fn read<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<Option<StoredRoom>, LogError>> {
        self.log.read(room)
    }

    fn append<'a>(&'a self, room: &'a str, expected: u64, lines: Vec<LogLine>) -> BoxFuture<'a, Result<u64, LogError>> {
        Box::pin(async move {
            if self.full.load(Ordering::Relaxed) {
                return Err(LogError::Storage("no space left on device".to_string()));
            }
            if self.slow.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_secs(5)).await;
            }
            self.log.append(room, expected, lines).await
        })
    }

    fn delete<'a>(&'a self, room: &'a str) -> BoxFuture<'a, Result<(), LogError>> {
        self.log.delete(room)
    }

    fn index(&self) -> BoxFuture<'_, Result<Vec<IndexedRoom>, LogError>> {
        self.log.index()
    }

    fn note(&self, room: &str, entry: String) {
        self.log.note(room, entry);
    }

    fn status(&self) -> LogStatus {
        LogStatus { failing: self.full.load(Ordering::Relaxed), ..self.log.status() }
    }
}

/// Both players of the room in this answer to its creation, after sending their texts for the dice.
pub fn take_seats(link: &str, created: &Value) -> [Peer; 2] {
    ["white", "black"].map(|seat| {
        let mut peer = Peer::connect(link, created["room"].as_str().unwrap());
        peer.send(&json!({"hello": {"protocol": 1, "token": created["seats"][seat]}}));
        peer.send(&json!({"entropy": {"id": 1, "text": ""}}));
        peer
    })
}

/// The same, once their match has begun.
pub fn begin_match(link: &str, created: &Value) -> [Peer; 2] {
    let mut players = take_seats(link, created);
    players.iter_mut().for_each(|player| drop(player.expect("line")));
    players
}

/// The status and the JSON of an answer.
fn answer(request: &ehttp::Request) -> (u16, Value) {
    let response = ehttp::fetch_blocking(request).unwrap();
    (response.status, serde_json::from_slice(&response.bytes).unwrap_or(Value::Null))
}

/// Requests a room from a server.
pub fn post(link: &str, body: &str) -> (u16, Value) {
    answer(&ehttp::Request::post(format!("{link}/api/rooms"), body.as_bytes().to_vec()))
}

/// Requests a page from a server, with a header.
pub fn get(link: &str, path: &str, header: Option<(&str, &str)>) -> (u16, String) {
    let request = ehttp::Request::get(format!("{link}{path}"));
    let request = match header {
        Some((name, value)) => request.with_header(name, value),
        None => request,
    };
    let response = ehttp::fetch_blocking(&request).unwrap();
    (response.status, String::from_utf8_lossy(&response.bytes).into_owned())
}

/// A connection.
pub struct Peer {
    pub socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Peer {
    pub fn connect(link: &str, room: &str) -> Peer {
        let url = format!("{}/r/{room}/ws", link.replacen("http", "ws", 1));
        let (socket, _) = tungstenite::connect(url).unwrap();
        let MaybeTlsStream::Plain(stream) = socket.get_ref() else { panic!("no encryption") };
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Peer { socket }
    }

    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        // If the server has closed the connection, reading reports it.
        let _ = self.socket.send(Message::text(text));
    }

    /// The next message; `None` when the connection is closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(text.as_str()).unwrap()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("no message for {PATIENCE:?}")
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message of this kind; skips others.
    pub fn expect(&mut self, kind: &str) -> Value {
        let begun = Instant::now();
        let mut passed = Vec::new();
        while begun.elapsed() < PATIENCE {
            let Some(message) = self.next() else { panic!("closed before {kind}; passed over: {passed:?}") };
            if let Some(found) = message.get(kind) {
                return found.clone();
            }
            passed.push(message.to_string());
        }
        panic!("no {kind}; passed over: {passed:?}")
    }

    /// The answer to a request: `ack`, `refused` or `stale`, with its content.
    pub fn answer(&mut self, id: u64) -> (String, Value) {
        loop {
            let message = self.next().expect("an answer");
            for kind in ["ack", "refused", "stale", "token"] {
                if let Some(found) = message.get(kind).filter(|found| found["id"] == id) {
                    return (kind.to_string(), found.clone());
                }
            }
        }
    }

    /// Sends an action, and returns the answer to it.
    pub fn act(&mut self, id: u64, at: u64, text: &str) -> (String, Value) {
        self.send(&json!({"act": {"id": id, "at": at, "text": text}}));
        self.answer(id)
    }
}

/// Whether another program is installed. If not, prints how to install it; in CI it panics, because
/// no test may be skipped there.
pub fn has(program: &str, version: &str) -> bool {
    if std::process::Command::new(program).arg(version).output().is_ok_and(|output| output.status.success()) {
        return true;
    }
    let missing = format!("install {program}, or run ./check, which installs it");
    assert!(std::env::var_os("CI").is_none(), "{missing}");
    eprintln!("skipped: {missing}");
    false
}

/// Runs the program, which has to succeed, and returns its output.
pub fn fairground(args: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_fairground")).args(args).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}
