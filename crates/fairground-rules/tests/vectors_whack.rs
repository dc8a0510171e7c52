//! Whack Chess against golden data, and its events, refusals and gestures against its rules.

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use std::collections::{BTreeSet, HashSet};

use fairground_rules::engine::{
    Check, Event, Events, GestureKind, Notation, Options, Rules, SectionMove, Tabletop, Turn,
};
use fairground_rules::games::whack::{Action, ActionKind, Whack};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn read(text: &str) -> Whack {
    Whack::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn texts(position: &Whack) -> Vec<String> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.iter().map(ToString::to_string).collect()
}

fn changes_board(action: &Action) -> bool {
    matches!(action.kind(), ActionKind::Change(_))
}

/// All rolls, and all moves of a piece between two cells, legal or not.
fn rolls_and_moves() -> impl Iterator<Item = Action> {
    let cells: Vec<_> = Whack::start(&Options::default()).layout().cells.into_iter().map(|cell| cell.name).collect();
    let moves = cells.iter().flat_map(|from| cells.iter().map(move |to| format!("{from}{to}")));
    let texts: Vec<_> = (1..=6).map(|roll| format!("~{roll}")).chain(moves).collect();
    texts.into_iter().filter_map(|text| Whack::start(&Options::default()).parse_action(&text).ok())
}

#[test]
fn agrees_with_every_line() {
    vectors::check::<Whack>(include_str!("vectors/whack.jsonl"));
}

#[test]
fn events_are_complete() {
    story::check::<Whack>(&Options::default(), 7, 30, 150);
}

/// Positions of random matches, each with its legal actions.
fn wander(seed: u64, matches: u32, mut visit: impl FnMut(&Whack, &[Action])) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut legal = Vec::new();
    for _ in 0..matches {
        let mut position = Whack::start(&Options::default());
        for _ in 0..120 {
            legal.clear();
            position.generate(&mut legal);
            visit(&position, &legal);
            let Some(&action) = legal.choose(&mut random) else { break };
            position.play(action);
        }
    }
}

/// `check` allows exactly the listed actions, out of all rolls, all moves, every legal change seen
/// so far, and random lists of joins.
#[test]
fn check_agrees_with_generate() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut changes: BTreeSet<Action> = BTreeSet::new();
    wander(1, 8, |_, legal| changes.extend(legal.iter().filter(|action| changes_board(action))));
    let start = Whack::start(&Options::default());
    while changes.len() < 1500 {
        let mut joins: Vec<_> = (0..random.random_range(1..5))
            .map(|_| {
                let section = random.random_range(0..3_u8);
                let other = random.random_range(section + 1..4);
                let mut edge = || random.random_range(0..4);
                format!("{}{}{}{}", char::from(b'A' + section), edge(), char::from(b'A' + other), edge())
            })
            .collect();
        joins.sort_unstable();
        joins.dedup();
        changes.extend(start.parse_action(&format!("={}", joins.join("+"))));
    }
    let mut all: Vec<_> = rolls_and_moves().collect();
    all.extend(changes);
    wander(2, 3, |position, legal| {
        let legal: HashSet<_> = legal.iter().collect();
        for action in &all {
            let refused = position.check(*action);
            assert_eq!(refused.is_ok(), legal.contains(action), "{position}: {action}: {refused:?}");
            if let Err(refusal) = refused {
                assert!(!refusal.reason.contains("This is not a valid board"), "{position}: {action}");
                assert!(refusal.cells.iter().all(|cell| cell.index() < 64));
            }
        }
        assert!(legal.iter().all(|action| position.check(**action).is_ok()), "{position}");
    });
}

/// Counts, gestures, texts, keys and evaluations of random positions are consistent.
#[test]
fn random_positions_are_consistent() {
    wander(4, 40, |position, legal| {
        assert_eq!(position.count(), legal.len() as u64, "{position}");
        assert_eq!(legal.iter().collect::<HashSet<_>>().len(), legal.len(), "{position}");
        assert_eq!(matches!(position.turn(), Turn::Over(_)), legal.is_empty(), "{position}");
        assert_eq!(read(&position.to_string()), *position);
        let gestures: Vec<_> = legal.iter().filter_map(|action| position.gesture(*action)).collect();
        assert!(gestures.iter().enumerate().all(|(i, gesture)| !gestures[..i].contains(gesture)), "{position}");
        if let Turn::Decide(side) = position.turn() {
            assert_eq!(gestures.len(), legal.len(), "{position}");
            let captured = |gesture: &&fairground_rules::engine::Gesture| gesture.kind == GestureKind::Capture;
            let targets: BTreeSet<_> = gestures.iter().filter(captured).filter_map(|gesture| gesture.to).collect();
            if position.repetition_key().is_some() {
                assert_eq!(position.attacked_by(side), targets.into_iter().collect::<Vec<_>>(), "{position}");
            }
        }
    });
}

