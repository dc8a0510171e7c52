//! Fluky Chess against golden data, and invariants in all positions of random matches.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use std::collections::{BTreeSet, HashMap};

use fairground_rules::engine::{
    Check, Evaluate, Heuristics, Look, Notation, Options, Place, Rules, Side, Tabletop, Turn,
};
use fairground_rules::games::fluky::{Action, Fluky, PieceKind, Square};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn agrees_with_every_line() {
    vectors::check::<Fluky>(include_str!("vectors/fluky.jsonl"));
}

#[test]
fn events_are_complete() {
    story::check::<Fluky>(&Options::default(), 5, 300, 200);
}

/// Every well-formed action.
fn well_formed() -> Vec<Action> {
    let choices = [None].into_iter().chain(PieceKind::ALL.map(Some));
    let moves = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let moves = moves.flat_map(|(from, to)| choices.clone().map(move |choice| Action::Move { from, to, choice }));
    moves.chain(PieceKind::ALL.map(Action::Roll)).collect()
}

fn actions(position: &Fluky) -> Vec<Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions
}

/// Calls `look` with each position of random matches and its legal actions.
fn wander(seed: u64, matches: u32, mut look: impl FnMut(&Fluky, &[Action])) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..matches {
        let mut position = Fluky::start(&Options::default());
        for _ in 0..80 {
            let legal = actions(&position);
            look(&position, &legal);
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.random_range(0..legal.len())]);
        }
    }
}

/// `check` allows exactly the listed actions out of all well-formed ones, and no two decisions
/// share a gesture.
#[test]
fn check_agrees_with_generate() {
    let all = well_formed();
    wander(1, 40, |position, legal| {
        for action in &all {
            let refused = position.check(*action);
            assert_eq!(refused.is_ok(), legal.contains(action), "{position}: {action}: {refused:?}");
            if let Err(illegal) = refused {
                let sentence = illegal.reason.starts_with(char::is_uppercase) && illegal.reason.ends_with('.');
                assert!(sentence && illegal.rule.starts_with("fluky.md, "), "{illegal:?}");
            }
        }
        let gestures: Vec<_> = legal.iter().filter_map(|action| position.gesture(*action)).collect();
        assert!(gestures.iter().enumerate().all(|(i, gesture)| !gestures[..i].contains(gesture)), "{position}");
        assert_eq!(position.count(), legal.len() as u64, "{position}");
        assert_eq!(position.has_actions(), !legal.is_empty(), "{position}");
    });
}

/// `generate_noisy` lists exactly the captures, the promotions and the king's step onto its goal.
#[test]
fn noisy_actions_are_captures_promotions_and_wins() {
    wander(2, 100, |position, legal| {
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        noisy.sort_unstable();
        let goal = if position.pending().side() == Some(Side::White) { "a5" } else { "e1" };
        let (layout, pieces) = (position.layout(), position.pieces());
        let look = |square: Square| {
            let place = layout.cell_named(&square.to_string()).map(Place::Cell);
            pieces.iter().find(|piece| Some(piece.place) == place).map(|piece| &piece.look)
        };
        let is_noisy = |action: &&Action| {
            let Action::Move { from, to, choice } = **action else { return false };
            let wins = matches!(look(from), Some(Look::Chessman(_))) && to.to_string() == goal;
            look(to).is_some() || choice.is_some() || wins
        };
        let mut expected: Vec<_> = legal.iter().filter(is_noisy).copied().collect();
        expected.sort_unstable();
        assert_eq!(noisy, expected, "{position}");
    });
}

/// Keys are equal if and only if the texts without the clock are.
#[test]
fn keys_distinguish_positions() {
    let (mut by_text, mut by_key) = (HashMap::new(), HashMap::new());
    wander(3, 400, |position, _| {
        let (text, key) = (position.to_string(), position.key());
        let text = text.rsplit_once(' ').unwrap().0.to_string();
        assert_eq!(*by_text.entry(text.clone()).or_insert(key), key, "{text}");
        assert_eq!(*by_key.entry(key).or_insert(text.clone()), text, "{key}");
        let counts = !matches!(position.pending(), Turn::Chance(..));
        assert_eq!(position.repetition_key(), counts.then_some(key), "{position}");
    });
    assert!(by_text.len() > 10_000, "{}", by_text.len());
}

/// Any sequence of actions can be played, legal or not.
#[test]
fn playing_never_panics() {
    let all = well_formed();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    wander(4, 20, |position, _| {
        let mut position = *position;
        for _ in 0..50 {
            position.play(all[random.random_range(0..all.len())]);
            actions(&position);
            position.evaluate();
        }
    });
}

