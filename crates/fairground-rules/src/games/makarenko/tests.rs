use crate::engine::{
    Cause, Cell, Check, Evaluate, Event, Events, Gesture, GestureKind, Heuristics, Layout, Look, Manner, Notation,
    Options, Outcome, Place, Reason, Rules, Side, Tabletop, Turn,
};

use super::Makarenko;

fn options(values: &str) -> Options {
    Options::new(Makarenko::INFO.options, [("values", values)]).unwrap()
}

fn read(text: &str) -> Makarenko {
    Makarenko::parse(text, &options("nowak")).unwrap()
}

/// The actions whose text starts with `begin`, sorted and separated by spaces.
fn actions(position: &Makarenko, begin: &str) -> String {
    let mut list = Vec::new();
    position.generate(&mut list);
    let mut texts: Vec<_> = list.iter().map(ToString::to_string).filter(|text| text.starts_with(begin)).collect();
    texts.sort_unstable();
    texts.join(" ")
}

fn cells(names: &str) -> Vec<Cell> {
    let layout = Layout::squares(8, 8);
    names.split_whitespace().map(|name| layout.cell_named(name).unwrap()).collect()
}

fn won(side: Side) -> Turn {
    Turn::Over(Outcome::won(side, Reason::NoKing))
}

/// assets/rules/makarenko.md, Texts: both set-ups, as written there.
#[test]
fn set_ups() {
    for (values, text) in [
        ("nowak", "cdeghedc/aaaaaaaa/8/8/8/8/AAAAAAAA/CDEGHEDC w 0"),
        ("kostyor", "edcghcde/aaaaaaaa/8/8/8/8/AAAAAAAA/EDCGHCDE w 0"),
    ] {
        let start = Makarenko::start(&options(values));
        assert_eq!(start.to_string(), text);
        assert_eq!(Makarenko::parse(text, &options(values)), Ok(start));
        assert_eq!(start.turn(), Turn::Decide(Side::White));
    }
}

/// assets/rules/makarenko.md, A turn: all legal actions from one square (or from one square to
/// another).
#[test]
fn moves_of_each_stack() {
    #[rustfmt::skip]
    let table = [
        // Pawns: two squares from the second rank, split or whole, if both squares are empty.
        ("nowak", "h7/8/8/8/8/8/B7/7H w 0", "a2", "a2a3 a2a3/1 a2a4 a2a4/1"),
        ("nowak", "h7/8/8/8/b7/8/B7/7H w 0", "a2", "a2a3 a2a3/1"),
        ("nowak", "h7/8/8/8/8/b7/B7/7H w 0", "a2", ""),
        ("nowak", "h7/8/8/8/8/8/G7/7H w 0", "a2a4", "a2a4 a2a4/1 a2a4/2 a2a4/3"),
        ("nowak", "h7/8/8/8/8/B7/8/7H w 0", "a3", "a3a4 a3a4/1"),
        ("nowak", "h7/6a1/8/8/8/8/8/7H b 0", "g7", "g7g5 g7g6"),
        ("nowak", "h7/8/6a1/8/8/8/8/7H b 0", "g6", "g6g5"),
        // From their own first rank one square; from the last rank none.
        ("nowak", "h7/8/8/8/8/8/8/A6H w 0", "a1", "a1a2"),
        ("nowak", "B6h/8/8/8/8/8/8/7H w 0", "a8", ""),
        ("nowak", "7h/8/8/8/8/8/8/a6H b 0", "a1", ""),
        // Captures and combinations diagonally forward only, and not across the edge of the board.
        ("nowak", "7h/8/8/8/2g1A3/3A4/8/7H w 0", "d3", "d3c4 d3d4 d3e4"),
        ("nowak", "7h/8/8/8/3g4/3A4/8/7H w 0", "d3", ""),
        ("nowak", "7h/8/8/8/3A4/3A4/8/7H w 0", "d3", ""),
        ("nowak", "7h/8/8/8/8/8/A6b/7H w 0", "a2", "a2a3 a2a4"),
        ("nowak", "7h/8/8/A6b/8/8/8/7H b 0", "h5", "h5h4 h5h4/1"),
        // A stack never exceeds eight chips.
        ("nowak", "7h/8/8/8/3G4/2B5/8/7H w 0", "c3", "c3c4 c3c4/1 c3d4/1"),
        ("nowak", "7h/8/8/8/8/1F6/G7/7H w 0", "a2b3", "a2b3/1 a2b3/2"),
        ("nowak", "7h/8/8/8/8/1A6/G7/7H w 0", "a2b3", "a2b3 a2b3/1 a2b3/2 a2b3/5 a2b3/6"),
        // Lifted chips move as their own kind, in both schemes of values.
        ("nowak", "Db5h/A7/8/8/8/8/8/7H w 0", "a8", "a8a7/3 a8b6 a8b8/3 a8c7"),
        ("kostyor", "Db5h/A7/8/8/8/8/8/7H w 0", "a8", "a8b6 a8b7/3 a8c6/3 a8c7 a8d5/3 a8e4/3 a8f3/3 a8g2/3"),
        ("kostyor", "Eb5h/H7/8/8/8/8/8/1C6 w 0", "a8b8", "a8b8"),
        // The only king moves whole and never onto a friend; one of two kings may be split.
        ("nowak", "7h/8/8/8/8/8/1A6/H7 w 0", "a1", "a1a2 a1b1"),
        ("nowak", "hh6/8/8/8/8/8/AA6/HH6 w 0", "a1",
            "a1a2/3 a1a2/7 a1b2/1 a1b2/2 a1b2/5 a1b2/6 a1b2/7 a1b3/4 a1c2/4"),
        // A king may enter check.
        ("nowak", "1g5h/8/8/8/8/8/8/H7 w 0", "a1b", "a1b1 a1b2"),
    ];
    for (values, text, begin, expected) in table {
        let position = Makarenko::parse(text, &options(values)).unwrap();
        assert_eq!(actions(&position, begin), expected, "{text} {values}");
    }
}