/// The poses in the events of a change are the poses in the layouts before and after. A body moves
/// as one.
#[test]
fn events_of_changes_match_the_layouts() {
    wander(5, 25, |position, legal| {
        for &action in legal.iter().filter(|action| changes_board(action)) {
            let mut after = *position;
            let mut moves: Vec<SectionMove> = Vec::new();
            let mut note = |event| {
                if let Event::Rearranged { sections } = event {
                    moves.extend(sections);
                }
            };
            after.apply(action, &mut note).unwrap();
            let (old, new) = (position.layout().sections, after.layout().sections);
            for section in &moves {
                let index = usize::from(section.section);
                assert_eq!(section.from, old.get(index).map(|section| section.pose), "{position}: {action}");
                assert_eq!(section.to, new[index].pose, "{position}: {action}");
                for other in moves.iter().filter(|other| other.body == section.body) {
                    let (Some(from), Some(other_from)) = (section.from, other.from) else { continue };
                    let far = |a: fairground_rules::engine::Pose, b: fairground_rules::engine::Pose| {
                        (a.at.x - b.at.x).hypot(a.at.y - b.at.y)
                    };
                    assert!((far(from, other_from) - far(section.to, other.to)).abs() < 1e-5, "{position}: {action}");
                }
            }
            let Some(GestureKind::Rearrange(lifted)) = position.gesture(action).map(|gesture| gesture.kind) else {
                panic!("{position}: {action}");
            };
            assert!((1..=2).contains(&lifted.len()), "{position}: {action}: {lifted:?}");
            let lifted: BTreeSet<_> = lifted.into_iter().map(|(section, _)| section).collect();
            let bodies: BTreeSet<_> = moves.iter().filter(|m| m.body != 0).map(|m| m.section).collect();
            assert!(bodies.is_subset(&lifted), "{position}: {action}");
        }
    });
}

