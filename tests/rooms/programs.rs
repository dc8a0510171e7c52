//! Programs that take seats in rooms: `fairground watch`, and the example client in Python.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fairground::rooms::{CreateRoom, Created};
use fairground::server::FolderLog;
use serde_json::json;

use super::crashes::{Process, free_address};
use super::python;
use super::rig::{Rig, fairground, post};

/// A playing program, killed on drop.
struct Program(Child);

impl Program {
    fn start(command: &mut Command) -> Program {
        Program(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Waits until it ends.
    fn output(mut self) -> Output {
        let (mut stdout, mut stderr) = (self.0.stdout.take().unwrap(), self.0.stderr.take().unwrap());
        let errors = thread::spawn(move || {
            let mut errors = Vec::new();
            stderr.read_to_end(&mut errors).map(|_| errors).unwrap()
        });
        let printed = thread::spawn(move || {
            let mut printed = Vec::new();
            stdout.read_to_end(&mut printed).map(|_| printed).unwrap()
        });
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < Duration::from_secs(300), "the program does not end");
            thread::sleep(Duration::from_millis(20));
        };
        Output { status, stdout: printed.join().unwrap(), stderr: errors.join().unwrap() }
    }

    /// The output of a program, which has to succeed.
    fn printed(self) -> String {
        let output = self.output();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The links to both seats.
fn links(server: &str, created: &Created) -> [String; 2] {
    [&created.seats.white, &created.seats.black]
        .map(|token| format!("{server}/r/{}#{}", created.room, token.as_ref().unwrap()))
}

/// A bot of the command line in the seat of a link to White or Black.
fn watch(game: &str, side: &str, bot: &str, link: &str, more: &[&str]) -> Program {
    let (own, other) = if side == "white" { ("--white", "--black") } else { ("--black", "--white") };
    let link = format!("room:{link}");
    let arguments = ["watch", game, "--headless", own, bot, other, &link, "--seed", "3"];
    Program::start(Command::new(env!("CARGO_BIN_EXE_fairground")).args(arguments).args(more))
}

#[test]
fn bots_of_the_command_line_play_in_rooms() {
    let rig = Rig::new();
    for game in ["fluky", "whack", "chess"] {
        let created = rig.create(&CreateRoom { clock: Some("600".into()), ..CreateRoom::of_game(game) });
        let [white, black] = links(&rig.link(), &created);
        let record = rig.folder.path().join("record.jsonl");
        let more = ["--record", record.to_str().unwrap(), "--white-name", "Ada"];
        let players = [watch(game, "white", "greedy", &white, &more), watch(game, "black", "random", &black, &[])];
        let [one, other] = players.map(Program::printed);
        assert_eq!(one, other, "both print the whole match");
        assert!(one.lines().last().unwrap().starts_with("outcome: "), "{one}");
        let file = fs::read_to_string(rig.match_file(&created.room)).unwrap();
        assert_eq!(fs::read_to_string(&record).unwrap(), file, "and record it line by line");
        assert!(file.contains(r#""names":{"white":"Ada","black":"Random"}"#), "{file}");
        let verified = fairground(&["verify", record.to_str().unwrap()]);
        assert!(verified.contains("both players sent hashes"), "{verified}");
        fs::remove_file(record).unwrap();
    }
}

/// The server restarts during the match; an offer is answered too late; the opponent resigns.
#[test]
fn a_bot_of_the_command_line_reconnects() {
    let mut rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let [white, _] = links(&rig.link(), &created);
    let bot = watch("chess", "white", "greedy", &white, &[]);
    let mut black = rig.enter(&created.room, created.seats.black.as_ref().unwrap());
    black.send(&json!({"entropy": {"id": 1, "text": "mine"}}));
    while black.expect("line")["n"] != 2 {}
    // The draw is declined, explicitly or by the next move.
    black.send(&json!({"offer": {"id": 2, "at": 2, "what": "draw"}}));
    assert_eq!(black.act(3, 2, "a7a5").0, "ack");
    while black.expect("line")["n"] != 4 {}
    rig.restart();
    let mut black = rig.enter(&created.room, created.seats.black.as_ref().unwrap());
    let lines = 4;
    assert_eq!(black.act(1, lines, "h7h5").0, "ack");
    while black.expect("line")["n"] != lines + 2 {}
    black.send(&json!({"resign": {"id": 2}}));
    let output = bot.output();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("the server restarts; again in"), "{errors}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.ends_with("outcome: white (resignation)\n"), "{printed}");
}

/// Two bots play each game to its end; during the match the server is killed, and restarted at the
/// same address.
#[test]
#[ignore = "a few minutes; ./check long"]
fn every_game_is_played_to_its_end_through_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let server_link = format!("http://{address}");
    let mut server = Process::start(&address, folder.path());
    for game in fairground::games::ALL {
        let room = CreateRoom { clock: Some("3600".into()), ..CreateRoom::of_game(game.id) };
        let (status, body) = post(&server_link, &serde_json::to_string(&room).unwrap());
        assert_eq!(status, 201, "{body}");
        let created: Created = serde_json::from_value(body).unwrap();
        let [white, black] = links(&server_link, &created);
        let players = [watch(game.id, "white", "2", &white, &[]), watch(game.id, "black", "greedy", &black, &[])];
        let file = FolderLog::match_file(folder.path(), &created.room);
        let begun = Instant::now();
        let before = loop {
            let lines = fs::read_to_string(&file).map_or(0, |text| text.lines().count());
            if lines > 6 {
                break lines;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{}: {lines} lines", game.id);
            thread::sleep(Duration::from_millis(1));
        };
        drop(server);
        assert!(!fs::read_to_string(&file).unwrap().contains("\"result\""), "{}: the match was already over", game.id);
        server = Process::start(&address, folder.path());
        let outputs = players.map(Program::output);
        let [one, other] = outputs.map(|output| {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{}: {errors}", game.id);
            assert!(errors.contains("; again in "), "{}: the connection was not lost: {errors}", game.id);
            String::from_utf8(output.stdout).unwrap()
        });
        assert_eq!(one, other, "both print the whole match");
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        println!("{}: killed at line {before} of {lines}, {}", game.id, one.lines().last().unwrap());
        assert!(one.lines().last().unwrap().starts_with("outcome: "), "{one}");
        let verified = fairground(&["verify", file.to_str().unwrap()]);
        assert!(verified.contains("valid: the rules") && verified.contains("both players sent hashes"), "{verified}");
    }
}

/// The new link opens the seat, and the old one no longer does.
#[test]
fn a_seat_is_moved_by_the_command_line() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let [white, black] = links(&rig.link(), &created);
    let moved = fairground(&["join", &white, "--move"]);
    let moved = moved.trim();
    let (room, token) = moved.split_once('#').unwrap();
    assert!(white.starts_with(room) && white != moved, "{moved}");
    rig.enter(&created.room, token);
    let watch = format!("{room}#{}", created.watch);
    for (link, says) in [
        (white.as_str(), "not valid for the room"),
        (&watch, "a spectator's"),
        ("nonsense", "not a link to a room"),
        ("http://127.0.0.1:1/r/a-0123456789abcdef#00", "127.0.0.1:1: "),
    ] {
        let output =
            Program::start(Command::new(env!("CARGO_BIN_EXE_fairground")).args(["join", link, "--move"])).output();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{link}: {errors}");
        assert!(errors.contains(says), "{link}: {errors}");
    }
    let mut peer = rig.enter(&created.room, black.split_once('#').unwrap().1);
    assert_eq!(peer.act(1, 0, "e7e5").0, "refused", "the match has not begun, and the room is intact");
}

#[test]
fn an_unavailable_seat_is_reported() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let [white, black] = links(&rig.link(), &created);
    let missing = format!("{}/r/a-0000000000000000#{}", rig.link(), "0".repeat(32));
    for (game, link, more, says) in [
        ("chess", "nonsense", [].as_slice(), "not a link to a room"),
        ("chess", missing.as_str(), &[], "no such room"),
        ("fluky", &white, &[], "the game is not fluky"),
        ("chess", &black, &[], "not for white's seat"),
        ("chess", &white, &["--clock", "60"], "--clock cannot be used with room:LINK"),
        ("chess", &white, &["--max", "3"], "--max cannot be used with room:LINK"),
        ("chess", &white, &["--black-name", "Bo"], "--black-name cannot be used with room:LINK"),
    ] {
        let output = watch(game, "white", "random", link, more).output();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{says}: {errors}");
        assert!(errors.contains(says), "{says}: {errors}");
    }
}

/// The example plays every game against a bot of the command line.
#[test]
fn the_example_in_python_plays_in_rooms() {
    if !python::has("websockets", "websockets") {
        return;
    }
    let rig = Rig::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/room_bot.py");
    // The example needs the program on the path.
    let folder = Path::new(env!("CARGO_BIN_EXE_fairground")).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: OsString = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&path))).unwrap();
    for game in fairground::games::ALL {
        let created = rig.create(&CreateRoom::of_game(game.id));
        let [white, black] = links(&rig.link(), &created);
        let example = Program::start(Command::new("python3").arg(&script).arg(&white).env("PATH", &path));
        let bot = watch(game.id, "black", "2", &black, &[]);
        let printed = example.printed();
        assert!(bot.printed().contains("outcome: "), "{printed}");
        let file = rig.match_file(&created.room);
        assert_eq!(printed.lines().count(), fs::read_to_string(&file).unwrap().lines().count(), "{printed}");
        assert!(fairground(&["verify", file.to_str().unwrap()]).contains("valid: the rules"));
    }
}
