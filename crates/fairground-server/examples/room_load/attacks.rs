//! Attacks with 400 connections from one address; some use several addresses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fairground_rooms::{CreateRoom, Created};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Result;
use super::raw::{RawSocket, Target, frame};

/// The number of the attacker's connections.
const CONNECTIONS: usize = 400;

/// The attacks that need a room for each connection, and the number of these connections: requests
/// per address are limited.
const WITH_ROOMS: [&str; 7] = ["rematches", "lines", "bots", "illegal", "never-reads", "throws", "chat"];
const ROOMS: usize = 60;

/// How long a connection pauses after a refusal.
const PAUSE: Duration = Duration::from_millis(100);

/// The names of all attacks.
pub const ALL: [&str; 19] = [
    "idle",
    "rematches",
    "lines",
    "greetings",
    "reconnects",
    "bots",
    "pages",
    "waking",
    "slowloris",
    "forwarded",
    "networks",
    "fragments",
    "messages-held",
    "pings",
    "spectators",
    "illegal",
    "never-reads",
    "throws",
    "chat",
];

/// An attack in progress.
#[derive(Clone)]
pub struct Attack {
    target: Target,
    /// Public rooms with long matches.
    long: Arc<Vec<String>>,
    /// The number of steps carried out by the server.
    done: Arc<AtomicU64>,
    /// Unique numbers.
    last: Arc<AtomicU64>,
}

impl Attack {
    /// Runs an attack. Returns the number of steps carried out by the server.
    pub async fn run(name: &'static str, target: Target, long: Vec<String>, seconds: f64) -> u64 {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        let attack = Attack { target, long: Arc::new(long), done: Arc::default(), last: Arc::default() };
        let mut tasks = JoinSet::new();
        for number in 0..CONNECTIONS {
            let attack = attack.clone();
            tasks.spawn(async move {
                while Instant::now() < end {
                    if attack.step(name, number).await.is_err() {
                        sleep(PAUSE).await;
                    }
                }
            });
        }
        // Some connections wait for answers that never come.
        let _ = timeout(Duration::from_secs_f64(seconds), async { while tasks.join_next().await.is_some() {} }).await;
        attack.done.load(Ordering::Relaxed)
    }

    /// The step that each connection repeats.
    async fn step(&self, name: &str, number: usize) -> Result<()> {
        if number >= ROOMS && WITH_ROOMS.contains(&name) {
            sleep(Duration::from_secs(60)).await;
            return Ok(());
        }
        match name {
            "idle" => {
                let mut socket = self.watch(number).await?;
                self.drain(&mut socket.stream).await
            }
            "rematches" => self.rematches().await,
            "lines" => self.lines().await,
            "greetings" => {
                let _unread = self.watch(number).await?;
                sleep(Duration::from_secs(60)).await;
                Ok(())
            }
            "reconnects" => self.watch(number).await.map(|_| ()),
            "bots" => self.bots().await,
            "pages" => self.pages(number).await,
            "waking" => {
                let number = self.last.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let (status, _) = self.target.ask(&format!("GET /r/a-{number:016x} HTTP/1.1"), "").await?;
                self.count_if(status == 404)
            }
            "slowloris" => self.slowloris().await,
            "forwarded" => self.forwarded(number).await,
            "networks" => self.networks().await,
            "fragments" => self.fragments(number).await,
            "messages-held" => self.messages_held(number).await,
            "pings" => self.pings(number).await,
            "spectators" => self.spectators(number).await,
            "illegal" => self.illegal().await,
            "never-reads" => self.never_reads().await,
            "throws" => self.throws().await,
            _ => self.chat().await,
        }
    }

    fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn count_if(&self, done: bool) -> Result<()> {
        if done {
            self.count();
            return Ok(());
        }
        Err("refused".into())
    }

    /// Enters a long room as a spectator. An address may have 50 spectators in a room.
    async fn watch(&self, number: usize) -> Result<RawSocket> {
        let socket = self.target.enter(&self.long[number % self.long.len()], None).await?;
        self.count();
        Ok(socket)
    }