/// Each error, with the field at fault (assets/rules/whack.md, Position texts).
#[test]
fn impossible_positions_are_refused() {
    let board = "A0B3+B2C1+C3D3";
    let men = "Aa1:w311,Da1:b311,Dd4:b222";
    for (text, field) in [
        ("".to_string(), "arrangement"),
        ("- - b place".into(), "halfmove clock"),
        ("- - b place 0 0".into(), "position"),
        ("-  - b place 0".into(), "pieces"),
        ("A0 - w place 0".into(), "arrangement"),
        ("B0A0 - w place 0".into(), "arrangement"),
        ("A0A0 - w place 0".into(), "arrangement"),
        ("A0B0+ - w place 0".into(), "arrangement"),
        ("A0E0 - w place 0".into(), "arrangement"),
        ("A4B0 - w place 0".into(), "arrangement"),
        ("A0B1 - w place 0".into(), "arrangement"),
        ("A0C0 - w place 0".into(), "arrangement"),
        ("A0Bé - w place 0".into(), "arrangement"),
        ("é0B0 - w place 0".into(), "arrangement"),
        ("A1B2+A2C1 - b place 0".into(), "arrangement"),
        ("A1B2+A2C1+B1C2 - b place 0".into(), "arrangement"),
        (format!("{board} - b place 0"), "arrangement"),
        ("- - w place 0".into(), "side"),
        ("A0B0 - b place 0".into(), "side"),
        ("A0B0+B1C1 - w place 0".into(), "side"),
        ("- Aa1:w1 b place 0".into(), "pieces"),
        ("- - b place 1".into(), "halfmove clock"),
        (format!("{board} - w move 0"), "pieces"),
        (format!("A0B3+B2C1 {men} w move 0"), "arrangement"),
        (format!("B2C1+A0B3+C3D3 {men} w move 0"), "arrangement"),
        (format!("A0B3+A0B3+B2C1+C3D3 {men} w move 0"), "arrangement"),
        (format!("A0B3+A0C0+A1B1+A1C1+A2B2+A2C2+A3B3 {men} w move 0"), "arrangement"),
        (format!("A0B3+B2C1+C3D3+C3D3 {men} w move 0"), "arrangement"),
        (format!("{board} Aa1:w311,Aa1:b311 w move 0"), "pieces"),
        (format!("{board} Aa2:w311,Ad1:b311 w move 0"), "pieces"),
        (format!("{board} Aa1:w311, w move 0"), "pieces"),
        (format!("{board} Aa1:w13 w move 0"), "pieces"),
        (format!("{board} Aa1:w322 w move 0"), "pieces"),
        (format!("{board} Aa1:w w move 0"), "pieces"),
        (format!("{board} Aa1: w move 0"), "pieces"),
        (format!("{board} Aa1:é1 w move 0"), "pieces"),
        (format!("{board} Aa1:w1é w move 0"), "pieces"),
        (format!("{board} Aé1:w1 w move 0"), "pieces"),
        (format!("{board} Aa1w1 w move 0"), "pieces"),
        (format!("{board} Ea1:w1 w move 0"), "pieces"),
        (format!("{board} Ae1:w1 w move 0"), "pieces"),
        (format!("{board} Aa5:w1 w move 0"), "pieces"),
        (format!("{board} {men} W move 0"), "side"),
        (format!("{board} {men} w moves 0"), "phase"),
        (format!("{board} {men} w roll:5 0"), "phase"),
        (format!("{board} {men} w roll:7 0"), "phase"),
        (format!("{board} {men} w place:1 0"), "phase"),
        (format!("{board} {men} w open:11 0"), "phase"),
        (format!("{board} {men} w move 00"), "halfmove clock"),
        (format!("{board} {men} w move -1"), "halfmove clock"),
        (format!("{board} {men} w move 1234567890"), "halfmove clock"),
        (format!("{board} {men} w roll 1"), "halfmove clock"),
        (format!("{board} {men} w open:2 7"), "halfmove clock"),
        // A star of three sections around a fourth cannot be halved.
        ("A0D3+B1D2+C0D0 Aa1:w311,Ba1:b311,Ca1:w222 b roll:2 0".into(), "phase"),
        ("A0D3+B1D2+C0D0 Aa1:w311,Ba1:b311 w open:2 0".into(), "phase"),
    ] {
        let error = Whack::parse(&text, &Options::default()).expect_err(&text);
        assert_eq!(error.field, field, "{text}: {error}");
    }
    for text in [
        format!("{board} {men} w move 999999999"),
        format!("{board} {men} w open 0"),
        format!("{board} {men} b open 0"),
        format!("{board} {men} w roll 0"),
        format!("{board} Aa1:w311 b roll:3 0"),
    ] {
        assert_eq!(read(&text).to_string(), text);
    }
}

/// The outcomes of texts alone (assets/rules/whack.md, End of the game).
#[test]
fn ends() {
    let board = "A0B3+B2C1+C3D3";
    for (rest, outcome) in [
        ("Aa1:w311,Da1:b311 w move 0", "draw"),
        ("Aa1:w311,Da1:b311 w roll 0", "draw"),
        ("Aa1:w311,Da1:b311 w roll:3 0", "draw"),
        ("Aa1:w311,Da1:b311 w open 0", "ongoing"),
        ("Aa1:w311,Ab1:w3,Da1:b311,Db1:b3 b move 9", "draw"),
        ("Aa1:w311,Ab1:w22,Da1:b311,Db1:b3 b move 9", "ongoing"),
        ("Aa1:w311 w move 0", "white"),
        ("Aa1:w311 b open 0", "white"),
        ("Da1:b311,Dc4:w3 w roll:6 0", "black"),
        ("Da1:b3,Dc4:w3 w move 0", "draw"),
        // A king in a corner with all three steps attacked: a king in check; a king not in check;
        // with a pawn that can move.
        ("Aa1:b311,Dd1:w311,Dc2:b222,Dc4:b22 w move 120", "black"),
        ("Aa1:b311,Dd1:w311,Db2:b222 w move 120", "draw"),
        ("Aa1:b311,Cd1:w1,Dd1:w311,Db2:b222 w move 120", "ongoing"),
    ] {
        let text = format!("{board} {rest}");
        let found = read(&text).turn().outcome().map_or("ongoing".into(), |outcome| outcome.to_string());
        assert_eq!(found, outcome, "{text}");
    }
}

