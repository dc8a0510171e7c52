//! Limits on connections and requests: each is counted, and each refusal names it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use fairground::rooms::CreateRoom;
use fairground::server::Limits;
use serde_json::json;
use tungstenite::stream::MaybeTlsStream;

use super::rig::{Peer, Rig, get};

/// A short timeout for a server under test.
const SHORT: Duration = Duration::from_millis(300);

fn connect(rig: &Rig) -> TcpStream {
    let stream = TcpStream::connect(rig.link().replace("http://", "")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// Everything that a connection sends until it is closed.
fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1000];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&buffer[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&bytes)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn limits_are_named() {
    let limits = Limits { rooms_per_address: 2, spectators: 1, connections_per_address: 3, ..Limits::default() };
    let rig = Rig::with(limits);
    let created = rig.create(&CreateRoom { private: false, ..CreateRoom::of_game("chess") });
    rig.create(&CreateRoom::of_game("chess"));
    let (status, body) = super::rig::post(&rig.link(), "{\"game\":\"chess\"}");
    assert!(status == 429 && body["error"].as_str().unwrap().contains("2 an hour"), "{body}");
    let _first = rig.enter(&created.room, &created.watch);
    let mut second = Peer::connect(&rig.link(), &created.room);
    second.send(&json!({"hello": {"protocol": 1}}));
    assert_eq!(second.expect("bye")["why"], "full");
    let _third = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    let begun = Instant::now();
    let url = format!("{}/r/{}/ws", rig.link().replacen("http", "ws", 1), created.room);
    let mut more = Vec::new();
    let refused = loop {
        match tungstenite::connect(url.as_str()) {
            Ok(connected) => more.push(connected),
            Err(tungstenite::Error::Http(response)) => break response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
        assert!(begun.elapsed() < Duration::from_secs(10) && more.len() < 5);
    };
    assert_eq!(refused, 429);
}

/// Every request counts, even for unknown paths, by the last address named by the proxy.
#[test]
fn requests_are_counted_by_network() {
    let rig = Rig::with(Limits { requests_per_address: [5, 1], ..Limits::default() });
    let answered = |path: &str, address: &str| {
        let (link, header) = (rig.link(), Some(("X-Forwarded-For", address)));
        (0..100).filter(|_| get(&link, path, header).0 != 429).count()
    };
    let begun = Instant::now();
    let counts = [
        answered("/health", "10.0.0.1"),
        answered("/nowhere", "1.2.3.4, ::ffff:10.0.0.2"),
        answered("/r/a-0000000000000000", "2001:db8:1:1::1"),
        answered("/api/rooms", "2001:db8:1:1:2::2"),
        answered("/api/rooms", "2001:db8:1:2::1"),
    ];
    let more = begun.elapsed().as_secs() as usize + 1;
    for (index, (count, least)) in counts.into_iter().zip([5, 5, 5, 0, 5]).enumerate() {
        assert!((least..=least + more).contains(&count), "{index}: {counts:?}");
    }
}

/// A page consists of many files, which have a separate, higher limit.
#[test]
fn other_files_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<title>Page</title>").unwrap();
    let limits = Limits { requests_per_address: [1, 1], files_per_address: [7, 1], ..Limits::default() };
    let rig = Rig::with_page(limits, folder.path());
    let begun = Instant::now();
    let answered = (0..100).filter(|_| get(&rig.link(), "/", None).0 == 200).count();
    assert!((7..=8 + begun.elapsed().as_secs() as usize).contains(&answered), "{answered}");
}

#[test]
fn connections_count_from_acceptance() {
    let rig = Rig::with(Limits { connections: 3, ..Limits::default() });
    let silent: Vec<_> = (0..3).map(|_| connect(&rig)).collect();
    let refused = || {
        let mut stream = connect(&rig);
        // The server may have closed it already.
        let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        rest(&mut stream).is_empty()
    };
    assert!(refused());
    drop(silent);
    let begun = Instant::now();
    while refused() {
        assert!(begun.elapsed() < Duration::from_secs(60), "closed connections are not released");
    }
    // An open WebSocket counts.
    let created = rig.create(&CreateRoom::of_game("chess"));
    let begun = Instant::now();
    let mut open = Vec::new();
    while open.len() < 3 {
        assert!(begun.elapsed() < Duration::from_secs(60));
        let url = format!("{}/r/{}/ws", rig.link().replacen("http", "ws", 1), created.room);
        open.extend(tungstenite::connect(url));
    }
    assert!(refused());
}

#[test]
fn idle_connections_are_closed() {
    let rig = Rig::with(Limits { head: SHORT, ..Limits::default() });
    let mut stream = connect(&rig);
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    assert!(rest(&mut stream).starts_with("HTTP/1.1 200"), "answered, and then closed");
}

#[test]
fn a_slow_body_times_out() {
    let rig = Rig::with(Limits { request: SHORT, ..Limits::default() });
    let mut stream = connect(&rig);
    stream.write_all(b"POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{").unwrap();
    assert!(rest(&mut stream).starts_with("HTTP/1.1 408"));
}

#[test]
fn an_old_connection_is_closed() {
    let rig = Rig::with(Limits { connection_age: SHORT, requests_per_address: [1_000_000; 2], ..Limits::default() });
    let mut stream = connect(&rig);
    let begun = Instant::now();
    let mut answers = 0;
    while stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").is_ok() {
        match stream.read(&mut [0; 1000]) {
            Ok(0) | Err(_) => break,
            Ok(_) => answers += 1,
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "still open after {answers} answers");
    }
    assert!(answers > 0);
}

/// A head that does not fit the buffer is refused.
#[test]
fn a_long_head_is_refused() {
    let rig = Rig::new();
    let mut stream = connect(&rig);
    let head = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let _ = stream.write_all(head.as_bytes());
    let answer = rest(&mut stream);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

/// A room woken only by its page sleeps much sooner than one that a player has left.
#[test]
fn pages_do_not_keep_rooms_awake() {
    let rig = Rig::with(Limits { idle: Duration::from_secs(700), ..Limits::default() });
    let rooms: Vec<_> = (0..5).map(|_| rig.create(&CreateRoom::of_game("chess")).room).collect();
    for room in &rooms {
        assert_eq!(get(&rig.link(), &format!("/r/{room}"), None).0, 200);
        // A refused visitor does not keep it awake, either.
        Peer::connect(&rig.link(), room).send(&json!({"hello": {"protocol": 1}}));
    }
    rig.wait_until("the rooms sleep", |rig| rig.awake() == 0);
}

/// Empty fragments of an endless message count against the limits.
#[test]
fn empty_fragments_are_charged() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let mut peer = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    let MaybeTlsStream::Plain(stream) = peer.socket.get_mut() else { unreachable!() };
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).unwrap();
    let fragments = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
    let closed = (0..1_000).any(|_| stream.write_all(&fragments).is_err());
    assert!(closed, "{} fragments", 1_000 * 10_000);
}
