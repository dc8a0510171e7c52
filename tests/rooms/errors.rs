//! Errors: their form over HTTP, and the close codes of WebSockets.

use std::io::{Read, Write};
use std::net::TcpStream;

use fairground::rooms::{ByeReason, CreateRoom};
use fairground::server::Limits;
use serde_json::{Value, json};
use tungstenite::Message;

use super::rig::{Peer, Rig};

/// The status and the body of the answer to a request.
fn ask(link: &str, line: &str, body: &str) -> (u16, Value) {
    let address = link.trim_start_matches("http://");
    let length = body.len();
    let head = format!("{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n");
    last_answer(&send(link, &[&head, body]))
}

/// Everything that a connection receives after it has sent these texts.
fn send(link: &str, texts: &[&str]) -> String {
    let mut stream = TcpStream::connect(link.trim_start_matches("http://")).unwrap();
    for text in texts {
        // The server may have closed it already.
        let _ = stream.write_all(text.as_bytes());
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The status and the body of the last of some answers.
fn last_answer(answers: &str) -> (u16, Value) {
    let (_, answer) = answers.rsplit_once("HTTP/1.1 ").unwrap_or_else(|| panic!("no answer: {answers:?}"));
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains(&format!("content-length: {}", body.len())), "{answer}");
    assert!(head.contains("content-type: application/json"), "{answer}");
    (head[..3].parse().unwrap(), serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}")))
}

#[test]
fn every_error_is_json() {
    let rig = Rig::new();
    let room = rig.create(&CreateRoom::of_game("chess")).room;
    let large = "x".repeat(17 << 10);
    for (line, body, status) in [
        ("GET /nothing", "", 404),
        ("GET /api/rooms/a-0123456789abcdef/file", "", 404),
        (format!("GET /api/rooms/{room}/file").as_str(), "", 403),
        ("DELETE /api/rooms", "", 405),
        ("POST /r/a-0123456789abcdef", "", 405),
        ("POST /api/rooms", "{", 400),
        ("POST /api/rooms", "{\"game\":\"checkers\"}", 422),
        ("POST /api/rooms", "{\"game\":\"chess\",\"chat\":\"loud\"}", 400),
        ("POST /api/rooms", large.as_str(), 413),
        (format!("GET /r/{room}/ws").as_str(), "", 400),
    ] {
        let (found, answer) = ask(&rig.link(), line, body);
        assert_eq!(found, status, "{line} {answer}");
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{line}: {answer}");
        assert_eq!(answer.as_object().unwrap().len(), 1, "{line}: {answer}");
    }
}

/// Errors of requests that reach no route are also JSON, even on a connection with earlier answers.
#[test]
fn errors_of_unreadable_requests_are_json() {
    let rig = Rig::with(Limits { request: std::time::Duration::from_millis(300), ..Limits::default() });
    let long = "x".repeat(100_000);
    for (text, status) in [
        ("no HTTP\r\n\r\n".to_string(), 400),
        ("GET / HTTP/7.0\r\nHost: x\r\n\r\n".to_string(), 400),
        ("GET /\u{1} HTTP/1.1\r\nHost: x\r\n\r\n".to_string(), 400),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n".to_string(), 400),
        ("POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n".to_string(), 400),
        (format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n"), 431),
        (format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "X: y\r\n".repeat(200)), 431),
        ("POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{".to_string(), 408),
    ] {
        for before in ["", "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"] {
            let (found, answer) = last_answer(&send(&rig.link(), &[before, &text]));
            let shown = text.get(..40).unwrap_or(&text);
            assert_eq!(found, status, "{shown} {answer}");
            assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{shown} {answer}");
        }
    }
    // A connection without a complete head in time, or with another protocol, is closed without an
    // answer.
    let rig = Rig::with(Limits { head: std::time::Duration::from_millis(300), ..Limits::default() });
    for text in ["", "GET / HTTP/1.1\r\nHost: x\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        assert_eq!(send(&rig.link(), &[text]), "");
    }
    // The operator's listener.
    assert_eq!(ask(&rig.operator(), "GET /nothing", "").0, 404);
}

/// The reason of `bye` and the code of the close frame.
fn end(peer: &mut Peer) -> (Value, Option<u16>) {
    let mut why = Value::Null;
    loop {
        match peer.socket.read() {
            Ok(Message::Text(text)) => {
                let message: Value = serde_json::from_str(text.as_str()).unwrap();
                if let Some(bye) = message.get("bye") {
                    why = bye["why"].clone();
                }
            }
            Ok(Message::Close(frame)) => return (why, frame.map(|frame| frame.code.into())),
            Ok(_) => {}
            Err(_) => return (why, None),
        }
    }
}

#[test]
fn each_reason_has_its_close_code() {
    let rig = Rig::with(Limits { spectators: 1, connects_per_address: [1_000; 2], ..Limits::default() });
    let created = rig.create(&CreateRoom { private: false, ..CreateRoom::of_game("chess") });
    let token = created.seats.white.as_ref().unwrap();
    let check = |mut peer: Peer, reason: ByeReason| {
        let why = serde_json::to_value(reason).unwrap();
        assert_eq!(end(&mut peer), (why, Some(reason.close_code())));
    };
    let first = rig.enter(&created.room, token);
    let mut white = rig.enter(&created.room, token);
    check(first, ByeReason::Replaced);
    let _spectator = rig.enter(&created.room, &created.watch);
    for (hello, reason) in [
        (json!({"hello": {"protocol": 1}}), ByeReason::Full),
        (json!({"hello": {"protocol": 1, "token": "0"}}), ByeReason::NoEntry),
        (json!({"hello": {"protocol": 2}}), ByeReason::Protocol),
        (json!({"hello": {"protocol": 1, "token": token, "session": "s".repeat(65)}}), ByeReason::Protocol),
        (json!({"hello": {"protocol": 1, "name": "x".repeat(17 << 10)}}), ByeReason::Protocol),
    ] {
        let mut peer = rig.connect(&created.room);
        peer.send(&hello);
        check(peer, reason);
    }
    for id in 0..200 {
        white.send(&json!({"withdraw": {"id": id, "offer": 1}}));
    }
    check(white, ByeReason::Flood);
    // A message that is too large, and one that is not text.
    for message in [Message::text("x".repeat(17 << 10)), Message::text("y".repeat(100 << 10))] {
        let mut peer = rig.enter(&created.room, token);
        // The server may close before it has read everything.
        let _ = peer.socket.send(message);
        check(peer, ByeReason::Protocol);
    }
}

/// Neither clients nor servers of earlier versions know chat modes and muting.
#[test]
fn earlier_versions_are_understood() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let mut white = rig.connect(&created.room);
    white.send(&json!({"hello": {"protocol": 1, "token": created.seats.white, "name": "Zoe\u{308}\u{202e}"}}));
    let welcome = white.expect("welcome");
    assert!(welcome.get("chat").is_none() && welcome["muted"] == false, "{welcome}");
    assert_eq!(white.expect("presence")["names"]["white"], "Zo\u{eb}");
    let mut earlier = welcome;
    earlier.as_object_mut().unwrap().remove("muted");
    let mut state =
        fairground::rooms::RoomState::new("http://127.0.0.1:9/r/a-0123456789abcdef#0".parse().unwrap(), None).unwrap();
    state.receive(serde_json::from_value(json!({"welcome": earlier})).unwrap());
    assert!(state.mute(true).is_none() && state.is_muted(), "the client mutes by itself");
    for by in ["white", "black"] {
        state.receive(serde_json::from_value(json!({"chat": {"by": by, "text": by}})).unwrap());
    }
    assert_eq!(state.chat().filter_map(|said| said.text.as_deref()).collect::<Vec<_>>(), ["white"]);
}
