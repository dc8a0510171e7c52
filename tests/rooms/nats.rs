//! Two servers that share their rooms in NATS: one is killed, and the other continues its rooms.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fairground::rooms::{CreateRoom, Created};
use fairground::server::{IndexedRoom, LogError, LogLine, NatsLog, RoomLog};
use serde_json::json;

use super::client::{Player, play_out};
use super::crashes::{Process, free_address};
use super::proxy::Caddy;
use super::rig::{Peer, fairground, get, has, post};

/// A NATS server with JetStream, killed on drop.
struct Nats {
    child: Child,
    _folder: tempfile::TempDir,
    url: String,
}

impl Nats {
    /// Starts NATS; returns `None`, with a message, if it is not installed.
    fn start() -> Option<Nats> {
        if !has("nats-server", "--version") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let address = free_address();
        let (_, port) = address.rsplit_once(':').unwrap();
        let child = Command::new("nats-server")
            .args(["--jetstream", "--addr", "127.0.0.1", "--port", port, "--store_dir"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let nats = Nats { child, _folder: folder, url: format!("nats://{address}") };
        let begun = Instant::now();
        while TcpStream::connect(&address).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "nats-server does not listen");
            thread::sleep(Duration::from_millis(20));
        }
        Some(nats)
    }

    fn server(&self, address: &str, node: &str) -> Process {
        Process::start_with(address, &["--nats", &self.url, "--node", node])
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn the_log_in_nats_is_fenced() {
    let Some(nats) = Nats::start() else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let [one, other] =
            [NatsLog::connect(&nats.url, "a").await.unwrap(), NatsLog::connect(&nats.url, "b").await.unwrap()];
        let line = |text: &str| vec![LogLine::Room(text.to_string()), LogLine::Match(text.to_string())];
        assert_eq!(one.read("a-00000000").await, Ok(None));
        let first = one.append("a-00000000", 0, line("one")).await.unwrap();
        assert_eq!(other.append("a-00000000", 0, line("none")).await, Err(LogError::Conflict));
        one.append("a-00000001", 0, line("another room")).await.unwrap();
        let second = other.append("a-00000000", first, line("two")).await.unwrap();
        assert_eq!(one.append("a-00000000", first, line("late")).await, Err(LogError::Conflict));
        let stored = one.read("a-00000000").await.unwrap().unwrap();
        assert_eq!((stored.room.as_str(), stored.record.as_str()), ("one\ntwo\n", "one\ntwo\n"));
        assert_eq!(stored.version, second);
        let rooms =
            |indexed: Vec<IndexedRoom>| indexed.into_iter().map(|room| (room.room, room.entry)).collect::<Vec<_>>();
        let (room, another) = ("a-00000000".to_string(), "a-00000001".to_string());
        assert_eq!(rooms(one.index().await.unwrap()), [(room.clone(), None), (another.clone(), None)]);
        other.note(&room, "first".to_string());
        let noted = loop {
            match rooms(one.index().await.unwrap()) {
                noted if noted.is_empty() => tokio::time::sleep(Duration::from_millis(50)).await,
                noted => break noted,
            }
        };
        assert_eq!(noted, [(room.clone(), Some("first".to_string()))], "new entries alone");
        let expected = [(room, Some("first".to_string())), (another.clone(), None)];
        assert_eq!(rooms(other.index().await.unwrap()), expected);
        one.delete(&another).await.unwrap();
        assert_eq!(one.read(&another).await, Ok(None));
        // Many appends are read together.
        let mut version = second;
        for number in 0..300 {
            version = one.append("a-00000000", version, line(&number.to_string())).await.unwrap();
        }
        let long = other.read("a-00000000").await.unwrap().unwrap();
        assert_eq!((long.version, long.record.lines().count()), (version, 302));
        let taken = NatsLog::connect(&nats.url, "a").await.unwrap_err().to_string();
        assert!(taken.contains("another server is called 'a'"), "{taken}");
    });
}

/// Players behind a proxy, in rooms of both servers; one server is killed in the middle and comes
/// back later.
#[test]
fn the_other_server_continues_the_rooms_of_a_killed_one() {
    let Some(nats) = Nats::start() else { return };
    let addresses = [free_address(), free_address()];
    let a = nats.server(&addresses[0], "a");
    let _b = nats.server(&addresses[1], "b");
    let Some(caddy) = Caddy::start([&addresses[0], &addresses[1]]) else { return };
    let created: Vec<Created> = (fairground::games::ALL.iter().zip([0, 1].into_iter().cycle()))
        .map(|(game, server)| {
            let room = CreateRoom { clock: Some("3600".into()), ..CreateRoom::of_game(game.id) };
            let (status, body) = post(&format!("http://{}", addresses[server]), &serde_json::to_string(&room).unwrap());
            assert_eq!(status, 201, "{body}");
            serde_json::from_value(body).unwrap()
        })
        .collect();
    let end = AtomicBool::new(false);
    thread::scope(|scope| {
        let playing: Vec<_> = (created.iter().zip(0..))
            .map(|(created, seed)| {
                let (caddy, end) = (&caddy, &end);
                scope.spawn(move || play_out(&caddy.link, created, seed, end))
            })
            .collect();
        // A client that only asks whether the room is still served.
        let (_, watched) = post(&format!("http://{}", addresses[0]), r#"{"game":"chess","private":false}"#);
        let room = watched["room"].as_str().unwrap();
        thread::sleep(Duration::from_secs(2));
        drop(a);
        let killed = Instant::now();
        while !answers(&caddy.link, room) {
            assert!(killed.elapsed() < Duration::from_secs(10), "the room does not continue");
            thread::sleep(Duration::from_millis(100));
        }
        println!("the room continues after {:.1} s", killed.elapsed().as_secs_f64());
        thread::sleep(Duration::from_secs(3));
        // The restarted server takes its rooms back.
        let _a = nats.server(&addresses[0], "a");
        thread::sleep(Duration::from_secs(5));
        assert!(answers(&format!("http://{}", addresses[0]), room), "its rooms are its own again");
        end.store(true, Ordering::Relaxed);
        for (created, playing) in created.iter().zip(playing) {
            let players = playing.join().unwrap();
            let bearer = format!("Bearer {}", created.watch);
            let path = format!("/api/rooms/{}/file", created.room);
            let (status, text) = get(&caddy.link, &path, Some(("Authorization", &bearer)));
            assert_eq!(status, 200, "{text}");
            check(&players, &text);
            if created.room.starts_with("a-") {
                assert!(players.iter().all(|player| player.entered > 1), "both players reconnected");
            }
        }
    });
}

/// Whether a listed room lets spectators in.
fn answers(link: &str, room: &str) -> bool {
    let url = format!("{}/r/{room}/ws", link.replacen("http", "ws", 1));
    let Ok((socket, _)) = tungstenite::connect(url) else { return false };
    let mut peer = Peer { socket };
    peer.send(&json!({"hello": {"protocol": 1}}));
    peer.next().is_some_and(|first| first.get("welcome").is_some())
}

/// Asserts that the lines of both players equal the match file, and that it passes `verify`.
fn check(players: &[Player; 2], text: &str) {
    for player in players {
        assert_eq!(player.replica.as_ref().unwrap().record().to_text().unwrap(), text);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    std::fs::write(&file, text).unwrap();
    assert!(fairground(&["verify", file.to_str().unwrap()]).contains("valid: the rules"));
}
