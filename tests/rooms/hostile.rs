//! Malicious or broken clients are refused or disconnected, without an effect on other rooms.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use fairground::rooms::CreateRoom;
use fairground::server::Limits;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;

use super::crashes::{Process, free_address};
use super::rig::{Rig, get};

/// The resident memory of this process, bytes.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// A frame that no well-behaved client sends.
fn frame(rng: &mut ChaCha8Rng, tokens: &[String]) -> Message {
    let id = rng.random_range(0..5_u64);
    let at = [0, 1, 2, u64::MAX, u64::MAX / 2][rng.random_range(0..5_usize)];
    let token = &tokens[rng.random_range(0..tokens.len())];
    let long = "x".repeat(rng.random_range(0..20_000));
    match rng.random_range(0..17) {
        0 => Message::text("{"),
        1 => Message::text(long),
        2 => Message::text("[".repeat(rng.random_range(1..10_000))),
        3 => Message::text(json!({"hello": {"protocol": 1, "token": token}}).to_string()),
        4 => Message::text(json!({"hello": {"protocol": id, "token": long}}).to_string()),
        5 => Message::text(json!({"act": {"id": id, "at": at, "text": "e2e4"}}).to_string()),
        6 => Message::text(json!({"act": {"id": id, "at": at, "text": long}}).to_string()),
        7 => Message::text(json!({"act": {"id": -1, "at": "x"}}).to_string()),
        8 => Message::text(
            json!({"throw": {"id": id, "at": at, "flick": {"direction": [1e308, -1e308], "speed": 1e308}}}).to_string(),
        ),
        9 => Message::text(json!({"answer": {"id": id, "offer": at, "yes": true}}).to_string()),
        10 => Message::text(json!({"chat": {"id": id, "text": long}}).to_string()),
        11 => Message::text(json!({"entropy": {"id": id, "hash": token, "text": long}}).to_string()),
        12 => Message::binary(vec![0_u8; rng.random_range(0..100)]),
        13 => Message::Ping(vec![7_u8; 100].into()),
        // The match continues for a part of the test, and is over for the rest.
        14 if rng.random_ratio(1, 40) => Message::text(json!({"resign": {"id": id}}).to_string()),
        14 => {
            let what = ["match", "draw"][id as usize % 2];
            Message::text(json!({"claim": {"id": id, "what": what}}).to_string())
        }
        _ => {
            let what = ["rematch", "draw", "takeback", "more_time"][rng.random_range(0..4)];
            Message::text(json!({"offer": {"id": id, "at": at, "what": what}}).to_string())
        }
    }
}

