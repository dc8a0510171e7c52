//! Tampered match files: violations of the rules are found, and errors name their location.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use command::run;
use fairground::engine::{Options, Reason, Side};
use fairground::games;
use fairground::library::{Filter, Library, Sort};
use fairground::play::{Clock, Match, Replay, Seat, Setup, verify_file};
use fairground::record::Reader;
use serde_json::{Value, json};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches").join(name)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The errors of both readers of a tampered match file.
fn refused(file: &Path) -> String {
    let replayed = Replay::open(file).err().map(|error| error.to_string());
    let before = fs::read(file).unwrap();
    let resumed = Match::resume(file).err().map(|error| error.to_string());
    assert_eq!(replayed, resumed);
    assert_eq!(fs::read(file).unwrap(), before, "a rejected file is not changed");
    let error = replayed.expect("the change is detected");
    assert!(error.contains("match.json"), "the file is named: {error}");
    error
}

/// Changes the lines of a match file and returns the errors of reading it.
fn tampered_lines(original: &Path, change: impl FnOnce(&mut Vec<Value>)) -> String {
    let folder = folder();
    let file = folder.path().join("match.jsonl");
    let text = fs::read_to_string(original).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines);
    fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    refused(&file)
}

/// The same for the golden match with takebacks, clocks and thrown dice.
fn tampered(change: impl FnOnce(&mut Vec<Value>)) -> String {
    tampered_lines(&golden("takebacks.jsonl"), change)
}

/// Changes the same match as a file of version 1 and returns the errors of reading it.
fn tampered_v1(change: impl FnOnce(&mut Value)) -> String {
    let folder = folder();
    let file = folder.path().join("match.json");
    let mut value: Value = serde_json::from_slice(&fs::read(golden("takebacks.json")).unwrap()).unwrap();
    change(&mut value);
    fs::write(&file, value.to_string()).unwrap();
    refused(&file)
}

#[track_caller]
fn says(error: &str, parts: &[&str]) {
    for part in parts {
        assert!(error.contains(part), "{part:?} is missing in: {error}");
    }
}

#[test]
fn a_tampered_header_is_detected_and_named() {
    let header = |change: fn(&mut Value)| tampered(|lines| change(&mut lines[0]));
    says(&header(|header| header["format"] = json!("chess")), &["format", "fairground-match", "chess"]);
    says(&header(|header| header["version"] = json!(3)), &["version", "expected 1 or 2", "3"]);
    says(&header(|header| header["version"] = json!(4294967298_u64)), &["version", "4294967298"]);
    says(&header(|header| header["game"] = json!("go")), &["game", "fluky", "go"]);
    says(&header(|header| header["options"] = json!({"size": "9"})), &["options", "size"]);
    says(&header(|header| header["seats"]["black"] = json!("deep")), &["seats, black", "greedy", "deep"]);
    says(&header(|header| header["dice"] = json!("loaded")), &["dice", "physics", "loaded"]);
    says(&header(|header| header["seed"] = json!(-1)), &["line 1: seed: expected a whole number from 0, found -1"]);
    says(&header(|header| header["start"] = json!("kpppp/p4/5/4P w - 0")), &["start, board", "5 ranks"]);
    says(&header(|header| drop(header.as_object_mut().unwrap().remove("seed"))), &["seed", "a seed, or a commitment"]);
    says(
        &header(|header| drop(header.as_object_mut().unwrap().remove("clocks"))),
        &["line 2, action 1 (c1c2), used_ms", "none without clocks", "1500"],
    );
}