/// assets/rules/makarenko.md, The end: the position after an action, and whether the game
/// continues.
#[test]
fn positions_after_actions() {
    use Side::{Black, White};
    #[rustfmt::skip]
    let table = [
        // A capture removes the whole stack and resets the counter; nothing else does.
        ("h7/8/8/8/8/8/g7/C6H w 5", "a1a2", "h7/8/8/8/8/8/C7/7H b 0", Turn::Decide(Black)),
        ("h7/8/8/8/8/8/g7/F6H w 5", "a1a2/3", "h7/8/8/8/8/8/C7/C6H b 0", Turn::Decide(Black)),
        ("h7/8/8/8/8/8/B7/C6H w 5", "a1a2", "h7/8/8/8/8/8/E7/7H b 6", Turn::Decide(Black)),
        ("h7/8/8/8/8/1A6/G7/7H w 7", "a2b3/2", "h7/8/8/8/8/1C6/E7/7H b 8", Turn::Decide(Black)),
        ("h7/8/8/8/8/8/8/7H w 999999999", "h1g1", "h7/8/8/8/8/8/8/6H1 b 999999999", Turn::Decide(Black)),
        // After the capture of its last king, a side has one turn to make another, if it has a
        // legal move.
        ("hd6/8/8/8/8/8/8/G6H w 3", "a1a8", "Gd6/8/8/8/8/8/8/7H b 0", Turn::Decide(Black)),
        ("Gd6/8/8/8/8/8/8/7H b 0", "b8a6", "G7/8/d7/8/8/8/8/7H w 1", won(White)),
        ("d7/8/1d6/8/8/8/8/7H b 0", "a8b6", "8/8/1h6/8/8/8/8/7H w 1", Turn::Decide(White)),
        ("h7/8/8/8/8/8/8/G6H w 3", "a1a8", "G7/8/8/8/8/8/8/7H b 0", won(White)),
        // Capturing the last king loses if the captor has no king.
        ("h7/8/8/8/8/8/8/G7 w 0", "a1a8", "G7/8/8/8/8/8/8/8 b 0", won(Black)),
    ];
    for (before, action, after, turn) in table {
        let mut position = read(before);
        let parsed = position.parse_action(action).unwrap();
        assert_eq!(position.apply(parsed, &mut |_| ()), Ok(()), "{action} in {before}");
        assert_eq!((position.to_string(), position.turn()), (after.to_string(), turn), "{action} in {before}");
    }
}

