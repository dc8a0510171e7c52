//! Folders of matches: the command, and the index of the files.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use fairground::engine::{DynGame, Side};
use fairground::games;
use fairground::library::{Filter, Library, PositionQuery, ResultFilter, Scan, Sort};
use fairground::play::{Match, PlayError, Seat, Setup};
use serde_json::Value;
use tempfile::TempDir;

/// A folder of matches, with an index beside it.
struct Shelf {
    all: TempDir,
    matches: PathBuf,
}

impl Shelf {
    fn new() -> Shelf {
        let all = tempfile::tempdir().unwrap();
        let matches = all.path().join("matches");
        fs::create_dir(&matches).unwrap();
        Shelf { matches, all }
    }

    /// An unfinished match of chess, one that White resigned, and one of Fluky Chess between bots.
    fn filled() -> Shelf {
        let shelf = Shelf::new();
        let mut open = shelf.begin("chess", "open", [Seat::Human; 2]);
        for action in ["g1f3", "d7d5", "g2g3"] {
            open.act(action).unwrap();
        }
        let mut over = shelf.begin("chess", "over", [Seat::Human, "greedy".parse().unwrap()]);
        over.act("e2e4").unwrap();
        over.resign(Side::White).unwrap();
        let seats = ["search:nodes=100".parse().unwrap(), "random".parse().unwrap()];
        let mut fluky = shelf.begin("fluky", "rolled", seats);
        fluky.act("c1c2").unwrap();
        let roll = fluky.throw(None).unwrap();
        fluky.apply_roll(&roll).unwrap();
        shelf
    }

    fn begin(&self, game: &str, name: &str, seats: [Seat; 2]) -> Match {
        let mut begun = Match::new(Setup::new(games::info(game).unwrap(), seats, 7)).unwrap();
        begun.record_to(&self.file(name)).unwrap();
        begun
    }

    fn file(&self, name: &str) -> PathBuf {
        self.matches.join(format!("{name}.jsonl"))
    }

    fn index(&self) -> PathBuf {
        self.all.path().join("index.sqlite")
    }

    fn open(&self) -> (Library, Scan) {
        let mut library = Library::open_with(&self.matches, Some(&self.index())).unwrap();
        let scan = library.refresh(&mut |_, _| true).unwrap();
        (library, scan)
    }

    fn run(&self, args: &[&str]) -> Output {
        let folder = self.matches.to_str().unwrap();
        let mut command = command::command(&[&["library", folder], args].concat());
        let cache = self.all.path().join("cache");
        command.env("XDG_CACHE_HOME", &cache).env("HOME", &cache).env("LOCALAPPDATA", &cache).env("TZ", "UTC");
        command.output().unwrap()
    }

    #[track_caller]
    fn prints(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && error.is_empty(), "{args:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.prints(&[args, &["--json"]].concat())).unwrap()
    }
}

/// The names of the matches that pass a filter, sorted.
fn names(library: &mut Library, filter: &Filter) -> String {
    let listed = library.list(filter, Sort::Date, None).unwrap();
    let mut names: Vec<_> = listed.iter().map(|own| own.file.trim_end_matches(".jsonl").to_string()).collect();
    names.sort();
    names.join(" ")
}

/// Sets the date in the header of a match file.
fn set_date(file: &Path, date: &str) {
    set_header(file, |header| drop(header.insert("date".to_string(), date.into())));
}

fn set_header(file: &Path, change: impl Fn(&mut serde_json::Map<String, serde_json::Value>)) {
    let text = fs::read_to_string(file).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let mut header: serde_json::Map<_, _> = serde_json::from_str(header).unwrap();
    change(&mut header);
    fs::write(file, format!("{}\n{rest}", serde_json::to_string(&header).unwrap())).unwrap();
}

/// A copy or a note changes the file's time, not the date of the match.
#[test]
fn the_date_of_the_match_takes_precedence() {
    let shelf = Shelf::filled();
    let dates = |shelf: &Shelf| -> Vec<String> {
        let (mut library, _) = shelf.open();
        library.list(&Filter::default(), Sort::Date, None).unwrap().iter().map(|own| own.changed.to_string()).collect()
    };
    set_date(&shelf.file("over"), "2001-02-03T04:05:06Z");
    assert_eq!(dates(&shelf).last().unwrap(), "2001-02-03T04:05:06Z");
    // A file without a recorded date has the date of its last change.
    set_header(&shelf.file("over"), |header| drop(header.remove("date")));
    let moment: jiff::Timestamp = "2024-02-29T12:00:00Z".parse().unwrap();
    fs::File::options().append(true).open(shelf.file("over")).unwrap().set_modified(moment.into()).unwrap();
    assert_eq!(dates(&shelf).last().unwrap(), "2024-02-29T12:00:00Z");
}

