//! A client that can violate the protocol: plain HTTP, and WebSocket frames written by hand.

use std::net::SocketAddr;

use fairground_rooms::{CreateRoom, Created};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Result;

/// A server, as seen from one client address. The server trusts the given address because the
/// connection comes from the same machine.
#[derive(Clone, Debug)]
pub struct Target {
    pub server: SocketAddr,
    pub client: String,
}

impl Target {
    /// Opens a connection without sending anything.
    pub async fn connect(&self) -> Result<TcpStream> {
        Ok(TcpStream::connect(self.server).await?)
    }

    /// Sends a request. Returns the status and the body.
    pub async fn ask(&self, line: &str, body: &str) -> Result<(u16, String)> {
        let mut stream = self.connect().await?;
        stream.write_all(self.request(&format!("{line}\r\nConnection: close"), body).as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        Ok((status, body.to_string()))
    }

    /// A request as text.
    pub fn request(&self, head: &str, body: &str) -> String {
        let (host, client, length) = (self.server, &self.client, body.len());
        format!("{head}\r\nHost: {host}\r\nX-Forwarded-For: {client}\r\nContent-Length: {length}\r\n\r\n{body}")
    }

    /// Creates a room.
    pub async fn create(&self, room: &CreateRoom) -> Result<Created> {
        let (status, body) = self.ask("POST /api/rooms HTTP/1.1", &serde_json::to_string(room)?).await?;
        serde_json::from_str(&body).map_err(|_| format!("{status}: {body}").into())
    }

    /// Opens the WebSocket of a room.
    pub async fn socket(&self, room: &str) -> Result<RawSocket> {
        let mut stream = self.connect().await?;
        stream.set_nodelay(true)?;
        let head = format!(
            "GET /r/{room}/ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        );
        stream.write_all(self.request(&head, "").as_bytes()).await?;
        // Read byte by byte, because frames may follow immediately.
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(stream.read_u8().await?);
        }
        match answer.starts_with(b"HTTP/1.1 101") {
            true => Ok(RawSocket { stream, id: 0 }),
            false => Err(String::from_utf8_lossy(&answer).into_owned().into()),
        }
    }

    /// Opens the WebSocket of a room and sends `hello`.
    pub async fn enter(&self, room: &str, token: Option<&str>) -> Result<RawSocket> {
        let mut socket = self.socket(room).await?;
        socket.send(&json!({"hello": {"protocol": 1, "token": token}})).await?;
        Ok(socket)
    }
}

/// A WebSocket without checks.
pub struct RawSocket {
    pub stream: TcpStream,
    /// The id of the last request.
    id: u64,
}

impl RawSocket {
    /// Sends a frame with this first byte and a zero mask.
    pub async fn frame(&mut self, first: u8, payload: &[u8]) -> Result<()> {
        self.stream.write_all(&frame(first, payload)).await?;
        Ok(())
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) -> Result<()> {
        self.frame(0x81, message.to_string().as_bytes()).await
    }

    /// Sends a request with the next id and returns its answer.
    pub async fn request(&mut self, kind: &str, mut body: Value) -> Result<Value> {
        self.id += 1;
        body["id"] = self.id.into();
        self.send(&json!({kind: body})).await?;
        loop {
            let message = self.read().await?;
            let answer = ["ack", "refused", "stale", "token"].iter().find_map(|kind| message.get(kind));
            if let Some(answer) = answer.filter(|answer| answer["id"] == self.id) {
                return Ok(answer.clone());
            }
        }
    }

    /// The next message.
    pub async fn read(&mut self) -> Result<Value> {
        loop {
            let [first, length] = [self.stream.read_u8().await?, self.stream.read_u8().await?];
            let length = match length & 0x7f {
                126 => u64::from(self.stream.read_u16().await?),
                127 => self.stream.read_u64().await?,
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length)?];
            self.stream.read_exact(&mut payload).await?;
            match first & 0xf {
                1 => return Ok(serde_json::from_slice(&payload)?),
                8 => return Err("closed".into()),
                9 => self.frame(0x8a, &payload).await?,
                _ => {}
            }
        }
    }
}

/// A frame with this first byte and a zero mask.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match u16::try_from(payload.len()) {
        Ok(length @ ..126) => bytes.push(0x80 | length as u8),
        Ok(length) => {
            bytes.push(0x80 | 126);
            bytes.extend(length.to_be_bytes());
        }
        Err(_) => {
            bytes.push(0x80 | 127);
            bytes.extend((payload.len() as u64).to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}
