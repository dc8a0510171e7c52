//! Texts of Abalonian Chess and orthodox chess: refusals, errors of texts, events, gestures and
//! threats.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use fairground::engine::{Cell, Event, Game, Notation, Options, Place, Side, Tabletop};
use fairground::games::{abalonian::Abalonian, chess::Chess};
use fairground::presentation::Presentation;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn read<P: Game>(text: &str) -> P {
    P::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Rows: a position, an action, the section that forbids it, a part of the reason, and the cells
/// concerned.
fn check_refusals<P: Game>(table: &[(&str, &str, &str, &str, &str)]) {
    for (text, action, section, part, cells) in table {
        let position: P = read(text);
        let illegal = position.check(position.parse_action(action).unwrap()).unwrap_err();
        let names: Vec<_> =
            illegal.cells.iter().map(|cell| position.layout().cells[cell.index()].name.clone()).collect();
        let heading = illegal.rule.split(", ").nth(1).unwrap();
        assert_eq!(heading, *section, "{text}: {action}: {illegal}");
        assert!(Presentation::of(P::INFO).rules.contains(&format!("# {heading}\n")), "no such heading: {heading}");
        assert!(illegal.reason.contains(part), "{text}: {action}: {illegal}");
        assert!(illegal.reason.starts_with(char::is_uppercase) && illegal.reason.ends_with('.'), "{illegal}");
        assert_eq!(names.join(" "), *cells, "{text}: {action}: {illegal}");
    }
}

#[test]
fn refusals_say_why() {
    let moves = "Moves";
    check_refusals::<Abalonian>(&[
        (START, "e4e5", moves, "There is no piece on e4.", "e4"),
        (START, "e7e5", moves, "The black pawn on e7 does not belong to White.", "e7"),
        (START, "b1b3", moves, "The white knight on b1 does not move to b3.", "b1 b3"),
        (START, "a1a5", moves, "The white pawn on a2 stands between a1 and a5.", "a2"),
        (
            START,
            "a1b1",
            "The row",
            "The white knight on b1 is White's own, and pushing it is illegal. The white rook on h1 would be pushed off the board by \
             its own side.",
            "h1",
        ),
        (START, "b1b1", moves, "A move must end on another square.", "b1"),
        (START, "b1c2", moves, "choose where the leap ends.", "b1 c2"),
        (
            "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            "e3e4",
            "The row",
            "a pawn captures diagonally, and pushing it is illegal. Too few pieces push on e4",
            "e3 e4",
        ),
        (START, "e1e2", "Action texts", "to push it, write e1>e2.", "e2"),
        (START, "e2d3", moves, "and d3 is empty.", "d3"),
        (START, "e1g1", "Castling", "The white bishop on f1 stands between king and rook.", "f1"),
        (START, "e2>e3", "Action texts", "There is nothing to push on e3; the plain move is written e2e3.", "e3"),
        (START, "b1>c3", "Drivers", "names its two steps", "b1 c3"),
        (START, "b1>a3>c3", "The pushing leap", "The squares b1, a3, c3 are not a knight's leap", "b1 c3"),
        (START, "a1>b1", "The row", "The white rook on h1 would be pushed off the board by its own side.", "h1"),
        (
            START,
            "c1>c2>d4",
            "The pushing leap",
            "Only a piece that leaps can make a pushing leap, not the white bishop on c1",
            "c1",
        ),
        (START, "e2e4q", "Pawns", "The pawn is not promoted on e4", "e4"),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1>b2>c3", "Action texts", "the plain leap is written b1c3.", "b2 c3"),
        (
            "4k3/8/8/8/8/2r5/1B6/1N2K3 w - - 0 1",
            "b1>b2>c3",
            "The row",
            "Too few pieces push on c3: 1 of White's against 1 of Black's.",
            "b2 c3",
        ),
        ("4k3/8/8/8/RNbb4/8/8/4K3 w - - 0 1", "a4>b4", "The row", "2 of White's against 2 of Black's.", "a4 b4 c4 d4"),
        (
            "4k3/8/8/8/RNbN4/8/8/4K3 w - - 0 1",
            "a4>b4",
            "The row",
            "The white knight on d4 stands behind an enemy and blocks the push.",
            "d4",
        ),
        ("4k3/8/8/8/R1bN4/8/8/4K3 w - - 0 1", "a4>d4", moves, "The black bishop on c4 stands between a4 and d4.", "c4"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "Pawns", "The pawn always becomes a chancellor", "a8"),
        (
            "k7/8/4r3/8/8/8/3b4/5K2 w - - 0 1",
            "f1e2",
            "Check",
            "The black rook on e6 could capture the white king on e2.",
            "e2 e6",
        ),
        (
            "4k3/8/8/8/8/3r4/3b4/5K2 w - - 0 1",
            "f1e1",
            "Check",
            "The black bishop on d2 could capture the white king on e1.",
            "e1 d2",
        ),
        (
            "k7/8/8/8/8/4r3/4bK2/8 w - - 0 1",
            "f2e1",
            "Check",
            "The black rook on e3 could push the white king on e1 off the board.",
            "e1 e3",
        ),
    ]);
    check_refusals::<Chess>(&[
        (START, "c1c1", moves, "The white bishop on c1 has no move.", "c1"),
        (
            "4k3/8/8/8/8/8/1R6/r3K3 w - - 0 1",
            "b2b8",
            "Check",
            "White is in check, and this does not help. The black",
            "e1 a1",
        ),
        (
            "4k3/8/8/8/7b/8/8/N3K3 w - - 0 1",
            "a1a1",
            "Check",
            "White is in check, and the white knight on a1 cannot help.",
            "e1 h4 a1",
        ),
        ("4k3/8/8/4r3/8/8/4N3/4K3 w - - 0 1", "e2e2", "Check", "has no move: the black rook on e5 pins it.", "e1 e5"),
        (START, "e2>e3", moves, "There are no pushes in orthodox chess.", ""),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
            "e5d6",
            "Pawns",
            "The black pawn on d5 did not step two squares past d6 in the last turn.",
            "d5 d6",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8",
            "Pawns",
            "The pawn on a7 is promoted on a8: add q, r, b or n.",
            "a8",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
            "e1g1",
            "Castling",
            "White has lost the right to castle with the king on e1 and the rook on h1.",
            "e1 h1",
        ),
        (
            "4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1",
            "e1g1",
            "Castling",
            "The king cannot castle while the black rook on e5 attacks it.",
            "e1 e5",
        ),
        (
            "4k3/8/8/5r2/8/8/8/R3K2R w KQ - 0 1",
            "e1g1",
            "Castling",
            "The king would cross f1, where the black rook on f5 attacks it.",
            "f1 f5",
        ),
        (
            "4k3/8/8/6r1/8/8/8/R3K2R w KQ - 0 1",
            "e1g1",
            "Check",
            "The black rook on g5 could capture the white king on g1.",
            "g1 g5",
        ),
        (
            "4k3/8/8/4r3/8/8/4B3/4K3 w - - 0 1",
            "e2d3",
            "Check",
            "The black rook on e5 could capture the white king on e1.",
            "e1 e5",
        ),
        (
            "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
            "e2e4",
            moves,
            "The black pawn on e4 stands in the way, and a pawn captures diagonally.",
            "e4",
        ),
        (
            "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            "e3e5",
            "Pawns",
            "The white pawn on e3 is not on its second rank, so it steps only one square.",
            "e3 e5",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "h1h8q",
            "Pawns",
            "The white rook on h1 is not a pawn and cannot be promoted.",
            "h1",
        ),
    ]);
}

