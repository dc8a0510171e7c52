//! A room with clients that play random actions.

use std::io::{ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use fairground_rooms::Created;
use fairground_rules::engine::{DynGame, Options, Side, Turn, split_mix_64};
use fairground_rules::games;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, Utf8Bytes, WebSocket};

use super::Result;

/// How long a client waits for an expected message.
const PATIENCE: Duration = Duration::from_secs(30);

/// A room. Its clients read messages immediately.
pub struct Table {
    /// White, Black, and the spectators.
    clients: Vec<mpsc::Sender<String>>,
    receiver: mpsc::Receiver<Received>,
    game: Box<dyn DynGame>,
    lines: u64,
    random: u64,
}

/// A line of the match with its time of arrival at a client.
struct Received {
    at: Instant,
    text: Utf8Bytes,
}

impl Table {
    /// Joins a room with all its clients, and starts the match. The server counts them for
    /// `address`, if given.
    pub async fn open(
        link: &str,
        created: &Created,
        game: &str,
        watchers: usize,
        address: Option<&str>,
    ) -> Result<Table> {
        let (sender, receiver) = mpsc::channel(16);
        let players = [&created.seats.white, &created.seats.black].into_iter().flatten();
        let mut clients = Vec::new();
        for token in players.chain(std::iter::repeat_n(&created.watch, watchers)) {
            let socket = connect(link, &created.room, address)?;
            let (send, texts) = mpsc::channel(4);
            tokio::spawn(carry(socket, texts, sender.clone()));
            send.send(json!({"hello": {"protocol": 1, "token": token}}).to_string()).await?;
            clients.push(send);
        }
        for client in &clients[..2] {
            client.send(json!({"entropy": {"id": 1, "text": ""}}).to_string()).await?;
        }
        let game = games::begin(games::info(game)?, Options::default(), None)?;
        let random = u64::from_str_radix(&created.commitment[..16], 16)?;
        let mut table = Table { clients, receiver, game, lines: 0, random };
        table.line().await?;
        Ok(table)
    }

    /// Plays one action per period until `end`. Returns, for each action, the latency until all
    /// clients received it.
    pub async fn play(mut self, begin: Instant, period: Duration, end: Instant) -> Result<(Table, Vec<Duration>)> {
        let mut times = Vec::new();
        let mut due = begin;
        while due < end {
            tokio::time::sleep_until(due.into()).await;
            due += period;
            let turn = self.game.turn();
            let id = self.lines + 1;
            let request = match turn {
                Turn::Over(_) => break,
                Turn::Chance(..) => json!({"throw": {"id": id, "at": self.lines}}),
                Turn::Decide(_) => {
                    let actions = self.game.actions();
                    self.random = split_mix_64(self.random);
                    let action = &actions[usize::try_from(self.random % actions.len() as u64)?];
                    json!({"act": {"id": id, "at": self.lines, "text": action}})
                }
            };
            let mover = turn.side().map_or(0, Side::index);
            let sent = Instant::now();
            self.clients[mover].send(request.to_string()).await?;
            let (last, line) = self.line().await?;
            times.push(last.saturating_duration_since(sent));
            let action = line["line"]["data"]["action"]["text"].as_str().ok_or_else(|| line.to_string())?;
            self.game.apply(action).map_err(|refusal| refusal.to_string())?;
        }
        Ok((self, times))
    }

    /// Waits until the next line has reached all clients.
    async fn line(&mut self) -> Result<(Instant, Value)> {
        let number = self.lines + 1;
        let beginning = format!("{{\"line\":{{\"n\":{number},");
        let (mut missing, mut last) = (self.clients.len(), None);
        while missing > 0 {
            let received = tokio::time::timeout(PATIENCE, self.receiver.recv()).await;
            let Received { at, text } = received?.ok_or("all connections are closed")?;
            if text.starts_with(&beginning) {
                missing -= 1;
                last = Some((at, text));
            } else if ["{\"refused\"", "{\"stale\"", "{\"bye\""].iter().any(|kind| text.starts_with(kind)) {
                return Err(text.to_string().into());
            }
        }
        self.lines = number;
        let (at, text) = last.ok_or("a room has clients")?;
        Ok((at, serde_json::from_str(&text)?))
    }
}

/// A non-blocking connection: a read or write that would block returns an error.
struct Wire(TcpStream);

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.try_read(buffer)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.try_write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Connects to a room. The server counts the connection for `counted`, if given.
fn connect(link: &str, room: &str, counted: Option<&str>) -> Result<WebSocket<Wire>> {
    let address = link.trim_start_matches("http://");
    let stream = std::net::TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    // Small buffers: there are thousands of connections with little traffic.
    let config = WebSocketConfig::default().read_buffer_size(1 << 10).write_buffer_size(0);
    let mut request = format!("ws://{address}/r/{room}/ws").into_client_request()?;
    if let Some(counted) = counted {
        request.headers_mut().insert("X-Forwarded-For", counted.parse()?);
    }
    let (socket, _) =
        tungstenite::client::client_with_config(request, stream, Some(config)).map_err(|error| error.to_string())?;
    let stream = socket.into_inner();
    stream.set_nonblocking(true)?;
    // The server sends nothing before `hello`, so the buffer of the old socket is empty.
    Ok(WebSocket::from_raw_socket(Wire(TcpStream::from_std(stream)?), Role::Client, Some(config)))
}

/// Forwards messages in both directions until one side closes.
async fn carry(
    mut socket: WebSocket<Wire>,
    mut texts: mpsc::Receiver<String>,
    sender: mpsc::Sender<Received>,
) -> Result<()> {
    loop {
        loop {
            match socket.read() {
                Ok(Message::Text(text)) if text.starts_with("{\"ack\"") => {}
                Ok(Message::Text(text)) => {
                    let at = Instant::now();
                    sender.send(Received { at, text }).await?;
                }
                Ok(_) => {}
                Err(error) if would_block(&error) => break,
                Err(error) => return Err(error.into()),
            }
        }
        tokio::select! {
            ready = socket.get_ref().0.readable() => ready?,
            text = texts.recv() => {
                let Some(text) = text else { return Ok(()) };
                let mut sent = socket.send(Message::text(text));
                while sent.as_ref().is_err_and(would_block) {
                    socket.get_ref().0.writable().await?;
                    sent = socket.flush();
                }
                sent?;
            }
        }
    }
}

fn would_block(error: &tungstenite::Error) -> bool {
    matches!(error, tungstenite::Error::Io(error) if error.kind() == ErrorKind::WouldBlock)
}
