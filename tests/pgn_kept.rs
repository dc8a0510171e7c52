//! PGN data of other programs is kept, and exported again.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;
#[path = "common/folder.rs"]
mod folder;

#[path = "common/python.rs"]
mod python;

use std::fs;
use std::path::Path;

use command::{fails, prints, run};
use fairground::engine::{Outcome, Reason, Side};
use fairground::play::{AnalysedGame, ImportedGame, Replay, export, is_pgn, pgn_text, read_games};
use fairground::record::{MatchEvent, MatchResult, Note, Record, RecordError, Tree};
use folder::Folder;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// The games of a text.
fn games(text: &str) -> Vec<Result<ImportedGame, RecordError>> {
    read_games(Path::new("games.pgn"), text).collect()
}

/// The only game of a text; asserts that nothing was left out.
#[track_caller]
fn read(text: &str) -> Record {
    let [game] = games(text).try_into().unwrap();
    let game = game.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(game.cut_short, None, "{text}");
    game.record
}

fn written(record: &Record) -> String {
    let text = record.to_text().unwrap();
    export(&Replay::parse(Path::new("match"), text.as_bytes()).unwrap()).to_string()
}

/// Exporting and importing changes neither the record nor the text.
#[track_caller]
fn there_and_back(record: &Record) -> String {
    let text = written(record);
    let again = read(&text);
    assert_eq!(again.header, record.header, "{text}");
    assert_eq!(again.events(), record.events(), "{text}");
    assert_eq!(written(&again), text);
    // In one line, for searching.
    text.replace('\n', " ")
}

fn actions(record: &Record) -> Vec<&str> {
    record.actions().iter().map(|entry| &*entry.action).collect()
}

fn notes(record: &Record) -> Vec<(usize, String)> {
    record.notes().values().map(|note| (note.after, note.text())).collect()
}

fn used(record: &Record) -> Vec<Option<u64>> {
    record.actions().iter().map(|entry| entry.used_ms).collect()
}

#[test]
fn glyphs_and_evaluations_are_kept() {
    let record = read(
        "1. d4! $14 {[%eval 0.3,22] solid} d5?! 2. c4 !! {[%eval #-4] [%csl Rd5]} (2. Nf3!? $10 {[%eval 0.1]} Nf6 ∞) dxc4 \
         $22 $300 N *",
    );
    let expected = [
        (1, "! ⩲ solid (0.3,22)".to_string()),
        (2, "?!".to_string()),
        (3, "!! (#-4)".to_string()),
        (4, "⨀ N".to_string()),
    ];
    assert_eq!(notes(&record), expected);
    let variations = record.variations();
    let [other] = variations[..] else { panic!("one variation") };
    assert_eq!((other.line[0].note(0).text(), other.line[1].note(0).text()), ("!? = (0.1)".into(), "∞".into()));
    let text = there_and_back(&record);
    let moves = "1. d4 $1 $14 {[%eval 0.3,22]} {solid} 1... d5 $6 2. c4 $3 {[%eval #-4] [%csl Rd5]} (2. Nf3 $5 $10";
    assert!(text.contains(moves), "{text}");
    // An invalid evaluation stays in its comment.
    let record = read("1. d4 {[%eval good] [%foo 1] words} *");
    assert_eq!(notes(&record), [(1, "[%eval good] [%foo 1] words".into())]);
    there_and_back(&record);
}

#[test]
fn clocks_are_kept_with_any_time_control() {
    for control in
        ["", "[TimeControl \"40/7200:3600\"]\n", "[TimeControl \"90 min + 30 sec\"]\n", "[TimeControl \"-\"]\n"]
    {
        let record = read(&format!(
            "{control}\n1. d4 {{[%clk 1:59:50]}} d5 {{[%clk 1:58:40.5] [%emt 0:01:19]}} 2. c4 {{[%emt 12]}} *"
        ));
        let expected = [
            (1, "(clock 1:59:50)".to_string()),
            (2, "(clock 1:58:40.5, took 0:01:19)".to_string()),
            (3, "(took 0:00:12)".to_string()),
        ];
        assert_eq!(notes(&record), expected, "{control}");
        assert_eq!((record.header.clocks, used(&record)), (None, vec![None; 3]));
        let text = there_and_back(&record);
        assert!(text.contains("1. d4 {[%clk 1:59:50]} 1... d5 {[%emt 0:01:19.000] [%clk 1:58:40.5]}"), "{text}");
    }
    // Some moves have no time.
    let record = read("[TimeControl \"180+2\"]\n\n1. d4 {[%clk 0:02:59]} d5 2. c4 {[%clk 0:02:55]} *");
    assert_eq!(notes(&record), [(1, "(clock 0:02:59)".into()), (3, "(clock 0:02:55)".into())]);
    assert!(there_and_back(&record).contains("[TimeControl \"180+2\"]"));
    // An invalid time stays in its comment.
    let record = read("1. d4 {[%clk 2 days] [%emt slow]} *");
    assert_eq!(notes(&record), [(1, "[%clk 2 days] [%emt slow]".into())]);
    there_and_back(&record);
}