    /// Creates a room, begins its match, and returns a connection for each human seat. An address
    /// may create 120 rooms.
    async fn begin(&self, room: &CreateRoom) -> Result<(Created, Vec<RawSocket>)> {
        let created = match self.target.create(room).await {
            Ok(created) => created,
            Err(error) => {
                sleep(Duration::from_secs(60)).await;
                return Err(error);
            }
        };
        let mut seats = Vec::new();
        for token in [&created.seats.white, &created.seats.black].into_iter().flatten() {
            let mut socket = self.target.enter(&created.room, Some(token)).await?;
            socket.request("entropy", json!({"text": ""})).await?;
            seats.push(socket);
        }
        Ok((created, seats))
    }

    /// Reads and discards until the server closes the connection.
    async fn drain(&self, stream: &mut TcpStream) -> Result<()> {
        let mut buffer = [0; 4096];
        while stream.read(&mut buffer).await? > 0 {}
        Ok(())
    }

    /// A: offers rematches to a bot.
    async fn rematches(&self) -> Result<()> {
        let room = CreateRoom { black: "random".into(), private: false, ..CreateRoom::of_game("chess") };
        let (_, mut seats) = self.begin(&room).await?;
        let lines = seats[0].request("resign", json!({})).await?["n"].clone();
        self.repeat(&mut seats[0], "offer", json!({"at": lines, "what": "rematch"})).await
    }

    /// Repeats a request as fast as the server accepts it.
    async fn repeat(&self, socket: &mut RawSocket, kind: &str, body: Value) -> Result<()> {
        loop {
            socket.request(kind, body.clone()).await?;
            self.count();
            sleep(Duration::from_millis(40)).await;
        }
    }

    /// B: new tokens, extra time and takebacks. Each is a line in the log.
    async fn lines(&self) -> Result<()> {
        let room = CreateRoom { black: "random".into(), clock: Some("600".into()), ..CreateRoom::of_game("chess") };
        let (_, mut seats) = self.begin(&room).await?;
        let white = &mut seats[0];
        loop {
            let at = white.request("act", json!({"at": 1, "text": "e2e4"})).await?["n"].clone();
            white.request("offer", json!({"at": at, "what": "takeback"})).await?;
            white.request("move", json!({})).await?;
            white.request("offer", json!({"at": at, "what": "more_time"})).await?;
            self.count();
            sleep(Duration::from_millis(160)).await;
        }
    }

    /// D: repeatedly has the strongest bot think, and takes the move back.
    async fn bots(&self) -> Result<()> {
        let room = CreateRoom { white: "8".into(), ..CreateRoom::of_game("fluky") };
        let (_, mut seats) = self.begin(&room).await?;
        loop {
            let lines = seats[0].read().await?["line"]["n"].clone();
            if lines.is_null() {
                continue;
            }
            self.count();
            seats[0].request("throw", json!({"at": lines})).await?;
            seats[0].request("offer", json!({"at": lines, "what": "takeback"})).await?;
        }
    }

    /// E: pages and files of long matches, and the list of rooms.
    async fn pages(&self, number: usize) -> Result<()> {
        let room = &self.long[number % self.long.len()];
        let path = [format!("/r/{room}"), format!("/api/rooms/{room}/file"), "/api/rooms".to_string()];
        let (status, _) = self.target.ask(&format!("GET {} HTTP/1.1", path[number % 3]), "").await?;
        self.count_if(status == 200)
    }

    /// F: incomplete requests.
    async fn slowloris(&self) -> Result<()> {
        let mut streams = Vec::new();
        for _ in 0..8 {
            let mut stream = self.target.connect().await?;
            stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").await?;
            streams.push(stream);
            self.count();
        }
        loop {
            sleep(Duration::from_millis(500)).await;
            for stream in &mut streams {
                stream.write_all(b"x").await?;
            }
        }
    }

    /// G: forges another address in an additional header. Counts the rooms created.
    async fn forwarded(&self, number: usize) -> Result<()> {
        let line = format!("POST /api/rooms HTTP/1.1\r\nX-Forwarded-For: 10.7.{}.{}", number / 250, number % 250);
        let (status, _) = self.target.ask(&line, "{\"game\":\"chess\"}").await?;
        self.count_if(status == 201)
    }

