//! The HTTP routes of the server.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use governor::RateLimiter;
use tokio::sync::oneshot;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use super::connection::carry;
use super::error_body::json_errors;
use super::files::files;
use super::listener::Peer;
use super::operator::{alive, health};
use super::site::Site;
use super::{landing, page};
use crate::limits::MAX_MESSAGE;
use crate::lobby::{Command, CreateError, NoEntry};
use crate::network::quota;
use fairground_rooms::{CreateRoom, ErrorBody, is_room};

/// The content security policy of the plain pages: a style sheet, and no scripts.
const PLAIN: &str =
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Browser features that no page needs.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// The picture for previews of links, if the folder of pages has it.
const PREVIEW: &str = "preview.jpg";

/// All routes except the operator's.
pub(crate) fn routes(site: Arc<Site>) -> Router {
    let routes = Router::new()
        .route("/api/rooms", post(create).get(list))
        .route("/api/rooms/{id}/file", get(file))
        .route("/r/{id}/ws", get(socket))
        .route("/health", get(health))
        .route("/alive", get(alive))
        .route("/plain.css", get(style));
    let header = |name, value| SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value));
    let (pages, others) = match &site.page {
        Some(folder) => (Router::new(), Some(files(folder, policy(&site, "*")))),
        None => (Router::new().route("/", get(lobby)), None),
    };
    // No other site may frame the page of a room, on which a seat can be taken.
    let own = if site.page.is_some() { policy(&site, "'self'") } else { HeaderValue::from_static(PLAIN) };
    let pages = pages.route("/r/{id}", get(room));
    let routes =
        routes.merge(pages.layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, own)));
    let routes = match others {
        Some(files) => routes.fallback_service(files),
        None => routes,
    };
    routes
        .layer(DefaultBodyLimit::max(MAX_MESSAGE))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, site.rooms.limits.request))
        .layer(map_response(json_errors))
        .layer(from_fn_with_state(Arc::clone(&site), limit))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("permissions-policy"), PERMISSIONS))
        .with_state(site)
}

/// The content security policy of the folder's pages: their own scripts and WebAssembly, and
/// connections to this server. `frames` are the sites that may frame them.
fn policy(site: &Site, frames: &str) -> HeaderValue {
    // In some browsers, 'self' excludes WebSockets of the same server.
    let socket = site.address.replacen("http", "ws", 1);
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         media-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self' {socket}; object-src 'none'; base-uri 'self'; \
         form-action 'self'; frame-ancestors {frames}"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(PLAIN))
}

/// Refuses requests above the limit of an address. Every request counts.
async fn limit(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let path = request.uri().path();
    let is_file =
        site.page.is_some() && !["/api/", "/r/", "/health", "/alive"].iter().any(|prefix| path.starts_with(prefix));
    let (rate, name) = if is_file { (&site.files, "files") } else { (&site.requests, "requests") };
    let response = if rate.take(site.client(peer.address, request.headers())) {
        next.run(request).await
    } else {
        site.rooms.metrics.refused(name);
        error(StatusCode::TOO_MANY_REQUESTS, "too many requests from your address; try again in a few seconds")
    };
    site.rooms.metrics.responded(response.status().as_u16(), begun.elapsed());
    response
}

fn error(status: StatusCode, error: impl Into<String>) -> Response {
    (status, Json(ErrorBody { error: error.into() })).into_response()
}

async fn create(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_same_origin(&site, peer.address, &headers) {
        return error(StatusCode::FORBIDDEN, "rooms can be created from this server's own pages, or by programs");
    }
    let room: CreateRoom = match serde_json::from_slice(&body) {
        Ok(room) => room,
        Err(wrong) => return error(StatusCode::BAD_REQUEST, format!("the room cannot be read: {wrong}")),
    };
    match site.rooms.create(room, site.client(peer.address, &headers)).await {
        Ok(created) => (StatusCode::CREATED, Json(created)).into_response(),
        Err(CreateError::Invalid(why)) => error(StatusCode::UNPROCESSABLE_ENTITY, why),
        Err(CreateError::LimitReached(why)) => error(StatusCode::TOO_MANY_REQUESTS, why),
        Err(CreateError::Storage(why)) => {
            error(StatusCode::SERVICE_UNAVAILABLE, format!("the room cannot be stored: {why}"))
        }
    }
}

