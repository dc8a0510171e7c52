//! `verify` accepts the match files of all writers. Other tests cover the files of the window
//! (`src/session/tests/files.rs`), of films (`tests/film.rs`), of rooms (`tests/rooms`), and of matches
//! with other programs (`tests/uci_seat.rs`).
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;
#[path = "common/folder.rs"]
mod folder;
#[path = "common/sources.rs"]
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use command::prints;
use fairground::engine::Side;
use fairground::games;
use fairground::play::{Replay, Seat};
use fairground::record::Note;
use folder::Folder;

fn files_in(folder: &str) -> Vec<String> {
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_string()).collect();
    files.sort();
    files
}

#[test]
fn files_written_by_commands_verify() {
    let folder = Folder::new();
    let mut written = Vec::new();
    for game in games::ALL.iter().map(|info| info.id) {
        for dice in ["physics", "instant"] {
            let recorded = folder.path(&format!("{game}-{dice}.jsonl"));
            let most = if dice == "physics" { "12" } else { "40" };
            let seats = ["--white", "greedy", "--black", "random"];
            let how = ["--headless", "--seed", "4", "--dice", dice, "--max", most, "--record", &recorded];
            prints(&[&["watch", game][..], &seats, &how].concat());
            // Another process continues the match to its end.
            let resumed = folder.path(&format!("{game}-{dice}-resumed.jsonl"));
            fs::copy(&recorded, &resumed).unwrap();
            prints(&["play", "--resume", &resumed, "--headless", "--max", "9"]);
            let played = folder.path(&format!("{game}-{dice}-played.jsonl"));
            let how = ["--headless", "--seed", "5", "--dice", dice, "--max", "7", "--record", &played];
            let named = ["--white-name", "Ada", "--black-name", "Bob \"Bo\" Lee", "--event", "Cup", "--clock", "60+1"];
            prints(&[&["play", game][..], &seats, &how, &named].concat());
            let (pgn, back) =
                (folder.path(&format!("{game}-{dice}.pgn")), folder.path(&format!("{game}-{dice}-back.jsonl")));
            prints(&["export", &recorded, "-o", &pgn]);
            prints(&["import", &pgn, "-o", &back]);
            let printed = folder.path(&format!("{game}-{dice}-printed.jsonl"));
            fs::write(&printed, prints(&["import", &pgn])).unwrap();
            let many = folder.path(&format!("{game}-{dice}-many.pgn"));
            fs::write(&many, fs::read_to_string(&pgn).unwrap().repeat(2)).unwrap();
            let imported = folder.path(&format!("{game}-{dice}-many"));
            prints(&["import", &many, "-o", &imported]);
            written.extend([recorded, resumed, played, back, printed]);
            written.extend(files_in(&imported));
        }
        let arena = folder.path(&format!("arena-{game}"));
        prints(&["arena", game, "greedy", "random", "--matches", "2", "--seed", "3", "--record", &arena]);
        written.extend(files_in(&arena));
    }
    assert_eq!(written.len(), (2 * 7 + 2) * games::ALL.len());
    for file in &written {
        prints(&["verify", file]);
    }
}

/// Matches with a secret, before and after their end.
#[test]
fn committed_matches_verify() {
    let folder = Folder::new();
    for (game, dice) in [("fluky", "physics"), ("fluky", "instant"), ("whack", "instant")] {
        let (secret, file) =
            (folder.path(&format!("{game}-{dice}.secret")), folder.path(&format!("{game}-{dice}.jsonl")));
        prints(&["commit", &secret]);
        let how = ["--headless", "--dice", dice, "--secret", &secret, "--white-entropy", "rain", "--record", &file];
        let seats = ["--white", "greedy", "--black", "random"];
        prints(&[&["watch", game, "--max", "5"][..], &seats, &how].concat());
        prints(&["verify", &file]);
        prints(&["play", "--resume", &file, "--headless"]);
        assert!(prints(&["verify", &file]).contains("revealed"), "{game} {dice}");
    }
}

/// A file of version 1 with a continued match, and one with an added note.
#[test]
fn converted_and_annotated_files_verify() {
    let folder = Folder::new();
    let old = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches").join(name);
    let mut converted = 0;
    for info in games::ALL {
        let (resumed, noted) =
            (folder.path(&format!("{}.json", info.id)), folder.path(&format!("{}-noted.json", info.id)));
        for file in [&resumed, &noted] {
            fs::copy(old(&format!("{}.json", info.id)), file).unwrap();
        }
        let mut replay = Replay::open(Path::new(&noted)).unwrap();
        replay.annotate(&Note::new(1, true, "So it begins")).unwrap();
        let mut running = fairground::play::Match::resume(Path::new(&resumed)).unwrap();
        if running.outcome().is_none() {
            running.resign(Side::White).unwrap();
        }
        assert!(running.setup().seats.iter().all(|seat| matches!(seat, Seat::Human | Seat::Bot(_))));
        running.flush().unwrap();
        drop(running);
        for file in [&resumed, &noted] {
            assert!(fs::read_to_string(file).unwrap().contains("\"version\":2"), "{file}");
            let verified = command::run(&["verify", file]);
            // Their dice were thrown by an older physics.
            assert!([Some(0), Some(3)].contains(&verified.status.code()), "{file}: {verified:?}");
            converted += 1;
        }
    }
    assert_eq!(converted, 2 * games::ALL.len());
}

/// An analysis is a match file with variations, from the command line and from the board.
#[test]
fn analyses_verify() {
    let folder = Folder::new();
    let (file, again) = (folder.path("study.jsonl"), folder.path("again.jsonl"));
    let text = "#game=fluky&moves=c1c2+%7B~N%7D+(%7B~R%7D+b5b4)+b5b4";
    assert!(command::run(&["board", text, "-o", &file]).status.success());
    assert!(command::run(&["board", &file, "-o", &again]).status.success());
    assert!(!command::run(&["board", text, "-o", &file]).status.success(), "the file is there");
    for file in [&file, &again] {
        let printed = command::run(&["board", file, "--text"]);
        assert_eq!(String::from_utf8(printed.stdout).unwrap().trim(), text);
        let verified = command::run(&["verify", file]);
        assert_eq!(verified.status.code(), Some(0), "{file}: {verified:?}");
    }
}

/// A new writer of match files needs an entry here, and a test that its files verify.
#[test]
fn every_writer_of_match_files_is_listed() {
    let mut places = BTreeSet::new();
    for path in sources::folders().iter().flat_map(|folder| sources::files(folder)) {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod").next().unwrap();
        let calls = [".record_to(", "Journal::create", "Journal::resume(", ".to_text()"];
        if !path.ends_with("tests.rs") && calls.iter().any(|call| code.contains(call)) {
            places.insert(sources::name(&path));
        }
    }
    let known = [
        "crates/fairground-arena/src/pair/mod.rs",
        "crates/fairground-match/src/play/analysis_board/analysed_game.rs",
        "crates/fairground-match/src/play/file.rs",
        "crates/fairground-match/src/play/notes.rs",
        "crates/fairground-match/src/play/pgn/games.rs",
        "crates/fairground-match/src/record/journal.rs",
        "crates/fairground-server/src/room/core.rs",
        "src/cli/bench/files.rs",
        "src/cli/drawing/analysis_board.rs",
        "src/cli/matches/pgn.rs",
        "src/cli/matches/play.rs",
        "src/cli/matches/room_seat.rs",
        "src/session/records/match_recorder.rs",
        "src/ui/state/film_form.rs",
    ];
    places.retain(|place| !place.contains("/tests/"));
    assert_eq!(places.into_iter().collect::<Vec<_>>(), known);
}
