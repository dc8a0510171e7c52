//! Rooms on a full disk or with a second server on their folder, and the storage of secrets.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;

use fairground::engine::Options;
use fairground::games;
use fairground::rooms::{CreateRoom, Created};
use fairground::server::{FolderLog, LogError, LogLine, RoomLog};
use serde_json::json;

use super::crashes::{Process, free_address};
use super::rig::{FaultyDisk, Peer, Rig, begin_match, fairground, get, post, take_seats};

#[test]
fn an_action_that_cannot_be_stored_is_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, server, runtime) = FaultyDisk::serve(folder.path());
    let (_, created) = post(server.link(), r#"{"game":"chess"}"#);
    let mut players = begin_match(server.link(), &created);
    disk.full.store(true, Ordering::Relaxed);
    let (kind, answer) = players[0].act(2, 1, "e2e4");
    assert_eq!(kind, "refused");
    assert!(answer["why"].as_str().unwrap().contains("no space left on device"), "{answer}");
    assert_eq!(post(server.link(), r#"{"game":"chess"}"#).0, 503);
    let (status, health) = get(server.link(), "/health", None);
    assert!(status == 503 && health.contains("rooms cannot be written"), "{health}");
    disk.full.store(false, Ordering::Relaxed);
    assert_eq!(players[0].act(3, 1, "d2d4").0, "ack", "the position is the same, and the room continues");
    assert_eq!(players[1].expect("line")["data"]["action"]["text"], "d2d4");
    assert_eq!(get(server.link(), "/health", None).0, 200);
    // A room without files cannot be read again: this is final.
    disk.full.store(true, Ordering::Relaxed);
    let room = created["room"].as_str().unwrap();
    for end in ["room", "jsonl"] {
        fs::remove_file(folder.path().join(format!("{room}.{end}"))).unwrap();
    }
    players[1].send(&json!({"act": {"id": 2, "at": 2, "text": "d7d5"}}));
    for player in &mut players {
        let bye = player.expect("bye");
        assert!(bye["why"] == "no_entry" && bye.get("retry").is_none(), "{bye}");
    }
    runtime.block_on(server.stop());
}

/// A failed request before the match does not end the dice proof, and one in the match ends neither
/// offers nor chat.
#[test]
fn what_is_not_stored_outlasts_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let (disk, server, runtime) = FaultyDisk::serve(folder.path());
    let (_, created) = post(server.link(), r#"{"game":"chess"}"#);
    let room = created["room"].as_str().unwrap();
    let enter = |seat: &str| {
        let mut peer = Peer::connect(server.link(), room);
        peer.send(&json!({"hello": {"protocol": 1, "token": created["seats"][seat]}}));
        peer
    };
    let mut players = ["white", "black"].map(enter);
    players[0].send(&json!({"entropy": {"id": 1, "text": ""}}));
    assert_eq!(players[0].answer(1).0, "ack");
    let with_full_disk = |player: &mut Peer, message: serde_json::Value| {
        disk.full.store(true, Ordering::Relaxed);
        player.send(&message);
        assert_eq!(player.answer(9).0, "refused");
        disk.full.store(false, Ordering::Relaxed);
    };
    with_full_disk(&mut players[1], json!({"mute": {"id": 9, "on": true}}));
    players[1].send(&json!({"entropy": {"id": 1, "text": ""}}));
    assert_eq!(players[1].expect("line")["n"], 1);
    players[0].send(&json!({"chat": {"id": 2, "text": "A draw?"}}));
    players[0].send(&json!({"offer": {"id": 3, "at": 1, "what": "draw"}}));
    assert_eq!(players[0].answer(3).0, "ack");
    with_full_disk(&mut players[0], json!({"act": {"id": 9, "at": 1, "text": "e2e4"}}));
    players[1] = enter("black");
    let offer = players[1].expect("offer")["offer"].clone();
    assert_eq!(players[1].expect("chat")["text"], "A draw?");
    players[1].send(&json!({"answer": {"id": 2, "offer": offer, "yes": true}}));
    assert_eq!(players[1].answer(2).0, "ack");
    runtime.block_on(server.stop());
}

/// An unreadable room stops neither the server nor another room.
#[test]
#[cfg(unix)]
fn a_damaged_room_affects_no_other() {
    let mut rig = Rig::new();
    let folder = rig.folder.path().to_path_buf();
    let room = CreateRoom { private: false, ..CreateRoom::of_game("chess") };
    let [whole, text, record, link, gone] = std::array::from_fn(|_| rig.create(&room));
    for created in [&whole, &text, &record, &link, &gone] {
        assert_eq!(rig.begin(created)[0].act(2, 1, "e2e4").0, "ack");
    }
    // The journal would repair some of this damage.
    rig.restart();
    rig.wait_until("the journal is written to the rooms", |rig| !rig.folder.path().join("journal-0").exists());
    let path = |created: &Created, end: &str| folder.join(format!("{}.{end}", created.room));
    fs::write(path(&text, "room"), b"\xff\n").unwrap();
    fs::write(path(&record, "jsonl"), b"\xff\n").unwrap();
    fs::rename(path(&link, "jsonl"), folder.join("elsewhere")).unwrap();
    std::os::unix::fs::symlink(folder.join("elsewhere"), path(&link, "jsonl")).unwrap();
    fs::remove_file(path(&gone, "room")).unwrap();
    fs::remove_file(path(&gone, "jsonl")).unwrap();
    fs::create_dir(folder.join("a-00000000000000ff.room")).unwrap();
    rig.restart();
    let why = |created: &Created| {
        let mut peer = rig.connect(&created.room);
        peer.send(&json!({"hello": {"protocol": 1, "token": created.seats.white}}));
        peer.expect("bye")["why"].clone()
    };
    assert_eq!([&text, &record, &link, &gone].map(why), ["broken", "broken", "broken", "no_entry"]);
    let mut black = rig.enter(&whole.room, whole.seats.black.as_ref().unwrap());
    assert_eq!(black.act(2, 2, "e7e5").0, "ack");
}

/// A temporarily missing folder loses nothing, and the operator is informed.
#[test]
#[cfg(unix)]
fn a_missing_folder_may_return() {
    let mut rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    drop(rig.begin(&created));
    // After a restart the lengths of the room's files are not known yet.
    rig.restart();
    let mut players =
        [&created.seats.white, &created.seats.black].map(|seat| rig.enter(&created.room, seat.as_ref().unwrap()));
    let away = rig.folder.path().with_extension("away");
    fs::rename(rig.folder.path(), &away).unwrap();
    players[0].send(&json!({"act": {"id": 2, "at": 1, "text": "e2e4"}}));
    let bye = players[0].expect("bye");
    assert!(bye["why"] == "broken" && bye["retry"].is_number(), "{bye}");
    assert_eq!(post(&rig.link(), r#"{"game":"chess"}"#).0, 503);
    let (status, health) = get(&rig.link(), "/health", None);
    assert!(status == 503 && health.contains("rooms"), "{health}");
    fs::rename(&away, rig.folder.path()).unwrap();
    let mut white = rig.enter(&created.room, created.seats.white.as_ref().unwrap());
    assert_eq!(white.act(3, 1, "e2e4").0, "ack");
    rig.wait_until("the server is healthy", |rig| get(&rig.link(), "/health", None).0 == 200);
}

/// A partial write is cut off again.
#[test]
fn a_failed_write_leaves_the_log_intact() {
    let folder = tempfile::tempdir().unwrap();
    let log = FolderLog::open(folder.path()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let line = |text: &str| vec![LogLine::Room(text.to_string()), LogLine::Match(text.to_string())];
        let version = log.append("a-00000000", 0, line("one")).await.unwrap();
        // A folder in place of another room's match file makes writing fail.
        fs::create_dir(folder.path().join("a-00000001.jsonl")).unwrap();
        assert!(matches!(log.append("a-00000001", 0, line("one")).await, Err(LogError::Storage(_))));
        assert_eq!(fs::read_to_string(folder.path().join("a-00000001.room")).unwrap_or_default(), "");
        assert_eq!(log.append("a-00000000", 0, line("two")).await, Err(LogError::Conflict));
        log.append("a-00000000", version, line("two")).await.unwrap();
        let stored = log.read("a-00000000").await.unwrap().unwrap();
        assert_eq!((stored.room.as_str(), stored.record.as_str()), ("one\ntwo\n", "one\ntwo\n"));
        assert_eq!(log.read("a-00000009").await, Ok(None));
    });
}

/// A small disk in memory, unmounted on drop.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    /// Mounts it; returns `None`, with a message, without the right to mount. CI runs this as root.
    fn mount() -> Option<SmallDisk> {
        use std::os::unix::fs::MetadataExt;
        let root = fs::metadata("/proc/self").unwrap().uid() == 0;
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=256k", "fairground"])
            .arg(folder.path())
            .output()
            .is_ok_and(|output| output.status.success());
        if mounted {
            return Some(SmallDisk(folder));
        }
        assert!(!root || std::env::var_os("CI").is_none(), "root cannot mount a disk in memory");
        eprintln!("skipped: only root can mount a small disk");
        None
    }

    /// Fills all free space with a file.
    fn fill(&self) {
        let mut filler = fs::File::create(self.0.path().join("filler")).unwrap();
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    fn empty(&self) {
        fs::remove_file(self.0.path().join("filler")).unwrap();
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a failed test may have left files open.
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

/// On a full disk no action is played, earlier actions are complete, and the match continues once
/// there is space.
#[test]
#[cfg(target_os = "linux")]
fn rooms_outlive_a_full_disk() {
    let Some(disk) = SmallDisk::mount() else { return };
    let folder = disk.0.path().join("rooms");
    let address = free_address();
    let server = Process::start_with(&address, &["--folder", folder.to_str().unwrap(), "--min-free", "0"]);
    let link = format!("http://{address}");
    let (_, created) = post(&link, r#"{"game":"chess"}"#);
    let room = created["room"].as_str().unwrap().to_string();
    let mut players = begin_match(&link, &created);
    disk.fill();
    // The free rest of the last blocks holds a few more actions.
    let mut game = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
    let (mut lines, mut why) = (1, None);
    while why.is_none() {
        assert!(lines < 200, "the disk is never full");
        let action = game.actions()[lines as usize * 7 % game.actions().len()].clone();
        let (kind, answer) = players[(lines as usize - 1) % 2].act(100 + lines, lines, &action);
        if kind == "ack" {
            game.apply(&action).unwrap();
            lines += 1;
        } else {
            assert_eq!(kind, "refused", "{answer}");
            why = answer["why"].as_str().map(str::to_string);
        }
    }
    assert!(why.as_ref().is_some_and(|why| why.contains("os error 28")), "{why:?}");
    let file = folder.join(format!("{room}.jsonl"));
    let kept = || fs::read_to_string(&file).unwrap();
    assert!(kept().ends_with('\n') && kept().lines().count() as u64 == lines, "{}", kept());
    assert_eq!(post(&link, r#"{"game":"chess"}"#).0, 503);
    disk.empty();
    assert_eq!(post(&link, r#"{"game":"chess"}"#).0, 201);
    let action = game.actions()[lines as usize * 7 % game.actions().len()].clone();
    assert_eq!(players[(lines as usize - 1) % 2].act(300, lines, &action).0, "ack", "the same action again");
    // A server killed on a full disk has every line that it sent.
    disk.fill();
    drop(server);
    disk.empty();
    let _server = Process::start(&address, &folder);
    let mut players = take_seats(&link, &created);
    assert_eq!(players[1].expect("welcome")["lines"], lines + 1);
    players[0].expect("welcome");
    players[0].send(&json!({"resign": {"id": 2}}));
    assert_eq!(players[0].answer(2).0, "ack");
    assert!(fairground(&["verify", file.to_str().unwrap()]).contains("valid: the rules"));
}

#[test]
fn a_folder_has_one_server() {
    let rig = Rig::new();
    let folder = rig.folder.path().to_str().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fairground"))
        .args(["serve", "--listen", "127.0.0.1:0", "--folder", folder])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("another server uses this folder"), "{error}");
}

#[test]
fn an_address_in_use_is_an_error_in_words() {
    let rig = Rig::new();
    let folder = tempfile::tempdir().unwrap();
    let address = rig.link().replace("http://", "");
    let output = Command::new(env!("CARGO_BIN_EXE_fairground"))
        .args(["serve", "--listen", &address, "--folder", folder.path().to_str().unwrap()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot listen on"));
}

/// Tokens are neither stored nor printed; secrets of matches in progress are never sent.
#[test]
fn tokens_are_neither_stored_nor_printed() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let printed = folder.path().join("printed");
    let file = fs::File::create(&printed).unwrap();
    let rooms = folder.path().join("rooms");
    let mut server = Command::new(env!("CARGO_BIN_EXE_fairground"))
        .args(["serve", "--listen", &address, "--folder", rooms.to_str().unwrap()])
        .stdout(Stdio::from(file.try_clone().unwrap()))
        .stderr(Stdio::from(file))
        .spawn()
        .unwrap();
    while std::net::TcpStream::connect(&address).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let link = format!("http://{address}");
    let (_, created) = post(&link, r#"{"game":"fluky","private":false}"#);
    let room = created["room"].as_str().unwrap();
    let tokens = [&created["seats"]["white"], &created["seats"]["black"], &created["watch"]];
    let tokens = tokens.map(|token| token.as_str().unwrap().to_string());
    for token in &tokens {
        let mut peer = Peer::connect(&link, room);
        peer.send(&json!({"hello": {"protocol": 1, "token": token}}));
        let seen = peer.expect("presence").to_string();
        assert!(!tokens.iter().any(|token| seen.contains(token)));
        super::rig::get(&link, &format!("/api/rooms/{room}/file"), Some(("Authorization", &format!("Bearer {token}"))));
        peer.send_text("{\"hello\":");
        peer.expect("refused");
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let mut searched = 0;
    for entry in fs::read_dir(&rooms).unwrap().chain(fs::read_dir(folder.path()).unwrap()) {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            assert!(!tokens.iter().any(|token| text.contains(token)), "{}", path.display());
            searched += 1;
        }
    }
    assert!(searched >= 4, "{searched}");
    // They are not in the output of a second server that reads them, either.
    drop(Process::start(&address, &rooms));
}
