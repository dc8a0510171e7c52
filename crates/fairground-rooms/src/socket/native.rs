//! WebSocket client on its own thread.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::{MaybeTlsStream, Mode};
use tungstenite::{Error, Message, WebSocket};

use super::SocketEvent;
use fairground_match::platform::clock::{Duration, Instant};
use fairground_match::platform::jobs::Wake;

/// The timeout of each step of connecting.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum time waiting for a frame before checking for texts to send.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The silence after which a connection counts as lost. Servers ping more often.
const SILENCE: Duration = Duration::from_secs(20);

/// The maximum size of a frame and of a message, bytes.
const MAX_FRAME: usize = 1 << 20;

/// A WebSocket. Dropping it closes it.
pub struct Socket {
    send: Sender<String>,
    events: Arc<Mutex<VecDeque<SocketEvent>>>,
}

impl Socket {
    /// Starts to connect to a server, on another thread. `wake` is called for every event.
    #[must_use]
    pub fn connect(url: &str, wake: &Wake) -> Socket {
        let (send, texts) = mpsc::channel();
        let events = Arc::new(Mutex::new(VecDeque::new()));
        let outlet = Outlet { events: Arc::clone(&events), wake: wake.clone() };
        let url = url.to_string();
        let spawned = thread::Builder::new().name("socket".to_string()).spawn({
            let outlet = outlet.clone();
            move || {
                let why = run(&url, &texts, &outlet).err().unwrap_or_else(|| "it was closed".to_string());
                outlet.tell(SocketEvent::Closed(why));
            }
        });
        if let Err(error) = spawned {
            outlet.tell(SocketEvent::Closed(error.to_string()));
        }
        Socket { send, events }
    }

    /// The next event, if any.
    #[must_use]
    pub fn poll(&self) -> Option<SocketEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Sends a text. It is lost if the connection is.
    pub fn send(&self, text: String) {
        // An error means that the thread has stopped, which it has already reported.
        let _ = self.send.send(text);
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Socket(..)")
    }
}

/// The receiver of the thread's events.
#[derive(Clone)]
struct Outlet {
    events: Arc<Mutex<VecDeque<SocketEvent>>>,
    wake: Wake,
}

impl Outlet {
    fn tell(&self, event: SocketEvent) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push_back(event);
        self.wake.wake();
    }
}

/// Connects and forwards texts both ways until one side closes.
fn run(url: &str, texts: &Receiver<String>, outlet: &Outlet) -> Result<(), String> {
    let mut socket = connect(url)?;
    set_timeout(&socket, POLL_INTERVAL).map_err(|error| error.to_string())?;
    outlet.tell(SocketEvent::Open);
    let mut heard = Instant::now();
    loop {
        loop {
            match texts.try_recv() {
                Ok(text) => socket.send(Message::text(text)).map_err(|error| error.to_string())?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    // A courtesy: the server notices the disconnection in any case.
                    let _ = socket.close(None);
                    let _ = socket.flush();
                    return Ok(());
                }
            }
        }
        match socket.read() {
            Ok(message) => {
                heard = Instant::now();
                match message {
                    Message::Text(text) => outlet.tell(SocketEvent::Text(text.as_str().to_string())),
                    Message::Ping(_) => outlet.tell(SocketEvent::Ping),
                    _ => {}
                }
            }
            Err(Error::Io(error)) if is_timeout(&error) => {}
            Err(Error::ConnectionClosed) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        }
        if heard.elapsed() > SILENCE {
            return Err("the server does not respond".to_string());
        }
    }
}

type Stream = WebSocket<MaybeTlsStream<TcpStream>>;

fn connect(url: &str) -> Result<Stream, String> {
    let request = url.into_client_request().map_err(|error| error.to_string())?;
    let uri = request.uri();
    let mode = tungstenite::client::uri_mode(uri).map_err(|error| error.to_string())?;
    let port = uri.port_u16().unwrap_or(if matches!(mode, Mode::Tls) { 443 } else { 80 });
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']).to_string();
    let stream = connect_to(&host, port).map_err(|error| error.to_string())?;
    let config = WebSocketConfig::default()
        .read_buffer_size(8 << 10)
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME));
    let (socket, _) =
        tungstenite::client_tls_with_config(request, stream, Some(config), None).map_err(|error| error.to_string())?;
    Ok(socket)
}

/// Connects to the first address of a host that accepts.
fn connect_to(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, format!("{host} has no address"));
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn set_timeout(socket: &Stream, timeout: Duration) -> io::Result<()> {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream.set_read_timeout(Some(timeout)),
        MaybeTlsStream::Rustls(stream) => stream.sock.set_read_timeout(Some(timeout)),
        _ => Ok(()),
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}