/// assets/rules/makarenko.md, The end: finished positions.
#[test]
fn finished_positions() {
    for (text, turn) in [
        // The side not to move has no king; the other side's pieces are irrelevant.
        ("7a/8/8/8/8/8/8/7H w 0", won(Side::White)),
        ("8/8/8/8/8/8/8/8 b 0", won(Side::Black)),
        // The side to move has neither a king nor a legal move.
        ("8/8/8/8/8/8/7a/7H b 0", won(Side::White)),
        ("7h/8/8/8/8/8/8/8 w 0", won(Side::Black)),
    ] {
        let position = read(text);
        assert_eq!((position.turn(), actions(&position, ""), position.count()), (turn, String::new(), 0), "{text}");
    }
}

#[test]
fn refusals_name_the_rule() {
    const TURN: &str = "makarenko.md, A turn";
    const MOVING: &str = "makarenko.md, Moving";
    const COMBINING: &str = "makarenko.md, Combining";
    let position = read("6h1/4A3/8/2a1C3/A3A3/C2B1G2/A2A1C2/E2H2D1 w 0");
    #[rustfmt::skip]
    let table = [
        ("a8a7", TURN, "There is no stack on a8.", "a8"),
        ("g8g7", TURN, "The stack on g8 is Black's, and it is White's turn.", "g8"),
        ("a1b2/6", TURN, "The stack on a1 has only 5 chips, not 6.", "a1"),
        ("e7e8/2", TURN, "The stack on e7 has only 1 chip, not 2.", "e7"),
        ("d1d1", TURN, "A move must end on another square.", "d1"),
        ("d1e1/7", "makarenko.md, The only king", "The king on d1 is your only one and may not be split.", "d1"),
        ("d1d3", MOVING, "A king (8 chips) moves to a neighbouring square, not from d1 to d3.", "d1 d3"),
        ("f2g3", MOVING, "A rook (3 chips) moves along ranks and files, not from f2 to g3.", "f2 g3"),
        ("g1g2", MOVING,
            "A knight (4 chips) leaps two squares along a rank or file and one to the side, not from g1 to g2.", "g1 g2"),
        ("a1a2", MOVING, "A bishop (5 chips) moves along diagonals, not from a1 to a2.", "a1 a2"),
        ("f3g5", MOVING,
            "A queen (7 chips) moves along ranks, files and diagonals, not from f3 to g5.", "f3 g5"),
        ("e7f7", MOVING,
            "A pawn (1 chip) steps straight forward and goes diagonally forward to capture or combine, not from e7 to f7.",
            "e7 f7"),
        ("a3a7", MOVING, "The rook's path to a7 is blocked on a4.", "a4"),
        ("a3g3", MOVING, "The rook's path to g3 is blocked on d3 and f3.", "d3 f3"),
        ("f3c6", MOVING, "The queen's path to c6 is blocked on e4.", "e4"),
        ("f3f2", COMBINING, "A stack has at most 8 chips; on f2 there would be 3 + 7 = 10.", "f2"),
        ("d1d2", COMBINING, "A stack has at most 8 chips; on d2 there would be 1 + 8 = 9.", "d2"),
        ("d2d3", COMBINING, "A pawn combines diagonally forward only, and d3 is straight ahead.", "d3"),
        ("d2d4", MOVING, "The pawn's path to d4 is blocked on d3.", "d3"),
        ("a2a4", MOVING, "The pawn's path to a4 is blocked on a3 and a4.", "a3 a4"),
        ("d3d5", MOVING, "A pawn steps two squares only from its own second rank.", "d3"),
        ("d3c4", MOVING, "A pawn goes diagonally only to capture or combine, and c4 is empty.", "c4"),
    ];
    for (action, rule, reason, about) in table {
        let parsed = position.parse_action(action).unwrap();
        let refusal = position.check(parsed).unwrap_err();
        let found = (refusal.rule, refusal.reason.as_str(), refusal.cells);
        assert_eq!(found, (rule, reason, cells(about)), "{action}");
    }
    #[rustfmt::skip]
    let table = [
        ("7h/8/8/8/3g4/3A4/8/7H w 0", "d3d4", MOVING,
            "A pawn captures diagonally forward only, and d4 is straight ahead."),
        ("7h/8/8/8/3G4/2B5/8/7H w 0", "c3d4", COMBINING, "A stack has at most 8 chips; on d4 there would be 7 + 2 = 9."),
        ("7h/8/8/8/8/8/AA6/HA6 w 0", "a1a1", COMBINING,
            "The king on a1 has no move: combined with b1, a2 or b2, it would have more than 8 chips."),
        ("7h/8/8/8/8/a7/A7/7H w 0", "a2a2", TURN, "The pawn on a2 has no move."),
        ("B6h/8/8/8/8/8/8/7H w 0", "a8a7/1", MOVING, "A pawn on its last rank cannot move."),
        ("7h/8/8/8/8/8/8/a6H b 0", "a1a2", MOVING, "A pawn on its last rank cannot move."),
        ("8/8/8/8/8/8/8/7H w 0", "h1g1", "makarenko.md, The end", "The game is over: Black ended a turn without a king."),
    ];
    for (text, action, rule, reason) in table {
        let position = read(text);
        let refusal = position.check(position.parse_action(action).unwrap()).unwrap_err();
        assert_eq!((refusal.rule, refusal.reason.as_str()), (rule, reason), "{action} in {text}");
    }
}

