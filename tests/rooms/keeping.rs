//! The index and the retention of rooms, and `fairground rooms`, with and without a running server.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use fairground::rooms::{CreateRoom, Created};
use fairground::server::{Limits, Retention};
use serde_json::{Value, json};

use super::rig::{Peer, Rig, fairground, get};

/// The rooms of a server, by the command.
fn rooms(rig: &Rig, args: &[&str]) -> Value {
    let folder = rig.folder.path().to_str().unwrap();
    let text = fairground(&[&["rooms", "--folder", folder], args, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

/// The same command, including its errors.
fn try_rooms(rig: &Rig, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairground"));
    command.args(["rooms", "--folder"]).arg(rig.folder.path()).args(args).output().unwrap()
}

fn clocked() -> CreateRoom {
    CreateRoom { clock: Some("3600".into()), private: false, ..CreateRoom::of_game("chess") }
}

/// Backdates the files of a room by this number of days.
fn age(rig: &Rig, room: &str, days: u64) {
    for end in ["room", "jsonl"] {
        if let Ok(file) = fs::OpenOptions::new().write(true).open(rig.folder.path().join(format!("{room}.{end}"))) {
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(days * 24 * 3600)).unwrap();
        }
    }
}

/// Plays the first move of each player, so that the clock runs.
fn begin_clock(rig: &Rig, created: &Created) -> [Peer; 2] {
    let mut players = rig.begin(created);
    assert_eq!(players[0].act(2, 1, "e2e4").0, "ack");
    assert_eq!(players[1].act(2, 2, "e7e5").0, "ack");
    players
}

fn files(rig: &Rig, room: &str) -> usize {
    ["room", "jsonl"].iter().filter(|end| rig.folder.path().join(format!("{room}.{end}")).exists()).count()
}

#[test]
fn rooms_are_managed_with_and_without_a_running_server() {
    let mut rig = Rig::new();
    let [played, deleted, unstarted] = std::array::from_fn(|_| rig.create(&clocked()));
    let mut players = begin_clock(&rig, &played);
    let mut guest = rig.enter(&deleted.room, deleted.seats.white.as_ref().unwrap());
    let listed = rooms(&rig, &["list"]);
    assert_eq!(listed.as_array().unwrap().len(), 3);
    let shown = rooms(&rig, &["show", &played.room]);
    let expected = json!({"state": "playing", "game": "chess", "clock": "3600", "private": false, "white": "human", "lines": 3, "error": null});
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&shown[key], value, "{shown}");
    }
    assert!(shown["created"].is_string() && shown["changed"].is_string() && shown["bytes"].as_u64() > Some(100));
    let out = rig.folder.path().join("out.jsonl");
    let export = ["export", &played.room, "-o", out.to_str().unwrap()];
    assert!(try_rooms(&rig, &export).status.success());
    assert!(fairground(&["replay", out.to_str().unwrap(), "--headless"]).contains("e7e5"));
    let again = try_rooms(&rig, &export);
    assert_eq!(again.status.code(), Some(2), "a match file is not overwritten");
    let none = try_rooms(&rig, &["export", &unstarted.room]);
    assert!(String::from_utf8_lossy(&none.stderr).contains("has not started"));

    // A deleted room ends even if it has visitors, and its link becomes invalid; the others
    // continue.
    let told = rooms(&rig, &["delete", &deleted.room]);
    assert_eq!(told, json!([{"room": deleted.room, "result": "deleted"}]));
    assert_eq!(guest.expect("bye")["why"], "no_entry");
    assert_eq!((files(&rig, &deleted.room), files(&rig, &played.room)), (0, 2));
    let enter_late = || {
        let mut late = rig.connect(&deleted.room);
        late.send(&json!({"hello": {"protocol": 1, "token": deleted.seats.white}}));
        late.expect("bye")["why"].clone()
    };
    // A room that is just closing asks its visitors to come back.
    let answer = (0..20).map(|_| enter_late()).find(|why| why != "broken");
    assert_eq!(answer.unwrap(), "no_entry");
    assert!(!get(&rig.link(), "/api/rooms", None).1.contains(&deleted.room));
    assert_eq!(players[0].act(3, 3, "g1f3").0, "ack");
    let missing = try_rooms(&rig, &["delete", &deleted.room, "../elsewhere"]);
    assert_eq!(missing.status.code(), Some(2));
    let error = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(error.contains(&format!("unknown room '{}'", deleted.room)) && error.contains("'../elsewhere'"), "{error}");

    // Without a server the command deletes the files itself, and no others.
    drop(players);
    rig.halt();
    for foreign in [&out.with_extension(""), Path::new("out"), Path::new("./out")] {
        let told = try_rooms(&rig, &["delete", foreign.to_str().unwrap()]);
        assert!(told.status.code() == Some(2) && out.exists(), "{foreign:?}");
        assert_eq!(try_rooms(&rig, &["show", foreign.to_str().unwrap()]).status.code(), Some(2), "{foreign:?}");
    }
    assert_eq!(rooms(&rig, &["delete", &unstarted.room])[0]["result"], "deleted");
    assert_eq!(rooms(&rig, &["list"]).as_array().unwrap().len(), 1);
    rig.resume();
    assert!(!get(&rig.link(), "/api/rooms", None).1.contains(&unstarted.room));
    rig.enter(&played.room, played.seats.black.as_ref().unwrap());
}