#[test]
fn a_tampered_line_is_detected_and_named() {
    let line = |index: usize, line: Value| tampered(|lines| lines[index] = line);
    let field = |index: usize, name: &str, value: Value| tampered(|lines| lines[index]["action"][name] = value);
    says(&field(1, "text", json!("a1a5")), &["line 2, action 1 (a1a5)", "not allowed"]);
    says(&field(1, "text", json!("a1\u{1b}[31m")), &[r"line 2, action 1 (a1\u{1b}[31m)"]);
    says(&field(3, "text", json!("x")), &["line 4, action 3 (x)", "cannot be read"]);
    says(&field(3, "hash", json!("0123456789abcdef")), &["line 4, action 3", "hash", "0123456789abcdef"]);
    says(&field(3, "used_ms", json!(null)), &["line 4, action 3 (c5c4), used_ms", "since there are clocks"]);
    says(&field(3, "used_ms", json!(-1)), &["line 4: used_ms: expected a whole number from 0, found -1 (column "]);
    says(&field(3, "note", json!("!")), &["line 4", "unknown field `note`"]);
    // Actions taken back are also checked, and a repeated roll must have the same result.
    says(&field(7, "hash", json!("0123456789abcdef")), &["line 8, action 2 (~P), hash"]);
    let rolled = |lines: &mut Vec<Value>| {
        let mut other = lines[16]["action"].clone();
        (other["text"], other["hash"], other["throw"]["symbol"]) = (json!("~N"), hash_after("c1c2 ~N"), json!("N"));
        lines[12]["action"] = other;
    };
    says(&tampered(rolled), &["line 13, action 2 (~N)", "~P, as rolled before"]);
    says(&line(5, json!({"takeback": 5})), &["line 6, takeback", "1 to 4", "5"]);
    says(&line(5, json!({"takeback": 0})), &["line 6, takeback", "1 to 4", "0"]);
    says(
        &line(5, json!({"takeback": -1})),
        &["line 6: takeback: expected a whole number from 0, found -1 (column 14)"],
    );
    says(&line(5, json!({"remark": "oh"})), &["line 6", "unknown name `remark`", "`takeback`"]);
    says(&line(5, json!(null)), &["line 6", "expected a value (column 1)"]);
    says(&tampered(|lines| drop(lines.remove(5))), &["line 6, action 5 (a1a2), hash"]);
    says(&tampered(|lines| lines.swap(1, 3)), &["line 2, action 1 (c5c4)"]);
}

/// The hash in the file after these actions.
fn hash_after(actions: &str) -> Value {
    let mut game = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
    for action in actions.split(' ') {
        game.apply(action).unwrap();
    }
    json!(format!("{:016x}", game.hash()))
}

#[test]
fn a_tampered_result_is_detected() {
    let ended = |outcome: &str, reason: &str| json!({"result": {"outcome": outcome, "reason": reason}});
    let last = |line: Value| tampered(|lines| *lines.last_mut().unwrap() = line);
    says(&last(ended("grey", "resignation")), &["line 20, result, outcome", "white, black or draw", "grey"]);
    says(&last(ended("white", "boredom")), &["line 20, result, reason", "boredom"]);
    says(&last(ended("white", "king on its goal")), &["line 20, result", "an external end"]);
    says(&last(ended("draw", "time")), &["line 20, result"]);
    // Nothing may follow the result.
    let behind = |line: Value| tampered(|lines| lines.push(line));
    says(&behind(json!({"takeback": 1})), &["line 21", "nothing after an external result", "a takeback"]);
    says(&behind(json!({"action": {"text": "a1a2", "hash": "0000000000000000"}})), &["line 21", "an action"]);
    says(&behind(ended("white", "resignation")), &["line 21", "one result", "another"]);
    // The rules take precedence.
    let rules = |line: Value| tampered_lines(&golden("chess.jsonl"), |lines| *lines.last_mut().unwrap() = line);
    says(&rules(ended("black", "resignation")), &["result", "black (checkmate)", "black (resignation)"]);
    says(&rules(ended("white", "checkmate")), &["result", "black (checkmate)", "white (checkmate)"]);
}

#[test]
fn tampered_throws_are_detected() {
    let throw = |change: fn(&mut Value)| tampered(|lines| change(&mut lines[2]["action"]));
    says(&throw(|entry| entry["throw"]["symbol"] = json!("K")), &["line 3, action 2 (~P), throw, symbol", "K"]);
    says(&throw(|entry| entry["throw"]["seconds"] = json!(-1.0)), &["seconds"]);
    says(&throw(|entry| entry["throw"]["attempts"][0]["velocity"][1] = json!(1e300)), &["attempts", "inf"]);
    says(&throw(|entry| entry["throw"]["attempts"][0]["rotation"] = json!([0, 0, 0, 0])), &["quaternion"]);
    says(&throw(|entry| entry["text"] = json!("~K")), &["(~K)"]);
    let with_throw = |lines: &mut Vec<Value>| lines[1]["action"]["throw"] = lines[2]["action"]["throw"].clone();
    says(&tampered(with_throw), &["line 2, action 1 (c1c2), throw", "none for a decision"]);
}