/// The events of pushes, leaps and castling, in order.
#[test]
fn events_come_in_order() {
    fn told<P: Game>(text: &str, action: &str) -> Vec<String> {
        let position: P = read(text);
        let layout = position.layout();
        let name = |cell: &Cell| layout.cells[cell.index()].name.clone();
        let names = |cells: &[Cell]| cells.iter().map(name).collect::<Vec<_>>().join(" ");
        let mut words = Vec::new();
        position.events(position.parse_action(action).unwrap(), &mut |event| {
            words.push(match &event {
                Event::Moved { from, path, .. } => format!("{} goes {}", name(from), names(path)),
                Event::Pushed { cells, beyond } => {
                    format!("{} push to {}", names(cells), beyond.as_ref().map_or_else(|| "the floor".into(), name))
                }
                Event::Captured { at, .. } => format!("{} taken", name(at)),
                Event::Transformed { at, look } => format!("{} is {look:?}", name(at)),
                other => format!("{other:?}"),
            });
        });
        words
    }
    let abalonian = told::<Abalonian>;
    assert_eq!(abalonian("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), ["e1 goes f1 g1", "h1 goes f1"]);
    assert_eq!(abalonian("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), ["d5 taken", "e5 goes d6"]);
    assert_eq!(
        abalonian("8/P3k3/8/R7/8/8/8/4K3 w - - 3 1", "a5>a7"),
        ["a5 goes a6", "a6 a7 push to a8", "a8 is Chessman(Chancellor)"]
    );
    assert_eq!(abalonian("4k3/8/8/8/5RNn/8/8/4K3 w - - 5 1", "f4>g4"), ["f4 g4 h4 push to the floor"]);
    assert_eq!(abalonian("4k3/8/8/8/8/2R5/8/1N2K3 w - - 5 1", "b1>b2>c3"), ["b1 goes b2", "b2 c3 push to d4"]);
    assert_eq!(
        told::<Chess>("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"),
        ["b8 taken", "a7 goes b8", "b8 is Chessman(Queen)"]
    );
}

/// Each error of assets/rules/abalonian.md, Position texts, with the invalid field.
#[test]
fn impossible_positions_are_refused() {
    fn check<P: Game>(table: &[(&str, &str)]) {
        for (text, field) in table {
            let error = P::parse(text, &Options::default()).unwrap_err();
            assert_eq!(error.field, *field, "{text}: {error}");
        }
    }
    let both = [
        ("", "board"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "fullmove"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "position"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "fullmove"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 00 1", "halfmove"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1234567890 1", "halfmove"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "board"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/R3K2R w -K - 0 1", "castling"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "en passant"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d66 0 1", "en passant"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - é 0 1", "en passant"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", "en passant"),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K2r b - - 0 1", "board"),
    ];
    check::<Abalonian>(&both);
    check::<Chess>(&both);
    check::<Chess>(&[("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "board"), ("4k3/8/8/8/8/8/8/C3K3 w - - 0 1", "board, rank 1")]);
    // A king that could be pushed off counts as attacked.
    check::<Abalonian>(&[("4k3/8/8/8/8/4r3/4b3/4K3 b - - 0 1", "board")]);
    read::<Chess>("4k3/8/8/8/8/4r3/4b3/4K3 b - - 0 1");
    read::<Abalonian>("p3k3/8/8/8/8/8/8/P3K3 w - - 100 1");
}

#[test]
fn malformed_actions_are_refused() {
    let start: Abalonian = read(START);
    for text in [
        "",
        "e",
        "e2",
        "e2é4",
        "e2e9",
        "i1a1",
        "e2e4c",
        "e7e8Q",
        "e2e4qq",
        "e2>",
        "e2>e3q",
        "b1>b2>",
        "b1>b2>c3>d4",
        "~1",
        " e2e4",
    ] {
        assert!(start.parse_action(text).is_err(), "{text}");
    }
}

#[test]
fn a_gesture_onto_an_own_piece_is_a_push() {
    let start: Abalonian = read(START);
    let cell = |name: &str| start.layout().cell_named(name).unwrap();
    let attempt = |from, to| start.intended_action(Place::Cell(cell(from)), cell(to), None).unwrap();
    assert_eq!([attempt("e1", "e2"), attempt("e2", "e4"), attempt("b1", "d2")], ["e1>e2", "e2e4", "b1d2"]);
}

/// Captures that a side threatens, by landing and by pushing off.
#[test]
fn threats() {
    let position: Abalonian = read("4k3/8/8/8/5RNn/8/8/4K3 b - - 5 1");
    let threatened = position.attacked_by(Side::White);
    let on = |name: &str| threatened.contains(&position.layout().cell_named(name).unwrap());
    assert_eq!(["h4", "f8", "h6", "g4", "a8"].map(on), [true, true, true, false, false]);
}