#[test]
fn times_of_two_parts_may_be_hours() {
    let game = |control: &str| {
        let moves = "1. d4 {[%clk 1:30]} d5 {[%clk 1:30]} 2. c4 {[%clk 1:29]} e6 {[%clk 1:26]} *";
        read(&format!("[TimeControl \"{control}\"]\n\n{moves}"))
    };
    assert_eq!(used(&game("5400+30")), [0, 0, 90_000, 270_000].map(Some));
    assert_eq!(used(&game("90+1")), [0, 0, 2_000, 5_000].map(Some));
}

/// If the clock did not run for the first move, no time was used; the reading is kept.
#[test]
fn a_clock_may_not_run_for_the_first_move() {
    let record = read(
        "[TimeControl \"180+2\"]\n\n1. d4 {[%clk 0:03:00]} d5 {[%clk 0:03:00]} 2. c4 {[%clk 0:02:58]} e6 {[%clk 0:03:17]} *",
    );
    assert_eq!(used(&record), [0, 0, 4_000, 0].map(Some));
    let expected = [(1, "0:03:00"), (2, "0:03:00"), (4, "0:03:17")];
    assert_eq!(notes(&record), expected.map(|(after, time)| (after, format!("(clock {time})"))));
    let text = there_and_back(&record);
    for time in ["0:00:00.000] [%clk 0:03:00]", "0:00:04.000] [%clk 0:02:58]", "0:00:00.000] [%clk 0:03:17]"] {
        assert!(text.contains(time), "{text}");
    }
    // A replay shows the same clocks.
    let replay = Replay::parse(Path::new("m"), record.to_text().unwrap().as_bytes()).unwrap();
    let shown: Vec<_> = replay.clocks().unwrap().iter().map(|both| both.map(|left| left.as_secs())).collect();
    assert_eq!(shown, [[180, 180], [180, 180], [180, 180], [178, 180], [178, 197]]);
}

#[test]
fn every_tag_is_kept() {
    let tags = "[Event \"Cup\"]\n[Site \"Bergen\"]\n[Date \"2026.5.2\"]\n[Round \"3.1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\
        [WhiteElo \"2400?\"]\n[BlackElo \"2390\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn\"]\n[Annotator \"Lee \"The Pen\" Ho\"]\n\
        [White Team \"C:\\temp\\new\"]\n[Zug-Nr. \"\"]\n[UTCDate \"2026.05.03\"]\n[UTCTime \"00:10:00\"]\n";
    let record = read(&format!("{tags}\n1. d4 *"));
    let kept: Vec<_> = record.header.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let expected = [
        ("Annotator", "Lee \"The Pen\" Ho"),
        ("Date", "2026.5.2"),
        ("ECO", "C20"),
        ("Opening", "King's Pawn"),
        ("Round", "3.1"),
        ("Site", "Bergen"),
        ("WhiteElo", "2400?"),
        ("White_Team", "C:\\temp\\new"),
    ];
    assert_eq!(kept, expected);
    assert_eq!(record.header.date.as_deref(), Some("2026-05-03T00:10:00Z"));
    let text = there_and_back(&record);
    for part in ["[Site \"Bergen\"] [Date \"2026.5.2\"] [Round \"3.1\"]", "[WhiteElo \"2400?\"]", "[ECO \"C20\"]"] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(read("[Date \"2026.5.2\"]\n\n*").header.date.as_deref(), Some("2026-05-02"));
    // An unreadable tag is ignored.
    for tag in ["[White]", "[White \"x", "[White x]", "[White \"x]", "[Whi te \"x\" y]", "[Event \"a\"b\"c\"]"] {
        assert_eq!(actions(&read(&format!("{tag}\n\n1. d4 *"))), ["d2d4"], "{tag}");
    }
}