fn withstands(frames: usize) {
    // High limits for one address, so that they do not stop the connections.
    let limits = Limits {
        connections_per_address: 1_000,
        connects_per_address: [100_000; 2],
        requests_per_address: [100_000; 2],
        ..Limits::default()
    };
    let rig = Rig::with(limits);
    let victim = rig.create(&CreateRoom { private: false, ..CreateRoom::of_game("chess") });
    let other = rig.create(&CreateRoom::of_game("chess"));
    let mut players = rig.begin(&other);
    let _victims = rig.begin(&victim);
    let tokens: Vec<String> = [&other.seats.white, &victim.seats.white, &victim.seats.black]
        .into_iter()
        .flatten()
        .cloned()
        .chain([other.watch.clone(), "0".repeat(32), String::new()])
        .collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut sent, mut lines) = (0, 1);
    #[cfg(target_os = "linux")]
    let before = resident();
    while sent < frames {
        let mut peer = rig.connect(&victim.room);
        let hello = match rng.random_range(0..4) {
            0 => None,
            1 => Some(json!({"hello": {"protocol": 1, "token": victim.seats.white}})),
            2 => Some(json!({"hello": {"protocol": 1, "token": other.seats.black, "have": u64::MAX}})),
            _ => Some(json!({"hello": {"protocol": 1, "have": 3}})),
        };
        hello.iter().for_each(|hello| peer.send(hello));
        for _ in 0..rng.random_range(1..200) {
            sent += 1;
            if peer.socket.send(frame(&mut rng, &tokens)).is_err() {
                break;
            }
        }
        if rng.random_bool(0.5) {
            // Half a frame, then the connection is closed.
            let tungstenite::stream::MaybeTlsStream::Plain(stream) = peer.socket.get_mut() else { unreachable!() };
            let _ = stream.write_all(&[0x81, 0xfe, 0xff]);
        }
        drop(peer);
        if rng.random_bool(0.05) && lines < 60 {
            let begun = Instant::now();
            let action = [["g1f3", "g8f6"], ["f3g1", "f6g8"]][(lines as usize - 1) / 2 % 2][(lines as usize - 1) % 2];
            let (kind, answer) = players[(lines as usize - 1) % 2].act(1_000 + lines, lines, action);
            assert!(begun.elapsed() < Duration::from_secs(20), "the other room is slow");
            lines = if kind == "ack" { answer["n"].as_u64().unwrap() } else { 60 };
        }
    }
    #[cfg(target_os = "linux")]
    {
        let more = resident().saturating_sub(before) >> 20;
        println!("{sent} frames, {more} MiB more memory");
        assert!(more < 200, "{more} MiB more after {sent} frames");
    }
    // Two rooms and a rematch.
    assert!(rig.rooms() <= 3, "{} rooms", rig.rooms());
    // The attacked room still works.
    let mut white = rig.enter(&victim.room, victim.seats.white.as_ref().unwrap());
    white.send(&json!({"chat": {"id": 9_999, "text": "Still here"}}));
    assert_eq!(white.answer(9_999).0, "ack");
}

#[test]
fn hostile_frames_harm_nobody() {
    withstands(10_000);
}

#[test]
#[ignore = "a million frames; ./check long"]
fn a_million_hostile_frames_do_no_harm() {
    withstands(1_000_000);
}

#[test]
fn floods_are_cut_off() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let mut white = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    for id in 0..200 {
        white.send(&json!({"chat": {"id": id, "text": "flood"}}));
    }
    assert_eq!(white.expect("bye")["why"], "flood");
    let mut broken = rig.enter(&created.room, &created.watch);
    for _ in 0..11 {
        broken.send_text("no JSON");
    }
    assert_eq!(broken.expect("bye")["why"], "protocol");
    let mut large = rig.enter(&created.room, &created.watch);
    large.send_text(&"x".repeat(17 << 10));
    while large.next().is_some() {}
}

/// Slow readers are disconnected and delay nobody.
#[test]
fn a_slow_reader_delays_nobody() {
    let rig = Rig::with(Limits {
        messages: [1_000_000, 1_000_000],
        bytes: [u32::MAX, u32::MAX],
        chat: usize::MAX,
        ..Limits::default()
    });
    let created = rig.create(&CreateRoom::of_game("chess"));
    let [mut white, _black] = rig.begin(&created);
    let slow = rig.enter(&created.room, &created.watch);
    // Far more than the system's buffers can hold.
    let text = "x".repeat(200);
    let begun = Instant::now();
    for id in 10..40_010 {
        white.send(&json!({"chat": {"id": id, "text": text}}));
        if id % 50 == 0 {
            assert_eq!(white.answer(id).0, "ack");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(120));
    while white.expect("presence")["watching"] != 0 {}
    drop(slow);
    assert_eq!(rig.enter(&created.room, &created.watch).expect("chat")["text"], text, "the client may return");
}

/// Repeated requests for a rematch, even with a bot, lead to a single room.
#[test]
fn a_match_has_one_rematch() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom { black: "random".into(), ..CreateRoom::of_game("chess") });
    let mut white = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    white.send(&json!({"entropy": {"id": 1, "text": "mine"}}));
    white.send(&json!({"resign": {"id": 2}}));
    let lines = white.answer(2).1["n"].clone();
    for id in 3..60 {
        white.send(&json!({"offer": {"id": id, "at": lines, "what": "rematch"}}));
        assert_eq!(white.answer(id).0, "ack");
    }
    assert_eq!(rig.rooms(), 2);
    // A rematch counts as a room of the address.
    let rig = Rig::with(Limits { rooms_per_address: 1, ..Limits::default() });
    let created = rig.create(&CreateRoom { black: "random".into(), ..CreateRoom::of_game("chess") });
    let mut white = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    white.send(&json!({"entropy": {"id": 1, "text": "mine"}}));
    white.send(&json!({"resign": {"id": 2}}));
    let lines = white.answer(2).1["n"].clone();
    white.send(&json!({"offer": {"id": 3, "at": lines, "what": "rematch"}}));
    let (kind, answer) = white.answer(3);
    assert!(
        kind == "refused" && answer["why"].as_str().unwrap().contains("limit for new rooms, 1 an hour"),
        "{answer}"
    );
}