#[test]
fn matches_are_filtered() {
    let shelf = Shelf::filled();
    set_date(&shelf.file("open"), "2024-02-29T12:00:00Z");
    let (mut library, scan) = shelf.open();
    assert_eq!(scan, Scan { files: 3, read: 3, gone: 0 });
    let mut has = |filter: Filter, expected: &str| assert_eq!(names(&mut library, &filter), expected, "{filter:?}");
    let some = Filter::default;
    has(some(), "open over rolled");
    has(Filter { game: Some("chess"), ..some() }, "open over");
    has(Filter { player: Some("human".into()), ..some() }, "open over");
    has(Filter { player: Some("search".into()), ..some() }, "rolled");
    has(Filter { player: Some("search:nodes=100".into()), ..some() }, "rolled");
    has(Filter { player: Some("sea".into()), ..some() }, "");
    has(Filter { player: Some("greedy".into()), ..some() }, "over");
    has(Filter { result: Some(ResultFilter::Black), ..some() }, "over");
    has(Filter { result: Some(ResultFilter::Ongoing), ..some() }, "open rolled");
    has(Filter { min_plies: Some(2), ..some() }, "open");
    has(Filter { max_plies: Some(1), ..some() }, "over rolled");
    let moment = |text: &str| Some(text.parse().unwrap());
    has(Filter { until: moment("2024-02-29T12:00:00Z"), ..some() }, "");
    has(Filter { since: moment("2024-02-29T12:00:00Z"), until: moment("2024-02-29T12:00:01Z"), ..some() }, "open");
    has(Filter { since: moment("2024-03-01T00:00:00Z"), ..some() }, "over rolled");
    let longest = library.list(&some(), Sort::Length, Some(1)).unwrap();
    assert_eq!((longest[0].file.as_str(), longest[0].plies, longest[0].actions), ("open.jsonl", 3, 3));
    let by_game = library.list(&some(), Sort::Game, None).unwrap();
    assert_eq!(by_game.iter().map(|own| own.game.as_str()).collect::<Vec<_>>(), ["chess", "chess", "fluky"]);
    assert_eq!((by_game[2].plies, by_game[2].actions), (1, 2));
}

