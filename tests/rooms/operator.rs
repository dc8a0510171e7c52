//! The operator's view: metrics, health, log and backup; and stalls, which take no time from
//! players.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fairground::rooms::CreateRoom;
use fairground::server::Limits;
use serde_json::{Value, json};

use super::client::play_out;
use super::crashes::{Process, free_address};
use super::rig::{FaultyDisk, Peer, Rig, begin_match, get, post};

#[test]
fn metrics_count_events() {
    let rig = Rig::with(Limits { rooms_per_address: 1, spectators: 1, ..Limits::default() });
    let created = rig.create(&CreateRoom { private: false, ..CreateRoom::of_game("chess") });
    assert_eq!(post(&rig.link(), r#"{"game":"chess"}"#).0, 429);
    let [mut white, _black] = rig.begin(&created);
    assert_eq!(white.act(2, 1, "e2e4").0, "ack");
    let _spectator = rig.enter(&created.room, &created.watch);
    let mut second = rig.connect(&created.room);
    second.send(&json!({"hello": {"protocol": 1}}));
    assert_eq!(second.expect("bye")["why"], "full");
    let text = rig.metrics();
    for (name, value) in [
        ("fairground_rooms_awake", 1.0),
        ("fairground_rooms_listed", 1.0),
        (r#"fairground_requests_total{kind="act"}"#, 1.0),
        (r#"fairground_requests_total{kind="entropy"}"#, 2.0),
        (r#"fairground_refusals_total{limit="rooms_per_address"}"#, 1.0),
        (r#"fairground_byes_total{reason="full"}"#, 1.0),
        (r#"fairground_http_responses_total{status="4xx"}"#, 1.0),
        (r#"fairground_searches{state="running"}"#, 0.0),
        ("fairground_journal_failing", 0.0),
    ] {
        assert_eq!(metric(&text, name), value, "{name}: {text}");
    }
    for name in [
        "fairground_append_seconds_count",
        "fairground_connections",
        "fairground_connections_accepted_total",
        "fairground_disk_free_bytes",
        "fairground_http_response_seconds_count",
        "fairground_journal_bytes",
        "fairground_request_seconds_count",
        "fairground_websockets",
    ] {
        assert!(metric(&text, name) >= 1.0, "{name}: {text}");
    }
    assert!(text.ends_with("# EOF\n"));
    assert_eq!(get(&rig.link(), "/metrics", None).0, 404, "only the operator's listener has them");
}

/// The value of a metric.
fn metric(text: &str, name: &str) -> f64 {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

#[test]
fn health_fails_while_the_disk_is_full() {
    let rig = Rig::with(Limits { min_free_disk: u64::MAX, ..Limits::default() });
    for link in [rig.link(), rig.operator()] {
        let (status, body) = get(&link, "/health", None);
        let body: Value = serde_json::from_str(&body).unwrap();
        assert!(status == 503 && body["error"].as_str().unwrap().contains("nearly full"), "{body}");
    }
    assert_eq!(get(&rig.link(), "/alive", None).0, 200, "a proxy does not give the server up");
    let (status, body) = post(&rig.link(), r#"{"game":"chess"}"#);
    assert!(status == 503 && body["error"].as_str().unwrap().contains("nearly full"), "{body}");
    let (status, body) = get(&Rig::new().link(), "/health", None);
    assert_eq!((status, body.trim()), (200, r#"{"rooms":0}"#));
}

/// A server process with its log, killed on drop.
struct Logged {
    folder: tempfile::TempDir,
    address: String,
}

impl Logged {
    fn new() -> Logged {
        Logged { folder: tempfile::tempdir().unwrap(), address: free_address() }
    }

    /// Runs the server while `act` acts, and returns its log.
    fn run(&self, variables: &[(&str, &str)], act: impl FnOnce(&str)) -> String {
        let log = self.folder.path().join("log");
        let mut server = Command::new(env!("CARGO_BIN_EXE_fairground"))
            .args(["serve", "--listen", &self.address, "--folder", self.rooms().to_str().unwrap()])
            .env_remove("RUST_LOG")
            .env_remove("JOURNAL_STREAM")
            .envs(variables.iter().copied())
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        while !fs::read_to_string(&log).unwrap().contains("listening") {
            assert!(server.try_wait().unwrap().is_none(), "the server stopped");
            std::thread::sleep(Duration::from_millis(10));
        }
        act(&format!("http://{}", self.address));
        server.kill().unwrap();
        server.wait().unwrap();
        fs::read_to_string(&log).unwrap()
    }

    fn rooms(&self) -> std::path::PathBuf {
        self.folder.path().join("rooms")
    }
}

/// The log has a line for each fault, and neither tokens nor the texts of players.
#[test]
fn the_log_has_faults_and_no_secrets() {
    let server = Logged::new();
    let mut private = Vec::new();
    let log = server.run(&[("RUST_LOG", "fairground=debug")], |link| {
        let (_, created) = post(link, r#"{"game":"chess"}"#);
        let room = created["room"].as_str().unwrap();
        for seat in ["white", "black"] {
            let mut peer = Peer::connect(link, room);
            let token = &created["seats"][seat];
            peer.send(&json!({"hello": {"protocol": 1, "token": token, "name": "Xochitl"}}));
            peer.send(&json!({"chat": {"id": 1, "text": "Quetzalcoatl"}}));
            assert_eq!(peer.answer(1).0, "ack");
            peer.send_text("{\"chat\":\"Popocatepetl\"");
            peer.expect("refused");
            private.push(token.as_str().unwrap().to_string());
        }
        // These requests are refused, which is logged at this level.
        for _ in 0..300 {
            get(link, "/health", None);
        }
    });
    assert!(log.contains("refused"), "{log}");
    private.extend(["Xochitl", "Quetzalcoatl", "Popocatepetl"].map(str::to_string));
    assert!(!private.iter().any(|text| log.contains(text.as_str())), "{log}");

    let name = "a-0123456789abcdef";
    fs::write(server.rooms().join(format!("{name}.room")), b"\xff\n").unwrap();
    let log = server.run(&[], |link| {
        assert_eq!(get(link, &format!("/r/{name}"), None).0, 503);
    });
    let of_room: Vec<_> = log.lines().filter(|line| line.contains(name)).collect();
    assert!(!of_room.is_empty() && of_room.iter().all(|line| line.contains("ERROR") || line.contains("WARN")), "{log}");
    assert!(!log.contains('\u{1b}'), "no colours in a file");

    // systemd's journal records the time of each line itself, and reads the priority at its start.
    let log = server.run(&[("JOURNAL_STREAM", "8:1")], |_| {});
    assert!(log.lines().any(|line| line.starts_with("<6>") && line.contains("listening")), "{log}");
}

/// A suspended server takes no time from a player whose action was waiting in the socket.
#[test]
#[cfg(unix)]
fn a_suspended_server_costs_no_clock_time() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let server = Process::start(&address, folder.path());
    let link = format!("http://{address}");
    let [mut white, mut black] = playing(&link);
    server.signal("STOP");
    std::thread::sleep(Duration::from_secs(5));
    white.send(&json!({"act": {"id": 3, "at": 3, "text": "g1f3"}}));
    server.signal("CONT");
    let left = loop {
        let clock = black.expect("clock");
        if clock["running"] == "black" {
            break clock["white"].as_f64().unwrap();
        }
    };
    assert!(left > 0.5, "{left} s left of 4");
    assert_eq!(white.answer(3).0, "ack");
}

/// Two players of a new room with 4 s each, after their first turns.
fn playing(link: &str) -> [Peer; 2] {
    let (status, created) = post(link, r#"{"game":"chess","clock":"4"}"#);
    assert_eq!(status, 201, "{created}");
    let mut players = begin_match(link, &created);
    assert_eq!(players[0].act(2, 1, "e2e4").0, "ack");
    assert_eq!(players[1].expect("line")["n"], 2);
    assert_eq!(players[1].act(2, 2, "e7e5").0, "ack");
    players
}

/// An action that takes the disk 5 s costs neither player any of the 4 s.
#[test]
fn a_slow_disk_costs_no_clock_time() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, server, runtime) = FaultyDisk::serve(folder.path());
    let [mut white, mut black] = playing(server.link());
    disk.slow.store(true, Ordering::Relaxed);
    assert_eq!(white.act(3, 3, "g1f3").0, "ack");
    disk.slow.store(false, Ordering::Relaxed);
    while black.expect("line")["n"] != 4 {}
    assert_eq!(black.act(3, 4, "b8c6").0, "ack");
    while white.expect("line")["n"] != 5 {}
    let clock = white.expect("clock");
    for side in ["white", "black"] {
        assert!(clock[side].as_f64().unwrap() > 0.5, "{clock}");
    }
    runtime.block_on(server.stop());
}

/// A copy of a running server's folder, made in the order of docs/hosting.md, opens in another
/// server.
#[test]
fn a_copy_of_a_running_server_is_a_backup() {
    let rig = Rig::new();
    let created: Vec<_> =
        ["chess", "fluky", "whack"].iter().map(|game| rig.create(&CreateRoom::of_game(game))).collect();
    let backups: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
    let end = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (rig, end) = (&rig, &end);
        let playing: Vec<_> = created
            .iter()
            .enumerate()
            .map(|(seed, created)| scope.spawn(move || play_out(&rig.link(), created, seed as u64, end)))
            .collect();
        for backup in &backups {
            std::thread::sleep(Duration::from_millis(300));
            for (prefix, suffix) in [("", ".room"), ("", ".jsonl"), ("journal-", "")] {
                for entry in fs::read_dir(rig.folder.path()).unwrap() {
                    let entry = entry.unwrap();
                    let name = entry.file_name().into_string().unwrap();
                    if name.starts_with(prefix) && name.ends_with(suffix) {
                        fs::copy(entry.path(), backup.path().join(name)).unwrap();
                    }
                }
            }
        }
        end.store(true, Ordering::Relaxed);
        playing.into_iter().for_each(|playing| drop(playing.join().unwrap()));
    });
    for backup in &backups {
        let address = free_address();
        let _server = Process::start(&address, backup.path());
        for created in &created {
            let mut peer = Peer::connect(&format!("http://{address}"), &created.room);
            peer.send(&json!({"hello": {"protocol": 1, "token": created.seats.white}}));
            peer.expect("welcome");
            let copied = fs::read_to_string(backup.path().join(format!("{}.jsonl", created.room))).unwrap_or_default();
            assert!(fs::read_to_string(rig.match_file(&created.room)).unwrap().starts_with(&copied));
        }
    }
}