#[test]
fn old_rooms_are_pruned_by_their_state() {
    let rig = Rig::new();
    let [unstarted, waiting, finished, fresh, visited] =
        std::array::from_fn(|_| rig.create(&CreateRoom::of_game("chess")));
    for created in [&waiting, &finished] {
        let mut players = rig.begin(created);
        assert_eq!(players[0].act(2, 1, "e2e4").0, "ack");
        if created.room == finished.room {
            players[0].send(&json!({"resign": {"id": 3}}));
            assert_eq!(players[0].answer(3).0, "ack");
        }
    }
    let _guest = rig.enter(&visited.room, visited.seats.white.as_ref().unwrap());
    // The rooms with players are still awake, and in use.
    let mut rig = rig;
    rig.restart();
    let _guest = rig.enter(&visited.room, visited.seats.white.as_ref().unwrap());
    for (created, days) in [(&unstarted, 2), (&waiting, 91), (&finished, 31), (&visited, 2)] {
        age(&rig, &created.room, days);
    }
    let pruned = |result: &Value| {
        let mut rooms: Vec<_> =
            result.as_array().unwrap().iter().map(|room| room["room"].as_str().unwrap().to_string()).collect();
        rooms.sort();
        rooms
    };
    let mut old = [&unstarted, &waiting, &finished, &visited].map(|created| created.room.clone());
    old.sort();
    let kept_longer =
        ["prune", "--dry-run", "--keep-finished", "forever", "--keep-waiting", "100d", "--keep-unstarted", "3d"];
    assert_eq!(pruned(&rooms(&rig, &kept_longer)), [""; 0]);
    assert_eq!(pruned(&rooms(&rig, &["prune", "--dry-run"])), old);
    assert_eq!(files(&rig, &waiting.room), 2);
    let told = rooms(&rig, &["prune"]);
    assert_eq!(pruned(&told), old);
    for room in told.as_array().unwrap() {
        let expected = if room["room"] == visited.room.as_str() { "in_use" } else { "deleted" };
        assert_eq!(room["result"], expected, "{room}");
    }
    let left = [&unstarted, &waiting, &finished, &visited, &fresh].map(|created| files(&rig, &created.room) > 0);
    assert_eq!(left, [false, false, false, true, true]);
}

/// The server deletes rooms at the start and then every minute.
#[test]
fn a_server_deletes_expired_rooms() {
    let mut rig = Rig::new();
    let [old, begun, fresh] = std::array::from_fn(|_| rig.create(&CreateRoom::of_game("chess")));
    rig.restart();
    rig.begin(&begun);
    rig.halt();
    // Without the index, the rooms are read again.
    fs::remove_file(rig.folder.path().join("index")).unwrap();
    for created in [&old, &begun] {
        age(&rig, &created.room, 2);
    }
    rig.resume();
    rig.wait_until("the old room is deleted", |rig| files(rig, &old.room) == 0);
    assert_eq!((files(&rig, &begun.room), files(&rig, &fresh.room)), (2, 1));
    rig.halt();
    for created in [&begun, &fresh] {
        age(&rig, &created.room, 1000);
    }
    fs::remove_file(rig.folder.path().join("index")).unwrap();
    rig.retention = Retention { unstarted: None, waiting: None, finished: None };
    rig.resume();
    rig.enter(&begun.room, begun.seats.white.as_ref().unwrap());
    rig.enter(&fresh.room, fresh.seats.white.as_ref().unwrap());
}