#[test]
fn each_refusal_names_its_reason() {
    let board = "A0B3+B2C1+C3D3";
    let men = "Aa1:w311,Ab1:w1,Ac1:w3,Ad1:w22,Aa2:w2,Ab2:w1,Ac2:w222,Ad2:b1,Da1:b311,Db1:b222";
    let to_move = format!("{board} {men} w move 0");
    for (position, action, reason) in [
        ("- - b place 0", "=A0B1", "Edge 0 of A and edge 1 of B differ in size"),
        ("- - b place 0", "=A0C0", "nothing connects B to A"),
        ("- - b place 0", "=A0B0+B0C0", "Sections A and C would overlap"),
        ("- - b place 0", "=A0B0+A1B1", "Edge 1 of A and edge 1 of B do not meet"),
        ("A0B0 - w place 0", "=A0B0+A1C1+B2C1", "Edge 2 of B and edge 1 of C do not meet"),
        ("- - b place 0", "=A0B0+B1C1", "must place section B"),
        ("- - b place 0", "~1", "Ice has to place a section"),
        ("A0B0 - w place 0", "=A0B3+B0C0", "keep their joins, A0B0"),
        ("A1B2 - w place 0", "=A1B2+A2C1+B1C2", "exactly one join: here it would have 2"),
        ("A1B2 - w place 0", "=A1B2+A2C1", "also coincide, so B1C2 must be named"),
        ("A0B0+A1C1 - b place 0", "=A0B0+A1C1+A3D3", "has to join an end of the track"),
        (&to_move, "~1", "No roll is due"),
        (&to_move, "=A0B0+B0C0", "No board change is due"),
        (&to_move, "Bb1Bb2", "There is no piece on Bb1"),
        (&to_move, "Da1Da2", "belongs to Ice, and Fire has to move"),
        (&to_move, "Aa1Aa1", "another cell"),
        (&to_move, "Ad1Bb1", "A rook (22) does not move from Ad1 to Bb1"),
        (&to_move, "Ad1Aa1", "blocked on Ac1"),
        (&to_move, "Ab1Ac2", "A pawn combines by a step over a side only"),
        (&to_move, "Ab1Ba1", "A pawn makes a diagonal step only to capture"),
        (&to_move, "Ac1Ab1", "A bishop (3) does not move from Ac1 to Ab1"),
        (&to_move, "Ab1Aa1", "This would leave Fire without a king"),
        (&to_move, "Ac1Aa3", "blocked on Ab2"),
        (&to_move, "Aa1Ab2", "A 3 may not stand on a 1"),
        (&to_move, "Ac2Ac1", "222 on 3 would make 9 points"),
        (
            &format!("{board} Aa1:w311,Aa2:w22,Aa4:b22,Da1:b311,Db1:b222 w move 0"),
            "Aa2Ab2",
            "king on Aa1 would be attacked from Aa4",
        ),
        (
            &format!("{board} Aa1:w311,Ab4:b22,Da1:b311,Db1:b222 w move 0"),
            "Aa1Ab1",
            "king on Ab1 would be attacked from Ab4",
        ),
        (
            "A3C0+B1D2+C3D3 Aa1:w31,Ab1:w3,Ad1:w21,Ab2:b31,Ac2:w2,Ad2:w11111,Aa3:b2211,Ab3:b33,Ad3:w221,Ab4:w221,\
             Ad4:b2,Ba1:b3,Bc1:b221,Bd1:b222,Bb2:w3,Bd2:b33,Bb3:w32,Bc3:w222,Ba4:w31,Bb4:w2111,Bc4:w3111,Ca1:b211,\
             Cc1:b21,Cd1:b21111,Cb2:b211,Ca3:b321,Cb3:b22,Cc3:w11,Cc4:b321,Cd4:b111111,Db1:b2,Da2:b311,Dc2:b111111,\
             Dd2:w221,Da3:b11,Dc3:b31,Dd3:w2211,Da4:b311,Dc4:w311,Dd4:w211 w move 0",
            "Ad1Ad1",
            "The bishop on Ad1 has no move: on Ac2 it would become a king attacked from",
        ),
        (
            "A1B2+A2D1+B1D2+C3D3 Aa1:b211,Ab1:w311,Aa2:w32,Ab2:b321,Ac2:b3,Ad2:w22,Ac3:w321,Ad4:w222,Ba2:w111,Bb2:b31,\
             Bd2:b22,Ba3:w2111,Bc3:w1,Ba4:b2,Cc1:b11111,Cb2:w2111,Cc2:w211,Cd2:w111,Cb3:w2111,Cc3:b21,Cd3:b31,Cb4:b3,\
             Da1:b2111,Dc1:w311,Da2:w3,Dd2:w22,Da4:w2211,Db4:w33,Dd4:b21111 w move 0",
            "Aa2Aa2",
            "without it, Fire's king on Dc1 would be attacked from Aa1",
        ),
        (
            "A2B1+A3D0+C1D2 Aa2:b311,Ab4:w311,Ca4:w11,Cd4:w2,Dc4:b311 b roll:1 0",
            "=A2B1+A3D0+C3D3",
            "check to Ice's own king on Aa2, from Ca4",
        ),
        (
            "A2B2+A3C3+B3D0 Aa3:b222,Ba2:w22,Bc4:b311,Cd1:w311 w roll:1 0",
            "=A0B0+A1C1+A2D1",
            "TIP moves one section; here more than one",
        ),
        (
            "A2B2+A3C3+B3D0 Aa3:b222,Ba2:w22,Bc4:b311,Cd1:w311 w roll:1 0",
            "=A0C0+A1B1+B3D0",
            "TIP requires exactly one join: A would have 2",
        ),
        (
            "A2B2+A3C3+B3D0 Aa3:b222,Ba2:w22,Bc4:b311,Cd1:w311 w roll:1 0",
            "=A2B2+A3C3+B3D0",
            "must differ from the old one",
        ),
        ("A2B2+A3C3+B3D0 Aa3:b222,Ba2:w22,Bc4:b311,Cd1:w311 w roll:1 0", "=A2B2+A3C3", "Section D would be missing."),
        (
            "A0B0+A2D2+C0D0 Ad1:b222,Aa3:b311,Ac3:w222,Bd3:w311 b roll:2 0",
            "=A0C0+A2D2+B0D0",
            "AIM moves halves of two joined sections; B and C are not joined",
        ),
        (
            "A0B0+A2D2+C0D0 Ad1:b222,Aa3:b311,Ac3:w222,Bd3:w311 b roll:2 0",
            "=A0B0+A1D1+C0D0",
            "C and D would only be shifted",
        ),
        (
            "A0B0+A2D2+C0D0 Ad1:b222,Aa3:b311,Ac3:w222,Bd3:w311 b roll:2 0",
            "=A0B0+A1C1+A2D1",
            "the halves are broken up",
        ),
        (
            "A1B1+A2D2+A3C0 Ac2:w31,Bc4:w311,Da1:b211,Dd4:b311 b roll:3 0",
            "=A0B0+A2D2+A3C0",
            "DIG requires two or more joins: B would have 1",
        ),
        (
            "A3B3+B2D1+C3D0 Ab4:w222,Cb3:b311,Dc2:w3,Dd2:w311 b roll:4 0",
            "=A0B0+A1C1+A2D1",
            "SWAP exchanges two sections",
        ),
        ("A0B3+B2C1+C3D3 Aa1:w311 b move 0", "Aa1Aa2", "The game is over: last king captured."),
        (&format!("{board} {men} b open 0"), "Da1Da2", "The opening roll is due: Ice"),
        (&format!("{board} {men} b roll 0"), "=A0B3", "A roll is due: Ice"),
        (&format!("{board} {men} b roll:1 0"), "~2", "Ice has rolled TIP and has to move a section"),
    ] {
        let position = read(position);
        let refusal = position.check(position.parse_action(action).unwrap()).expect_err(action);
        assert!(refusal.reason.contains(reason), "{position}: {action}: {refusal}");
        assert!(refusal.reason.starts_with(|c: char| !c.is_lowercase()) && refusal.reason.ends_with('.'), "{refusal}");
    }
    assert!(texts(&read(&to_move)).contains(&"Ab1Ab2".to_string()));
}

