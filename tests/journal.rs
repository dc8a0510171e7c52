//! Match files are only appended to, by one program at a time, and remain readable after that
//! program is stopped.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fairground::bots::Bot;
use fairground::engine::Side;
use fairground::games;
use fairground::play::{Dice, Match, PlayError, Replay, Seat, Setup};
use fairground::record::{self, RecordError};

const BOTS: [Seat; 2] = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)];
const HUMANS: [Seat; 2] = [Seat::Human, Seat::Human];

fn begin(game: &str, seats: [Seat; 2]) -> Match {
    Match::new(Setup { dice: Dice::Instant, ..Setup::new(games::info(game).unwrap(), seats, 5) }).unwrap()
}

/// Plays `actions` actions of a match of bots, or to its end.
fn play(game: &mut Match, actions: usize) {
    for _ in 0..actions {
        if let Some(thinker) = game.search_job() {
            game.act(&thinker.think()).unwrap();
        } else if let Some(roll) = game.throw(None) {
            game.apply_roll(&roll).unwrap();
        }
    }
}

/// The text of a finished match.
fn finished(game: &str, file: &Path) -> String {
    let mut running = begin(game, BOTS);
    running.record_to(file).unwrap();
    play(&mut running, 1000);
    assert!(running.outcome().is_some());
    drop(running);
    fs::read_to_string(file).unwrap()
}

fn command(args: &[&str], file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fairground")).args(args).arg(file).arg("--headless").output().unwrap()
}

fn locked(result: Result<Match, PlayError>) -> bool {
    matches!(result, Err(PlayError::Record(RecordError::Locked { .. })))
}

/// Continues a match whose writer has stopped. A process started by another test may hold the lock
/// for a moment.
fn resumed(file: &Path) -> Match {
    let mut result = Match::resume(file);
    for _ in 0..200 {
        if !matches!(result, Err(PlayError::Record(RecordError::Locked { .. }))) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        result = Match::resume(file);
    }
    result.unwrap()
}

#[test]
fn the_file_is_only_appended_to() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut game = begin("fluky", HUMANS);
    game.record_to(&file).unwrap();
    let mut before = fs::read(&file).unwrap();
    let mut lines = vec![1];
    let mut appended = |game: &mut Match| {
        game.flush().unwrap();
        let now = fs::read(&file).unwrap();
        assert!(now.starts_with(&before), "existing lines are unchanged");
        assert!(now.ends_with(b"\n"));
        lines.push(now.iter().filter(|byte| **byte == b'\n').count());
        before = now;
    };
    for action in ["c1c2", "a1a2", "c1c2"] {
        game.act(action).unwrap();
        appended(&mut game);
        let roll = game.throw(None).unwrap();
        game.apply_roll(&roll).unwrap();
        appended(&mut game);
        if action == "a1a2" {
            game.take_back().unwrap();
            appended(&mut game);
        }
        if game.pending().side() == Some(Side::Black) {
            let answer = game.game().actions()[0].clone();
            game.act(&answer).unwrap();
            appended(&mut game);
            while let Some(roll) = game.throw(None) {
                game.apply_roll(&roll).unwrap();
                appended(&mut game);
            }
        }
        if action == "c1c2" {
            game.take_back().unwrap();
            appended(&mut game);
            game.take_back().unwrap();
            appended(&mut game);
        }
    }
    game.resign(Side::White).unwrap();
    appended(&mut game);
    assert!(lines.windows(2).all(|pair| pair[1] == pair[0] + 1), "one line for each: {lines:?}");
    drop(game);
    // An end by the rules is recorded with the action, and may be taken back.
    let file = folder.path().join("rules.jsonl");
    let mut game = begin("chess", HUMANS);
    game.record_to(&file).unwrap();
    for action in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        game.act(action).unwrap();
    }
    let outcome = game.outcome();
    drop(game);
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 1 + 4 + 1);
    let mut game = Match::resume(&file).unwrap();
    assert!(outcome.is_some() && game.outcome() == outcome);
    game.take_back().unwrap();
    drop(game);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("{\"takeback\":1}\n"), "{text}");
    assert_eq!((Replay::open(&file).unwrap().outcome(), record::read(&file).unwrap().result()), (None, None));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for info in games::ALL {
        // Except for the time at which each began.
        let texts = ["a", "b"].map(|name| {
            let text = finished(info.id, &folder.path().join(format!("{name}-{}", info.id)));
            let (before, date) = text.split_once("\"date\":\"").unwrap();
            format!("{before}{}", &date[20..])
        });
        assert!(texts[0] == texts[1], "{}", info.id);
    }
}