/// To a server whose clock is years ahead, all rooms look unused for years. It still deletes none.
#[test]
fn a_wrong_clock_deletes_no_room() {
    let mut rig = Rig::new();
    let [unstarted, begun] = std::array::from_fn(|_| rig.create(&CreateRoom::of_game("chess")));
    rig.begin(&begun);
    rig.halt();
    for created in [&unstarted, &begun] {
        age(&rig, &created.room, 1000);
    }
    let time = rig.folder.path().join("time");
    for lost in [&time, &rig.folder.path().join("index")] {
        fs::remove_file(lost).unwrap();
    }
    rig.resume();
    // The file is written after expired rooms have been deleted.
    rig.wait_until("all rooms were checked", |_| time.exists());
    let counts = || [&unstarted, &begun].map(|created| files(&rig, &created.room));
    assert_eq!(counts(), [1, 2]);
    assert_eq!(rooms(&rig, &["prune"]), json!([]));
    assert_eq!(counts(), [1, 2]);
}

/// A start wakes the rooms in play, with or without the index.
#[test]
fn a_start_wakes_only_the_rooms_in_play() {
    let mut rig = Rig::new();
    let [listed, private, sleeping, over] = std::array::from_fn(|number| {
        let private = number > 0;
        rig.create(&CreateRoom { private, ..clocked() })
    });
    let plain = rig.create(&CreateRoom::of_game("chess"));
    for created in [&sleeping, &over, &plain] {
        begin_clock(&rig, created);
    }
    let mut white = rig.enter(&over.room, over.seats.white.as_ref().unwrap());
    white.send(&json!({"resign": {"id": 9}}));
    assert_eq!(white.answer(9).0, "ack");
    drop(white);
    // When a server stops, rooms with clocks sleep. Without the index, the next server reads the
    // room with the running clock and keeps it awake for a while.
    let index = rig.folder.path().join("index");
    let mut counts = Vec::new();
    for damage in ["none", "missing", "flipped", "file deleted"] {
        rig.halt();
        match damage {
            "missing" => fs::remove_file(&index).unwrap(),
            "flipped" => {
                let mut bytes = fs::read(&index).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
                fs::write(&index, bytes).unwrap();
            }
            "file deleted" => {
                fs::remove_file(rig.folder.path().join(format!("{}.room", private.room))).unwrap();
                fs::remove_file(rig.folder.path().join(format!("{}.room", listed.room))).unwrap();
            }
            _ => {}
        }
        rig.resume();
        counts.push((damage, rig.awake()));
    }
    assert_eq!(counts, [("none", 1), ("missing", 2), ("flipped", 2), ("file deleted", 0)]);
    rig.enter(&sleeping.room, sleeping.seats.white.as_ref().unwrap());
}

/// Rooms with clocks also sleep, and the flag falls in time.
#[test]
fn a_room_with_a_clock_sleeps_until_its_flag_falls() {
    let limits = Limits { idle: Duration::from_millis(500), rooms_per_address: 1000, ..Limits::default() };
    let rig = Rig::with(limits);
    let created = rig.create(&CreateRoom { clock: Some("5".into()), ..CreateRoom::of_game("chess") });
    drop(begin_clock(&rig, &created));
    rig.wait_until("the room sleeps", |rig| rig.awake() == 0);
    let record = fs::read_to_string(rig.match_file(&created.room)).unwrap();
    assert!(!record.contains("result"), "{record}");
    let file = rig.match_file(&created.room);
    rig.wait_until("the flag falls", |_| fs::read_to_string(&file).unwrap().contains("out of time"));
    let record = fs::read_to_string(&file).unwrap();
    assert!(record.contains(r#"{"thinking":{"used_ms":5000}}"#), "{record}");
    rig.wait_until("the room sleeps again", |rig| rig.awake() == 0);
}