async fn list(State(site): State<Arc<Site>>) -> Response {
    Json(site.rooms.list()).into_response()
}

/// Queries a room for a visitor outside it.
async fn ask<T>(
    site: &Arc<Site>,
    id: &str,
    question: impl FnOnce(oneshot::Sender<Result<T, NoEntry>>) -> Command,
) -> Result<T, NoEntry> {
    if !is_room(id) {
        return Err(NoEntry::NoRoom);
    }
    let (answer, answered) = oneshot::channel();
    let room = site.rooms.visit(id).await?;
    room.send(Box::new(question(answer))).await.map_err(|_| NoEntry::Unavailable)?;
    drop(room);
    answered.await.map_err(|_| NoEntry::Unavailable)?
}

async fn file(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let _turn = site.views.take(site.client(peer.address, &headers)).await;
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = bearer
        .and_then(|bearer| bearer.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.to_string());
    match ask(&site, &id, |answer| Command::File(token, answer)).await {
        Ok(Some(text)) => {
            let name = format!("attachment; filename=\"{id}.jsonl\"");
            let headers =
                [(header::CONTENT_TYPE, "application/jsonl".to_string()), (header::CONTENT_DISPOSITION, name)];
            (headers, text).into_response()
        }
        Ok(None) => error(StatusCode::NOT_FOUND, "the match has not begun"),
        Err(NoEntry::NoRoom) => error(StatusCode::NOT_FOUND, "no such room"),
        Err(NoEntry::Private) => {
            error(StatusCode::FORBIDDEN, "the room is private; send a token as Authorization: Bearer TOKEN")
        }
        Err(NoEntry::Full) => error(StatusCode::TOO_MANY_REQUESTS, "too many rooms are in use; try again in a minute"),
        Err(NoEntry::Stopping | NoEntry::Unavailable) => {
            error(StatusCode::SERVICE_UNAVAILABLE, "the room cannot be read at present")
        }
    }
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css")], page::STYLE).into_response()
}

async fn lobby(State(site): State<Arc<Site>>) -> Html<String> {
    Html(page::lobby(&site.address, &site.rooms.list()))
}

/// The page of a room. It neither shows nor receives a seat's token.
async fn room(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let _turn = site.views.take(site.client(peer.address, &headers)).await;
    let room = match ask(&site, &id, Command::Show).await {
        Ok(room) => room,
        Err(NoEntry::NoRoom) => return (StatusCode::NOT_FOUND, Html(page::missing())).into_response(),
        Err(NoEntry::Full) => return (StatusCode::TOO_MANY_REQUESTS, Html(page::unavailable())).into_response(),
        Err(_) => return (StatusCode::SERVICE_UNAVAILABLE, Html(page::unavailable())).into_response(),
    };
    let page = match &site.page {
        Some(folder) => match tokio::fs::read_to_string(folder.join("index.html")).await {
            Ok(index) => {
                let picture = folder.join(PREVIEW).is_file().then_some(PREVIEW);
                site.rooms.heavy.run(|| landing::fill(&index, &site.address, &room, picture)).await
            }
            // The folder is being replaced.
            Err(_) => site.rooms.heavy.run(|| page::room(&site.address, &room)).await,
        },
        None => site.rooms.heavy.run(|| page::room(&site.address, &room)).await,
    };
    ([(header::CACHE_CONTROL, "no-cache")], Html(page)).into_response()
}