    /// H and I: creates public rooms from many addresses of an IPv6 network. Counts the rooms
    /// created.
    async fn networks(&self) -> Result<()> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let target = Target { client: format!("2001:db8:0:1::{number:x}"), ..self.target.clone() };
        target
            .create(&CreateRoom { private: false, ..CreateRoom::of_game("chess") })
            .await
            .map_err(|error| error.to_string())?;
        self.count();
        Ok(())
    }

    /// Empty fragments of a message that never ends.
    async fn fragments(&self, number: usize) -> Result<()> {
        let mut socket = self.watch(number).await?;
        socket.frame(0x01, b"").await?;
        let many = frame(0x00, b"").repeat(1_000);
        loop {
            socket.stream.write_all(&many).await?;
            self.done.fetch_add(1_000, Ordering::Relaxed);
        }
    }

    /// A message of almost 16 kB that never ends.
    async fn messages_held(&self, number: usize) -> Result<()> {
        let mut socket = self.watch(number).await?;
        socket.frame(0x01, &[b' '; 16_000]).await?;
        self.drain(&mut socket.stream).await
    }

    /// Pings, half of them before `hello`.
    async fn pings(&self, number: usize) -> Result<()> {
        let room = &self.long[number % self.long.len()];
        let mut socket = match number % 2 {
            0 => self.target.socket(room).await?,
            _ => self.target.enter(room, None).await?,
        };
        let many = frame(0x89, &[7; 100]).repeat(20);
        loop {
            socket.stream.write_all(&many).await?;
            self.done.fetch_add(20, Ordering::Relaxed);
        }
    }

    /// Most spectators stay; some come and go.
    async fn spectators(&self, number: usize) -> Result<()> {
        let mut socket = self.watch(number).await?;
        match number % 10 {
            0 => Ok(()),
            _ => self.drain(&mut socket.stream).await,
        }
    }

    /// Illegal actions of the maximum message size.
    async fn illegal(&self) -> Result<()> {
        let (_, mut seats) = self.begin(&CreateRoom::of_game("chess")).await?;
        let text = "e2e5 ".repeat(3_000);
        for number in 0_u64.. {
            let length = if number % 30 == 0 { text.len() } else { 4 };
            seats[0].request("act", json!({"at": 1, "text": text[..length]})).await?;
            self.count();
            sleep(Duration::from_millis(40)).await;
        }
        Ok(())
    }

    /// A player chats to an opponent who never reads.
    async fn never_reads(&self) -> Result<()> {
        let (_, mut seats) = self.begin(&CreateRoom::of_game("chess")).await?;
        let offer = json!({"at": 1, "what": "draw"});
        loop {
            seats[1].request("offer", offer.clone()).await?;
            let number = self.done.fetch_add(1, Ordering::Relaxed);
            seats[1].request("withdraw", json!({"offer": number % 1_000})).await?;
            sleep(Duration::from_millis(80)).await;
        }
    }

    /// Throws of dice, simulated by the server, each after a move that is taken back.
    async fn throws(&self) -> Result<()> {
        let (_, mut seats) = self.begin(&CreateRoom::of_game("fluky")).await?;
        let mut lines = Value::from(1);
        let lines_of = |answer: Value| answer.get("n").cloned().ok_or("refused");
        for offer in 1_u64.. {
            lines = lines_of(seats[0].request("act", json!({"at": lines, "text": "d1d2"})).await?)?;
            let flick = json!({"direction": [1.0, 0.3], "speed": 3.0});
            lines = lines_of(seats[0].request("throw", json!({"at": lines, "flick": flick})).await?)?;
            self.count();
            seats[0].request("offer", json!({"at": lines, "what": "takeback"})).await?;
            lines = lines_of(seats[1].request("answer", json!({"offer": offer, "yes": true})).await?)?;
            sleep(Duration::from_millis(80)).await;
        }
        Ok(())
    }

    async fn chat(&self) -> Result<()> {
        let (_, mut seats) = self.begin(&CreateRoom::of_game("chess")).await?;
        self.repeat(&mut seats[0], "chat", json!({"text": "x".repeat(200)})).await
    }
}
