//! What the server answers over HTTP.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use tokio::sync::oneshot;
use tower_http::set_header::SetResponseHeaderLayer;

use super::connection::carry;
use super::error_body::json_errors;
use super::files::files;
use super::listener::{Admitted, Connections, Peer};
use super::{landing, page};
use crate::rooms::{CreateRoom, ErrorBody, is_room};
use crate::server::limits::{MAX_MESSAGE, PerAddress, counted};
use crate::server::rooms::{Command, NoEntry, NotMade, Rooms};

/// What the server's own pages may do: nothing.
const PLAIN: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The picture for previews of links, if the folder of pages has it.
const PREVIEW: &str = "preview.jpg";

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("address", &self.address).finish_non_exhaustive()
    }
}

/// What all answers know.
pub(in crate::server) struct Site {
    /// The rooms.
    pub rooms: Arc<Rooms>,
    /// The address that links begin with: scheme, host and port.
    pub address: String,
    /// A folder of pages for browsers, with an `index.html`.
    page: Option<PathBuf>,
    /// The number of the last connection.
    last: AtomicU64,
    /// The WebSockets of each address. Behind a proxy its clients have addresses of their own.
    sockets: Arc<Connections>,
    /// How many more connections each address may make.
    connects: PerAddress,
    /// How many more requests each address may make.
    requests: PerAddress,
}

impl Site {
    /// A site with this address, and a folder of pages for browsers.
    pub fn new(rooms: Arc<Rooms>, address: String, page: Option<PathBuf>) -> Arc<Site> {
        let [most, per_second] = rooms.limits.connects_per_address.map(f64::from);
        let connects = PerAddress::new(most, per_second);
        let [most, per_second] = rooms.limits.requests_per_address.map(f64::from);
        let requests = PerAddress::new(most, per_second);
        Arc::new(Site { rooms, address, page, last: AtomicU64::new(0), sockets: Arc::default(), connects, requests })
    }

    /// How many WebSockets are open.
    pub fn sockets(&self) -> usize {
        self.sockets.open()
    }

    /// Counts a WebSocket of an address, if it may have another.
    fn admit(&self, from: IpAddr) -> Option<Admitted> {
        let limits = &self.rooms.limits;
        let admitted = self.sockets.admit(from, limits.connections_per_address, limits.connections)?;
        self.connects.take(from, Instant::now()).then_some(admitted)
    }
}

/// Everything that the server answers.
pub(in crate::server) fn routes(site: Arc<Site>) -> Router {
    let routes = Router::new()
        .route("/api/rooms", post(create).get(list))
        .route("/api/rooms/{id}/file", get(file))
        .route("/r/{id}/ws", get(socket))
        .route("/health", get(health));
    let limited = |routes: Router<Arc<Site>>| routes.route_layer(from_fn_with_state(Arc::clone(&site), limit));
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let (pages, others) = match &site.page {
        Some(folder) => (Router::new(), Some(files(folder, policy(&site, "*")))),
        None => (Router::new().route("/", get(lobby)), None),
    };
    // A page in which a seat is taken is in nobody else's frame.
    let own = if site.page.is_some() { policy(&site, "'self'") } else { HeaderValue::from_static(PLAIN) };
    let pages = pages.route("/r/{id}", get(room));
    let routes = limited(routes)
        .merge(limited(pages).layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, own)));
    let routes = match others {
        Some(files) => routes.fallback_service(files),
        None => routes,
    };
    routes
        .layer(DefaultBodyLimit::max(MAX_MESSAGE))
        .layer(map_response(json_errors))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .with_state(site)
}

/// What pages of the folder may do: run its own scripts and WebAssembly, and talk to this server. `frames` says whose pages may have them
/// in a frame.
fn policy(site: &Site, frames: &str) -> HeaderValue {
    // Not all browsers take WebSockets of the same server for their own.
    let socket = site.address.replacen("http", "ws", 1);
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         media-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self' {socket}; object-src 'none'; base-uri 'self'; \
         form-action 'self'; frame-ancestors {frames}"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(PLAIN))
}

/// Answers an address that asks too often with an error.
async fn limit(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    if site.requests.take(client(peer, request.headers()), Instant::now()) {
        return next.run(request).await;
    }
    error(StatusCode::TOO_MANY_REQUESTS, "your address asks for too much at once; try again in some seconds")
}

/// The address that a client counts for. Behind a proxy on this machine, the one that the proxy names: the last of all, as a client
/// could have sent those before.
fn client(peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let peer = peer.ip().to_canonical();
    let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    let last = named.and_then(|value| value.rsplit(',').next()).map(str::trim);
    let address = |text: &str| text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|named| named.ip()));
    counted(last.and_then(address).filter(|_| peer.is_loopback()).unwrap_or(peer))
}

fn error(status: StatusCode, error: impl Into<String>) -> Response {
    (status, Json(ErrorBody { error: error.into() })).into_response()
}

async fn create(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_same_origin(&site, peer, &headers) {
        return error(StatusCode::FORBIDDEN, "rooms are made from this server's own pages, or by programs");
    }
    let room: CreateRoom = match serde_json::from_slice(&body) {
        Ok(room) => room,
        Err(wrong) => return error(StatusCode::BAD_REQUEST, format!("the room cannot be read: {wrong}")),
    };
    match site.rooms.create(room, client(peer, &headers)).await {
        Ok(created) => (StatusCode::CREATED, Json(created)).into_response(),
        Err(NotMade::Wrong(why)) => error(StatusCode::UNPROCESSABLE_ENTITY, why),
        Err(NotMade::TooMany(why)) => error(StatusCode::TOO_MANY_REQUESTS, why),
        Err(NotMade::Broken(why)) => error(StatusCode::SERVICE_UNAVAILABLE, format!("the room cannot be kept: {why}")),
    }
}