/// assets/rules/makarenko.md, Notation.
#[test]
fn actions_in_words_and_in_short() {
    let position = "7h/8/8/6g1/8/1d1A4/2A1C3/2E4H w 0";
    #[rustfmt::skip]
    let table = [
        (position, "c1b2", "Bishop moves from c1 to b2", "Bb2"),
        (position, "c1g5", "Bishop on c1 takes queen on g5", "Bxg5"),
        (position, "c1b3/4", "Splits 4 chips (knight) off c1 and takes knight on b3", "Nc1/4xb3"),
        (position, "c1c2/3", "Splits 3 chips (rook) off c1 and combines on c2 into a knight", "Rc1/3c2=N"),
        (position, "c2d3", "Pawn on c2 combines on d3 into a pawn", "cd3=P"),
        (position, "c2b3", "Pawn on c2 takes knight on b3", "cxb3"),
        (position, "c2c4", "Pawn moves from c2 to c4", "c4"),
        (position, "e2e3/1", "Splits 1 chip (pawn) off e2 and moves to e3", "e2/1e3"),
        ("7h/8/8/8/8/8/C7/C6H w 0", "a1b1", "Rook moves from a1 to b1", "Rb1"),
        ("7h/8/8/8/8/C7/8/2C4H w 0", "a3c3", "Rook moves from a3 to c3", "Rac3"),
        ("7h/8/8/8/C7/8/8/C6H w 0", "a4a2", "Rook moves from a4 to a2", "R4a2"),
        ("7h/8/8/1D3D2/8/1D6/8/7H w 0", "b5d4", "Knight moves from b5 to d4", "Nb5d4"),
        ("7h/8/8/8/8/8/8/DD5H w 0", "a1b3", "Knight moves from a1 to b3", "Nb3"),
        // The opponent has no king left and cannot make one.
        ("h7/8/8/8/8/8/8/G6H w 0", "a1a8", "Queen on a1 takes king on a8", "Qxa8#"),
        ("hd6/8/8/8/8/8/8/G6H w 0", "a1a8", "Queen on a1 takes king on a8", "Qxa8"),
        ("8/8/1d6/8/d7/8/8/7H b 0", "a4b6", "Knight on a4 combines on b6 into a king", "Nb6=K"),
    ];
    for (text, action, words, short) in table {
        let position = read(text);
        let action = position.parse_action(action).unwrap();
        assert_eq!(position.check(action), Ok(()), "{text}: {action}");
        assert_eq!((position.describe(action).as_str(), position.notation(action).as_str()), (words, short), "{text}");
    }
}

