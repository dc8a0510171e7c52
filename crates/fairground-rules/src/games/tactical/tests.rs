//! Tests for Tactical Chess, with a separate position for each rule and ruling in
//! assets/rules/tactical.md.

mod texts;
mod vocabulary;

use std::collections::BTreeSet;

use super::{Action, PieceKind, Tactical};
use crate::engine::{
    Cell, Evaluate, Event, Events, Heuristics, Manner, Notation, Options, Place, Reason, Rules, Side, Tabletop, Turn,
};

fn position(text: &str) -> Tactical {
    Tactical::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// White to act in phase 4 with empty reserves.
fn battle(board: &str) -> Tactical {
    position(&format!("{board} - w 4 00 - 0"))
}

fn action(position: &Tactical, text: &str) -> Action {
    position.parse_action(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(before: &str, text: &str) -> String {
    let mut next = position(before);
    next.apply(action(&next, text), &mut |_| ()).unwrap_or_else(|error| panic!("{text} in {before}: {error}"));
    next.to_string()
}

fn events(position: &Tactical, text: &str) -> Vec<Event> {
    let mut events = Vec::new();
    position.clone().apply(action(position, text), &mut |event| events.push(event)).expect(text);
    events
}

/// The actions of a piece: the target squares in the action texts, `*` before targets of shots.
fn targets(position: &Tactical, from: &str) -> String {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
    let mut targets: Vec<_> = texts.iter().filter_map(|text| text.strip_prefix(from)).collect();
    targets.sort_unstable();
    targets.join(" ")
}

/// assets/rules/tactical.md, How the pieces move. The piece is on d4.
#[test]
fn how_the_pieces_move() {
    for (name, board, expected) in [
        ("king, into attack too", "k7/8/8/2p*4/3K3r/3N4/8/8", "c3 c4 c5 e3 e4 e5"),
        ("queen", "k7/8/1*3p2/8/3Q4/3*4/8/6K1", "a4 b4 c3 c4 c5 b2 a1 d5 d6 d7 d8 e3 e4 e5 f2 f4 f6 g4 h4"),
        ("rook, no killer", "k7/8/3*4/8/1j1R1p2/3N4/8/7K", "c4 d5 e4 f4"),
        ("bishop", "k7/8/1j3p2/8/3B4/2*5/8/7K", "c5 e3 e5 f2 f6 g1"),
        ("knight over obstacles", "k7/8/2P5/2**4/3N4/2**1j2/4p3/7K", "b3 b5 c2 e2 e6 f5"),
        ("pawn", "k7/8/8/2p1j3/3P4/8/8/7K", "c4 c5 d3 d5 d6 e4"),
        ("pawn blocked", "k7/8/8/3p4/2*P4/3P4/8/7K", "e4"),
        ("pawn blocked at two", "k7/8/3n4/8/3P4/8/8/7K", "c4 d3 d5 e4"),
        ("royal rook", "k7/3n4/3N4/3N4/1*PT1*2/3j4/8/7K", "d7 e4"),
        ("royal rook, no leap over enemies", "k7/8/8/8/*1PT1q1q/8/8/7K", "b4 d1 d2 d3 d5 d6 d7 d8 e4 f4"),
        ("royal bishop", "k7/6P1/5N2/4P3/3A4/2*1r3/8/7K", "a7 b6 c5 e3 h8"),
        ("royal knight", "k7/8/4p3/8/3G4/8/8/7K", "b3 b5 b8 c2 c6 e2 e6 f3 f5 h2 h6"),
        ("royal knight captures first only", "k4p2/8/2N*4/1N1*1N2/3G4/1N3N2/2N1N3/7K", "e6"),
        ("veteran", "k7/8/8/2p*p3/2nV1P2/8/3q4/7K", "b4 c5 d3 e4 e5"),
        ("veteran behind an obstacle", "k7/8/3p4/3P4/2*V1n2/3p4/8/7K", "d2 e4"),
        ("cannon", "k7/8/3p4/3*4/1qNC1pp1/3j4/8/7K", "*b4 *d3 *d6 *f4 e4"),
        ("dragon", "k7/6p1/1*3p2/2P1*3/3D4/2*1P3/1n3R2/7K", "*c5 *e3 a1 a7 g1 h8"),
        ("prince", "k7/8/1p3p2/3n4/1j1H4/2j5/8/7K", "c4 c5 d1 d2 d3 d5 e3 e4 e5 f2 f4 g1 g4 h4"),
        ("fanatic", "k7/8/8/2jn*3/1P1F*3/2P5/3P4/7K", "c4 c5 d3 d5 d6"),
        ("killer", "8/8/8/2kh4/1p1Jp3/2j1f3/8/7K", "c4 c5 d2 d3 d5 d6 f4"),
    ] {
        let mut expected: Vec<_> = expected.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(targets(&battle(board), "d4"), expected.join(" "), "{name}");
    }
}

/// Effects of drops and passes on phases and counters (assets/rules/tactical.md, Phases).
#[test]
fn phases() {
    for (before, action, expected) in [
        // The first pass is remembered. A second one ends the phase, and obstacles are discarded.
        ("8/8/8/8/8/8/8/8 OOKook w 1 22 - 0", "--", "8/8/8/8/8/8/8/8 OOKook b 1 22 p 0"),
        ("8/8/8/8/8/8/8/8 OOKook b 1 22 p 0", "--", "8/8/8/8/8/8/8/8 Kk w 2 11 - 0"),
        ("8/8/8/8/8/8/8/8 OOKook b 1 22 p 0", "O@a5", "8/8/8/*7/8/8/8/8 OOKok w 1 21 - 0"),
        // A pass also ends the phase if the opponent has no drops left.
        ("8/8/8/8/8/8/8/***5 OKk b 1 01 - 0", "--", "8/8/8/8/8/8/8/***5 Kk w 2 11 - 0"),
        // A player without drops left is skipped.
        ("8/8/8/8/8/8/8/**6 OOKk w 1 20 - 0", "O@h4", "8/8/8/8/7*/8/8/**6 OKk w 1 10 - 0"),
        // The opponent of the side that acted last begins.
        ("8/8/8/8/8/8/8/***5 OKk w 1 10 - 0", "O@h4", "8/8/8/8/7*/8/8/***5 Kk b 2 11 - 0"),
        ("8/8/8/8/8/8/8/8 Kk b 2 11 - 0", "K@e8", "4k3/8/8/8/8/8/8/8 K w 2 10 - 0"),
        ("4k3/8/8/8/8/8/8/8 KNn w 2 10 - 0", "K@e1", "4k3/8/8/8/8/8/8/4K3 Nn b 3 44 - 0"),
        ("4k3/8/8/8/8/8/8/4K3 Nn b 3 11 - 0", "N@a6", "4k3/8/n7/8/8/8/8/4K3 N w 3 10 - 0"),
        ("4k3/8/8/8/8/8/8/4K3 Nn w 3 10 - 0", "--", "4k3/8/8/8/8/8/8/4K3 Nn b 4 00 - 0"),
        ("4k3/8/8/8/8/8/8/4K3 Nn b 3 23 p 0", "--", "4k3/8/8/8/8/8/8/4K3 Nn w 4 00 - 0"),
        // The halfmove clock of phase 4: passes and promotions count, drops and captures reset it.
        ("4k3/8/8/8/8/8/8/4K3 Nn w 4 00 - 7", "--", "4k3/8/8/8/8/8/8/4K3 Nn b 4 00 - 8"),
        ("4k3/8/8/8/8/8/8/4K3 Nn w 4 00 - 7", "N@a3", "4k3/8/8/8/8/N7/8/4K3 n b 4 00 - 0"),
        ("4k3/P7/8/8/8/8/8/4K3 - w 4 00 - 7", "a7a8", "J3k3/8/8/8/8/8/8/4K3 - b 4 00 - 8"),
        ("4k3/8/8/8/8/8/8/p3K2R - w 4 00 - 7", "--", "4k3/8/8/8/8/8/8/p3K2R - b 4 00 - 8"),
        ("4k3/8/8/8/8/8/8/4K3 - w 4 00 - 999999999", "--", "4k3/8/8/8/8/8/8/4K3 - b 4 00 - 999999999"),
    ] {
        assert_eq!(after(before, action), expected, "{action} in {before}");
    }
}

/// Explosions, removal, promotion and heirs (assets/rules/tactical.md, Captures).
#[test]
fn effects_of_actions() {
    for (board, action, expected) in [
        // A fanatic explodes. A fanatic beside it does not explode in turn, and obstacles remain.
        ("k7/8/2fjr3/4p1n1/3F*3/2P5/8/H6K", "d4e5", "k7/8/2f5/6n1/4*3/2P5/8/H6K"),
        ("k7/6r1/5f2/4f3/3F4/8/8/7K", "d4e5", "k7/6r1/8/8/8/8/8/7K"),
        ("k7/8/8/4j3/3F4/8/8/7K", "d4e5", "k7/8/8/8/8/8/8/7K"),
        // The captor of a fanatic is removed with it and does not promote. Shooting a fanatic is
        // safe.
        ("k7/8/8/4f3/3P4/8/8/7K", "d4e5", "k7/8/8/8/8/8/8/7K"),
        ("kf6/P7/8/8/8/8/8/7K", "a7b8", "k7/8/8/8/8/8/8/7K"),
        ("k7/8/8/8/3C1f2/4p3/8/7K", "d4*f4", "k7/8/8/8/3C4/4p3/8/7K"),
        // A dragon hits both pieces, friends and enemies, even if there are only friends.
        ("k7/8/8/8/3D4/4p3/5F2/7K", "d4*e3", "k7/8/8/8/3D4/8/8/7K"),
        ("k7/8/8/8/3D4/8/5P2/7K", "d4*e3", "k7/8/8/8/3D4/8/8/7K"),
        ("k7/8/8/8/3D4/4N3/5*2/7K", "d4*e3", "k7/8/8/8/3D4/8/5*2/7K"),
        // Promotion, also along the last rank. A veteran does not explode when it captures onto
        // that rank.
        ("1n5k/V7/8/8/8/8/8/7K", "a7b8", "1F5k/8/8/8/8/8/8/7K"),
        ("P6k/8/8/8/8/8/8/7K", "a8b8", "1J5k/8/8/8/8/8/8/7K"),
        ("7k/R7/8/8/8/8/8/7K", "a7a8", "T6k/8/8/8/8/8/8/7K"),
        ("7k/8/1N6/8/8/8/8/7K", "b6a8", "G6k/8/8/8/8/8/8/7K"),
        ("7k/1B6/8/8/8/8/8/7K", "b7a8", "A6k/8/8/8/8/8/8/7K"),
        ("7k/Q7/8/8/8/8/8/7K", "a7a8", "Q6k/8/8/8/8/8/8/7K"),
        // Heirs.
        ("7k/h5J1/8/8/8/8/8/7K", "g7h8", "7J/k7/8/8/8/8/8/7K"),
        ("6rk/h5F1/6H1/8/8/8/8/6K1", "g7h8", "8/k7/6H1/8/8/8/8/6K1"),
        ("k7/8/8/8/3D4/4K3/5p2/H7", "d4*e3", "k7/8/8/8/3D4/8/8/K7"),
        ("7k/8/8/8/8/8/6f1/H6K", "h1g2", "7k/8/8/8/8/8/8/K7"),
    ] {
        let before = format!("{board} - w 4 00 - 3");
        let men = |board: &str| board.matches(char::is_alphabetic).count();
        let quiet = if men(board) == men(expected) { 4 } else { 0 };
        assert_eq!(after(&before, action), format!("{expected} - b 4 00 - {quiet}"), "{action} in {board}");
    }
}

/// assets/rules/tactical.md, The end.
#[test]
fn ends() {
    let over = |winner, reason| Turn::Over(crate::engine::Outcome { winner, reason });
    for (before, action, expected) in [
        ("7k/6J1/8/8/8/8/8/7K h w 4 00 - 0", "g7h8", over(Some(Side::White), Reason::KingCaptured)),
        ("7k/8/8/8/8/8/5D2/4K3 - w 4 00 - 0", "f2*e1", over(Some(Side::Black), Reason::KingCaptured)),
        ("8/8/8/k7/4p3/3FK3/8/8 - w 4 00 - 0", "d3e4", over(Some(Side::Black), Reason::KingCaptured)),
        ("8/8/5k2/4p3/3FK3/8/8/8 - w 4 00 - 0", "d4e5", over(None, Reason::BothKingsGone)),
        ("8/8/5k2/4p3/3FK3/8/8/H6h - w 4 00 - 0", "d4e5", Turn::Decide(Side::Black)),
        ("8/8/8/8/8/8/8/8 k b 2 11 - 0", "K@e8", over(Some(Side::Black), Reason::KingCaptured)),
    ] {
        let text = after(before, action);
        assert_eq!(position(&text).turn(), expected, "{action} in {before}");
    }
}

/// The events of captures, shots, explosions and promotions.
#[test]
fn events_of_captures() {
    let names = |board: &str, text: &str| -> Vec<String> {
        let word = |event: &Event| match event {
            Event::Moved { manner: Manner::Slide, path, .. } => format!("slides {}", path.len()),
            Event::Moved { path, .. } => format!("leaps {}", path.len()),
            Event::Captured { at, cause } => format!("{cause:?} {}", at.0),
            Event::Shot { path, .. } => format!("shoots {}", path.len()),
            Event::Exploded { at } => format!("explodes {}", at.0),
            Event::Transformed { at, look } => format!("{look:?} {}", at.0),
            other => format!("{other:?}"),
        };
        events(&battle(board), text).iter().map(word).collect()
    };
    for (board, action, expected) in [
        ("k7/8/8/8/P7/8/8/Q6K", "a1a3", "slides 2"),
        ("k7/8/8/8/8/N7/P7/T6K", "a1a4", "leaps 3"),
        ("k7/8/8/8/8/8/8/G6K", "a1c5", "leaps 2"),
        ("7k/7p/8/8/8/8/1f6/Q6K", "a1b2", "Landed 9, slides 1, KilledByVictim 9"),
        ("7k/8/8/8/n7/1p6/F7/7K", "a2b3", "Landed 17, slides 1, explodes 17, Exploded 17, Exploded 24"),
        ("k7/8/8/8/2p5/1p6/D7/7K", "a2*b3", "shoots 2, Shot 17, Shot 26"),
        ("k7/8/8/8/2*5/1p6/D7/7K", "a2*b3", "shoots 1, Shot 17"),
        ("k7/8/8/8/p7/*7/C7/7K", "a2*a4", "shoots 2, Shot 24"),
        ("7k/h5J1/8/8/8/8/8/7K", "g7h8", "Landed 63, slides 1, Chessman(King) 48"),
        ("1n5k/V7/8/8/8/8/8/7K", "a7b8", "Landed 57, slides 1, Chessman(Fanatic) 57"),
    ] {
        assert_eq!(names(board, action).join(", "), expected, "{action} in {board}");
    }
    let given_up = events(&position("8/8/8/8/8/8/8/8 OOKok b 1 22 p 0"), "--");
    let slots = Side::BOTH.map(|side| Event::Discarded { from: Place::Reserve(side, 0) });
    assert_eq!(given_up[1..], slots);
    assert!(matches!(given_up[0], Event::Passed { by: Side::Black }));
}

/// The notices of a position, and its pieces in danger.
#[test]
fn notices_and_threats() {
    let notices =
        |text: &str| -> Vec<String> { position(text).notices().into_iter().map(|notice| notice.text).collect() };
    assert_eq!(notices("8/8/8/8/8/8/8/*7 - b 1 12 - 0"), ["Phase 1, obstacles: White has 1 left, Black 2"]);
    assert_eq!(notices("8/8/8/8/8/8/8/8 - b 1 22 p 0")[1], "White has passed; if Black passes too, the phase ends");
    assert_eq!(notices("k7/8/8/8/8/8/p7/HK5R - b 4 00 - 0"), ["White's king can be captured"]);
    let threatened = battle("k7/8/8/5n2/4p3/3F3R/8/K7").attacked_by(Side::White);
    assert_eq!(threatened.iter().map(|cell| cell.0).collect::<Vec<_>>(), [28, 37]);
}

/// The action that a gesture intends, legal or not.
#[test]
fn attempts() {
    let field = battle("k7/8/8/8/3C1p2/8/8/K7");
    for (from, to, expected) in [
        (Place::Cell(Cell(27)), 29, Some("d4*f4")),
        (Place::Cell(Cell(27)), 28, Some("d4e4")),
        (Place::Cell(Cell(0)), 16, Some("a1a3")),
        (Place::Reserve(Side::White, 5), 9, Some("N@b2")),
        (Place::Reserve(Side::Black, 5), 9, None),
        (Place::Reserve(Side::White, 16), 9, None),
        (Place::Cell(Cell(64)), 9, None),
    ] {
        assert_eq!(field.intended_action(from, Cell(to), None).as_deref(), expected);
    }
    assert_eq!(field.intended_action(Place::Cell(Cell(0)), Cell(1), Some(1)), None);
}

/// A king is in danger if the next action could end the game.
#[test]
fn danger() {
    for (board, expected) in [
        ("k7/8/8/8/8/8/8/K6r", true),
        ("k7/8/8/8/8/8/8/K5Pr", false),
        ("k7/8/8/8/8/8/8/K5pt", true),
        ("k7/8/8/8/8/8/8/K4*1t", false),
        ("k7/8/8/8/8/8/p7/K7", false),
        ("k7/8/8/8/8/8/1p6/K7", true),
        ("k7/8/8/8/8/1n6/8/K7", true),
        ("k7/8/8/8/c7/8/8/K7", false),
        ("k7/8/8/8/8/c7/*7/K7", true),
        ("k7/8/8/8/8/2d5/1P6/K7", true),
        ("k7/8/8/8/8/2d5/1*6/K7", false),
        ("k7/8/8/8/8/8/1j6/K7", true),
        // An explosion next to the king is dangerous only with a piece to capture.
        ("k7/8/8/8/8/2f5/1N6/K7", true),
        ("k7/8/8/8/8/2f5/1n6/K7", false),
        // A prince saves the game, unless it is removed as well.
        ("k7/8/8/8/8/8/7H/K6r", false),
        ("k7/8/8/8/8/2f5/1N6/KH6", true),
        ("k7/8/8/8/8/2d5/1H6/K7", true),
        ("k7/8/8/8/8/2d5/1K6/H7", true),
        ("k7/8/8/8/1d6/2H5/8/K7", false),
    ] {
        assert_eq!(battle(board).in_danger(), expected, "{board}");
    }
}

/// Quiet actions, which quiescence search may skip, and noisy ones.
#[test]
fn noisy_actions() {
    let noisy = |text: &str| {
        let mut actions = Vec::new();
        position(text).generate_noisy(&mut actions);
        let mut texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        texts.join(" ")
    };
    assert_eq!(noisy("8/8/8/8/8/8/8/8 OOKook w 1 22 - 0"), "");
    assert_eq!(noisy("7k/8/8/8/8/8/8/7K QRq w 4 00 - 0"), "");
    assert_eq!(noisy("7k/P1R5/8/8/2n5/8/8/7K - w 4 00 - 0"), "a7a8 c7c4 c7c8");
    assert_eq!(noisy("7k/8/8/8/2P2p2/1D2D3/8/7K - w 4 00 - 0"), "e3*f4");
}

/// The features of material come first, in the order of the kinds, and feature names are unique.
#[test]
fn features() {
    let names: Vec<_> = Tactical::FEATURES.iter().map(|feature| feature.name).collect();
    let kinds = || PieceKind::all().skip(PieceKind::Queen as usize).map(PieceKind::name);
    assert!(names[..14].iter().copied().eq(kinds()));
    assert!(names[14..28].iter().map(ToString::to_string).eq(kinds().map(|name| format!("{name} in reserve"))));
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(size_of::<Action>() <= 4);
}

/// A better position has a higher value.
#[test]
fn values() {
    let worth = |text: &str| position(text).evaluate();
    let board = |board: &str| battle(board).evaluate();
    // More material, on the board or in reserve.
    assert!(board("k7/8/8/8/8/8/R7/K7") > board("k7/8/8/8/8/8/B7/K7"));
    assert!(board("k7/8/8/8/8/8/r7/7K") < board("k7/8/8/8/8/8/b7/7K"));
    assert!(worth("k7/8/8/8/8/8/8/K7 Q w 4 00 - 0") > worth("k7/8/8/8/8/8/8/K7 Rq w 4 00 - 0"));
    assert!(worth("k7/8/8/8/8/8/Q7/K7 - w 4 00 - 0") > worth("k7/8/8/8/8/8/8/K7 Q w 4 00 - 0"));
    // A far advanced pawn; a king that can be captured, unless a prince replaces it.
    assert!(board("8/k4P2/8/8/8/8/8/K7") > board("8/k7/8/8/8/8/5P2/K7"));
    assert!(board("k7/8/8/8/8/8/8/R6K") > 2000 + board("k7/8/8/8/8/8/8/1R5K"));
    assert!(board("k7/7h/8/8/8/8/8/R6K") < board("k7/8/8/8/8/8/8/R6K") - 1000);
    // Undefended pieces are worth less.
    assert!(board("k6r/8/8/8/8/8/8/K6R") > board("k6r/7p/8/8/8/8/8/K6R"));
    // Having the turn is an advantage.
    assert!(worth("8/8/8/8/8/8/8/8 OOKook w 1 22 - 0") > 0);
}