/// No two actions of a position share their short notation or their description.
#[test]
fn notations_are_distinct() {
    wander(5, 200, |position, legal| {
        let notations: BTreeSet<_> = legal.iter().map(|action| position.notation(*action)).collect();
        assert_eq!(notations.len(), legal.len(), "{position}: {notations:?}");
        let words: BTreeSet<_> = legal.iter().map(|action| position.describe(*action)).collect();
        assert_eq!(words.len(), legal.len(), "{position}: {words:?}");
    });
}

/// Rotating the board by half a turn and swapping the colours does not change the value.
#[test]
fn evaluation_is_symmetric() {
    wander(6, 50, |position, _| {
        let text = position.to_string();
        let [board, side, roll, clock] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
        let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let board: String = board.chars().rev().map(swap).collect();
        let side = if side == "w" { "b" } else { "w" };
        let roll = match roll.as_bytes() {
            [file, rank] => format!("{}{}", char::from(b'a' + b'e' - file), char::from(b'1' + b'5' - rank)),
            _ => "-".to_string(),
        };
        let mirrored = Fluky::parse(&format!("{board} {side} {roll} {clock}"), &Options::default()).unwrap();
        assert_eq!(mirrored.evaluate(), position.evaluate(), "{position}");
        assert_eq!(mirrored.in_danger(), position.in_danger(), "{position}");
    });
}

/// A side is in danger if it is in check, or if its opponent could win on the goal with the next
/// move.
#[test]
fn danger_is_as_documented() {
    wander(7, 100, |position, _| {
        let Turn::Decide(side) = position.turn() else { return };
        let goal = if side == Side::White { "e1" } else { "a5" };
        let text =
            position.to_string().replacen(&format!(" {} ", side.letter()), &format!(" {} ", side.other().letter()), 1);
        // The text with the other side to move is invalid exactly if the player to move is in
        // check.
        let expected = Fluky::parse(&text, &Options::default()).map_or(true, |passed| {
            let wins = |action: &Action| {
                let mut next = passed;
                next.play(*action);
                action.to_string().ends_with(goal) && next.pending().outcome().is_some()
            };
            actions(&passed).iter().any(wins)
        });
        assert_eq!(position.in_danger(), expected, "{position}");
        if let Some(passed) = position.null_move() {
            assert_eq!(passed.to_string(), text);
        }
    });
}

/// Each error of assets/rules/fluky.md, Texts, with the field at fault.
#[test]
fn impossible_positions_are_refused() {
    for (text, field) in [
        ("", "board"),
        ("kpppp/p4/5/4P/PPPPK w -", "halfmove clock"),
        ("kpppp/p4/5/4P/PPPPK w - 0 0", "position"),
        ("kpppp/p4/5/4P/PPPPK  w - 0", "side"),
        ("kpppp/p4/5/4P w - 0", "board"),
        ("kpppp/p4/5/4P/PPPP w - 0", "board, rank 1"),
        ("kpppp/p4/5/4P/PPPPKK w - 0", "board, rank 1"),
        ("kpppp/p4/32/4P/PPPPK w - 0", "board, rank 3"),
        ("kpppp/p4/5/4Q/PPPPK w - 0", "board, rank 2"),
        ("kpppp/p4/9/4P/PPPPK w - 0", "board, rank 3"),
        ("kpppp/p4/5/4P/PPPPK W - 0", "side"),
        ("kpppp/p4/5/4P/PPPPK w f1 0", "roll"),
        ("kpppp/p4/5/4P/PPPPK w e22 0", "roll"),
        ("kpppp/p4/5/4P/PPPPK w - 00", "halfmove clock"),
        ("kpppp/p4/5/4P/PPPPK w - 1234567890", "halfmove clock"),
        ("kpppp/p4/5/4P/PPPP1 w - 0", "board"),
        ("kpppp/p4/5/3KP/PPPPK w - 0", "board"),
        ("kpppp/pp3/5/4P/PPPPK w - 0", "board"),
        ("kppP1/p4/5/4P/PPP1K w - 0", "board"),
        ("k4/5/5/R4/4K w - 0", "board"),
        ("k4/5/5/5/r3K b - 0", "board"),
        ("K4/5/5/5/2k2 w - 0", "board"),
        ("K4/5/5/b4/4k b - 150", "board"),
        ("k4/5/5/R4/4K w b2 0", "roll"),
        ("k4/5/5/R4/4K w a2 0", "roll"),
        ("k3R/5/5/5/4K w e5 0", "roll"),
        ("k1R2/5/5/5/4K w c5 0", "roll"),
    ] {
        let error = Fluky::parse(text, &Options::default()).unwrap_err();
        assert_eq!(error.field, field, "{text}: {error}");
    }
}