/// Whether a request comes from a page of this server, or from no page.
///
/// On a connection from this machine, `Host` must be an address or `localhost`: the owner of
/// another name could point it at this machine and serve pages of the same origin.
fn is_same_origin(site: &Site, peer: SocketAddr, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if origin == site.address {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let by_host =
        origin.split_once("://").is_some_and(|(scheme, origin)| scheme.starts_with("http") && Some(origin) == host);
    let host = host.and_then(|host| host.parse::<Authority>().ok());
    let name = host.as_ref().map_or("", Authority::host);
    let is_address = name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    by_host && (is_address || !peer.ip().to_canonical().is_loopback())
}

async fn socket(
    State(site): State<Arc<Site>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&site, peer.address, &headers) {
        return error(StatusCode::FORBIDDEN, "rooms can be entered from this server's own pages, or by programs");
    }
    if !is_room(&id) {
        return error(StatusCode::NOT_FOUND, "no such room");
    }
    let address = site.client(peer.address, &headers);
    let Some(admitted) = site.admit_socket(address) else {
        return error(StatusCode::TOO_MANY_REQUESTS, "too many connections, from your address or in total");
    };
    // Twice the limit on messages, which can tell the client its reason.
    let bytes = site.rooms.limits.bytes.map(|bytes| bytes.saturating_mul(2));
    peer.received.get_or_init(|| RateLimiter::direct(quota(bytes)));
    let number = site.last.fetch_add(1, Ordering::Relaxed);
    upgrade
        .read_buffer_size(1 << 10)
        .write_buffer_size(0)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(async move |socket| {
            carry(socket, Arc::clone(&site.rooms), id, (number, address)).await;
            drop((admitted, peer));
        })
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;
    use crate::limits::Limits;
    use crate::lobby::{Retention, Rooms};
    use crate::log::FolderLog;

    /// Otherwise, an address could request the pages of hundreds of long matches at once.
    #[tokio::test]
    async fn an_address_views_one_match_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let [busy, other] = ["10.0.0.1:1", "10.0.0.2:1"].map(|address| address.parse::<SocketAddr>().unwrap());
        let id =
            rooms.create(CreateRoom { private: false, ..CreateRoom::of_game("chess") }, busy.ip()).await.unwrap().room;
        let site = Site::new(rooms, String::new(), None, Vec::new());
        let view = async |address: SocketAddr, is_page: bool| {
            let admitted = Arc::new(site.admit_connection(address.ip()).unwrap());
            let peer = ConnectInfo(Peer { address, _admitted: admitted, received: Arc::default() });
            let (site, id) = (State(Arc::clone(&site)), Path(id.clone()));
            let response = if is_page {
                room(site, peer, id, HeaderMap::new()).await
            } else {
                file(site, peer, id, HeaderMap::new()).await
            };
            response.status()
        };
        let turn = site.views.take(busy.ip()).await;
        let (mut page, mut file) = (pin!(view(busy, true)), pin!(view(busy, false)));
        for is_page in [true, false] {
            // The same room answers the views in their order.
            tokio::select! {
                biased;
                _ = &mut page => panic!("a second view of the address"),
                _ = &mut file => panic!("a second view of the address"),
                status = view(other, is_page) => assert_eq!(status == StatusCode::OK, is_page),
            }
        }
        drop(turn);
        assert_eq!((page.await, file.await), (StatusCode::OK, StatusCode::NOT_FOUND));
    }

    #[test]
    fn pages_of_this_machine_are_known_by_their_host() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let site = Site::new(rooms, "http://127.0.0.1:7070".to_string(), None, Vec::new());
        let peer = "127.0.0.1:1".parse().unwrap();
        for (host, is_own) in [
            ("[::1]", true),
            ("[::1]:7070", true),
            ("127.0.0.1", true),
            ("localhost:7070", true),
            ("play.example", false),
            ("play.example:7070", false),
            ("::1", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            headers.insert(header::ORIGIN, format!("http://{host}").parse().unwrap());
            assert_eq!(is_same_origin(&site, peer, &headers), is_own, "{host}");
        }
    }
}