async fn list(State(site): State<Arc<Site>>) -> Response {
    Json(site.rooms.list()).into_response()
}

async fn health(State(site): State<Arc<Site>>) -> String {
    format!("{{\"rooms\":{}}}\n", site.rooms.awake())
}

/// What a room answers to somebody who has not entered it.
async fn ask<T>(
    site: &Arc<Site>,
    id: &str,
    question: impl FnOnce(oneshot::Sender<Result<T, NoEntry>>) -> Command,
) -> Result<T, NoEntry> {
    if !is_room(id) {
        return Err(NoEntry::NoRoom);
    }
    let (answer, answered) = oneshot::channel();
    let room = site.rooms.room(id);
    room.send(question(answer)).await.map_err(|_| NoEntry::Unavailable)?;
    drop(room);
    answered.await.map_err(|_| NoEntry::Unavailable)?
}

async fn file(State(site): State<Arc<Site>>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = bearer.and_then(|bearer| bearer.strip_prefix("Bearer ")).map(str::to_string);
    match ask(&site, &id, |answer| Command::File(token, answer)).await {
        Ok(Some(text)) => {
            let name = format!("attachment; filename=\"{id}.jsonl\"");
            let headers =
                [(header::CONTENT_TYPE, "application/jsonl".to_string()), (header::CONTENT_DISPOSITION, name)];
            (headers, text).into_response()
        }
        Ok(None) => error(StatusCode::NOT_FOUND, "the match has not begun"),
        Err(NoEntry::NoRoom) => error(StatusCode::NOT_FOUND, "there is no such room"),
        Err(NoEntry::Private) => {
            error(StatusCode::FORBIDDEN, "the room is private; send a token as Authorization: Bearer TOKEN")
        }
        Err(NoEntry::Unavailable) => error(StatusCode::SERVICE_UNAVAILABLE, "the room cannot be read now"),
    }
}

async fn lobby(State(site): State<Arc<Site>>) -> Html<String> {
    Html(page::lobby(&site.address, &site.rooms.list()))
}

/// The page of a room. It shows nobody the key of a seat, and takes none: that is for the page's script, or the program.
async fn room(State(site): State<Arc<Site>>, Path(id): Path<String>) -> Response {
    let room = match ask(&site, &id, Command::Show).await {
        Ok(room) => room,
        Err(NoEntry::NoRoom) => return (StatusCode::NOT_FOUND, Html(page::missing())).into_response(),
        Err(_) => return (StatusCode::SERVICE_UNAVAILABLE, Html(page::unavailable())).into_response(),
    };
    let page = match &site.page {
        Some(folder) => match tokio::fs::read_to_string(folder.join("index.html")).await {
            Ok(index) => {
                let picture = folder.join(PREVIEW).is_file().then_some(PREVIEW);
                site.rooms.heavy.run(|| landing::fill(&index, &site.address, &room, picture)).await
            }
            // The folder is being exchanged.
            Err(_) => site.rooms.heavy.run(|| page::room(&site.address, &room)).await,
        },
        None => site.rooms.heavy.run(|| page::room(&site.address, &room)).await,
    };
    ([(header::CACHE_CONTROL, "no-cache")], Html(page)).into_response()
}

/// Whether a request comes from a page of this server, or from no page at all. The host by which the server is called is believed if it is
/// an address or this machine: any other name could be given this machine's address by its owner, who then has pages of the same origin.
fn is_same_origin(site: &Site, peer: SocketAddr, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if origin == site.address {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let by_host =
        origin.split_once("://").is_some_and(|(scheme, origin)| scheme.starts_with("http") && Some(origin) == host);
    let name = host.map_or("", |host| host.rsplit_once(':').map_or(host, |(name, _)| name));
    let is_address = name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    by_host && (is_address || !peer.ip().to_canonical().is_loopback())
}

async fn socket(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&site, peer, &headers) {
        return error(StatusCode::FORBIDDEN, "rooms are entered from this server's own pages, or by programs");
    }
    if !is_room(&id) {
        return error(StatusCode::NOT_FOUND, "there is no such room");
    }
    let address = client(peer, &headers);
    let Some(admitted) = site.admit(address) else {
        return error(StatusCode::TOO_MANY_REQUESTS, "there are too many connections, of your address or in all");
    };
    let number = site.last.fetch_add(1, Ordering::Relaxed);
    upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(async move |socket| {
            carry(socket, Arc::clone(&site.rooms), id, (number, address)).await;
            drop(admitted);
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_cannot_name_its_own_address() {
        let headers = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            headers
        };
        for (peer, lines, found) in [
            ("127.0.0.1:1", &["1.1.1.1, 2.2.2.2"][..], "2.2.2.2"),
            ("127.0.0.1:1", &["1.1.1.1", "2.2.2.2"], "2.2.2.2"),
            ("[::ffff:127.0.0.1]:1", &["2.2.2.2:5678"], "2.2.2.2"),
            ("127.0.0.1:1", &["[2001:db8::7]:5678"], "2001:db8::"),
            ("127.0.0.1:1", &["nonsense"], "127.0.0.1"),
            ("127.0.0.1:1", &[], "127.0.0.1"),
            ("3.3.3.3:1", &["2.2.2.2"], "3.3.3.3"),
        ] {
            let address = client(peer.parse().unwrap(), &headers(lines));
            assert_eq!(address, found.parse::<IpAddr>().unwrap(), "{peer} {lines:?}");
        }
    }
}
