//! Makarenko's Chess against golden data, and invariants in all positions.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use std::collections::{BTreeSet, HashMap};

use fairground_rules::engine::{
    Cell, Evaluate, Events, Heuristics, Layout, Look, Notation, Options, Place, Rules, Side, Tabletop, Turn,
};
use fairground_rules::games::makarenko::{Action, Makarenko};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Tested = Result<(), Box<dyn std::error::Error>>;

#[test]
fn golden_data() {
    vectors::check::<Makarenko>(include_str!("vectors/makarenko.jsonl"));
}

#[test]
fn events_are_complete() -> Tested {
    for (seed, values) in [(1, "nowak"), (2, "kostyor")] {
        let options = Options::new(Makarenko::INFO.options, [("values", values)])?;
        story::check::<Makarenko>(&options, seed, 50, 200);
    }
    Ok(())
}

/// Calls `look` with every 7th position of random playouts and its legal actions.
fn wander(seed: u64, playouts: u32, mut look: impl FnMut(&Makarenko, &[Action])) -> Tested {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for playout in 0..playouts {
        let values = ["nowak", "kostyor"][playout as usize % 2];
        let mut position = Makarenko::start(&Options::new(Makarenko::INFO.options, [("values", values)])?);
        for ply in 0..200 {
            let mut actions = Vec::new();
            position.generate(&mut actions);
            if ply % 7 == 0 || actions.is_empty() {
                look(&position, &actions);
            }
            if actions.is_empty() {
                break;
            }
            position.play(actions[random.random_range(0..actions.len())]);
        }
    }
    Ok(())
}

/// Exactly the listed actions are legal out of all texts with the form of an action. The others are
/// refused by a rule, or are an unreadable second spelling of a whole stack's move.
#[test]
fn check_agrees_with_generate() -> Tested {
    let names: Vec<_> = Layout::squares(8, 8).cells.into_iter().map(|cell| cell.name).collect();
    wander(3, 4, |position, actions| {
        let listed: BTreeSet<_> = actions.iter().map(ToString::to_string).collect();
        assert_eq!(listed.len(), actions.len(), "an action is listed twice in {position}");
        let mut legal = 0;
        for (from, origin) in (0..).zip(&names) {
            let stack = position.pieces().into_iter().find(|piece| piece.place == Place::Cell(Cell(from)));
            for target in &names {
                for chips in 0..8 {
                    let text =
                        if chips == 0 { format!("{origin}{target}") } else { format!("{origin}{target}/{chips}") };
                    let Ok(action) = position.parse_action(&text) else {
                        let look = stack.as_ref().map(|piece| &piece.look);
                        assert_eq!(look, Some(&Look::Chips(chips)), "{text} cannot be read in {position}");
                        continue;
                    };
                    assert_eq!(action.to_string(), text);
                    let mut next = *position;
                    let verdict = next.apply(action, &mut |_| ());
                    assert_eq!(verdict.is_ok(), listed.contains(&text), "{text} in {position}: {verdict:?}");
                    match verdict {
                        Ok(()) => legal += 1,
                        Err(refusal) => {
                            assert_eq!(next, *position, "{text} is refused but changes {position}");
                            assert!(refusal.rule.starts_with("makarenko.md, "), "{text}: {refusal}");
                            let reason = &refusal.reason;
                            assert!(reason.starts_with(char::is_uppercase) && reason.ends_with('.'), "{refusal}");
                            // An illegal action leads to an unspecified position, without a panic.
                            next.play(action);
                        }
                    }
                }
            }
        }
        assert_eq!(legal, actions.len());
    })
}

/// Gestures distinguish all legal actions.
#[test]
fn no_two_actions_share_a_gesture() -> Tested {
    wander(4, 40, |position, actions| {
        let gestures: BTreeSet<_> = actions.iter().map(|&action| format!("{:?}", position.gesture(action))).collect();
        assert_eq!(gestures.len(), actions.len(), "{position}");
    })
}

/// `generate_noisy` lists exactly the captures and, for a player without a king, the moves that
/// make one.
#[test]
fn noisy_actions_are_captures_and_new_kings() -> Tested {
    wander(5, 60, |position, actions| {
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        noisy.sort_unstable();
        let side = position.pending().side();
        let kings = |position: &Makarenko| {
            position.pieces().iter().filter(|piece| piece.side == side && piece.look == Look::Chips(8)).count()
        };
        let others = |position: &Makarenko| position.pieces().iter().filter(|piece| piece.side != side).count();
        let is_noisy = |action: &&Action| {
            let mut next = *position;
            next.play(**action);
            others(&next) < others(position) || kings(position) == 0 && kings(&next) == 1
        };
        let mut expected: Vec<_> = actions.iter().filter(is_noisy).copied().collect();
        expected.sort_unstable();
        assert_eq!(noisy, expected, "{position}");
        assert_eq!(position.has_actions(), !actions.is_empty(), "{position}");
    })
}

/// Keys are equal if and only if the texts without the clock are.
#[test]
fn keys_distinguish_positions() -> Tested {
    let (mut by_text, mut by_key) = (HashMap::new(), HashMap::new());
    wander(6, 200, |position, actions| {
        for action in actions {
            let mut next = *position;
            next.play(*action);
            let (text, key) = (next.to_string(), next.key());
            let text = text.rsplit_once(' ').map_or("", |(text, _)| text).to_string();
            assert_eq!(*by_text.entry(text.clone()).or_insert(key), key, "{text}");
            assert_eq!(*by_key.entry(key).or_insert(text.clone()), text, "{key}");
            assert_eq!(next.repetition_key(), Some(key));
        }
    })?;
    assert!(by_text.len() > 50_000, "{}", by_text.len());
    Ok(())
}