/// The most precise date of the match takes precedence over the date of the event. The other dates
/// are kept, so that the next reader has the same choice.
#[test]
fn an_unreadable_date_is_replaced_by_another() {
    for (tags, date, kept) in [
        ("[Date \"2026.11.19\"] [UTCDate \"2026.13\"] [UTCTime \"09:05:00\"]", "2026-11-19", "UTCDate UTCTime"),
        ("[Date \"2026.11.19\"] [UTCDate \"2026.11.20\"]", "2026-11-19", "UTCDate"),
        ("[Date \"2026.11.19\"] [UTCDate \"2026.11.20\"] [UTCTime \"9h05\"]", "2026-11-19", "UTCDate UTCTime"),
        ("[Date \"2026.??.??\"] [UTCDate \"2026.11.18\"]", "2026-11-18", "Date UTCDate"),
        ("[Date \"????.??.??\"] [EventDate \"2026.11.18\"]", "2026-11-18", "EventDate"),
        ("[Date \"19 Nov\"] [UTCDate \"2026.11.19\"] [UTCTime \"9:05:00\"]", "2026-11-19T09:05:00Z", "Date"),
    ] {
        let record = read(&format!("{}\n\n1. d4 *", tags.replace("] ", "]\n")));
        assert_eq!(record.header.date.as_deref(), Some(date), "{tags}");
        assert_eq!(record.header.tags.keys().map(String::as_str).collect::<Vec<_>>().join(" "), kept, "{tags}");
        there_and_back(&record);
    }
}

#[test]
fn termination_tags_are_read() {
    for (termination, result, reason) in [
        ("abandoned", "1-0", Reason::Abandonment),
        ("adjudication", "0-1", Reason::Adjudication),
        ("Adjudication", "1/2-1/2", Reason::Adjudication),
        ("rules infraction", "1-0", Reason::RulesInfraction),
        ("death", "1-0", Reason::Death),
        ("emergency", "1/2-1/2", Reason::Emergency),
        ("unterminated", "1-0", Reason::Unterminated),
        ("time forfeit", "1-0", Reason::Time),
        ("time forfeit", "1/2-1/2", Reason::Time),
        ("normal", "1-0", Reason::Unknown),
        ("normal", "1/2-1/2", Reason::Agreement),
        ("B won by resignation", "0-1", Reason::Resignation),
        ("A won - game abandoned", "1-0", Reason::Abandonment),
        ("illegal move", "1-0", Reason::RulesInfraction),
        ("Game drawn by agreement", "1/2-1/2", Reason::Agreement),
    ] {
        let record = read(&format!("[Termination \"{termination}\"]\n\n1. d4 d5 {result}"));
        assert_eq!(record.result().unwrap().reason, reason.words(), "{termination}");
        let text = there_and_back(&record);
        let kept = text.to_lowercase().contains(&format!("[termination \"{}\"]", termination.to_lowercase()));
        assert!(kept && text.trim().ends_with(result), "{text}");
    }
    assert_eq!(read("1. d4 d5 1-0").result().unwrap().reason, "reason unknown");
}

