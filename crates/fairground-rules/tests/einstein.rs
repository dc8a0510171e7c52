//! The game of `examples/einstein.rs`, which uses the defaults of the traits for almost everything:
//! its rules, bots and gestures, and the table.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[expect(dead_code, reason = "the match of the example is not played here")]
#[path = "../examples/einstein.rs"]
mod einstein;

use einstein::{Einstein, Players};
use fairground_rules::engine::{
    DynGame, Evaluate, Event, Gesture, GestureKind, Look, Notation, Options, Place, Rules, Side, TableState, Tabletop,
    TypedGame, drive, perft, split_mix_64,
};

fn read(text: &str) -> Einstein {
    Einstein::parse(text, &Options::default()).unwrap()
}

fn legal(text: &str) -> Vec<String> {
    let (position, mut actions) = (read(text), Vec::new());
    position.generate(&mut actions);
    let mut texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The stone with the thrown number moves or, if it was captured, the next lower and the next
/// higher one.
#[test]
fn the_die_chooses_the_stones() {
    assert_eq!(legal("a4/5/5/5/FAC2 w 3"), ["c1c2", "c1d1", "c1d2"]);
    assert_eq!(legal("a4/5/5/5/FAC2 w 5"), ["a1a2", "a1b1", "a1b2", "c1c2", "c1d1", "c1d2"]);
    assert_eq!(legal("a4/5/5/5/3BC w 6"), ["e1e2"]);
    assert_eq!(legal("a4/5/5/5/FAC2 b 2"), ["a5a4"]);
}

#[test]
fn a_match_ends_at_the_corner_or_with_the_last_stone() {
    let over = |text: &str| read(text).turn().outcome().and_then(|outcome| outcome.winner);
    assert_eq!(over("4A/a4/5/5/5 b -"), Some(Side::White));
    assert_eq!(over("5/5/2A2/5/5 b -"), Some(Side::White));
    assert_eq!(over("5/5/2A2/5/4a w -"), None);
    // Every throw moves one stone, or one of two if the number is missing.
    assert_eq!(perft(&Einstein::start(&Options::default()), 2), 6 * 3);
}

#[test]
fn bots_play_it() {
    let mut wins = [0; 2];
    for seed in 0..20 {
        let mut game = TypedGame::<Einstein>::new(Options::default());
        let outcome = drive(&mut game, &mut Players { seed }).unwrap();
        wins[outcome.winner.unwrap().index()] += 1;
    }
    assert!(wins[0] > 12, "the search wins {} of 20 against random actions", wins[0]);
    assert_eq!(Einstein::start(&Options::default()).evaluate(), 0);
    assert_eq!(read("4a/5/2A2/5/5 w 1").evaluate(), 200);
}

/// The game-independent model of the table applies every event and ends with the pieces of the
/// position.
#[test]
fn the_table_follows_it() {
    for seed in 0..10 {
        let mut game: Box<dyn DynGame> = Box::new(TypedGame::<Einstein>::new(Options::default()));
        let mut table = TableState::new(game.pieces());
        let cells = game.layout().cells.len();
        assert_eq!((cells, table.pieces.len()), (25, 12));
        for ply in 0.. {
            let actions = game.actions();
            let Some(action) = actions.get(split_mix_64(seed << 32 | ply) as usize % actions.len().max(1)) else {
                break;
            };
            let gestures = game.gestures();
            let gesture = gestures.iter().find(|(text, _)| text == action).map(|(_, gesture)| gesture.clone());
            let before = game.pieces();
            let events = game.apply(action).unwrap();
            match gesture {
                None => assert!(matches!(events[..], [Event::Rolled { at: None, .. }]), "{events:?}"),
                Some(Gesture { from: Some(from), to: Some(to), kind, choice: None, .. }) => {
                    let captures = before.iter().any(|piece| piece.place == Place::Cell(to));
                    assert_eq!(kind == GestureKind::Capture, captures);
                    assert!(before.iter().any(|piece| piece.place == from && matches!(piece.look, Look::Die(..))));
                    assert_eq!(game.pieces().iter().filter(|piece| piece.place == Place::Cell(to)).count(), 1);
                }
                Some(gesture) => panic!("{gesture:?}"),
            }
            for event in &events {
                table.apply(event).unwrap();
            }
            let sorted = |mut pieces: Vec<_>| {
                pieces.sort_by_key(|piece: &fairground_rules::engine::Piece| piece.place);
                pieces
            };
            assert_eq!(sorted(table.pieces.clone()), sorted(game.pieces()), "{action}");
        }
        assert!(game.turn().outcome().is_some());
        let text = game.text();
        assert_eq!(read(&text).to_string(), text);
        assert!(read(&text).notices().is_empty());
    }
}