#[test]
fn only_pages_of_the_server_may_connect() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let status = |origin: Option<&str>| {
        let url = format!("{}/r/{}/ws", rig.link().replacen("http", "ws", 1), created.room);
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        match tungstenite::connect(request) {
            Ok(_) => 101,
            Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(status(None), 101);
    assert_eq!(status(Some(&rig.link())), 101);
    assert_eq!(status(Some("https://evil.example")), 403);
    assert_eq!(status(Some("null")), 403);
    assert_eq!(status(Some(&rig.link().replace("http://", "chrome-extension://"))), 403);
    // A domain name that its owner has pointed at this machine.
    let url = format!("{}/r/{}/ws", rig.link().replacen("http", "ws", 1), created.room);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("Origin", "http://evil.example".parse().unwrap());
    request.headers_mut().insert("Host", "evil.example".parse().unwrap());
    assert!(
        matches!(tungstenite::connect(request), Err(tungstenite::Error::Http(response)) if response.status() == 403)
    );
    let request = ehttp::Request::post(format!("{}/api/rooms", rig.link()), b"{\"game\":\"chess\"}".to_vec());
    let request = request.with_header("Origin", "https://evil.example");
    assert_eq!(ehttp::fetch_blocking(&request).unwrap().status, 403);
}

/// Browsers write hosts in lower case, and leave out the usual port.
#[test]
fn the_public_address_is_compared_as_browsers_write_it() {
    let (folder, address) = (tempfile::tempdir().unwrap(), free_address());
    let arguments = ["--folder", folder.path().to_str().unwrap(), "--public", "https://Play.Example:443/"];
    let _server = Process::start_with(&address, &arguments);
    let status = |origin: &str| {
        let request = ehttp::Request::post(format!("http://{address}/api/rooms"), b"{\"game\":\"chess\"}".to_vec());
        ehttp::fetch_blocking(&request.with_header("Origin", origin)).unwrap().status
    };
    assert_eq!(["https://play.example", "https://evil.example"].map(status), [201, 403]);
}

/// Unfinished requests, or input other than HTTP, do not delay others.
#[test]
fn unfinished_requests_delay_nobody() {
    let rig = Rig::new();
    let address = rig.link().replace("http://", "");
    let unfinished: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(&address).unwrap();
            stream.write_all(b"GET /r/a-0000000000000000/ws HTTP/1.1\r\nHost: x\r\n").unwrap();
            stream
        })
        .collect();
    assert_eq!(get(&rig.link(), "/", None).0, 200);
    drop(unfinished);
    // Connections are closed after a while, even if they make slow progress.
    let rig = Rig::with(Limits { head: Duration::from_millis(300), ..Limits::default() });
    let mut stream = TcpStream::connect(rig.link().replace("http://", "")).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
    let closed = (0..3000).any(|_| {
        let dripped = stream.write_all(b"x");
        let read = std::io::Read::read(&mut stream, &mut [0; 100]);
        dripped.is_err() || read.is_ok() || read.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
    });
    assert!(closed);
    assert_eq!(get(&rig.link(), "/", None).0, 200);
    assert_eq!(get(&rig.link(), "/r/..%2f..%2fetc%2fpasswd", None).0, 404);
    assert_eq!(get(&rig.link(), "/api/rooms/..%2flock/file", None).0, 404);
}