/// Kings attacked, moved, made, captured and built over (assets/rules/whack.md, Check).
#[test]
fn kings_in_check() {
    for (rest, action, legal) in [
        // An attacked king may remain attacked, but must not move to an attacked cell.
        ("Aa1:w311,Aa4:b22,Bb3:w1,Da1:b311,Db1:b222 w move 0", "Bb3Bb2", true),
        ("Aa1:w311,Aa4:b22,Bb3:w1,Da1:b311,Db1:b222 w move 0", "Aa1Aa2", false),
        ("Aa1:w311,Aa4:b22,Bb3:w1,Da1:b311,Db1:b222 w move 0", "Aa1Ab1", true),
        // The capture of the last enemy king may expose one's own; the capture of one of two may
        // not.
        ("Aa1:w311,Aa2:w22,Ad2:b311,Aa4:b22,Db1:b222 w move 0", "Aa2Ad2", true),
        ("Aa1:w311,Aa2:w22,Ad2:b311,Aa4:b22,Db1:b311 w move 0", "Aa2Ad2", false),
        // A king must not be made on an attacked cell. The only king must not be built over.
        ("Aa1:w311,Ab1:w1,Ab2:w22,Ab4:b22,Da1:b311 w move 0", "Ab1Ab2", false),
        ("Aa1:w311,Ab1:w1,Ab2:w22,Ab4:b2,Da1:b311 w move 0", "Ab1Ab2", true),
        ("Aa1:w311,Ab1:w1,Ab2:w22,Ab4:b22,Da1:b311 w move 0", "Ab1Aa1", false),
        ("Aa1:w311,Ab1:w1,Ab2:w32,Ab4:b2,Da1:b311 w move 0", "Ab1Aa1", true),
    ] {
        let position = read(&format!("A0B3+B2C1+C3D3 {rest}"));
        assert_eq!(texts(&position).contains(&action.to_string()), legal, "{position}: {action}");
    }
}