#[test]
fn tampered_kept_rolls_are_detected() {
    let kept = |after: &str, symbol: &str| {
        let throw = json!({"attempts": [], "symbol": symbol, "seconds": 0.0});
        let line = json!({"kept": {"after": after, "throw": throw}});
        tampered(|lines| lines.insert(1, line))
    };
    says(&kept("", "P"), &["line 2, kept", "a roll is due"]);
    says(&kept("c1c2", "Q"), &["line 2, kept, symbol", "Q"]);
    says(&kept("c1c5", "P"), &["line 2, kept", "c1c5"]);
    says(&kept("c1c2", "N"), &["line 4, action 2 (~P)", "~N, as rolled before"]);
}

#[test]
fn tampering_with_version_1_is_detected_and_named() {
    says(&tampered_v1(|file| file["format"] = json!("chess")), &["format", "fairground-match", "chess"]);
    says(&tampered_v1(|file| file["version"] = json!(2)), &["line 1: unknown field `used_ms`"]);
    says(&tampered_v1(|file| file["version"] = json!(3)), &["version", "expected 1 or 2", "3"]);
    says(&tampered_v1(|file| file["more"] = json!(1)), &["unknown field `more`"]);
    says(&tampered_v1(|file| drop(file.as_object_mut().unwrap().remove("seed"))), &["missing field `seed`"]);
    says(&tampered_v1(|file| file["actions"][0]["action"] = json!("a1a5")), &["action 1 (a1a5)", "not allowed"]);
    says(
        &tampered_v1(|file| file["actions"][2]["hash"] = json!("0123456789abcdef")),
        &["action 3", "hash", "0123456789abcdef"],
    );
    says(&tampered_v1(|file| file["result"]["reason"] = json!("boredom")), &["result, reason", "boredom"]);
    says(&tampered_v1(|file| file["clocks"]["used_ms"] = json!([1])), &["clocks, used_ms", "8 times"]);
    says(&tampered_v1(|file| file["clocks"] = json!({"start_ms": 1})), &["missing field"]);
    let rolls = |after: &str, symbol: &str| json!([{"after": after, "throw": {"attempts": [], "symbol": symbol, "seconds": 0.0}}]);
    says(&tampered_v1(|file| file["rolls"] = rolls("", "P")), &["rolls, number 1", "a roll is due"]);
    says(&tampered_v1(|file| file["rolls"] = rolls("a1a2", "Q")), &["rolls, number 1, symbol", "Q"]);
    says(&tampered_v1(|file| file["rolls"] = rolls("c1c5", "P")), &["rolls, number 1", "c1c5"]);
    says(&tampered_v1(|file| file["rolls"] = rolls("c1c2", "N")), &["action 2 (~P)", "as rolled before"]);
    says(
        &tampered_v1(|file| {
            let first = file["rolls"][0].clone();
            file["rolls"].as_array_mut().unwrap().push(first);
        }),
        &["rolls, number 5", "each point once"],
    );
    // A result by the rules must be present.
    let folder = folder();
    let file = folder.path().join("match.json");
    let mut value: Value = serde_json::from_slice(&fs::read(golden("chess.json")).unwrap()).unwrap();
    value["result"] = json!(null);
    fs::write(&file, value.to_string()).unwrap();
    says(&refused(&file), &["result", "black (checkmate)", "none"]);
}