/// An analysis is neither a match in progress nor counted.
#[test]
fn an_analysis_is_listed_as_analysis() {
    let shelf = Shelf::filled();
    set_header(&shelf.file("open"), |header| drop(header.insert("analysis".to_string(), true.into())));
    let (mut library, _) = shelf.open();
    assert_eq!(names(&mut library, &Filter::default()), "open over rolled");
    let ongoing = Filter { result: Some(ResultFilter::Ongoing), ..Filter::default() };
    assert_eq!(names(&mut library, &ongoing), "rolled");
    let table = shelf.prints(&["list", "--game", "chess"]);
    assert!(table.lines().any(|line| line.contains("analysis") && line.ends_with("open.jsonl")), "{table}");
    let listed = shelf.json(&["list", "--game", "chess"]);
    let analyses: Vec<_> = listed.as_array().unwrap().iter().map(|own| own["analysis"].as_bool().unwrap()).collect();
    assert_eq!(analyses.iter().filter(|analysis| **analysis).count(), 1);
    assert_eq!(shelf.json(&["stats"])["matches"], 2);
    // The rolls of an analysis are chosen by hand.
    set_header(&shelf.file("rolled"), |header| drop(header.insert("analysis".to_string(), true.into())));
    let stats = shelf.json(&["stats"]);
    let games = stats["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["game"] != "fluky"), "{stats}");
    assert!(matches!(Match::resume(&shelf.file("open")), Err(PlayError::Analysis(_))));
    assert!(shelf.run(&["list"]).stderr.is_empty());
}

#[test]
fn a_position_is_found_by_its_text() {
    let shelf = Shelf::filled();
    let (mut library, _) = shelf.open();
    let mut chess = games::begin(games::info("chess").unwrap(), Default::default(), None).unwrap();
    let mut found = |game: &dyn DynGame| {
        let position = Some(PositionQuery::parse(&game.text(), None).unwrap());
        let listed = library.list(&Filter { position, ..Default::default() }, Sort::Date, None).unwrap();
        let mut found: Vec<_> = listed.into_iter().map(|own| (own.file, own.ply.unwrap())).collect();
        found.sort();
        found
    };
    let told = |name: &str, ply| (format!("{name}.jsonl"), ply);
    assert_eq!(found(&*chess), [told("open", 0), told("over", 0)]);
    for action in ["g2g3", "d7d5", "g1f3"] {
        chess.apply(action).unwrap();
    }
    assert_eq!(found(&*chess), [told("open", 3)], "by other moves, with another halfmove clock");
    chess.undo();
    assert!(found(&*chess).is_empty());
}

#[test]
fn the_index_follows_the_files() {
    let shelf = Shelf::filled();
    let (mut library, _) = shelf.open();
    let refresh = |library: &mut Library| library.refresh(&mut |_, _| true).unwrap();
    assert_eq!(refresh(&mut library), Scan { files: 3, read: 0, gone: 0 });
    // One match continues, one is deleted, and one is added.
    let mut resumed = Match::resume(&shelf.file("open")).unwrap();
    resumed.act("g8f6").unwrap();
    resumed.flush().unwrap();
    fs::remove_file(shelf.file("over")).unwrap();
    drop(shelf.begin("whack", "new", [Seat::Human; 2]));
    assert_eq!(refresh(&mut library), Scan { files: 3, read: 2, gone: 1 });
    assert_eq!(names(&mut library, &Filter::default()), "new open rolled");
    assert_eq!(names(&mut library, &Filter { min_plies: Some(4), ..Default::default() }), "open");
    // Another program with the same index sees the change.
    let (mut other, scan) = shelf.open();
    assert_eq!((scan.read, names(&mut other, &Filter::default()).as_str()), (0, "new open rolled"));
    drop(resumed);
    fs::rename(shelf.file("open"), shelf.file("renamed")).unwrap();
    assert_eq!(refresh(&mut library), Scan { files: 3, read: 1, gone: 1 });
    assert_eq!(names(&mut library, &Filter::default()), "new renamed rolled");
}

#[test]
fn reading_stops_on_request_and_resumes() {
    let shelf = Shelf::filled();
    let text = fs::read_to_string(shelf.file("over")).unwrap();
    for number in 0..1500 {
        fs::write(shelf.file(&number.to_string()), &text).unwrap();
    }
    let mut library = Library::open_with(&shelf.matches, Some(&shelf.index())).unwrap();
    let scan = library.refresh(&mut |_, _| false).unwrap();
    assert!(scan.read < scan.files, "{scan:?}");
    let rest = library.refresh(&mut |read, all| read <= all).unwrap();
    assert_eq!((scan.read + rest.read, rest.files), (1503, 1503));
}

#[test]
fn an_unusable_index_is_rebuilt() {
    let shelf = Shelf::filled();
    drop(shelf.open());
    let whole = fs::read(shelf.index()).unwrap();
    assert_eq!(shelf.open().1.read, 0);
    let again = |bytes: &[u8], what: &str| {
        fs::write(shelf.index(), bytes).unwrap();
        let (mut library, _) = shelf.open();
        assert_eq!(names(&mut library, &Filter::default()), "open over rolled", "{what}");
        assert_eq!(library.statistics(&Filter::default()).unwrap().matches, 3, "{what}");
        drop(library);
        assert_eq!(shelf.open().1.read, 0, "{what}: kept again");
    };
    again(b"not a database, but long enough to look like one until its header is read", "another file");
    again(b"", "empty");
    again(&whole[..whole.len() / 2], "cut off");
    let mut garbled = whole.clone();
    garbled[4096..].fill(0xa5);
    again(&garbled, "garbled");
    let mut older = whole.clone();
    // The `user_version` of an SQLite file.
    older[60..64].copy_from_slice(&99_u32.to_be_bytes());
    again(&older, "of another version");
    // If an index cannot be written, it is kept in memory.
    let wall = shelf.file("over").join("index.sqlite");
    let mut library = Library::open_with(&shelf.matches, Some(&wall)).unwrap();
    assert_eq!(library.refresh(&mut |_, _| true).unwrap().read, 3);
    assert_eq!(names(&mut library, &Filter::default()), "open over rolled");
    // One folder's index under the name of another's.
    let other = Shelf::new();
    fs::copy(shelf.index(), other.index()).unwrap();
    assert_eq!(names(&mut other.open().0, &Filter::default()), "");
}

/// The files are authoritative: matches are shown regardless of the state of the index.
#[test]
fn a_locked_index_is_bypassed() {
    let shelf = Shelf::filled();
    drop(shelf.open());
    let other = rusqlite::Connection::open(shelf.index()).unwrap();
    let lock = || other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let (mut library, _) = shelf.open();
    lock();
    // Opened before the lock, and refreshed during it.
    assert_eq!(library.refresh(&mut |_, _| true).unwrap().read, 3, "read into memory again");
    assert_eq!(names(&mut library, &Filter::default()), "open over rolled");
    let (mut second, scan) = shelf.open();
    assert_eq!((scan.read, names(&mut second, &Filter::default()).as_str()), (3, "open over rolled"));
    other.execute_batch("ROLLBACK").unwrap();
    let (mut third, scan) = shelf.open();
    assert_eq!((scan.read, names(&mut third, &Filter::default()).as_str()), (0, "open over rolled"));
    // While only the list is read.
    lock();
    assert_eq!(names(&mut third, &Filter::default()), "open over rolled");
    assert_eq!(third.statistics(&Filter::default()).unwrap().matches, 3);
}

#[test]
fn invalid_files_are_reported_in_a_line() {
    let shelf = Shelf::filled();
    fs::write(shelf.matches.join("notes.txt"), "no match\nat all").unwrap();
    fs::write(shelf.matches.join("other.json"), "{\"format\":\"another\",\"version\":1}").unwrap();
    fs::write(shelf.matches.join("long.json"), format!("{{{}", " ".repeat(8 << 20))).unwrap();
    fs::write(shelf.matches.join(".hidden"), "x").unwrap();
    fs::create_dir(shelf.matches.join("folder")).unwrap();
    let torn = fs::read_to_string(shelf.file("over")).unwrap();
    fs::write(shelf.file("torn"), format!("{torn}{{\"acti")).unwrap();
    let text = fs::read_to_string(shelf.file("open")).unwrap();
    fs::write(shelf.file("unknown"), text.replace("\"chess\"", "\"checkers\"")).unwrap();
    fs::write(shelf.file("wrong"), text.replace("d7d5", "z9z9")).unwrap();
    let playing = Match::resume(&shelf.file("open")).unwrap();
    for args in [&["list"][..], &["rebuild"]] {
        let output = shelf.run(args);
        assert!(output.status.success());
        let told = String::from_utf8(output.stderr).unwrap();
        let lines: Vec<_> = told.lines().map(|line| line.strip_prefix("warning: ").unwrap()).collect();
        // Files of other kinds are only counted, unless asked for.
        let foreign = ["notes.txt", "other.json", "long.json"];
        for file in foreign {
            assert_eq!(lines.contains(&&*format!("{file}: not a match file")), args == ["rebuild"], "{told}");
        }
        assert_eq!(
            lines.iter().filter(|line| line.starts_with("3 other files are not listed")).count(),
            usize::from(args == ["list"])
        );
        for (file, words) in [("torn.jsonl", "incomplete"), ("unknown.jsonl", "checkers"), ("wrong.jsonl", "z9z9")] {
            let own: Vec<_> = lines.iter().filter(|line| line.starts_with(file)).collect();
            assert!(own.len() == 1 && own[0].contains(words), "{file}: {told}");
        }
        let played = lines.iter().any(|line| line.starts_with("open.jsonl: in progress"));
        assert_eq!((lines.len(), played), if args == ["list"] { (5, true) } else { (6, false) }, "{told}");
    }
    drop(playing);
    let (mut library, _) = shelf.open();
    assert_eq!(names(&mut library, &Filter::default()), "open over rolled torn");
    assert!(library.being_played().unwrap().is_empty());
}

#[test]
fn lists_for_people_and_programs() {
    let shelf = Shelf::filled();
    set_date(&shelf.file("over"), "2024-02-29T12:34:00Z");
    let table = shelf.prints(&["list", "--game", "chess", "--sort", "length"]);
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines[0].starts_with("date ") && lines[0].ends_with("plies  file"), "{table}");
    assert!(lines[1].contains("ongoing") && lines[1].ends_with("open.jsonl"), "{table}");
    assert!(lines[2].starts_with("2024-02-29 12:34") && lines[2].contains("black (resignation)"), "{table}");
    assert_eq!(shelf.prints(&["list", "--player", "nobody"]), "no matches\n");
    // Finds bots by their names in the window, and matches by their event.
    set_header(&shelf.file("over"), |header| drop(header.insert("event".to_string(), "Spring Cup".into())));
    set_header(&shelf.file("rolled"), |header| {
        header.insert("seats".to_string(), serde_json::json!({"white": "5", "black": "human"}));
    });
    let table = shelf.prints(&["list"]);
    let head: Vec<_> = table.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(head, ["date", "game", "white", "black", "result", "event", "plies", "file"]);
    assert!(table.contains("black (resignation)  Spring Cup "), "{table}");
    assert!(table.contains("fluky  Badger  human  "), "{table}");
    let files = |args: &[&str]| -> Vec<String> {
        let listed = shelf.json(&[&["list"], args].concat());
        let names = listed.as_array().unwrap().iter().map(|own| own["file"].as_str().unwrap().to_string());
        names.map(|file| Path::new(&file).file_name().unwrap().to_str().unwrap().to_string()).collect()
    };
    assert_eq!(files(&["--player", "badger"]), ["rolled.jsonl"]);
    assert_eq!(files(&["--player", "5"]), ["rolled.jsonl"]);
    assert_eq!(files(&["--event", "spring cup"]), ["over.jsonl"]);
    assert_eq!(files(&["--event", "spring"]), [""; 0]);
    let listed = shelf.json(&["list", "--until", "2024-02"]);
    let over = &listed[0];
    assert_eq!((over["outcome"].as_str(), over["reason"].as_str()), (Some("black"), Some("resignation")));
    assert_eq!((over["changed"].as_str(), over["plies"].as_u64()), (Some("2024-02-29T12:34:00Z"), Some(1)));
    assert_eq!(
        fs::canonicalize(over["file"].as_str().unwrap()).unwrap(),
        fs::canonicalize(shelf.file("over")).unwrap()
    );
    assert!(listed.as_array().unwrap().len() == 1 && over.get("ply").is_none());
    let start = command::prints(&["apply", "chess", "e2e4"]);
    let found = shelf.json(&["find", "--position", start.trim()]);
    assert_eq!((found[0]["ply"].as_u64(), found.as_array().unwrap().len()), (Some(1), 1));
    assert_eq!(shelf.json(&["list", "--limit", "2"]).as_array().unwrap().len(), 2);
    assert_eq!(shelf.prints(&["rebuild"]), "3 files read, 3 matches\n");
}