#[test]
fn danger_and_passing() {
    for (text, in_danger, passes) in [
        ("7h/8/8/8/8/8/8/C6H w 0", false, true),
        // The only king can be captured by a rook, by 4 chips of a bishop, by a pawn, by a king.
        ("7h/8/8/8/7c/8/8/C6H w 0", true, false),
        ("7h/8/8/8/8/6e1/8/C6H w 0", true, false),
        ("7h/8/8/8/8/8/6a1/C6H w 0", true, false),
        ("8/8/8/8/8/8/6h1/C6H w 0", true, false),
        // The enemy's only king must not be split to capture as another kind.
        ("8/8/8/8/7h/8/8/C6H w 0", false, true),
        // An attack on one of two kings is not danger; having no king is.
        ("7h/8/8/8/7c/8/8/CH5H w 0", false, true),
        ("7h/8/8/8/8/8/8/DD6 w 0", true, false),
        // Little except pawns.
        ("7h/8/8/8/8/8/8/AB5H w 0", false, false),
        // The game is over.
        ("7a/8/8/8/8/8/8/C6H w 0", false, false),
    ] {
        let position = read(text);
        assert_eq!((position.in_danger(), position.null_move().is_some()), (in_danger, passes), "{text}");
    }
    assert_eq!(read("7h/8/8/8/8/8/8/C6H w 3").null_move(), Some(read("7h/8/8/8/8/8/8/C6H b 3")));
}

/// Captures are noisy and, without a king, so are the moves that make one.
#[test]
fn noisy_actions() {
    for (text, expected) in [
        ("7h/8/8/6g1/8/1d6/8/2E4H w 0", "c1b3/4 c1g5"),
        ("7h/8/8/8/8/8/8/2DD3H w 0", ""),
        ("7h/8/8/8/8/2D5/8/1D6 w 0", "b1c3 c3b1"),
        ("7h/8/8/8/8/1dD5/8/1D6 w 0", "b1b3/3 b1c3 c3b1 c3b3/3"),
        ("7a/8/8/8/8/8/8/2D4H w 0", ""),
    ] {
        let mut list = Vec::new();
        read(text).generate_noisy(&mut list);
        let mut texts: Vec<_> = list.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        assert_eq!(texts.join(" "), expected, "{text}");
    }
}

#[test]
fn values_are_small() {
    assert_eq!((size_of::<Makarenko>(), size_of::<super::Action>()), (48, 4));
}

/// In another position, `/k` may denote a whole stack.
#[test]
fn a_whole_stack_has_one_spelling() {
    let action = read("7h/8/8/8/8/8/8/D6H w 0").parse_action("a1a4/3").unwrap();
    let refusal = read("7h/8/8/8/8/8/8/C6H w 0").check(action).unwrap_err();
    assert_eq!(refusal.rule, "makarenko.md, Texts");
}

/// The events are in the order of the gesture.
#[test]
fn a_split_that_captures_is_described() {
    let tell = |text, action| {
        let position = read(text);
        let mut events = Vec::new();
        position.events(position.parse_action(action).unwrap(), &mut |event| events.push(event));
        events
    };
    let [a1, a4] = cells("a1 a4")[..] else { panic!("two cells") };
    assert_eq!(
        tell("h7/8/8/8/g7/8/8/F6H w 5", "a1a4/3"),
        [
            Event::Captured { at: a4, cause: Cause::Landed },
            Event::Split { at: a1, count: 3 },
            Event::Moved { from: a1, path: cells("a2 a3 a4"), manner: Manner::Slide },
        ]
    );
    assert_eq!(
        tell("h7/8/8/8/8/1B6/8/D6H w 5", "a1b3"),
        [Event::Stacked { from: a1, path: cells("b3"), manner: Manner::Leap }]
    );
}

/// The gesture of a stack taller than one chip includes the number, even to move it whole.
#[test]
fn gestures() {
    let position = read("h7/8/8/8/g7/1B6/8/D6H w 5");
    let [a1, b3, a4, c2] = cells("a1 b3 a4 c2")[..] else { panic!("four cells") };
    for (action, from, to, count, kind) in [
        ("a1b3", a1, b3, Some(4), GestureKind::Combine),
        ("a1a4/3", a1, a4, Some(3), GestureKind::Capture),
        ("a1c2", a1, c2, Some(4), GestureKind::Quiet),
    ] {
        let gesture = position.gesture(position.parse_action(action).unwrap());
        let expected = Gesture { count, ..Gesture::new(Place::Cell(from), to, kind) };
        assert_eq!(gesture, Some(expected), "{action}");
    }
    for (from, to, count, expected) in
        [(a1, b3, Some(4), "a1b3"), (a1, a4, Some(3), "a1a4/3"), (a1, b3, None, "a1b3"), (c2, b3, None, "c2b3")]
    {
        assert_eq!(position.intended_action(Place::Cell(from), to, count).unwrap(), expected);
    }
    assert_eq!(position.intended_action(Place::Reserve(Side::White, 0), a4, None), None);
    assert_eq!(position.intended_action(Place::Cell(Cell(64)), a4, None), None);
    let start = Makarenko::start(&options("nowak"));
    assert_eq!(start.gesture(start.parse_action("e2e4").unwrap()).unwrap().count, None);
}