/// A match of chess with clocks: White moves after 800 ms, Black after 100 ms, then White runs out
/// of time.
fn timed(seed: u64) -> (tempfile::TempDir, PathBuf) {
    let folder = folder();
    let file = folder.path().join("match.jsonl");
    let clock = Clock { start: Duration::from_secs(60), increment: Duration::from_secs(1) };
    let setup = Setup { clock: Some(clock), ..Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], seed) };
    let mut played = Match::new(setup).unwrap();
    played.record_to(&file).unwrap();
    for (side, action, micros) in [(Side::White, "e2e4", 800_999), (Side::Black, "e7e5", 100_000)] {
        played.spend_time(side, Duration::from_micros(micros)).unwrap();
        played.act(action).unwrap();
    }
    let outcome = played.spend_time(Side::White, Duration::from_secs(70)).unwrap().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Black), Reason::Time));
    drop(played);
    (folder, file)
}

#[test]
fn clocks_are_checked_to_the_millisecond() {
    let (_folder, file) = timed(3);
    let (verified, _) = verify_file(Reader::open(&file).unwrap()).unwrap();
    assert!(verified.faults.is_empty() && !verified.unproved_clocks, "{:?}", verified.faults);
    let changed = |change: fn(&mut Vec<Value>)| tampered_lines(&file, change);
    // 60,000 ms, minus 800, plus 1,000 for the turn.
    let used = |line: usize, used: u64| {
        tampered_lines(&file, |lines| {
            let entry = if line == 3 { "thinking" } else { "action" };
            lines[line][entry]["used_ms"] = json!(used);
        })
    };
    says(&used(1, 1_000_000_000), &["line 2, action 1 (e2e4), used_ms", "at most 60000", "white", "1000000000"]);
    says(&used(1, 60_001), &["line 2", "at most 60000", "60001"]);
    says(&used(2, u64::MAX), &["line 3, action 2 (e7e5), used_ms", "at most 60000", "black"]);
    says(&used(3, 60_201), &["line 4, thinking, used_ms", "at most 60200", "60201"]);
    // A loss on time requires that no time remains.
    says(&used(3, 60_199), &["line 5, result", "white had 1 ms left", "black (out of time)"]);
    says(&used(1, 799), &["line 5, result", "white had 1 ms left"]);
    says(&changed(|lines| drop(lines.remove(3))), &["line 4, result", "white had 60200 ms left"]);
    says(&changed(|lines| lines[4]["result"]["outcome"] = json!("white")), &["line 5, result", "clock did not run"]);
    // Time that a smaller increment does not cover.
    says(&changed(|lines| lines[0]["clocks"]["increment_ms"] = json!(999)), &["line 4, thinking", "at most 60199"]);
}

/// A recording by an earlier version lacks the time of the last decision.
#[test]
fn earlier_recordings_with_clocks_are_valid() {
    let earlier = |change: fn(&mut Vec<Value>)| {
        let (folder, file) = timed(3);
        let text = fs::read_to_string(&file).unwrap();
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        drop(lines[0].as_object_mut().unwrap().remove("exact_clocks"));
        change(&mut lines);
        fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        (folder, file)
    };
    let (_folder, file) = earlier(|lines| drop(lines.remove(3)));
    let (verified, _) = verify_file(Reader::open(&file).unwrap()).unwrap();
    assert!(verified.faults.is_empty() && verified.unproved_clocks, "{:?}", verified.faults);
    // Its other times are still checked.
    let (_folder, file) = earlier(|lines| lines[1]["action"]["used_ms"] = json!(1_000_000_000));
    let (verified, _) = verify_file(Reader::open(&file).unwrap()).unwrap();
    says(&verified.faults[0].to_string(), &["line 2, action 1 (e2e4), used_ms", "at most 60000"]);
}

