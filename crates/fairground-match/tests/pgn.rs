//! PGN: where games begin and end, what is no PGN, and what errors and warnings say.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::path::Path;

use fairground_match::play::{ImportedGame, Replay, export, pgn_text, read_games};
use fairground_match::record::{FORMAT, Note, Record, RecordError};

fn games(text: &str) -> Vec<Result<ImportedGame, RecordError>> {
    read_games(Path::new("x.pgn"), text).collect()
}

/// The only game of a text.
#[track_caller]
fn read(text: &str) -> ImportedGame {
    let [game] = games(text).try_into().unwrap_or_else(|games| panic!("not one game in {text:?}: {games:?}"));
    game.unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

fn notes(record: &Record) -> Vec<(usize, String)> {
    record.notes().values().map(|note| (note.after, note.text())).collect()
}

fn error(text: &str) -> String {
    games(text).into_iter().find_map(Result::err).unwrap_or_else(|| panic!("no error in {text:?}")).to_string()
}

fn outcome(game: &ImportedGame) -> Option<&str> {
    game.record.result().map(|result| result.outcome.as_str())
}

#[test]
fn what_follows_a_result_belongs_to_its_game() {
    for (after, note) in [
        ("{Black resigns}", Some("Black resigns")),
        ("$1", Some("!")),
        ("; foo", Some("foo")),
        ("(1... Ke7)", Some("(1... Ke7)")),
        ("\n{Black\nresigns}\n; and leaves", Some("Black resigns and leaves")),
        ("1-0", None),
        ("*  {}", None),
    ] {
        let text = format!("[Event \"a\"]\n\n1. e4 e5 1-0 {after}\n");
        let game = read(&text);
        assert_eq!(outcome(&game), Some("white"), "{text}");
        assert_eq!(
            notes(&game.record),
            note.map(|note| (2, note.to_string())).into_iter().collect::<Vec<_>>(),
            "{text}"
        );
        // The next game begins after a blank line, with a tag, or with a move.
        for next in ["\n{first} 1. d4 *", "[Event \"b\"]\n\n{first} 1. d4 *", "1. d4 {first} *"] {
            let both = games(&format!("{text}{next}\n"));
            let both: Vec<_> = both.iter().map(|game| game.as_ref().unwrap()).collect();
            assert_eq!(both.len(), 2, "{text}{next}");
            assert_eq!(both[0].record.events(), game.record.events(), "{text}{next}");
            let at = usize::from(next.starts_with('1'));
            assert_eq!(notes(&both[1].record), [(at, "first".to_string())], "{text}{next}");
        }
    }
    let game = read("1. e4 e5 1-0 (1... c5 2. Nf3)");
    assert_eq!(game.record.variations()[0].line.len(), 2);
    let [first, second] = games("1. e4 1-0 1. d4 0-1").try_into().unwrap();
    assert_eq!((outcome(&first.unwrap()), outcome(&second.unwrap())), (Some("white"), Some("black")));
}

#[test]
fn only_a_comment_after_the_last_move_is_the_reason() {
    for (text, reason, note) in [
        ("1. e4 e5 {resignation} 1-0", "resignation", None),
        ("1. e4 {resignation} e5 1-0", "reason unknown", Some("resignation")),
        ("1. e4 {checkmate} (1. d4) e5 1-0", "reason unknown", Some("checkmate")),
    ] {
        let game = read(&format!("[Event \"a\"]\n\n{text}\n"));
        assert_eq!(game.record.result().unwrap().reason, reason, "{text}");
        assert_eq!(notes(&game.record).first().map(|(_, text)| text.as_str()), note, "{text}");
    }
}

#[test]
fn a_repeated_tag_begins_a_game_only_after_a_blank_line() {
    let game = read("[White \"a\"]\n[White \"b\"]\n[White \"a\"]\n\n1. e4 *");
    assert_eq!(game.record.header.names.unwrap().white.as_deref(), Some("a"));
    assert_eq!(game.warnings, ["line 2: the second tag \"White\" is ignored: \"b\""]);
    assert_eq!(games("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *").len(), 2, "a game without moves");
    assert_eq!(games("[White \"a\"]\r\n[Black \"b\"]\r\n \r\n[Black \"c\"]\r\n\r\n").len(), 2);
    assert_eq!(games("{said}\n\n[Event \"a\"]\n% skipped\n[Event \"b\"]\n\n[Site \"c\"]\n\n1. e4 *").len(), 1);
}

#[test]
fn contradicting_results_are_reported() {
    for (text, result, warnings) in [
        (
            "[Result \"1-0\"]\n\n1. e4 e5 0-1",
            Some("black"),
            vec!["line 3: the result is 0-1; the tag Result, 1-0, is ignored"],
        ),
        ("[Result \"1-0\"]\n\n1. e4 e5\n*", None, vec!["line 4: the result is *; the tag Result, 1-0, is ignored"]),
        ("1. e4 e5 1-0\n0-1", Some("white"), vec!["line 2: the second result 0-1 is ignored; the first is 1-0"]),
        ("[Result \"*\"]\n\n1. e4 e5 0-1", Some("black"), vec![]),
        ("[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2", Some("draw"), vec![]),
        ("[Result \"0-1\"]\n\n1. e4 e5", Some("black"), vec![]),
    ] {
        let game = read(text);
        assert_eq!(
            (outcome(&game), game.warnings.clone()),
            (result, warnings.iter().map(ToString::to_string).collect()),
            "{text}"
        );
    }
}

#[test]
fn unreadable_glyphs_are_reported() {
    let game = read("1. e4 $1 $256 e5 (1... c5 $999999999999) $ $x! 1/2-1/2!");
    let expected = ["\"$256\"", "\"$999999999999\"", "\"$\"", "\"$x\""];
    assert_eq!(
        game.warnings,
        expected.map(|glyph| format!("line 1: the glyph {glyph} is ignored; expected $0 to $255"))
    );
    assert_eq!(notes(&game.record), [(1, "!".to_string()), (2, "! !".to_string())]);
    assert_eq!(read(&format!("1. e4 {} *", "$ ".repeat(1000))).warnings.len(), 20, "a warning is no log");
}

#[test]
fn an_invalid_mark_stays_text() {
    for text in ["[%cal Ge2e9]", "[%csl Gd5,Xd6]", "[%csl Gd5d6]", "[%cal Ge2]"] {
        let record = read(&format!("1. e4 {{{text} best}} e5 *")).record;
        assert_eq!(notes(&record), [(1, format!("{text} best"))]);
        let replay = Replay::parse(Path::new("match"), record.to_text().unwrap().as_bytes()).unwrap();
        let written = export(&replay).to_string();
        assert!(written.contains(&format!("{{{text} best}}")), "{written}");
        assert_eq!(read(&written).record.events(), record.events());
    }
    let record = read("1. e4 {[%cal Ge2e4,Rd7d5,] [%csl Bd5] best} *").record;
    assert_eq!((record.notes()[&1].marks.len(), record.notes()[&1].comment.as_str()), (3, "best"));
}

#[test]
fn errors_name_the_line() {
    let long = "x".repeat(Note::MAX_COMMENT + 1);
    let chapter = "x".repeat(Note::MAX_COMMENT - 1);
    let knights = "Nf3 {} Nf6 {} Ng1 {} Ng8 {} ".repeat(3).replace("{}", &format!("{{{chapter}}}"));
    for (text, expected) in [
        (
            "1. f3 e5 2. g4\nQh4# 1-0".to_string(),
            "line 2, result: expected black (checkmate), by the rules, found \"1-0\"",
        ),
        ("[Event \"a\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#".to_string(), "line 2, result: expected black"),
        ("\n[FEN \"8/8 w\"]\n\n*".to_string(), "line 2, tag FEN, "),
        ("[Event \"a\"]\n[SetUp \"1\"]\n\n*".to_string(), "line 2, tag SetUp: expected a tag FEN"),
        ("[Event \"a\"]\n[Variant \"chess9\"]\n\n*".to_string(), "line 2, tag Variant: expected one of"),
        ("[Event \"a\"]\n[Variant \"chess960\"]\n\n*".to_string(), "line 2, tag Variant: expected orthodox chess"),
        ("[Variant \"makarenko\"]\n[Options \"values=x\"]\n\n*".to_string(), "line 2, tag Options, "),
        (format!("\n[Event \"{}\"]\n\n*", "x".repeat(1 << 20)), "line 2, tags: expected at most"),
        (format!("1. e4\n{{{long}}}\ne5 *"), "line 2, comment after action 1: expected at most"),
        (format!("1. e4\n{{{long}}} *\n\n"), "line 2, comment after action 1: expected at most"),
        (format!("1. e4\n(1. d4 {{{long}}}) *"), "line 2, comment after action 1: expected at most"),
        (format!("1. e4\n({{{chapter}}} 1. d4 {{{chapter}}}) *"), "line 2, comment after action 1: expected at most"),
        (format!("1. e4\n({knights}) *"), "line 2, comment after action 1: expected at most"),
    ] {
        let error = error(&text);
        assert!(error.contains(&format!("x.pgn: {expected}")), "{expected}: {error}");
    }
}

#[test]
fn errors_hold_no_control_characters() {
    for text in ["1. e4\u{1b}[31m e5 *", "1. N\u{1b}d4 *", "1. e4 {~\u{1b}} e5 2. \u{7}Ke3 *", "[FEN \"\u{1b}\"]\n\n*"]
    {
        let error = error(text);
        assert!(!error.contains(char::is_control), "{error:?}");
    }
    assert!(error("1. e4\u{1b}[31m e5 *").contains("line 1, action 1 (e4\\u{1b}[31m)"));
}

#[test]
fn a_text_that_is_no_pgn_is_refused() {
    let read = |text: &[u8]| pgn_text(Path::new("x"), text.to_vec()).map_err(|error| error.to_string());
    let record = self::read("1. e4 e5 *").record.to_text().unwrap();
    assert!(record.contains(FORMAT));
    for text in [record.as_bytes(), b"\n{ \"format\": \"fairground-match\" }"] {
        assert_eq!(read(text).unwrap_err(), "x: content: expected PGN, found \"a match file\"");
    }
    for text in
        ["[1, 2, 3]", "[", "{}", "{\"a\": 1}", "# Fairground\n\n[Games](a.md) 1. e4\n", "hello", "a4 (", "\u{7f}ELF\0"]
    {
        let error = read(text.as_bytes()).unwrap_err();
        assert_eq!(error, format!("x: content: expected PGN, found {:?}", text.lines().next().unwrap()));
    }
    assert!(read(b"\x89PNG\r\n\x1a\n\0").unwrap_err().starts_with("x: content: expected PGN, found \"\\u{89}PNG"));
    for text in
        ["", "\n", "e4 e5 *", "e4 Ke8", "{said} 1. e4", "; said\n1. e4", "% x\n1. e4", "1.e4 )", "\u{feff}[A \"b\"]"]
    {
        assert_eq!(read(text.as_bytes()).as_deref(), Ok(text));
    }
}