#[test]
fn players_are_told_of_kings() {
    for (text, expected) in [
        ("7h/8/8/8/8/8/8/7H w 0", vec![]),
        ("C6h/8/8/8/8/8/8/7H w 0", vec![("Black's king on h8 can be captured", "h8", true)]),
        ("c5h1/8/8/8/8/8/8/HH6 w 0", vec![("White's king on a1 can be captured", "a1", false)]),
        ("7h/8/8/8/8/8/8/DD6 w 0", vec![("White has no king and cannot make one", "", true)]),
        (
            "7h/8/8/8/8/8/2D5/D7 w 0",
            vec![("White must make a king in this turn, by moving chips from a1 or c2", "a1 c2", true)],
        ),
        // The queen of 7 chips moves onto a pawn; the pawn itself cannot contribute.
        (
            "7h/8/8/8/8/8/2A5/3G4 w 0",
            vec![("White must make a king in this turn, by moving chips from d1", "d1", true)],
        ),
        // 3 of the 7 chips on d1 complete the 5 on c1.
        ("7h/8/8/8/8/8/8/2EG4 w 0", vec![("White must make a king in this turn, by moving chips from d1", "d1", true)]),
        ("8/8/8/8/8/8/2D5/D7 w 0", vec![]),
    ] {
        let notices = read(text).notices();
        let found: Vec<_> = notices.into_iter().map(|notice| (notice.text, notice.cells, notice.urgent)).collect();
        let expected: Vec<_> =
            expected.into_iter().map(|(text, about, urgent)| (text.to_string(), cells(about), urgent)).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn threats_are_captures() {
    // The bishop of 5 chips on e1 captures on g3; nothing attacks b3.
    let position = read("7h/8/8/8/8/1a4b1/3A4/4E2H b 0");
    assert_eq!(position.attacked_by(Side::White), cells("g3"));
    assert_eq!(position.attacked_by(Side::Black), cells(""));
}

#[test]
fn better_positions_are_worth_more() {
    let worth = |text| read(text).evaluate();
    for (better, worse) in [
        // More chips; more kings.
        ("7h/8/8/8/8/8/8/B6H w 0", "7h/8/8/8/8/8/8/A6H w 0"),
        ("7h/8/8/8/8/8/8/H6H w 0", "7h/8/8/8/8/8/8/DD5H w 0"),
        // A king that can be made again.
        ("7h/8/8/8/8/8/2D5/D7 w 0", "7h/8/8/8/8/8/8/DD6 w 0"),
        // A king that is not attacked.
        ("7h/8/8/8/6c1/8/8/7H b 0", "7h/8/8/8/7c/8/8/7H b 0"),
    ] {
        let sign = if better.contains(" b ") { -1 } else { 1 };
        assert!(sign * worth(better) > sign * worth(worse), "{better}: {}, {worse}: {}", worth(better), worth(worse));
    }
    assert!(Makarenko::start(&options("nowak")).evaluate().abs() < 50);
    assert!(worth("7h/8/8/8/8/8/8/7H w 0").abs() < 100);
    assert!(worth("7h/8/8/8/8/8/8/DD6 w 0") < -500);
}

#[test]
fn pieces_are_stacks_of_chips() {
    let pieces = read("7h/8/8/8/8/8/8/D7 w 0").pieces();
    let found: Vec<_> = pieces.into_iter().map(|piece| (piece.place, piece.side, piece.look)).collect();
    let [a1, h8] = cells("a1 h8")[..] else { panic!("two cells") };
    assert_eq!(
        found,
        [(Place::Cell(a1), Some(Side::White), Look::Chips(4)), (Place::Cell(h8), Some(Side::Black), Look::Chips(8)),]
    );
}
