//! Throws by another version of the physics are distinguished from invalid throws, and shown as
//! recorded.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;
#[path = "common/hostile_flicks.rs"]
mod hostile_flicks;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use command::run;
use fairground::dice::{self, PHYSICS};
use fairground::games;
use fairground::play::{Match, Pending, PlayError, Replay, Seat, Setup, Verified, verify_file};
use fairground::record::{self, MatchEvent, Reader};
use hostile_flicks::hostile_flick;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// A match file of the project.
fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches").join(name)
}

/// A match with thrown dice, in its own folder.
fn thrown() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut running = Match::new(Setup::new(games::info("fluky").unwrap(), [Seat::Human; 2], 7)).unwrap();
    running.record_to(&file).unwrap();
    for _ in 0..16 {
        match running.pending() {
            Pending::Over(_) => break,
            Pending::Throw { .. } => drop(running.apply_roll(&running.throw(None).unwrap()).unwrap()),
            Pending::Decide { .. } => drop(running.act(&running.game().actions()[0]).unwrap()),
        }
    }
    drop(running);
    (folder, file)
}

fn verified(file: &Path) -> Verified {
    verify_file(Reader::open(file).unwrap()).unwrap().0
}

/// The file with a changed first line, in its own folder.
fn with_header(original: &Path, change: impl FnOnce(&mut Value)) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let text = fs::read_to_string(original).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    change(&mut header);
    fs::write(&file, format!("{header}\n{rest}")).unwrap();
    (folder, file)
}

/// The final symbol of each tumble shown, and the recorded symbol.
fn shown(file: &Path) -> Vec<(&'static str, &'static str)> {
    let mut replay = Replay::open(file).unwrap();
    let mut ends = Vec::new();
    while let Some(step) = replay.forward() {
        let Some(roll) = step.roll else { continue };
        let physical = roll.physical.expect("it is shown");
        let last = physical.traces.last().unwrap().last().unwrap();
        ends.push((roll.die.sides[dice::top(last.rotation).0], roll.symbol));
    }
    ends
}

#[test]
fn throws_of_this_physics_are_proved() {
    let (_folder, file) = thrown();
    let verified = verified(&file);
    assert!(verified.faults.is_empty(), "{verified:?}");
    assert!(verified.throws >= 4 && verified.simulated == verified.throws, "{verified:?}");
    assert_eq!((verified.from_seed, verified.not_simulated), (verified.throws, 0));
    let header = record::read(&file).unwrap().header;
    assert_eq!(header.physics.as_deref(), Some(PHYSICS));
    let ends = shown(&file);
    assert!(ends.len() >= 4 && ends.iter().all(|(shown, recorded)| shown == recorded), "{ends:?}");
}

