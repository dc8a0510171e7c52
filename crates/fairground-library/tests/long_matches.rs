//! Match files of any length are listed with little memory. Memory is measured for the whole
//! process, so only one test does so at a time.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/counting_game.rs"]
mod counting_game;
#[path = "common/long_files.rs"]
mod long_files;

use std::fs::{self, File};
use std::io::{BufWriter, Write};

use counting_game::CountingGame;
use fairground_library::{Filter, Library, Sort};
use fairground_match::play::{Match, Replay, verify_file};
use fairground_match::record::{MAX_UNCHECKED, Reader, Record};
use fairground_rules::engine::{DynGame, Options};
use fairground_rules::games;
#[cfg(target_os = "linux")]
use long_files::peak_memory;
use long_files::{HEADER, first_action};

#[test]
fn matches_of_any_length_are_listed() {
    a_long_match_is_listed();
    a_match_of_many_takebacks_is_listed_and_opened();
    rolls_that_were_taken_back_cost_little_memory();
}

/// A list needs only a few bytes per action of a match, whose length is unlimited.
fn a_long_match_is_listed() {
    const ACTIONS: usize = 160_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    let unclaimed = HEADER.replacen('{', r#"{"draws_unclaimed":true,"#, 1);
    writeln!(file, "{unclaimed}").unwrap();
    let mut game =
        fairground_rules::games::begin(fairground_rules::games::info("chess").unwrap(), Default::default(), None)
            .unwrap();
    game.leave_draws_unclaimed();
    for index in 0..ACTIONS {
        let action = ["g1f3", "g8f6", "f3g1", "f6g8"][index % 4];
        game.apply(action).unwrap();
        writeln!(file, r#"{{"action":{{"text":"{action}","hash":"{:016x}"}}}}"#, game.hash()).unwrap();
        // Undone, because counting clock and repetitions through the whole match would be slow.
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

/// Equally long, and byte for byte correct: an action taken back again and again.
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

/// A match of Fluky Chess in which knights move to and fro, with a roll after each move.
fn rolled(rolls: usize) -> String {
    let header = r#"{"format":"fairground-match","version":2,"game":"fluky","options":{},"seats":{"white":"human","black":"human"},"dice":"instant","seed":7,"start":"k3n/5/5/5/N3K w - 0","draws_unclaimed":true}"#;
    let mut game = begin("fluky", "k3n/5/5/5/N3K w - 0");
    let mut text = format!("{header}\n");
    for index in 0..rolls {
        let action = ["a1c2", "e5c4", "c2a1", "c4e5"][index % 4];
        game.apply(action).unwrap();
        text += &format!("{{\"action\":{{\"text\":\"{action}\",\"hash\":\"{:016x}\"}}}}\n", game.hash());
        game.apply("~N").unwrap();
        let throw = r#"{"attempts":[],"symbol":"N","seconds":0}"#;
        text += &format!("{{\"action\":{{\"text\":\"~N\",\"hash\":\"{:016x}\",\"throw\":{throw}}}}}\n", game.hash());
    }
    text
}

fn begin(game: &str, start: &str) -> Box<dyn DynGame> {
    let mut game = games::begin(games::info(game).unwrap(), Options::default(), Some(start)).unwrap();
    game.leave_draws_unclaimed();
    game
}

/// Rolls of actions taken back are kept at a constant cost, early or late. One file is verified and
/// opened.
fn rolls_that_were_taken_back_cost_little_memory() {
    const ROLLS: usize = 10_000;
    let text = format!("{}{{\"takeback\":{}}}\n", rolled(ROLLS), 2 * ROLLS);
    #[cfg(target_os = "linux")]
    let before = peak_memory();
    let (verified, _) = verify_file(Reader::new("a.jsonl".as_ref(), Box::new(text.as_bytes())).unwrap()).unwrap();
    assert_eq!((verified.throws, verified.actions), (ROLLS, 0));
    let replay = Replay::parse("a.jsonl".as_ref(), text.as_bytes()).unwrap();
    assert_eq!(replay.len(), 0);
    let resumed = Match::restore(Reader::new("a.jsonl".as_ref(), Box::new(text.as_bytes())).unwrap(), None).unwrap();
    assert_eq!(resumed.record().events().len(), 2 * ROLLS + 1);
    // Copying the path to each roll would take 300 MB.
    #[cfg(target_os = "linux")]
    assert!(peak_memory() - before < 60_000_000, "{} bytes", peak_memory() - before);
}

/// Each line costs the same, whatever number of lines precedes it.
#[test]
fn reading_costs_as_much_as_there_are_lines() {
    let note = |after: usize| format!("{{\"note\":{{\"after\":{after},\"comment\":\"x\",\"marks\":[\"red a1\"]}}}}\n");
    let variation =
        |after: usize| format!("{{\"variation\":{{\"after\":{after},\"line\":[{{\"text\":\"a1c2\"}}]}}}}\n");
    let alternating = |count: usize, line: &dyn Fn(usize) -> String| -> String {
        (0..count).map(|index| line(if index % 2 == 0 { 0 } else { 8 * (count / 5) })).collect()
    };
    let again = "{\"takeback\":2}\n".to_string() + rolled(1).split_inclusive('\n').skip(1).collect::<String>().as_str();
    for (what, more) in [
        ("notes", &(|count| alternating(count, &note)) as &dyn Fn(usize) -> String),
        ("variations", &|count| alternating(count, &variation)),
        ("takebacks and rolls made again", &|count| {
            format!("{{\"takeback\":{}}}\n", 2 * count - 2) + &again.repeat(count)
        }),
        ("variations between takebacks", &|count| {
            format!("{{\"takeback\":{}}}\n", 2 * count - 2) + &(variation(0) + &again).repeat(count)
        }),
    ] {
        let per_line = [400, 1600].map(|count| {
            let text = rolled(count) + &more(count);
            let mut game = CountingGame::new(begin("fluky", "k3n/5/5/5/N3K w - 0"));
            let reader = Reader::new("a.jsonl".as_ref(), Box::new(text.as_bytes())).unwrap();
            Record::load(reader, &mut game).unwrap_or_else(|error| panic!("{what}: {error}"));
            game.operations() as f64 / text.lines().count() as f64
        });
        assert!(per_line[1] <= 1.01 * per_line[0] && per_line[1] < 5.0, "{what}: {per_line:?} operations a line");
    }
}
