//! Match files of any length are listed, in little memory. One test, as it measures the memory of the whole process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/long_files.rs"]
mod long_files;

use std::fs::{self, File};
use std::io::{BufWriter, Write};

use fairground::library::{Filter, Library, Sort};
use fairground::play::Replay;
use fairground::record::MAX_UNCHECKED;
#[cfg(target_os = "linux")]
use long_files::peak_memory;
use long_files::{HEADER, first_action};

#[test]
fn matches_of_any_length_are_listed() {
    a_long_match_is_listed();
    a_match_of_many_takebacks_is_listed_and_opened();
}

/// Lists need no more of a match than a few bytes for each action, and have no limit to its length.
fn a_long_match_is_listed() {
    const ACTIONS: usize = 160_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    let unclaimed = HEADER.replacen('{', r#"{"draws_unclaimed":true,"#, 1);
    writeln!(file, "{unclaimed}").unwrap();
    let mut game =
        fairground::games::begin(fairground::games::info("chess").unwrap(), Default::default(), None).unwrap();
    game.leave_draws_unclaimed();
    for index in 0..ACTIONS {
        let action = ["g1f3", "g8f6", "f3g1", "f6g8"][index % 4];
        game.apply(action).unwrap();
        writeln!(file, r#"{{"action":{{"text":"{action}","hash":"{:016x}"}}}}"#, game.hash()).unwrap();
        // As a real match would not: its clock and repetitions would have to be counted through all of it.
        if index % 4 == 3 {
            (0..4).for_each(|_| drop(game.undo()));
        }
    }
    writeln!(file, "{{\"takeback\":2}}").unwrap();
    file.into_inner().unwrap();
    assert!(fs::metadata(&path).unwrap().len() > MAX_UNCHECKED);
    #[cfg(target_os = "linux")]
    let before = peak_memory();
    let mut library = Library::open_with(folder.path(), None).unwrap();
    library.refresh(&mut |_, _| true).unwrap();
    let listed = library.list(&Filter::default(), Sort::Date, None).unwrap();
    assert_eq!(library.notes().unwrap(), []);
    assert_eq!((listed[0].actions as usize, listed[0].plies as usize), (ACTIONS - 2, ACTIONS - 2));
    #[cfg(target_os = "linux")]
    assert!(peak_memory() - before < 30_000_000, "{} bytes", peak_memory() - before);
}

/// As long, and right to the last letter: an action that was taken back again and again.
fn a_match_of_many_takebacks_is_listed_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    let action = first_action();
    writeln!(file, "{HEADER}").unwrap();
    for _ in 0..140_000 {
        writeln!(file, "{action}\n{{\"takeback\":1}}").unwrap();
    }
    writeln!(file, "{action}\n{{\"result\":{{\"outcome\":\"draw\",\"reason\":\"draw agreed\"}}}}").unwrap();
    file.into_inner().unwrap();
    assert!(fs::metadata(&path).unwrap().len() > MAX_UNCHECKED);
    let mut library = Library::open_with(folder.path(), None).unwrap();
    library.refresh(&mut |_, _| true).unwrap();
    let listed = library.list(&Filter::default(), Sort::Date, None).unwrap();
    assert_eq!((listed[0].actions, listed[0].outcome.as_deref()), (1, Some("draw")));
    let replay = Replay::open(&path).unwrap();
    assert_eq!((replay.len(), replay.outcome().is_some()), (1, true));
}