/// Any sequence of actions of other positions can be played.
#[test]
fn playing_never_panics() -> Tested {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut all = Vec::new();
    wander(7, 30, |position, actions| {
        all.extend_from_slice(actions);
        let mut position = *position;
        for _ in 0..50 {
            position.play(all[random.random_range(0..all.len())]);
            position.generate(&mut Vec::new());
            position.evaluate();
        }
    })
}

/// No two actions of a position share their short notation or their description.
#[test]
fn notations_are_distinct() -> Tested {
    wander(8, 40, |position, actions| {
        let notations: BTreeSet<_> = actions.iter().map(|action| position.notation(*action)).collect();
        assert_eq!(notations.len(), actions.len(), "{position}: {notations:?}");
        let words: BTreeSet<_> = actions.iter().map(|action| position.describe(*action)).collect();
        assert_eq!(words.len(), actions.len(), "{position}: {words:?}");
    })
}

/// Rotating the board by half a turn and swapping the colours does not change the value.
#[test]
fn evaluation_is_symmetric() -> Tested {
    wander(9, 60, |position, _| {
        let text = position.to_string();
        let [board, side, clock] = text.split(' ').collect::<Vec<_>>()[..] else { panic!("{text}") };
        let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let ranks: Vec<_> = board.split('/').rev().collect();
        let board: String = ranks.join("/").chars().map(swap).collect();
        let side = if side == "w" { "b" } else { "w" };
        for values in ["nowak", "kostyor"] {
            let options = Options::new(Makarenko::INFO.options, [("values", values)]).unwrap();
            let this = Makarenko::parse(&text, &options).unwrap();
            let mirrored = Makarenko::parse(&format!("{board} {side} {clock}"), &options).unwrap();
            assert_eq!(mirrored.evaluate(), this.evaluate(), "{text}");
            assert_eq!(mirrored.in_danger(), this.in_danger(), "{text}");
        }
    })
}

/// A side is in danger if it has no king, or if its opponent could capture its only king with the
/// next action.
#[test]
fn danger_is_as_documented() -> Tested {
    let kings = |position: &Makarenko, side: Side| {
        position.pieces().iter().filter(|piece| piece.side == Some(side) && piece.look == Look::Chips(8)).count()
    };
    wander(10, 100, |position, _| {
        let Turn::Decide(side) = position.pending() else { return };
        let (from, to) = (format!(" {} ", side.letter()), format!(" {} ", side.other().letter()));
        let options = Options::new(Makarenko::INFO.options, [("values", "nowak")]).unwrap();
        let text = position.to_string();
        let this = Makarenko::parse(&text, &options).unwrap();
        let passed = Makarenko::parse(&text.replace(&from, &to), &options).unwrap();
        let mut answers = Vec::new();
        passed.generate(&mut answers);
        let captures = |action: &Action| {
            let mut next = passed;
            next.play(*action);
            kings(&next, side) == 0
        };
        assert_eq!(this.in_danger(), kings(&this, side) == 0 || answers.iter().any(captures), "{text}");
        if let Some(null_move) = this.null_move() {
            assert_eq!(null_move, passed, "{text}");
        }
    })
}

/// assets/rules/makarenko.md, Texts.
#[test]
fn invalid_texts_are_refused() {
    for (text, field) in [
        ("", "board"),
        ("8/8/8/8/8/8/8/8", "side"),
        ("8/8/8/8/8/8/8/8 w", "halfmove clock"),
        ("8/8/8/8/8/8/8/8 w 0 ", "position"),
        ("8/8/8/8/8/8/8/8 w 0 1", "position"),
        ("8/8/8/8/8/8/8/8  w 0", "side"),
        ("8/8/8/8/8/8/8/8 W 0", "side"),
        ("8/8/8/8/8/8/8/8 w 00", "halfmove clock"),
        ("8/8/8/8/8/8/8/8 w 1000000000", "halfmove clock"),
        ("8/8/8/8/8/8/8/8 w -1", "halfmove clock"),
        ("8/8/8/8/8/8/8 w 0", "board"),
        ("8/8/8/8/8/8/8/9 w 0", "board, rank 1"),
        ("8/8/8/8/8/8/8/I7 w 0", "board, rank 1"),
        ("8/8/8/8/8/8/44/8 w 0", "board, rank 2"),
        ("h8/8/8/8/8/8/8/8 w 0", "board, rank 8"),
        ("7é/8/8/8/8/8/8/8 w 0", "board, rank 8"),
    ] {
        assert_eq!(Makarenko::parse(text, &Options::default()).unwrap_err().field, field, "{text:?}");
    }
    let start = Makarenko::start(&Options::default());
    for (text, field) in [
        ("", "origin"),
        ("e", "origin"),
        ("E2e4", "origin"),
        ("i2e4", "origin"),
        ("é2e4", "origin"),
        ("e2", "target"),
        ("e2e9", "target"),
        ("e2eé", "target"),
        ("e2e4 ", "chips"),
        ("e2e4/", "chips"),
        ("e2e4é", "chips"),
        ("d1d2/0", "chips"),
        ("d1d2/8", "chips"),
        ("d1d2/03", "chips"),
        ("d1d2/99999999999999999999", "chips"),
        // A whole stack, of either side, is written without a number.
        ("e2e4/1", "chips"),
        ("d1d2/7", "chips"),
        ("b8c6/4", "chips"),
    ] {
        assert_eq!(start.parse_action(text).unwrap_err().field, field, "{text:?}");
    }
}
