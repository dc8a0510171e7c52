//! Programs that take seats in rooms: `fairground watch`, and the example of a client in Python.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fairground::rooms::{CreateRoom, Created};
use serde_json::json;

use super::python;
use super::rig::{Rig, fairground};

/// A program that plays. It is killed when this is dropped.
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
            assert!(begun.elapsed() < Duration::from_secs(300), "it does not end");
            thread::sleep(Duration::from_millis(20));
        };
        Output { status, stdout: printed.join().unwrap(), stderr: errors.join().unwrap() }
    }

    /// What it prints; it has to succeed.
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
fn links(rig: &Rig, created: &Created) -> [String; 2] {
    [&created.seats.white, &created.seats.black]
        .map(|token| format!("{}/r/{}#{}", rig.link(), created.room, token.as_ref().unwrap()))
}

/// A bot of the command line in the seat of a link, which is White's or Black's.
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
        let [white, black] = links(&rig, &created);
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
        assert!(verified.contains("both players told hashes"), "{verified}");
        fs::remove_file(record).unwrap();
    }
}

/// The server restarts in the middle; an offer that is over is answered too late; the opponent resigns.
#[test]
fn a_bot_of_the_command_line_comes_back() {
    let mut rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let [white, _] = links(&rig, &created);
    let bot = watch("chess", "white", "greedy", &white, &[]);
    let mut black = rig.enter(&created.room, created.seats.black.as_ref().unwrap());
    black.send(&json!({"entropy": {"id": 1, "text": "mine"}}));
    while black.expect("line")["n"] != 2 {}
    // Declined, by then or because the move comes first.
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

#[test]
fn a_seat_that_cannot_be_taken_is_an_error_in_words() {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    let [white, black] = links(&rig, &created);
    let missing = format!("{}/r/a-0000000000000000#{}", rig.link(), "0".repeat(32));
    for (game, link, more, says) in [
        ("chess", "nonsense", [].as_slice(), "not a link into a room"),
        ("chess", missing.as_str(), &[], "there is no such room"),
        ("fluky", &white, &[], "is not of fluky"),
        ("chess", &black, &[], "not to white's seat"),
        ("chess", &white, &["--clock", "60"], "--clock does not go with room:LINK"),
        ("chess", &white, &["--max", "3"], "--max does not go with room:LINK"),
        ("chess", &white, &["--black-name", "Bo"], "--black-name does not go with room:LINK"),
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
    // It looks for the program on the path.
    let folder = Path::new(env!("CARGO_BIN_EXE_fairground")).parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: OsString = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&path))).unwrap();
    for game in fairground::games::ALL {
        let created = rig.create(&CreateRoom::of_game(game.id));
        let [white, black] = links(&rig, &created);
        let example = Program::start(Command::new("python3").arg(&script).arg(&white).env("PATH", &path));
        let bot = watch(game.id, "black", "2", &black, &[]);
        let printed = example.printed();
        assert!(bot.printed().contains("outcome: "), "{printed}");
        let file = rig.match_file(&created.room);
        assert_eq!(printed.lines().count(), fs::read_to_string(&file).unwrap().lines().count(), "{printed}");
        assert!(fairground(&["verify", file.to_str().unwrap()]).contains("holds: the rules"));
    }
}
