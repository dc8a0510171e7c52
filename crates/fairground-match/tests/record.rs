//! The match file: it survives writing and reading, and errors name violations of the rules.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fairground_match::play::{Clock, Match, PlayError, Replay, Seat, Setup};
use fairground_match::record::{self, Journal, MatchEvent, Note, Record, RecordError};
use fairground_rules::bots::Bot;
use fairground_rules::engine::{Outcome, Reason, Side};
use fairground_rules::games;
use serde_json::{Value, json};

const BOTS: [Seat; 2] = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)];
const HUMANS: [Seat; 2] = [Seat::Human, Seat::Human];

fn begin(seats: [Seat; 2], clock: Option<Clock>) -> Match {
    let info = games::info("fluky").unwrap();
    Match::new(Setup { clock, ..Setup::new(info, seats, 11) }).unwrap()
}

/// Plays `actions` actions of a match of bots.
fn play(game: &mut Match, actions: usize) {
    for _ in 0..actions {
        if let Some(thinker) = game.search_job() {
            game.act(&thinker.think()).unwrap();
        } else if let Some(roll) = game.throw(None) {
            game.apply_roll(&roll).unwrap();
        }
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/matches").join(name)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A finished match of bots in a file.
fn finished(folder: &Path) -> PathBuf {
    let file = folder.join("match.jsonl");
    let mut game = begin(BOTS, None);
    play(&mut game, 1000);
    assert!(game.outcome().is_some());
    game.record_to(&file).unwrap();
    file
}

#[test]
fn records_survive_a_round_trip() {
    let folder = folder();
    let file = folder.path().join("match.jsonl");
    let mut game = begin(BOTS, Some(Clock { start: Duration::from_secs(60), increment: Duration::from_secs(1) }));
    game.record_to(&file).unwrap();
    for _ in 0..12 {
        if let Some(side) = game.pending().side() {
            game.spend_time(side, Duration::from_millis(150)).unwrap();
        }
        play(&mut game, 1);
        game.flush().unwrap();
        let read = record::read(&file).unwrap();
        assert_eq!(&read, game.record());
        let actions: Vec<_> = read.actions().iter().map(|entry| entry.action.clone()).collect();
        assert_eq!(actions, game.game().played(), "every finished action is in the file");
    }
    let (text, due) = (game.game().text(), game.pending());
    let remaining = Side::BOTH.map(|side| game.remaining(side));
    drop(game);
    let resumed = Match::resume(&file).unwrap();
    assert_eq!((resumed.game().text(), resumed.pending()), (text, due));
    assert_eq!(Side::BOTH.map(|side| resumed.remaining(side)), remaining);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(record::read(&file).unwrap().to_text().unwrap(), text, "byte for byte");
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

/// A match file without its date.
fn undated(file: impl AsRef<Path>) -> String {
    let text = fs::read_to_string(file).unwrap();
    let (before, rest) = text.split_once(",\"date\":\"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    format!("{before}{after}")
}

#[test]
fn resuming_ends_as_the_unbroken_match() {
    let folder = folder();
    let unbroken = finished(folder.path());
    for after in [0, 1, 2, 7, 13] {
        let file = folder.path().join(format!("broken-{after}.jsonl"));
        let mut game = begin(BOTS, None);
        game.record_to(&file).unwrap();
        play(&mut game, after);
        drop(game);
        let mut game = Match::resume(&file).unwrap();
        assert_eq!(game.game().played().len(), after);
        play(&mut game, 1000);
        drop(game);
        assert_eq!(undated(&file), undated(&unbroken));
    }
}

#[test]
fn kept_rolls_survive_in_the_file() {
    let folder = folder();
    let file = folder.path().join("match.jsonl");
    let mut game = begin(HUMANS, None);
    game.record_to(&file).unwrap();
    game.act("c1c2").unwrap();
    let flick = Some(fairground_dice::Flick { direction: [0.3, 1.0], speed: 1.7 });
    let roll = game.throw(flick).unwrap();
    game.apply_roll(&roll).unwrap();
    game.take_back().unwrap();
    drop(game);

    let mut game = Match::resume(&file).unwrap();
    assert!(game.game().played().is_empty());
    game.act("c1c2").unwrap();
    assert_eq!(game.throw(None).unwrap(), roll);
    // After another action, the roll differs.
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
        ("timed", |game| assert!(game.spend_time(Side::White, Duration::from_secs(60)).unwrap().is_some())),
    ];
    for (name, end) in ends {
        let file = folder.path().join(name);
        let mut game = begin(HUMANS, Some(Clock { start: Duration::from_secs(60), increment: Duration::ZERO }));
        game.record_to(&file).unwrap();
        end(&mut game);
        let outcome = game.outcome();
        assert!(outcome.is_some());
        drop(game);
        assert_eq!(Match::resume(&file).unwrap().outcome(), outcome, "{name}");
        assert_eq!(Replay::open(&file).unwrap().outcome(), outcome, "{name}");
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
    // A resumed match already writes to its own file.
    Match::resume(&file).unwrap().record_to(&file).unwrap();
    let nowhere = begin(BOTS, None).record_to(&folder.path().join("no/such/folder.json"));
    assert!(matches!(nowhere, Err(PlayError::Record(RecordError::Write { .. }))), "{nowhere:?}");
}

/// A longer line could not be read again.
#[test]
fn a_line_is_as_long_as_the_reader_accepts() {
    const MAX_LINE: usize = 1 << 20;
    let folder = folder();
    let noted = |length: usize| MatchEvent::Note(Box::new(Note::new(0, false, &"x".repeat(length))));
    let most = MAX_LINE + 1 - noted(1).to_line().unwrap().len();
    let with = |event: MatchEvent| {
        let mut record = begin(BOTS, None).record().clone();
        record.push(event);
        record
    };
    let record = with(noted(most));
    let text = record.to_text().unwrap();
    assert_eq!(record::parse(Path::new("match"), text.as_bytes()).unwrap(), record);
    let error = with(noted(most + 1)).to_text().unwrap_err().to_string();
    assert_eq!(error, "a line has at most 1048576 bytes; this one has 1048577");

    let file = folder.path().join("match.jsonl");
    let mut journal = Journal::create(&file, &record).unwrap();
    let error = journal.append(&[noted(1), noted(most + 1)]).unwrap_err().to_string();
    assert!(error.contains("match.jsonl: cannot be written: a line has at most"), "{error}");
    journal.append(&[noted(2)]).unwrap();
    drop(journal);
    assert_eq!(record::read(&file).unwrap().events(), [noted(most), noted(2)]);
}

/// A match can be moved to another disk when its own is full or lost.
#[test]
fn a_match_continues_in_another_file_if_its_own_cannot_be_written() {
    let folder = folder();
    let [lost, saved] = ["lost.jsonl", "saved.jsonl"].map(|name| folder.path().join(name));
    let mut game = begin(BOTS, None);
    game.record_to(&lost).unwrap();
    game.flush().unwrap();
    // Another program writes to the file without asking for a lock.
    fs::write(&lost, "well played").unwrap();
    play(&mut game, 1);
    let error = game.record_to(&saved).unwrap_err();
    assert!(matches!(&error, PlayError::Record(RecordError::Write { file, .. }) if *file == lost), "{error}");
    assert!(game.is_recorded_in(&saved));
    game.record_to(&saved).unwrap();
    play(&mut game, 1);
    game.flush().unwrap();
    assert_eq!(record::read(&saved).unwrap(), *game.record());
}

/// The golden files of versions 1 and 2 have the same contents.
#[test]
fn version_1_is_read_as_before() {
    for info in games::ALL {
        let old = record::read(&golden(&format!("{}.json", info.id))).unwrap();
        let file = golden(&format!("{}.jsonl", info.id));
        let new = record::read(&file).unwrap();
        assert_eq!((old.header.version, new.header.version), (1, 2));
        assert_eq!(old.events(), new.events(), "{}", info.id);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(old.to_text().unwrap(), text);
        assert_eq!(new.to_text().unwrap(), text, "byte for byte");
    }
    // Version 1 kept the rolls of actions that were taken back, but not the actions.
    let [old, new] = ["takebacks.json", "takebacks.jsonl"].map(|name| record::read(&golden(name)).unwrap());
    assert_eq!((old.actions(), old.result(), old.header.clocks), (new.actions(), new.result(), new.header.clocks));
    assert_eq!((old.events().len(), new.events().len()), (4 + 8 + 1, 3 * 4 + 2 + 4 + 1));
    let text = fs::read_to_string(golden("takebacks.jsonl")).unwrap();
    assert_eq!(new.to_text().unwrap(), text, "byte for byte");
    for name in ["takebacks.json", "takebacks.jsonl"] {
        let mut replay = Replay::open(&golden(name)).unwrap();
        while replay.forward().is_some() {}
        assert_eq!(replay.game().text(), "kp1pp/p4/2p2/N1P1P/1P1PK w - 0");
    }
}

/// Resuming a file of version 1 converts it to version 2 with the same contents, including rolls of
/// actions that were taken back.
#[test]
fn resuming_version_1_converts_the_file_once() {
    let folder = folder();
    let file = folder.path().join("match.json");
    let mut value: Value = serde_json::from_slice(&fs::read(golden("takebacks.json")).unwrap()).unwrap();
    value["result"] = json!(null);
    fs::write(&file, value.to_string()).unwrap();
    let old = record::read(&file).unwrap();
    let mut game = Match::resume(&file).unwrap();
    let converted = fs::read_to_string(&file).unwrap();
    assert_eq!(converted, old.to_text().unwrap());
    assert!(converted.starts_with(r#"{"format":"fairground-match","version":2,"#), "{converted}");
    assert_eq!(record::read(&file).unwrap().events(), old.events());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    // Back to the start; the roll after a1a2 is kept.
    assert_eq!(game.take_back().unwrap().len(), 4);
    assert_eq!(game.take_back().unwrap().len(), 4);
    game.act("a1a2").unwrap();
    let roll = game.throw(None).unwrap();
    assert_eq!(roll.seconds, old_seconds(&old, "a1a2"));
    game.apply_roll(&roll).unwrap();
    drop(game);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(&converted) && text.lines().count() == converted.lines().count() + 4, "{text}");
    assert_eq!(Match::resume(&file).unwrap().game().played().len(), 2);
}

fn old_seconds(record: &Record, after: &str) -> f32 {
    let kept = record.events().iter().find_map(|event| match event {
        MatchEvent::Kept(kept) if kept.after == after => Some(&kept.throw),
        _ => None,
    });
    kept.unwrap().seconds
}

/// A match recorded late has the same file as one recorded from the start.
#[test]
fn a_file_recorded_late_is_complete() {
    let folder = folder();
    let [early, late] = ["early", "late"].map(|name| folder.path().join(name));
    let play = |file: &Path, first: bool| {
        let mut game = begin(HUMANS, None);
        if first {
            game.record_to(file).unwrap();
        }
        for action in ["c1c2", "a1a2"] {
            game.act(action).unwrap();
            let roll = game.throw(None).unwrap();
            game.apply_roll(&roll).unwrap();
            game.take_back().unwrap();
        }
        game.resign(Side::Black).unwrap();
        game.record_to(file).unwrap();
    };
    play(&early, true);
    play(&late, false);
    assert_eq!(undated(early), undated(late));
}

#[test]
fn other_files_are_refused() {
    let folder = folder();
    let file = folder.path().join("match.jsonl");
    for bytes in [&b""[..], b"{", b"[]", b"null", b"\n", b"\xff\xfe", b"{\"format\": 1}", &[b'['; 100_000]] {
        fs::write(&file, bytes).unwrap();
        assert!(matches!(record::read(&file), Err(RecordError::Json { .. })));
    }
    assert!(matches!(record::read(folder.path()), Err(RecordError::Read { .. })), "a folder");
    assert!(matches!(record::read(&folder.path().join("none")), Err(RecordError::Read { .. })));
    assert!(Match::resume(folder.path()).is_err(), "a folder");
}
