//! Games of lichess, chess.com, TWIC and other programs.

use std::fs;
use std::path::Path;

use fairground::engine::{ActionText, Side};
use fairground::play::{export, import, verify};
use fairground::record::{Pgn, Record, Seats};

use super::{notes, read, replay, texts, there_and_back_with_notes};

/// The games of a fixture, imported.
fn fixture(name: &str) -> Vec<Record> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn").join(name);
    let text = fs::read_to_string(file).unwrap();
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let games = |text: &str| -> Vec<Record> {
        let games = Pgn::parse(text).unwrap();
        games.iter().map(|pgn| import(Path::new(name), pgn).unwrap_or_else(|error| panic!("{error}")).record).collect()
    };
    let read = games(&text);
    assert_eq!(games(&windows), read, "with a byte order mark and Windows line ends");
    for record in &read {
        let verified = verify(Path::new(name), record).unwrap();
        assert!(verified.faults.is_empty(), "{:?}", verified.faults);
        there_and_back_with_notes(record);
    }
    read
}

fn names(record: &Record) -> [Option<&str>; 2] {
    let names = record.header.names.as_ref();
    [names.and_then(|names| names.white.as_deref()), names.and_then(|names| names.black.as_deref())]
}

#[test]
fn games_of_lichess_are_read() {
    let [timed, repeated] = fixture("lichess.pgn").try_into().unwrap();
    assert_eq!(names(&timed), [Some("max"), Some("random")]);
    assert_eq!((timed.header.seats.white.as_str(), timed.header.seats.black.as_str()), ("human", "human"));
    assert_eq!(timed.header.event.as_deref(), Some("Rated blitz game"));
    assert_eq!(timed.header.date.as_deref(), Some("2026-11-20T18:30:05Z"));
    assert_eq!(timed.header.elo.map(|elo| [elo.white, elo.black]), Some([Some(1843), Some(1790)]));
    assert_eq!(timed.result().unwrap().reason, "out of time");
    let used: Vec<_> = timed.actions().iter().map(|entry| entry.used_ms.unwrap()).collect();
    assert_eq!(used, [0, 0, 4_000, 12_000, 3_000], "there, no clock runs during the first moves");
    let told: Vec<_> = timed.notes().values().map(|note| (note.after, note.text())).collect();
    let expected = [
        (1, "(0.17, clock 0:03:00)"),
        (2, "(0.19, clock 0:03:00)"),
        (3, "?! (0.19 → -0.60) Inaccuracy. Nf3 was best. (-0.6)"),
        (4, "(-0.5)"),
        (5, "?! White wins on time. (-0.7)"),
    ];
    assert_eq!(told, expected.map(|(after, text)| (after, text.to_string())));
    assert_eq!(timed.header.tags["ECO"], "C20");
    let text = export(&replay(&timed)).to_string().replace('\n', " ");
    assert!(text.contains("} (2. Nf3 Nc6 3. Bb5) 2... Nc6 {"), "{text}");

    assert_eq!(repeated.actions().len(), 12, "play continued after the third occurrence");
    assert_eq!(repeated.result().unwrap().reason, "reason unknown");
    assert_eq!(names(&repeated), [Some("Ann"), Some("greedy")]);
    assert_eq!(repeated.header.elo.map(|elo| [elo.white, elo.black]), Some([None, Some(1500)]));
    assert!(!repeated.header.draws_unclaimed, "a draw that needs no claim");
    let mut shown = replay(&repeated);
    shown.go_to(8);
    assert_eq!(shown.shown_outcome(), None);
    shown.go_to(12);
    assert!(shown.shown_outcome().is_some());
}

#[test]
fn games_of_chess_com_are_read() {
    let [game] = fixture("chess_com.pgn").try_into().unwrap();
    assert_eq!(names(&game), [Some("Anna_K"), Some("8")]);
    assert_eq!((game.header.seats.white.as_str(), game.header.seats.black.as_str()), ("human", "human"));
    assert_eq!(game.result().unwrap().reason, "out of time");
    let used: Vec<_> = game.actions().iter().map(|entry| entry.used_ms.unwrap()).collect();
    assert_eq!(used, [1_700, 3_000, 8_200, 7_100, 10_100, 8_900, 10_000, 7_500]);
    assert_eq!(game.actions()[6].action, "e1g1");
    assert!(game.notes().is_empty(), "{:?}", game.notes());
}

