//! The start time of a server with many rooms.

use std::fs;
use std::path::Path;
use std::time::Instant;

use fairground::rooms::CreateRoom;
use fairground::server::{FolderLog, LogLine, RoomLog};

use super::crashes::{Process, free_address};
use super::rig::Rig;

/// Number of rooms in the folder.
const ROOMS: usize = 20_000;

/// Number of rooms in play, with clocks.
const IN_PLAY: usize = 200;

/// The files of a room: its room file, and the match file, which may be empty.
type Files = [String; 2];

/// The files of four kinds of rooms: in play with a clock, never begun, waiting without a clock,
/// and finished.
fn templates() -> [Files; 4] {
    let rig = Rig::new();
    let clocked = CreateRoom { clock: Some("3600".into()), ..CreateRoom::of_game("chess") };
    let [played, unstarted, waiting, finished] =
        [clocked, CreateRoom::of_game("fluky"), CreateRoom::of_game("chess"), CreateRoom::of_game("chess")]
            .map(|room| rig.create(&room));
    for created in [&played, &waiting, &finished] {
        let mut players = rig.begin(created);
        for (index, action) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
            let at = index as u64 + 1;
            assert_eq!(players[index % 2].act(at + 1, at, action).0, "ack");
        }
        if created.room == finished.room {
            players[0].send(&serde_json::json!({"resign": {"id": 9}}));
            assert_eq!(players[0].answer(9).0, "ack");
        }
    }
    let read =
        |room: &str, end| fs::read_to_string(rig.folder.path().join(format!("{room}.{end}"))).unwrap_or_default();
    [played, unstarted, waiting, finished].map(|created| ["room", "jsonl"].map(|end| read(&created.room, end)))
}

/// The rooms: names and files.
fn rooms(templates: &[Files; 4]) -> impl Iterator<Item = (String, &Files)> {
    let kind = |number: usize| if number < IN_PLAY { 0 } else { 1 + number % 3 };
    (0..ROOMS).map(move |number| {
        let id = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (format!("a-{id:016x}"), &templates[kind(number)])
    })
}

/// Starts a server twice in a folder, the second time after a kill, and prints the times.
fn measure(what: &str, folder: &Path) {
    let address = free_address();
    for start in ["first start", "start after a kill"] {
        let begun = Instant::now();
        let server = Process::start(&address, folder);
        println!("{what}, {start}: {:.2} s", begun.elapsed().as_secs_f64());
        drop(server);
    }
}

#[test]
#[ignore = "a measurement: cargo test --release --no-default-features --features server --test rooms -- start --ignored --nocapture"]
fn start_with_20_000_rooms() {
    let templates = templates();
    let folder = tempfile::tempdir().unwrap();
    for (id, files) in rooms(&templates) {
        for (end, text) in ["room", "jsonl"].into_iter().zip(files).filter(|(_, text)| !text.is_empty()) {
            fs::write(folder.path().join(format!("{id}.{end}")), text).unwrap();
        }
    }
    measure("rooms copied into the folder", folder.path());

    let folder = tempfile::tempdir().unwrap();
    let log = std::sync::Arc::new(FolderLog::open(folder.path()).unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let mut appends = tokio::task::JoinSet::new();
        for (id, files) in rooms(&templates) {
            let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
            let lines = lines(&files[0])
                .into_iter()
                .map(LogLine::Room)
                .chain(lines(&files[1]).into_iter().map(LogLine::Match))
                .collect();
            let log = std::sync::Arc::clone(&log);
            appends.spawn(async move { log.append(&id, 0, lines).await.unwrap() });
            if appends.len() > 500 {
                appends.join_next().await;
            }
        }
        while appends.join_next().await.is_some() {}
    });
    drop(log);
    measure("rooms written by the server before", folder.path());
}
