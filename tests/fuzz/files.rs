//! Files by other authors: games, books of openings, lessons.

use std::fs;
use std::path::Path;

use fairground::arena::Openings;
use fairground::engine::Options;
use fairground::games;
use fairground::lessons::Lesson;
use fairground::play::{self, Replay};
use fairground::record::{Pgn, Record};

use super::fuzz;

mod everyday {
    super::super::targets! {
        pgn_games: 200, many_pgn_games: 40_000;
        opening_books: 300, many_opening_books: 60_000;
        lessons: 300, many_lessons: 100_000;
    }
}

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn pgn_games(cases: u64) {
    let corpus: Vec<_> = ["lichess", "twic", "chess_com"]
        .iter()
        .map(|name| fs::read_to_string(root("tests/pgn").join(name).with_extension("pgn")).unwrap())
        .map(|text| text.chars().take(2000).collect::<String>())
        .collect();
    let file = Path::new("damaged.pgn");
    let usable: Vec<_> = corpus.into_iter().filter(|text| Pgn::parse(text).is_ok()).collect();
    assert!(!usable.is_empty());
    fuzz("games in PGN", cases, &usable, |text| {
        let games = Pgn::parse(text).map_err(|error| error.to_string())?;
        for game in &games {
            let printed = game.to_string();
            let again = Pgn::parse(&printed).unwrap_or_else(|error| panic!("{printed}: not read again: {error}"));
            assert_eq!(again.len(), 1, "one game remains one game: {printed}");
            assert_eq!(again[0].to_string(), printed);
            let record = play::import(file, game).map_err(|error| error.to_string())?.record;
            let text = exported(&record);
            let again = read_again(file, &text);
            assert_eq!(again.header, record.header, "{text}");
            assert_eq!(again.actions(), record.actions(), "{text}");
            assert_eq!(again.result(), record.result(), "{text}");
            // Variations in comments become variations, and their moves then take the standard form.
            let settled = (0..2).fold(exported(&again), |text, _| exported(&read_again(file, &text)));
            assert_eq!(exported(&read_again(file, &settled)), settled);
        }
        Ok(())
    });
}

/// A record as PGN.
fn exported(record: &Record) -> String {
    play::export(&Replay::parse(Path::new("match"), record.to_text().unwrap().as_bytes()).unwrap()).to_string()
}

/// The match in an exported text.
fn read_again(file: &Path, text: &str) -> Record {
    let [game] = Pgn::parse(text).unwrap().try_into().unwrap_or_else(|games| panic!("{games:?} in {text}"));
    play::import(file, &game).unwrap_or_else(|error| panic!("{text}: not read again: {error}")).record
}

fn opening_books(cases: u64) {
    let corpus = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3; id \"a\";\n",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n",
    ]
    .map(String::from);
    let folder = tempfile::tempdir().unwrap();
    let chess = games::info("chess").unwrap();
    let mut number = 0;
    fuzz("books of openings", cases, &corpus, |text| {
        number += 1;
        let file = folder.path().join(format!("{number}.epd"));
        fs::write(&file, text).unwrap();
        let read = Openings::read(&file, chess, &Options::default(), None);
        fs::remove_file(&file).unwrap();
        read.map(|_| ()).map_err(|error| error.to_string())
    });
}

fn lessons(cases: u64) {
    let mut corpus = Vec::new();
    for folder in fs::read_dir(root("crates/fairground-learning/lessons")).unwrap() {
        let mut files: Vec<_> =
            fs::read_dir(folder.unwrap().path()).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        corpus.extend(files.iter().take(2).map(|file| fs::read_to_string(file).unwrap()));
    }
    fuzz("lessons", cases, &corpus, |text| {
        // The folder names the game: the rules refuse lessons of other games.
        let lesson = Lesson::parse("fluky/damaged.toml", text).map_err(|error| error.to_string())?;
        let _ = lesson.check();
        Ok(())
    });
}