/// Names and events of a file cannot break the rows or control the terminal. JSON keeps them.
#[test]
fn texts_of_match_files_are_listed_in_one_short_line() {
    let shelf = Shelf::filled();
    let (wild, long) = ("a\u{1b}[2J\nb\u{9b}", "x".repeat(100_000));
    set_header(&shelf.file("over"), |header| {
        header.insert("names".to_string(), serde_json::json!({"white": wild, "black": long}));
        header.insert("event".to_string(), wild.into());
    });
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for args in [&["list"][..], &["find", "--position", start]] {
        let told = shelf.prints(args);
        assert!(told.contains("a\\u{1b}[2J\\nb\\u{9b}"), "{args:?}: {told:?}");
        assert!(!told.contains(|letter: char| letter.is_control() && letter != '\n'), "{args:?}: {told:?}");
        assert!(told.lines().all(|line| line.len() < 500) && told.contains("xxx…"), "{args:?}: {told:?}");
    }
    assert_eq!(shelf.prints(&["list"]).lines().count(), 4);
    let listed = shelf.json(&["list", "--event", wild]);
    assert_eq!((&listed[0]["white_name"], &listed[0]["black_name"]), (&wild.into(), &long.into()));
}

/// Finished matches with lead changes and captures come first; unfinished ones are left out.
#[test]
fn exciting_matches_come_first() {
    let shelf = Shelf::new();
    let play = |name: &str, actions: &[&str], loser: Option<Side>| {
        let mut running = shelf.begin("chess", name, [Seat::Human; 2]);
        actions.iter().for_each(|action| drop(running.act(action).unwrap()));
        loser.iter().for_each(|loser| running.resign(*loser).unwrap());
    };
    let sharp = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5", "f1e2", "c8g4", "d2d4", "g4e2", "g1e2"];
    play("sharp", &sharp, Some(Side::Black));
    play("quiet", &["e2e3", "e7e6", "d2d3", "d7d6", "g1f3", "g8f6"], Some(Side::Black));
    play("open", &sharp, None);
    let listed = shelf.json(&["list", "--by", "excitement"]);
    let names: Vec<_> = listed.as_array().unwrap().iter().map(|own| own["file"].as_str().unwrap()).collect();
    assert!(names.len() == 2 && names[0].ends_with("sharp.jsonl"), "{names:?}");
    assert!(listed[0]["excitement"].as_f64() > listed[1]["excitement"].as_f64(), "{listed}");
    let table = shelf.prints(&["list", "--sort", "excitement", "--limit", "1"]);
    assert!(table.lines().next().unwrap().ends_with("plies  excitement  file"), "{table}");
    assert!(table.lines().count() == 2 && table.contains("sharp.jsonl"), "{table}");
}