/// A takeback sets the clocks back, unless the header says otherwise.
#[test]
fn takebacks_count_for_the_clocks_as_the_header_says() {
    let (_folder, file) = timed(3);
    let again = |costs: bool, used: u64| {
        let folder = folder();
        let other = folder.path().join("match.jsonl");
        let text = fs::read_to_string(&file).unwrap();
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines[0]["takebacks_cost_time"] = json!(costs);
        let mut move_again = lines[1].clone();
        move_again["action"]["used_ms"] = json!(used);
        // White has thought for 200 ms when both moves are taken back.
        lines.splice(3.., [json!({"thinking": {"used_ms": 200}}), json!({"takeback": 2}), move_again]);
        fs::write(&other, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
        let (verified, _) = verify_file(Reader::open(&other).unwrap()).unwrap();
        verified.faults.first().map(ToString::to_string)
    };
    assert_eq!((again(false, 60_000), again(true, 60_000)), (None, None));
    says(&again(false, 60_001).unwrap(), &["line 6, action 1 (e2e4), used_ms", "at most 60000"]);
    says(&again(true, 60_001).unwrap(), &["line 6, action 1 (e2e4), used_ms", "at most 60000"]);
}

/// The golden match with takebacks, with a changed first throw, on line 3, as written by a version
/// of the program in which a flick could overflow.
fn spoilt(change: fn(&mut Value)) -> (tempfile::TempDir, PathBuf) {
    let folder = folder();
    let file = folder.path().join("match.jsonl");
    let text = fs::read_to_string(golden("takebacks.jsonl")).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut lines[2]["action"]["throw"]);
    fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    (folder, file)
}

const SPOILT: [(fn(&mut Value), &str); 3] = [
    (|throw| throw["attempts"][0]["velocity"] = json!([null, null, 0.7]), "throw, attempts, number 1, velocity"),
    (|throw| throw["attempts"][0]["spin"][2] = json!(null), "throw, attempts, number 1, spin"),
    (|throw| throw["seconds"] = json!(null), "throw, seconds"),
];

#[test]
fn a_throw_without_numbers_ends_a_file_for_every_reader() {
    for (change, field) in SPOILT {
        let (folder, file) = spoilt(change);
        let replay = Replay::open(&file).unwrap();
        let says = format!("line 3, {field}: expected a finite number, found null");
        let torn = replay.torn().unwrap().to_string();
        assert!(torn.contains(&says) && torn.contains("match.jsonl"), "{torn}");
        assert_eq!((replay.len(), replay.outcome()), (1, None));

        let (verified, torn) = verify_file(Reader::open(&file).unwrap()).unwrap();
        let faults: Vec<_> = verified.faults.iter().map(ToString::to_string).collect();
        assert_eq!((faults.len(), torn.unwrap().line), (1, 3), "{faults:?}");
        assert!(faults[0].contains(&format!("line 3, {field}: expected a finite number")), "{faults:?}");

        let mut library = Library::open_with(folder.path(), None).unwrap();
        library.refresh(&mut |_, _| true).unwrap();
        let listed = library.list(&Filter::default(), Sort::Date, None).unwrap();
        assert_eq!(listed.iter().map(|listed| listed.actions).collect::<Vec<_>>(), [1]);
        assert!(library.notes().unwrap()[0].text.contains(&says), "{:?}", library.notes().unwrap());

        let mut resumed = Match::resume(&file).unwrap();
        assert!(resumed.torn().unwrap().to_string().contains(&says));
        let roll = resumed.throw(None).unwrap();
        resumed.apply_roll(&roll).unwrap();
        drop(resumed);
        let (verified, torn) = verify_file(Reader::open(&file).unwrap()).unwrap();
        assert!(verified.faults.is_empty() && torn.is_none() && verified.actions == 2, "{:?}", verified.faults);
    }
}

#[test]
fn the_command_line_names_a_throw_without_numbers() {
    let (_folder, file) = spoilt(SPOILT[0].0);
    let says = "line 3, throw, attempts, number 1, velocity: expected a finite number";
    let verified = run(&["verify", file.to_str().unwrap()]);
    assert!(!verified.status.success() && String::from_utf8_lossy(&verified.stdout).contains(says), "{verified:?}");
    let replayed = run(&["replay", file.to_str().unwrap(), "--headless"]);
    assert!(replayed.status.success() && String::from_utf8_lossy(&replayed.stderr).contains(says), "{replayed:?}");
}

/// Other invalid numbers are refused as before.
#[test]
fn other_damage_to_a_throw_is_refused() {
    let (_folder, file) = spoilt(|throw| throw["symbol"] = json!(null));
    let error = Replay::open(&file).err().unwrap().to_string();
    assert!(error.contains("line 3"), "{error}");
    let (_folder, file) = spoilt(|throw| throw["attempts"] = json!(null));
    assert!(Replay::open(&file).is_err());
}
