//! A match file is read only up to its first error, however long it is.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/long_files.rs"]
mod long_files;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use fairground_library::Library;
use fairground_match::play::{Match, PlayError, Replay, Secret, verify_file};
use fairground_match::record::{Reader, RecordError};
use long_files::{HEADER, first_action};
#[cfg(target_os = "linux")]
use long_files::{bytes_read, peak_memory};

/// A file of 100 MB with two million actions, the second of which is illegal.
fn long_file(folder: &Path) -> PathBuf {
    let path = folder.join("match.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    writeln!(file, "{HEADER}\n{}", first_action()).unwrap();
    for _ in 0..2_000_000 {
        writeln!(file, r#"{{"action":{{"text":"e2e4","hash":"0123456789abcdef"}}}}"#).unwrap();
    }
    file.into_inner().unwrap();
    assert!(fs::metadata(&path).unwrap().len() >= 100_000_000);
    path
}

#[test]
fn a_long_file_is_refused_at_the_line_that_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = long_file(folder.path());
    #[cfg(target_os = "linux")]
    let before = peak_memory();
    #[cfg(target_os = "linux")]
    let read_before = bytes_read();
    let check = |what: &str, error: String| {
        assert!(error.contains("line 3, action 2 (e2e4)"), "{what}: {error}");
    };
    check("replay", Replay::open(&file).err().unwrap().to_string());
    check("resume", Match::resume(&file).err().unwrap().to_string());
    let (verified, _) = verify_file(Reader::open(&file).unwrap()).unwrap();
    check("verify", verified.faults[0].to_string());
    let mut library = Library::open_with(folder.path(), None).unwrap();
    library.refresh(&mut |_, _| true).unwrap();
    check("library", library.notes().unwrap()[0].text.clone());
    #[cfg(target_os = "linux")]
    assert!(bytes_read() - read_before < 50_000_000, "{} bytes", bytes_read() - read_before);
    #[cfg(target_os = "linux")]
    assert!(peak_memory() - before < 100_000_000, "{} bytes", peak_memory() - before);
}

#[test]
fn a_line_without_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    writeln!(file, "{HEADER}").unwrap();
    for _ in 0..200_000 {
        write!(file, "          ").unwrap();
    }
    file.into_inner().unwrap();
    let error = Replay::open(&path).err().unwrap().to_string();
    assert!(error.contains("line 2") && error.contains("at most"), "{error}");
}

#[test]
fn a_huge_file_of_version_1_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.json");
    let mut text = String::from("{\n\"format\": \"fairground-match\", \"version\": 1,\n");
    text.push_str(&" \n".repeat(6 << 20));
    fs::write(&path, text).unwrap();
    assert!(matches!(Reader::open(&path), Err(RecordError::Field { field, .. }) if field == "length"));
}

/// Also for the file of a secret, which has 64 letters.
#[test]
fn a_huge_secret_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.secret");
    // A sparse file, without disk usage.
    File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let error = Secret::read(&path).unwrap_err().to_string();
    assert!(error.contains("mine.secret"), "{error}");
}

/// A takeback of more actions than were played is refused without hanging.
#[test]
fn an_endless_takeback_is_refused_immediately() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.jsonl");
    fs::write(&path, format!("{HEADER}\n{}\n{{\"takeback\":{}}}\n", first_action(), u64::MAX)).unwrap();
    assert!(matches!(Replay::open(&path), Err(PlayError::Record(RecordError::Field { .. }))));
    let (verified, _) = verify_file(Reader::open(&path).unwrap()).unwrap();
    assert_eq!(verified.faults.len(), 1, "{verified:?}");
}

/// A later version of the program may add fields to the header.
#[test]
fn unknown_fields_of_the_header_are_ignored() {
    let more = HEADER.replacen('{', r#"{"weather":{"wind":3},"#, 1);
    let text = format!("{more}\n{}\n", first_action());
    assert_eq!(Replay::parse("match.jsonl".as_ref(), text.as_bytes()).unwrap().len(), 1);
}

#[test]
fn players_and_dates_are_kept() {
    let about = r#""names":{"white":"Ada","black":"Max"},"date":"2026-11-22","event":"Club","elo":{"white":1500}}"#;
    let header = format!("{},{about}", HEADER.trim_end_matches('}'));
    let text = format!("{header}\n{}\n", first_action());
    let replay = Replay::parse("match.jsonl".as_ref(), text.as_bytes()).unwrap();
    let header = replay.header();
    let names = header.names.as_ref().unwrap();
    assert_eq!((names.white.as_deref(), names.black.as_deref()), (Some("Ada"), Some("Max")));
    assert_eq!((header.date.as_deref(), header.event.as_deref()), (Some("2026-11-22"), Some("Club")));
    assert_eq!(header.elo.map(|elo| (elo.white, elo.black)), Some((Some(1500), None)));
    let record = fairground_match::record::parse("match.jsonl".as_ref(), text.as_bytes()).unwrap();
    assert_eq!(record.to_text().unwrap(), text, "byte for byte");
}