#[test]
fn statistics_of_games_players_and_dice() {
    let shelf = Shelf::filled();
    let all = shelf.json(&["stats"]);
    assert_eq!(all["matches"], 3);
    let [chess, fluky] = all["games"].as_array().unwrap().as_slice() else { panic!("{all}") };
    assert_eq!((&chess["game"], &fluky["game"]), (&"chess".into(), &"fluky".into()));
    for (key, number) in [("matches", 2), ("white", 0), ("black", 1), ("draws", 0), ("ongoing", 1), ("mean_plies", 1)] {
        assert_eq!(chess[key].as_f64(), Some(f64::from(number)), "{key}: {chess}");
    }
    assert_eq!(chess["ends"]["resignation"], 1);
    assert_eq!(chess["pairs"].as_array().unwrap().len(), 2);
    assert_eq!(chess["faces"], Value::Array(Vec::new()));
    assert_eq!((&fluky["mean_plies"], &fluky["lengths"]["0"]), (&Value::Null, &1.into()));
    let faces = fluky["faces"].as_array().unwrap();
    assert_eq!(faces.iter().map(|face| face["count"].as_u64().unwrap()).sum::<u64>(), 1);
    let pawn = faces.iter().find(|face| face["symbol"] == "P").unwrap();
    assert_eq!(pawn["expected"], 0.5);
    assert_eq!(all["months"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum::<u64>(), 3);
    let text = shelf.prints(&["stats", "--game", "fluky"]);
    assert!(text.starts_with("1 match\n") && text.contains("search:nodes=100 - random: 1 match,"), "{text}");
    assert!(text.contains("expected 50.0 %"), "{text}");
}

#[test]
fn invalid_filters_are_refused() {
    let shelf = Shelf::new();
    let folder = shelf.matches.to_str().unwrap();
    for (args, parts) in [
        (&["library", "no/such/folder", "list"][..], &["no/such/folder", "cannot be read"][..]),
        (&["library", folder], &["library", "list"]),
        (&["library", folder, "list", "--since", "soon"], &["--since", "2026-11-05"]),
        (&["library", folder, "list", "--until", "2026-13"], &["--until"]),
        (&["library", folder, "list", "--game", "flucky"], &["fluky"]),
        (&["library", folder, "list", "--result", "won"], &["white", "ongoing"]),
        (&["library", folder, "list", "--min-plies", "-1"], &["0 or more"]),
        (&["library", folder, "list", "--sort", "size"], &["length"]),
        (&["library", folder, "find"], &["--position"]),
        (&["library", folder, "find", "--position", "nonsense"], &["--position", "any game"]),
        (&["library", folder, "find", "--game", "fluky", "--position", "kpppp/p4/5/4P w - 0"], &["--position"]),
    ] {
        command::fails(args, parts);
    }
}

#[test]
fn no_value_of_an_option_panics() {
    let shelf = Shelf::filled();
    let options = [
        "--game",
        "--player",
        "--event",
        "--result",
        "--min-plies",
        "--max-plies",
        "--since",
        "--until",
        "--sort",
        "--limit",
        "--position",
        "--json",
    ];
    for command in ["list", "find", "stats", "rebuild"] {
        for option in options {
            for value in ["", "x", "-1", "é", "'; DROP TABLE files", "0", "9999999999999999999999", "\u{1f600}"] {
                let output = shelf.run(&[command, option, value]);
                let error = String::from_utf8(output.stderr).unwrap();
                assert!(matches!(output.status.code(), Some(0 | 2)), "{command} {option} {value:?}: {error}");
                assert!(!error.contains("panicked"), "{command} {option} {value:?}: {error}");
            }
        }
    }
    assert_eq!(shelf.json(&["list"]).as_array().unwrap().len(), 3);
}