/// Every reason has its own words, and survives export and import if it can end a match from
/// outside.
#[test]
fn every_reason_survives_export_and_import() {
    for reason in Reason::all() {
        assert_eq!(Reason::from_words(reason.words()), Some(reason));
        for winner in [None, Some(Side::White), Some(Side::Black)] {
            if reason.is_external(winner.is_some()) {
                let mut record = read("1. d4 d5 *");
                record.header.tags.clear();
                record.push(MatchEvent::Result(MatchResult::new(Outcome { winner, reason })));
                let text = written(&record);
                let expected = if (winner, reason) == (None, Reason::Unknown) { Reason::Agreement } else { reason };
                assert_eq!(
                    read(&text).result(),
                    Some(&MatchResult::new(Outcome { winner, reason: expected })),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn an_unreadable_game_hides_no_other() {
    let good = "[Site \"b\"]\n[White \"B\"]\n\n1. d4 {fine} d5 *\n\n[Site \"c\"]\n\n1. c4 c5 *\n";
    for broken in ["1. d4 ) d5 *", "1. d4 {never ends", "1. d4 (1. c4 c5", "1. Ke3 *", "1. d4 } *", "1. d4 d5 2. xyz *"]
    {
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("[Site \"a\"]\n\n{broken}\n\n{good}").replace('\n', end);
            let read = games(&text);
            assert_eq!(read.len(), 3, "{broken}");
            let error = read[0].as_ref().unwrap_err().to_string();
            assert!(error.contains("line 3"), "{error}");
            assert!(read[1..].iter().all(|game| game.as_ref().unwrap().record.actions().len() == 2), "{broken}");
        }
    }
    // A comment may be long, and contain text that looks like a tag.
    assert_eq!(games("1. d4 {one\n[Site \"x\"]\n\ntwo} d5 *").len(), 1);
    let folder = Folder::new();
    let file = |name: &str| folder.path(name);
    let (pgn, out) = (file("three.pgn"), file("out"));
    fs::write(&pgn, format!("[Site \"a\"]\n\n1. d4 ) d5 *\n\n{good}")).unwrap();
    fails(&["import", &pgn, "-o", &out], &["game 1: ", "line 3", "1 of 3 games cannot be imported"]);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
}

/// A null move ends the game; the moves before it are kept.
#[test]
fn a_null_move_ends_a_game() {
    for null in ["--", "Z0", "@@@@"] {
        let text = format!("1. d4 d5 {{said}}\n2. Nf3 {null} 3. Ne5 f6 1-0\n\n1. c4 *");
        let [cut, whole] = games(&text).try_into().unwrap();
        let cut = cut.unwrap();
        assert_eq!(actions(&cut.record), ["d2d4", "d7d5", "g1f3"]);
        assert_eq!((cut.record.result(), notes(&cut.record)), (None, vec![(2, "said".to_string())]));
        let why = cut.cut_short.unwrap();
        assert!(why.contains("line 2: null moves") && why.contains(null) && why.contains("after 3 actions"), "{why}");
        assert_eq!(actions(&whole.unwrap().record), ["c2c4"]);
    }
    // A variation with a null move becomes text.
    let record = read("1. d4 (1. -- d5) 1... d5 *");
    assert_eq!(notes(&record), [(1, "(1. -- d5)".into())]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("null.pgn");
    fs::write(&file, "1. d4 -- 2. c4 *").unwrap();
    let output = run(&["replay", file.to_str().unwrap(), "--headless"]);
    let (out, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success() && out.starts_with("d2d4\t") && error.contains("null moves"), "{out}{error}");
}

/// Positions without counters are accepted everywhere.
#[test]
fn positions_may_lack_their_counters() {
    let board = "4k3/pp4pp/8/8/8/8/PP4PP/4K3 w - -";
    for counters in ["", " 0 0", " 0 1", " 3", " hmvc 0; id \"x\";"] {
        let position = format!("{board}{counters}");
        let record = read(&format!("[FEN \"{}\"]\n\n0. Kd2 Kd7 1. Ke3 *", position.replace('"', "\\\"")));
        assert!(record.header.start.starts_with(board) && record.header.start.ends_with(" 1"), "{counters}");
        assert_eq!(actions(&record), ["e1d2", "e8d7", "d2e3"]);
        assert!(
            prints(&["apply", "chess", "--position", &position, "Kd2"]).starts_with("4k3/pp4pp/8/8/8/8/PP1K2PP/8 b")
        );
        assert_eq!(prints(&["perft", "chess", "--position", &position, "--depth", "1"]), "13\n", "{position}");
    }
    fails(&["moves", "chess", "--position", "4k3/8/8/8/8/8/8/4K3 w"], &["castling"]);
}

#[test]
fn encodings_are_read_or_named() {
    let text = "[Event \"Gr\u{fc}n\"]\n\n1. d4 *\n";
    let latin_1: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    for bytes in [text.as_bytes().to_vec(), latin_1, format!("\u{feff}{text}").into_bytes()] {
        assert!(is_pgn(&bytes));
        assert_eq!(read(&pgn_text(Path::new("x"), bytes).unwrap()).header.event.as_deref(), Some("Gr\u{fc}n"));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wide.pgn");
    for big in [false, true] {
        let both = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let bytes: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(both).collect();
        fs::write(&file, bytes).unwrap();
        for command in ["import", "replay", "board"] {
            fails(&[command, file.to_str().unwrap()], &["wide.pgn", "encoding: expected UTF-8", "UTF-16"]);
        }
    }
}

#[test]
fn a_pgn_is_opened_where_a_match_is() {
    let folder = tempfile::tempdir().unwrap();
    // The file name does not matter.
    let file = folder.path().join("games.txt");
    let file = file.to_str().unwrap();
    fs::write(file, "[Event \"One\"]\n\n1. d4! {first} (1. c4 e5) 1... d5 *\n").unwrap();
    assert!(prints(&["replay", file, "--headless"]).starts_with("d2d4\t"));
    assert!(prints(&["replay", file, "--json"]).contains("\"comment\": \"first\""));
    assert!(prints(&["board", file, "--text"]).contains("d4+$1+%7Bfirst%7D+(c4+e5)+d5"));
    assert!(prints(&["diagram", file, "--ply", "1"]).contains("Black to move"));
    assert!(prints(&["analyse", file, "--ply", "2", "--nodes", "200"]).contains("depth"));
    assert!(prints(&["export", file]).contains("1. d4 $1 {first}"));
    fails(&["verify", file], &["games.txt: a PGN file, not a match file", "fairground import"]);
    fails(&["play", "--resume", file], &["a PGN file"]);
    fails(&["replay", file, "--headless", "--game", "2"], &["--game: expected 1 to 1, found 2"]);
    let mut two = fs::read_to_string(file).unwrap();
    two.push_str("\n[Event \"Two\"]\n\n1. c4 *\n");
    fs::write(file, two).unwrap();
    let output = run(&["replay", file, "--headless"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && error.contains("holds 2 games; this is the first, and --game 2"), "{error}");
    assert!(prints(&["replay", file, "--headless", "--game", "2"]).starts_with("c2c4\t"));
    assert!(prints(&["import", file, "--game", "2"]).contains("c2c4"));
    let kept = folder.path().join("match.jsonl");
    let kept = kept.to_str().unwrap();
    prints(&["import", file, "--game", "1", "-o", kept]);
    fails(&["replay", kept, "--headless", "--game", "1"], &["is a match file; --game needs a PGN file"]);
    fails(&["diagram", "chess", "--game", "1"], &["--game needs a PGN file, not a game"]);
    let missing = run(&["import", "nosuch.pgn"]);
    let error = String::from_utf8(missing.stderr).unwrap();
    assert!(missing.status.code() == Some(2) && error.contains("nosuch.pgn") && !error.contains("--record"), "{error}");
    let none = folder.path().join("puzzles.jsonl");
    let make =
        |game: &'static str| ["puzzles", "make", "chess", "--from", file, "--game", game, "-o", none.to_str().unwrap()];
    assert!(prints(&make("2")).contains("no puzzle found"));
    fails(&make("3"), &["--game: expected 1 to 2, found 3"]);
    let warned = folder.path().join("warned.pgn");
    fs::write(&warned, "[Result \"1-0\"]\n\n1. d4 d5 0-1 {White resigns}\n").unwrap();
    let output = run(&["import", warned.to_str().unwrap()]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && error.contains("warned.pgn: game 1: line 3: the result is 0-1; the tag"),
        "{error}"
    );
    // The window opens files like this.
    let text = fs::read_to_string(file).unwrap();
    let first = read_games(Path::new(file), &text).next().unwrap().unwrap();
    let analysed = AnalysedGame::of_replay(&first.to_replay(Path::new(file)).unwrap());
    assert_eq!(analysed.tree.children(Tree::ROOT).len(), 2);
}

#[test]
fn chess960_is_refused_by_name() {
    for variant in ["Chess960", "Fischerandom", "chess 960"] {
        let [game] = games(&format!("[Variant \"{variant}\"]\n\n1. d4 *")).try_into().unwrap();
        let error = game.unwrap_err().to_string();
        assert!(error.contains("Chess960 is not supported"), "{error}");
    }
}

#[test]
fn the_command_line_reads_algebraic_notation() {
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n";
    for moves in [["e4", "e5", "Nf3"], ["e2-e4", "e7e5", "Ng1f3!?"], ["E4", "e5", "\u{2658}f3"], ["e4N", "e5", "nf3"]] {
        assert_eq!(prints(&[&["apply", "chess"], &moves[..]].concat()), after, "{moves:?}");
    }
    assert_eq!(prints(&["outcome", "chess", "f3", "e5", "g4", "Qh4#"]), "black\n");
    fails(&["apply", "chess", "e4", "e5", "Ke3"], &["\"Ke3\" (number 3 of 3): not allowed", "chess.md"]);
    fails(&["apply", "chess", "Qd4"], &["\"Qd4\"", "chess.md"]);
    fails(&["apply", "chess", "Bc4"], &["action \"Bc4\": not allowed: The white bishop on c1", "a legal action is "]);
    fails(&["apply", "chess", "Nd4"], &["action \"Nd4\": not allowed", "chess.md, Moves"]);
    fails(&["apply", "chess", "e4", "e5", "hello"], &["\"hello\"", "cannot be read"]);
    let rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
    fails(&["apply", "chess", "--position", rooks, "Qf1"], &["action \"Qf1\": no legal move matches; "]);
    fails(&["apply", "chess", "--position", rooks, "Rf1"], &["action \"Rf1\": ambiguous: a1f1 or h1f1"]);
}

/// Comments of any kind, in a text with wrapped lines.
fn comments() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![
        "[a-z]{1,12}",
        "[a-z%]{60,130}",
        Just("%".to_string()),
        "%[a-z]{1,5}",
        Just("}".to_string()),
        Just("[Event \"x\"]".to_string()),
        Just("{(;)".to_string()),
        "[\u{430}-\u{44f}\u{4e00}-\u{4e20}\u{1f600}-\u{1f60f}]{1,30}",
        "\\PC{1,20}",
    ];
    let comment = prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "));
    prop::collection::vec(comment, 4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Moves and words of comments survive. Braces, and words that look like commands, are written with
    /// other characters.
    #[test]
    fn any_comment_goes_there_and_back(comments in comments()) {
        let mut record = read("1. d4 d5 2. c4 *");
        for (after, comment) in comments.iter().enumerate() {
            let note = Note::new(after, false, comment);
            if !note.is_empty() {
                record.push(MatchEvent::Note(Box::new(note)));
            }
        }
        let text = written(&record);
        prop_assert!(!text.contains("\n%"), "{}", text);
        let [game] = games(&text).try_into().map_err(|_| TestCaseError::fail(text.clone()))?;
        let again = game.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?.record;
        prop_assert_eq!(actions(&again), actions(&record));
        for (after, comment) in comments.iter().enumerate() {
            let line = Note::new(after, false, comment).comment.replace('}', ")").replace("[%", "(%");
            let words: Vec<_> = line.split_whitespace().collect();
            // Brackets that do not close a command stay.
            let read = again.notes().get(&after).map_or_else(String::new, |note| note.comment.replace("[%", "(%"));
            prop_assert_eq!(read.split_whitespace().collect::<Vec<_>>(), words, "{}", text);
        }
    }
}

/// python-chess, as a second reader, reads the exported glyphs, clocks, evaluations and variations,
/// and its output is read back.
#[test]
fn python_chess_reads_the_export() {
    if !python::has("chess", "chess.engine, chess.pgn") {
        return;
    }
    let script = "import sys, chess.pgn\n\
        game = chess.pgn.read_game(sys.stdin)\n\
        assert not game.errors, game.errors\n\
        assert game.headers['Round'] == '3.1' and game.headers['Termination'] == 'adjudication'\n\
        first, second = game.next(), game.next().next()\n\
        assert first.nags == {1, 14} and first.clock() == 179.5, (first.nags, first.clock())\n\
        assert second.eval().white().score() == -17 and second.comment.endswith('why'), second.comment\n\
        assert [other.san() for other in first.variations] == ['d5', 'Nf6']\n\
        print(game.accept(chess.pgn.StringExporter(columns=None)))";
    let record = read(
        "[Round \"3.1\"]\n[Termination \"adjudication\"]\n[TimeControl \"180+2\"]\n\n1. d4! $14 {[%clk 0:02:59.5]} d5 {[%clk 0:02:50] \
         [%eval -0.17] why} (1... Nf6 2. c4) 2. c4 {[%clk 0:02:40]} 1-0",
    );
    let theirs = python_prints(script, &written(&record));
    let again = read(&theirs);
    assert_eq!((actions(&again), again.result()), (actions(&record), record.result()), "{theirs}");
    // python-chess writes one comment for a move, so the reason for the end is part of the last
    // one.
    let mut kept = notes(&again);
    assert_eq!(kept.pop(), Some((3, "adjudication".into())), "{theirs}");
    assert_eq!((kept, used(&again)), (notes(&record), used(&record)), "{theirs}");
    assert_eq!(again.variations(), record.variations());
}

fn python_prints(script: &str, input: &str) -> String {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new("python3")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}\n{input}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