#[test]
fn games_of_twic_are_read() {
    let [drawn, won, open] = fixture("twic.pgn").try_into().unwrap();
    assert_eq!(drawn.actions().len(), 12);
    assert_eq!(drawn.actions()[4].action, "e5d6");
    assert_eq!(drawn.result().unwrap().reason, "draw agreed", "by the tag Result, because the movetext has no result");
    assert_eq!(drawn.header.date.as_deref(), Some("2026"));
    let told: Vec<_> = drawn.notes().values().map(|note| (note.after, note.text())).collect();
    let expected = [(5, "!"), (6, "+- an unclosed parenthesis ( and a brace {"), (8, "?!")];
    assert_eq!(told, expected.map(|(after, text)| (after, text.to_string())));
    assert_eq!(won.result().unwrap().reason, "checkmate");
    assert_eq!(won.header.date.as_deref(), Some("2026-11-16"));
    assert_eq!(open.result(), None);
    let expected = [(0, false, "Annotated by the arbiter"), (3, true, "The gambit")];
    assert_eq!(notes(&open), expected);
    let variations: Vec<_> = open.variations().iter().map(|own| (own.after, texts(&own.line))).collect();
    assert_eq!(variations, [(1, "g8f6 c2c4 (g1f3 {why not (really)} g7g6) e7e6".into()), (2, "e2e3 {or}".into())]);
}

/// Texts that were once refused or misread.
#[test]
fn files_of_other_programs_are_read() {
    let reason = |text: &str| read(text).result().unwrap().reason.clone();
    for spelling in ["time forfeit", "Time forfeit", "TIME FORFEIT", "time_forfeit", "Ann won on time"] {
        assert_eq!(reason(&format!("[Termination \"{spelling}\"]\n\n1. e4 e5 1-0")), "out of time", "{spelling}");
    }
    assert_eq!(reason("[Result \"0-1\"]\n\n1. e4 e5"), "reason unknown");
    assert_eq!(reason("[Result \"1/2-1/2\"]\n\n1. e4 e5"), "draw agreed");
    let actions = |text: &str| -> Vec<ActionText> {
        read(text).actions().iter().map(|entry| entry.action.clone()).collect::<Vec<_>>()
    };
    let castled = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (white, black) in [("0-0", "0-0-0"), ("O-O", "o-o-o"), ("0-0 +", "0-0-0+-"), ("0-0!", "O-O-O ?!")] {
        let text = format!("[FEN \"{castled}\"]\n\n1. {white} {black} *");
        assert_eq!(actions(&text), ["e1g1", "e8c8"], "{text}");
    }
    for capture in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6 ep", "exd6e.p.+", "e5xd6 !?"] {
        assert_eq!(actions(&format!("1. e4 a6 2. e5 d5 3. {capture} cxd6 *"))[4], "e5d6", "{capture}");
    }
    // A program's seat is a bot, a person's is not, regardless of their names.
    let seats = |text: &str| {
        let Seats { white, black } = read(text).header.seats;
        [white, black]
    };
    assert_eq!(seats("[White \"max\"]\n[Black \"3\"]\n\n*"), ["human", "human"]);
    let typed = "[White \"max\"]\n[WhiteType \"program\"]\n[Black \"Deep\"]\n[BlackType \"program\"]\n\n*";
    assert_eq!(seats(typed), ["max", "human"]);
    // An engine has a person's seat, and stays a program.
    assert_eq!(Side::BOTH.map(|side| read(typed).header.player(side).to_string()), ["max", "program"]);
    let named = "[White \"Deep\"]\n[WhiteType \"program\"]\n[WhiteBot \"3\"]\n\n*";
    assert_eq!(seats(named), ["3", "human"]);
    assert_eq!(names(&read(named)), [Some("Deep"), None]);
    for (tags, date) in [
        ("[Date \"2026.11.22\"]", Some("2026-11-22")),
        ("[Date \"2026.11.??\"]", Some("2026-11")),
        ("[Date \"????.??.??\"]", None),
        ("[Date \"2026.02.30\"]", Some("2026-02")),
        ("[Date \"2026.11.21\"]\n[UTCDate \"2026.11.22\"]\n[UTCTime \"01:02:03\"]", Some("2026-11-22T01:02:03Z")),
    ] {
        assert_eq!(read(&format!("{tags}\n\n*")).header.date.as_deref(), date, "{tags}");
    }
}