#[test]
fn throws_of_another_physics_are_reported_separately() {
    for (file, physics) in
        [(golden("takebacks.jsonl"), "rapier3d 0.35.0"), (golden("takebacks.json"), "rapier3d 0.35.0")]
    {
        let verified = verified(&file);
        assert!(verified.faults.is_empty(), "{verified:?}");
        assert!(verified.throws > 0 && verified.not_simulated == verified.throws, "{verified:?}");
        assert_eq!(verified.other_physics, BTreeSet::from([physics.to_string()]));
    }
    let named = |header: &mut Value| header["physics"] = "marbles 7".into();
    let (_own, original) = thrown();
    let (_folder, file) = with_header(&original, named);
    let verified = verified(&file);
    assert!(verified.faults.is_empty() && verified.simulated == 0, "{verified:?}");
    assert_eq!(verified.other_physics, BTreeSet::from(["marbles 7".to_string()]));
    let output = run(&["verify", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("another version of the physics (marbles 7), which this build lacks"), "{text}");
}

/// A false result is found, regardless of the version of the physics.
#[test]
fn another_physics_only_excuses_the_simulation() {
    let (_own, original) = thrown();
    let (_folder, file) = with_header(&original, |header| header["physics"] = "marbles 7".into());
    let text = fs::read_to_string(&file).unwrap();
    let line = text.lines().nth(2).unwrap();
    let mut other: Value = serde_json::from_str(line).unwrap();
    other["action"]["hash"] = "0123456789abcdef".into();
    fs::write(&file, text.replace(line, &other.to_string())).unwrap();
    assert!(verified(&file).faults[0].to_string().contains("hash"));
    let output = run(&["verify", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_replay_of_another_physics_shows_the_recorded_sides() {
    let ends = shown(&golden("takebacks.jsonl"));
    assert!(!ends.is_empty());
    assert!(ends.iter().all(|(shown, recorded)| shown == recorded), "{ends:?}");
}

#[test]
fn a_die_is_turned_to_end_with_any_side() {
    for seed in 0..12 {
        let roll = dice::roll(seed, None, None);
        for side in 0..6 {
            let turned = roll.clone().ending_with(side);
            let last = |roll: &dice::Roll| *roll.traces.last().unwrap().last().unwrap();
            let (up, tilt) = dice::top(last(&turned).rotation);
            assert_eq!((turned.side, up), (side, side));
            assert!((tilt - roll.tilt).abs() < 0.1, "{tilt}, {}", roll.tilt);
            assert_eq!(turned.attempts, roll.attempts);
            // The tumble is the same, with the die turned in its own axes.
            for (own, other) in turned.traces.iter().flatten().zip(roll.traces.iter().flatten()) {
                assert_eq!(own.position, other.position);
            }
        }
    }
}

/// Continuing an older match keeps its throws unchanged; the version of new throws is recorded, and
/// they are proved.
#[test]
fn a_match_continued_with_another_physics_records_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut running = Match::new(Setup::new(games::info("fluky").unwrap(), [Seat::Human; 2], 5)).unwrap();
    let throw = |running: &mut Match| {
        let roll = running.throw(None).unwrap();
        running.apply_roll(&roll).unwrap();
    };
    running.act("a1a2").unwrap();
    throw(&mut running);
    running.record_to(&file).unwrap();
    drop(running);
    let (_other, file) = with_header(&file, |header| drop(header.as_object_mut().unwrap().remove("physics")));
    let mut resumed = Match::resume(&file).unwrap();
    while !matches!(resumed.pending(), Pending::Throw { .. }) {
        let action = resumed.game().actions()[0].clone();
        resumed.act(&action).unwrap();
    }
    throw(&mut resumed);
    drop(resumed);
    let record = record::read(&file).unwrap();
    let named: Vec<_> = record
        .events()
        .iter()
        .filter_map(|event| match event {
            MatchEvent::Action(entry) => entry.throw.as_ref().map(|throw| throw.physics.as_deref()),
            _ => None,
        })
        .collect();
    assert_eq!(named, [None, Some(PHYSICS)]);
    let verified = verified(&file);
    assert!(verified.faults.is_empty(), "{verified:?}");
    assert_eq!((verified.simulated, verified.not_simulated), (1, 1));
}

/// A header without thrown dice names no physics.
#[test]
fn a_header_names_the_physics_if_dice_are_thrown() {
    let header = |game: &str| {
        let begun = Match::new(Setup::new(games::info(game).unwrap(), [Seat::Human; 2], 1)).unwrap();
        begun.record().header.clone()
    };
    assert_eq!(header("fluky").physics.as_deref(), Some(PHYSICS));
    assert_eq!(header("chess").physics, None);
}

/// A flick with arbitrary numbers is recorded as numbers, and proved like any other.
#[test]
fn hostile_flicks_are_recorded_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let file = folder.path().join(format!("{seed}.jsonl"));
        let info = games::info(["fluky", "whack"][seed as usize % 2]).unwrap();
        let mut running = Match::new(Setup::new(info, [Seat::Human; 2], seed)).unwrap();
        running.record_to(&file).unwrap();
        for _ in 0..24 {
            match running.pending() {
                Pending::Over(_) => break,
                Pending::Throw { .. } => {
                    let roll = running.throw(Some(hostile_flick(&mut rng))).unwrap();
                    running.apply_roll(&roll).unwrap();
                }
                Pending::Decide { .. } => {
                    let actions = running.game().actions();
                    running.act(&actions[rng.random_range(0..actions.len())]).unwrap();
                }
            }
        }
        drop(running);
        assert!(!fs::read_to_string(&file).unwrap().contains("null"));
        let verified = verified(&file);
        assert!(verified.faults.is_empty() && verified.simulated > 0, "{verified:?}");
    }
}

/// A die that never comes to rest flat has no result.
#[test]
fn a_die_that_never_rests_has_no_result() {
    let mut running = Match::new(Setup::new(games::info("fluky").unwrap(), [Seat::Human; 2], 7)).unwrap();
    running.act("c1c2").unwrap();
    let mut roll = running.throw(None).unwrap();
    let thrown = roll.physical.as_mut().unwrap();
    thrown.flat = false;
    assert!(matches!(running.apply_roll(&roll), Err(PlayError::NeverFlat)));
    assert_eq!(running.record().events().len(), 1);
}