/// The phase and side after an action (assets/rules/whack.md, After a capture).
#[test]
fn phases_follow_each_other() {
    let men = "Aa1:w311,Aa2:w222,Aa4:b2,Da1:b311,Db1:b222";
    let board = format!("A0B3+B2C1+C3D3 {men}");
    for (before, action, after) in [
        (format!("{board} b open 0"), "~5", "w open 0"),
        (format!("{board} w open 0"), "~5", "b open 0"),
        (format!("{board} w open 0"), "~1", "w open:1 0"),
        (format!("{board} w open:1 0"), "=A0B3+A3D3+B2C1", "b move 0"),
        (format!("{board} w roll 0"), "~5", "b move 0"),
        (format!("{board} w roll 0"), "~6", "w roll:6 0"),
        (format!("{board} b roll:6 0"), "=A0B3+A3D3+B2C1", "w move 0"),
        (format!("{board} w move 3"), "Aa2Aa3", "b move 4"),
        (format!("{board} w move 999999999"), "Aa2Aa3", "b move 999999999"),
        (format!("{board} w move 3"), "Aa2Aa4", "w roll 0"),
        // Without two halves, AIM changes nothing.
        (format!("A0D3+B1D2+C0D0 {men} w open 0"), "~2", "b open 0"),
        (format!("A0D3+B1D2+C0D0 {men} w roll 0"), "~2", "b move 0"),
        // The capture of the last king; too little material on both sides.
        ("A0B3+B2C1+C3D3 Aa1:w311,Aa2:w222,Aa4:b311 w move 3".into(), "Aa2Aa4", "b move 0"),
        ("A0B3+B2C1+C3D3 Aa1:w311,Aa2:w3,Ab3:b22,Da1:b311 w move 3".into(), "Aa2Ab3", "b move 0"),
    ] {
        let mut position = read(&before);
        let action = position.parse_action(action).unwrap();
        position.apply(action, &mut |_| {}).unwrap_or_else(|refusal| panic!("{before}: {action}: {refusal}"));
        let text = position.to_string();
        assert_eq!(text.splitn(3, ' ').last(), Some(after), "{before}: {action}");
    }
}
