//! The match file: what is written is what is read, and what does not agree with the rules is named.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fairground::bots::Bot;
use fairground::engine::{Options, Outcome, Reason, Side};
use fairground::games;
use fairground::play::{Clock, Dice, Match, PlayError, Replay, Seat, Setup};
use fairground::record::{self, RecordError};
use serde_json::{Value, json};

const BOTS: [Seat; 2] = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)];
const HUMANS: [Seat; 2] = [Seat::Human, Seat::Human];

fn begin(seats: [Seat; 2], clock: Option<Clock>) -> Match {
    let info = games::info("fluky").unwrap();
    let (options, dice) = (Options::default(), Dice::Physics);
    Match::new(Setup { info, options, seats, seed: 11, dice, start: None, clock }).unwrap()
}

/// Plays so many actions of a match of bots.
fn play(game: &mut Match, actions: usize) {
    for _ in 0..actions {
        if let Some(thinker) = game.thinker() {
            game.act(&thinker.think()).unwrap();
        } else if let Some(roll) = game.throw(None) {
            game.settle(&roll).unwrap();
        }
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A finished match of bots in a file.
fn finished(folder: &Path) -> PathBuf {
    let file = folder.join("match.json");
    let mut game = begin(BOTS, None);
    play(&mut game, 1000);
    assert!(game.outcome().is_some());
    game.record_to(&file).unwrap();
    file
}

#[test]
fn what_is_written_is_what_is_read() {
    let folder = folder();
    let file = folder.path().join("match.json");
    let mut game = begin(BOTS, Some(Clock { start: Duration::from_secs(60), increment: Duration::from_secs(1) }));
    game.record_to(&file).unwrap();
    for _ in 0..12 {
        if let Some(side) = game.due().side() {
            game.charge(side, Duration::from_millis(150)).unwrap();
        }
        play(&mut game, 1);
        let read = record::read(&file).unwrap();
        let actions: Vec<_> = read.actions.iter().map(|entry| entry.action.clone()).collect();
        assert_eq!(actions, game.game().played(), "every finished action is in the file");
    }
    let resumed = Match::resume(&file).unwrap();
    assert_eq!(resumed.game().text(), game.game().text());
    assert_eq!(resumed.due(), game.due());
    for side in Side::BOTH {
        assert_eq!(resumed.remaining(side), game.remaining(side));
    }
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(record::read(&file).unwrap().to_text().unwrap(), text, "to the last letter");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_replay_goes_both_ways_and_shows_the_same_throws() {
    let folder = folder();
    let mut replay = Replay::open(&finished(folder.path())).unwrap();
    let mut live = begin(BOTS, None);
    assert_eq!((replay.at(), replay.outcome().is_some()), (0, true));
    while let Some(shown) = replay.forward() {
        let throw = live.throw(None);
        assert_eq!(shown.roll, throw, "the die tumbles as it did");
        play(&mut live, 1);
        assert_eq!(Some(shown.action), live.last_action());
        assert_eq!(replay.game().text(), live.game().text());
    }
    assert_eq!(replay.outcome(), live.outcome());
    assert_eq!(replay.at(), replay.len());
    replay.go_to(3);
    assert!(replay.back());
    assert_eq!(replay.at(), 2);
    assert!(replay.go_to_ply(1));
    assert_eq!(replay.game().text().split(' ').nth(1), Some("b"), "a ply with its roll");
    assert!(!replay.go_to_ply(replay.plies() + 1));
    replay.go_to(0);
    assert!(!replay.back());
}

#[test]
fn resuming_ends_as_the_unbroken_match() {
    let folder = folder();
    let unbroken = finished(folder.path());
    for after in [0, 1, 2, 7, 13] {
        let file = folder.path().join(format!("broken-{after}.json"));
        let mut game = begin(BOTS, None);
        game.record_to(&file).unwrap();
        play(&mut game, after);
        drop(game);
        let mut game = Match::resume(&file).unwrap();
        assert_eq!(game.game().played().len(), after);
        play(&mut game, 1000);
        assert_eq!(fs::read_to_string(&file).unwrap(), fs::read_to_string(&unbroken).unwrap());
    }
}

#[test]
fn kept_rolls_survive_in_the_file() {
    let folder = folder();
    let file = folder.path().join("match.json");
    let mut game = begin(HUMANS, None);
    game.record_to(&file).unwrap();
    game.act("c1c2").unwrap();
    let flick = Some(fairground::dice::Flick { direction: [0.3, 1.0], speed: 1.7 });
    let roll = game.throw(flick).unwrap();
    game.settle(&roll).unwrap();
    game.take_back().unwrap();

    let mut game = Match::resume(&file).unwrap();
    assert!(game.game().played().is_empty());
    game.act("c1c2").unwrap();
    assert_eq!(game.throw(None).unwrap(), roll);
    // Where something else is played, the roll is another.
    game.take_back().unwrap();
    game.act("a1a2").unwrap();
    assert_ne!(game.throw(None).unwrap(), roll);
}

#[test]
fn ends_from_outside_are_read_back() {
    let folder = folder();
    type End = fn(&mut Match);
    let ends: [(&str, End); 3] = [
        ("resigned", |game| game.resign(Side::White).unwrap()),
        ("agreed", |game| {
            game.offer_draw(Side::White).unwrap();
            game.accept_draw(Side::Black).unwrap();
        }),
        ("timed", |game| assert!(game.charge(Side::White, Duration::from_secs(60)).unwrap().is_some())),
    ];
    for (name, end) in ends {
        let file = folder.path().join(name);
        let mut game = begin(HUMANS, Some(Clock { start: Duration::from_secs(60), increment: Duration::ZERO }));
        game.record_to(&file).unwrap();
        end(&mut game);
        assert!(game.outcome().is_some());
        assert_eq!(Match::resume(&file).unwrap().outcome(), game.outcome(), "{name}");
        assert_eq!(Replay::open(&file).unwrap().outcome(), game.outcome(), "{name}");
    }
    assert_eq!(
        Match::resume(&folder.path().join("timed")).unwrap().outcome(),
        Some(Outcome::won(Side::Black, Reason::Time))
    );
}

#[test]
fn no_file_is_overwritten() {
    let folder = folder();
    let file = finished(folder.path());
    let before = fs::read(&file).unwrap();
    let refused = begin(BOTS, None).record_to(&file);
    assert!(matches!(refused, Err(PlayError::Record(RecordError::Exists { .. }))), "{refused:?}");
    assert_eq!(fs::read(&file).unwrap(), before);
    // A match that is resumed is written to its own file already.
    Match::resume(&file).unwrap().record_to(&file).unwrap();
    let nowhere = begin(BOTS, None).record_to(&folder.path().join("no/such/folder.json"));
    assert!(matches!(nowhere, Err(PlayError::Record(RecordError::Write { .. }))), "{nowhere:?}");
}

/// An action that cannot be recorded has not been played.
#[test]
fn a_record_that_cannot_be_written_stops_the_match() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let mut game = begin(HUMANS, None);
    game.record_to(&inner.join("match.json")).unwrap();
    fs::remove_dir_all(&inner).unwrap();
    assert!(matches!(game.act("c1c2"), Err(PlayError::Record(RecordError::Write { .. }))));
    assert!(game.game().played().is_empty());
    assert!(game.resign(Side::White).is_err() && game.outcome().is_none());
}

/// Changes a finished match's file and returns what reading it says.
fn tampered(change: impl FnOnce(&mut Value)) -> String {
    let folder = folder();
    let file = finished(folder.path());
    let mut value: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    change(&mut value);
    fs::write(&file, value.to_string()).unwrap();
    let replayed = Replay::open(&file).err().map(|error| error.to_string());
    let resumed = Match::resume(&file).err().map(|error| error.to_string());
    assert_eq!(replayed, resumed);
    let error = replayed.expect("the change is noticed");
    assert!(error.contains("match.json"), "the file is named: {error}");
    error
}

#[track_caller]
fn says(error: &str, parts: &[&str]) {
    for part in parts {
        assert!(error.contains(part), "{part:?} is missing in: {error}");
    }
}

#[test]
fn tampering_is_noticed_and_named() {
    says(&tampered(|file| file["format"] = json!("chess")), &["format", "fairground-match", "chess"]);
    says(&tampered(|file| file["version"] = json!(2)), &["version", "expected 1", "2"]);
    says(&tampered(|file| file["version"] = json!(4294967297_u64)), &["version", "4294967297"]);
    says(&tampered(|file| file["game"] = json!("go")), &["game", "fluky", "go"]);
    says(&tampered(|file| file["options"] = json!({"size": "9"})), &["options", "size"]);
    says(&tampered(|file| file["seats"]["black"] = json!("deep")), &["seats, black", "greedy", "deep"]);
    says(&tampered(|file| file["dice"] = json!("loaded")), &["dice", "physics", "loaded"]);
    says(&tampered(|file| file["seed"] = json!(-1)), &["not a match file"]);
    says(&tampered(|file| file["start"] = json!("kpppp/p4/5/4P w - 0")), &["start, board", "5 ranks"]);
    says(&tampered(|file| file["more"] = json!(1)), &["unknown field `more`"]);
    says(&tampered(|file| drop(file.as_object_mut().unwrap().remove("seed"))), &["missing field `seed`"]);
    says(&tampered(|file| file["actions"][0]["action"] = json!("a1a5")), &["action 1 (a1a5)", "not allowed"]);
    says(&tampered(|file| file["actions"][2]["action"] = json!("x")), &["action 3 (x)", "cannot be read"]);
    says(
        &tampered(|file| file["actions"][2]["hash"] = json!("0123456789abcdef")),
        &["action 3", "hash", "0123456789abcdef"],
    );
    says(&tampered(|file| drop(file["actions"].as_array_mut().unwrap().pop())), &["result", "found"]);
    says(&tampered(|file| file["result"] = json!(null)), &["result", "found \"null\""]);
    says(
        &tampered(|file| file["result"]["outcome"] = json!("grey")),
        &["result, outcome", "white, black or draw", "grey"],
    );
    says(&tampered(|file| file["result"]["reason"] = json!("boredom")), &["result, reason", "boredom"]);
    let resigned = json!({"outcome": "white", "reason": "resignation"});
    says(&tampered(|file| file["result"] = resigned), &["result", "white (resignation)"]);
    let rolls = |after: &str, symbol: &str| json!([{"after": after, "throw": {"attempts": [], "symbol": symbol, "seconds": 0.0}}]);
    says(&tampered(|file| file["rolls"] = rolls("", "P")), &["rolls, number 1", "a die is due"]);
    says(&tampered(|file| file["rolls"] = rolls("c1c2", "Q")), &["rolls, number 1, symbol", "Q"]);
    says(&tampered(|file| file["rolls"] = rolls("c1c5", "P")), &["rolls, number 1", "c1c5"]);
    says(
        &tampered(|file| file["clocks"] = json!({"start_ms": 1, "increment_ms": 0, "used_ms": [1]})),
        &["clocks, used_ms"],
    );
}

/// The same for what a throw says, in the first action that is one.
#[test]
fn tampered_throws_are_noticed() {
    let throw = |change: fn(&mut Value)| {
        tampered(|file| {
            let actions = file["actions"].as_array_mut().unwrap();
            change(actions.iter_mut().find(|entry| entry.get("throw").is_some()).unwrap());
        })
    };
    says(&throw(|entry| entry["throw"]["symbol"] = json!("K")), &["throw, symbol", "K"]);
    says(&throw(|entry| entry["throw"]["seconds"] = json!(-1.0)), &["seconds"]);
    says(&throw(|entry| entry["throw"]["attempts"][0]["velocity"][1] = json!(1e300)), &["attempts", "inf"]);
    says(&throw(|entry| entry["throw"]["attempts"][0]["rotation"] = json!([0, 0, 0, 0])), &["quaternion"]);
    says(&throw(|entry| entry["action"] = json!("~K")), &["(~K)"]);
}

#[test]
fn what_is_no_match_file_is_refused() {
    let folder = folder();
    let file = folder.path().join("match.json");
    for bytes in [&b""[..], b"{", b"[]", b"null", b"\xff\xfe", b"{\"format\": 1}", &[b'['; 100_000]] {
        fs::write(&file, bytes).unwrap();
        assert!(matches!(record::read(&file), Err(RecordError::Json { .. })));
    }
    assert!(matches!(record::read(folder.path()), Err(RecordError::Read { .. })), "a folder");
    assert!(matches!(record::read(&folder.path().join("none")), Err(RecordError::Read { .. })));
}