/// A last line cut off anywhere is reported and dropped, and the match continues to the same end.
#[test]
fn a_torn_last_line_is_reported_and_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let whole = finished("fluky", &folder.path().join("whole"));
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    // The result, the action before it, and two in the middle: a decision and a throw.
    for line in [ends.len(), ends.len() - 1, 8, 7] {
        let (begin, end) = (ends[line - 2], ends[line - 1]);
        for length in begin..end {
            let file = folder.path().join(format!("{line}-{length}"));
            fs::write(&file, &whole[..length]).unwrap();
            let replay = Replay::open(&file).unwrap();
            let torn = length - begin;
            assert_eq!(replay.torn().map(|torn| (torn.line, torn.bytes)), (torn > 0).then_some((line, torn)));
            assert_eq!(replay.len(), (line - 2).min(ends.len() - 2));
            let mut game = Match::resume(&file).unwrap();
            assert_eq!(game.torn(), replay.torn());
            // Every action waits for the disk, so only some of the cut files are played on.
            if line >= ends.len() - 1 || torn % 16 == 1 {
                play(&mut game, 1000);
                drop(game);
                assert!(fs::read_to_string(&file).unwrap() == whole, "line {line} torn after {torn} bytes");
            }
        }
    }
    // A file system that lost unwritten data.
    let file = folder.path().join("zeros");
    for tail in ["\0\0\0\0", "\0\0\0\0}\n", "{\"action\":{\"te\n", "\n"] {
        fs::write(&file, whole[..ends[8]].to_string() + tail).unwrap();
        assert_eq!(Replay::open(&file).unwrap().torn().map(|torn| torn.line), Some(10), "{tail:?}");
    }
    // This is another format, not a torn line.
    fs::write(&file, whole[..ends[8]].to_string() + "{\"comment\":\"oh\"}\n").unwrap();
    assert!(Replay::open(&file).is_err());
    // A torn line in the middle is refused, too.
    fs::write(&file, format!("{}{{\n{}", &whole[..ends[4]], &whole[ends[4]..])).unwrap();
    let error = Replay::open(&file).err().unwrap().to_string();
    assert!(error.contains("line 6"), "{error}");
}

#[test]
fn the_command_line_warns_of_a_torn_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let whole = finished("fluky", &file);
    let printed = command(&["replay"], &file).stdout;
    fs::write(&file, &whole[..whole.len() - 3]).unwrap();
    for args in [&["replay"][..], &["play", "--resume"]] {
        let output = command(args, &file);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
        assert!(
            error.starts_with("warning: ") && error.contains("match.jsonl") && error.contains("the last one"),
            "{error}"
        );
    }
    // Resuming repaired it.
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    let output = command(&["replay"], &file);
    assert_eq!((output.stdout, output.stderr), (printed, Vec::new()));
}

#[test]
fn a_file_being_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut game = begin("fluky", BOTS);
    game.record_to(&file).unwrap();
    play(&mut game, 4);
    game.flush().unwrap();
    let before = fs::read(&file).unwrap();
    assert!(locked(Match::resume(&file)));
    let output = command(&["play", "--resume"], &file);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("match.jsonl") && error.contains("is being written by another program"), "{error}");
    assert!(begin("fluky", BOTS).record_to(&file).is_err(), "and it is not overwritten");
    assert_eq!(fs::read(&file).unwrap(), before);
    // Reading works throughout.
    assert_eq!(Replay::open(&file).unwrap().len(), 4);
    assert!(command(&["replay"], &file).status.success());
    drop(game);
    // The same holds for a resumed match, and for one of version 1.
    let again = resumed(&file);
    assert!(locked(Match::resume(&file)));
    drop(again);
    let old = folder.path().join("old.json");
    fs::copy(golden("takebacks.json"), &old).unwrap();
    let again = resumed(&old);
    assert!(locked(Match::resume(&old)));
    drop(again);
    resumed(&old);
}

/// The reverse: the other program holds the file, and releases it when stopped.
#[test]
fn another_program_keeps_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_fairground"))
        .args(["watch", "fluky", "--headless", "--seed", "21", "--record"])
        .arg(&file)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !file.exists() {
        std::thread::yield_now();
    }
    let mut refused = locked(Match::resume(&file));
    child.kill().unwrap();
    child.wait().unwrap();
    // The match may already be over.
    refused |= Replay::open(&file).unwrap().outcome().is_some();
    assert!(refused);
    let mut game = Match::resume(&file).unwrap();
    play(&mut game, 1000);
    assert!(game.outcome().is_some());
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches").join(name)
}

/// A failed write is reported by the next request, which is then not carried out.
#[test]
fn a_record_that_cannot_be_written_stops_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut game = begin("chess", HUMANS);
    game.record_to(&file).unwrap();
    game.act("e2e4").unwrap();
    game.flush().unwrap();
    let before = fs::read(&file).unwrap();
    // Another program writes to the file without asking for a lock.
    OpenOptions::new().append(true).open(&file).unwrap().write_all(b"well played").unwrap();
    let is_write = |error: &PlayError| matches!(error, PlayError::Record(RecordError::Write { .. }));
    game.act("e7e5").unwrap();
    assert!(is_write(&game.flush().unwrap_err()));
    for _ in 0..2 {
        // The writing thread may take a while to notice.
        let refused = (0..1000).find_map(|_| {
            std::thread::sleep(Duration::from_millis(5));
            let before = game.game().text();
            let action = game.game().actions()[0].clone();
            let error = game.act(&action).err()?;
            assert_eq!(game.game().text(), before, "a refused action is not played");
            Some(error)
        });
        assert!(is_write(&refused.expect("it is reported")));
    }
    assert!(is_write(&game.flush().unwrap_err()));
    // As soon as writing works, everything is written.
    fs::write(&file, &before).unwrap();
    game.flush().unwrap();
    let record = game.record().clone();
    drop(game);
    assert_eq!(record::read(&file).unwrap(), record);
}

/// Simulates a full disk, in the middle of a line, by a limit on the file size.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_keeps_earlier_actions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let script = r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#;
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_fairground")])
        .args(["watch", "chess", "--headless", "--seed", "4", "--record"])
        .arg(&file)
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("match.jsonl") && error.contains("cannot be written"), "{error}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let record = record::read(&file).unwrap();
    assert!(record.actions().len() >= printed.lines().count() && printed.lines().count() > 9, "{printed}");
    // Once there is space again, the match continues.
    let rest = command(&["play", "--resume"], &file);
    assert!(rest.status.success(), "{}", String::from_utf8_lossy(&rest.stderr));
    assert!(record::read(&file).unwrap().result().is_some());
}
