//! Tactical Chess against golden data, and both implementations of legality against each other.

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use std::collections::{BTreeSet, HashMap};

use fairground_rules::engine::{
    Check, Evaluate, Heuristics, Notation, Options, Place, Rules, Side, Tabletop, Turn, TypedGame,
};
use fairground_rules::games::tactical::{Action, PieceKind, Square, Tactical};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn vectors() {
    vectors::check::<Tactical>(include_str!("vectors/tactical.jsonl"));
}

#[test]
fn events_are_complete() {
    story::check::<Tactical>(&Options::default(), 11, 40, 400);
}

/// Calls `look` with one in `every` positions of random play through all phases.
fn random_positions(seed: u64, playouts: u32, every: u32, mut look: impl FnMut(&Tactical)) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut actions = Vec::new();
    for _ in 0..playouts {
        let mut position = Tactical::start(&Options::default());
        for _ in 0..500 {
            if random.random_range(0..every) == 0 {
                look(&position);
            }
            actions.clear();
            position.generate(&mut actions);
            if actions.is_empty() {
                look(&position);
                break;
            }
            position.play(actions[random.random_range(0..actions.len())]);
        }
    }
}

fn listed(position: &Tactical) -> Vec<Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.sort_unstable();
    actions
}

/// The kings of a side, and all of its pieces.
fn kings_and_pieces(position: &Tactical, side: Side) -> (usize, usize) {
    let text = position.to_string();
    let board = text.split(' ').next().unwrap_or_default();
    let own = |letter: &char| letter.is_alphabetic() && letter.is_uppercase() == (side == Side::White);
    (
        board.chars().filter(own).filter(|letter| letter.eq_ignore_ascii_case(&'k')).count(),
        board.chars().filter(own).count(),
    )
}

/// Every well-formed action, legal or not.
fn all_actions() -> Vec<Action> {
    let squares: Vec<_> = Square::all().collect();
    let pairs = || squares.iter().flat_map(|&from| squares.iter().map(move |&to| (from, to)));
    let mut all = vec![Action::Pass];
    all.extend(PieceKind::all().flat_map(|kind| squares.iter().map(move |&to| Action::Drop(kind, to))));
    all.extend(pairs().map(|(from, to)| Action::Move(from, to)));
    all.extend(pairs().map(|(from, to)| Action::Shot(from, to)));
    all.sort_unstable();
    all
}

/// `check` allows exactly the actions that `generate` lists out of all well-formed ones, and
/// `count` agrees.
#[test]
fn check_agrees_with_generate() {
    let all = all_actions();
    random_positions(3, 30, 40, |position| {
        let listed = listed(position);
        assert_eq!(position.count(), listed.len() as u64, "{position}");
        assert_eq!(listed.is_empty(), matches!(position.turn(), Turn::Over(_)), "{position}");
        assert_eq!(position.has_actions(), !listed.is_empty(), "{position}");
        let allowed: Vec<_> = all.iter().copied().filter(|action| position.check(*action).is_ok()).collect();
        assert_eq!(listed, allowed, "{position}");
        for action in &all {
            let refusal = position.check(*action).err();
            let sentence = refusal.is_none_or(|illegal| {
                illegal.reason.starts_with(|letter: char| letter.is_ascii_uppercase()) && illegal.reason.ends_with('.')
            });
            assert!(sentence, "{action} in {position}");
        }
    });
}

/// Any sequence of actions can be played. The position is then unspecified, but nothing panics.
#[test]
fn play_never_panics() {
    let all = all_actions();
    let mut random = ChaCha8Rng::seed_from_u64(13);
    random_positions(13, 30, 20, |position| {
        for action in &all {
            let mut unspecified = *position;
            unspecified.play(*action);
        }
        let mut unspecified = *position;
        for _ in 0..200 {
            unspecified.play(all[random.random_range(0..all.len())]);
            let _ = (unspecified.to_string(), unspecified.key(), unspecified.turn(), unspecified.evaluate());
            let _ = (listed(&unspecified), unspecified.in_danger(), unspecified.pieces(), unspecified.notices());
        }
    });
}

/// Noisy actions are captures of enemies, and promotions.
#[test]
fn noisy_actions_are_as_documented() {
    random_positions(15, 60, 5, |position| {
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        noisy.sort_unstable();
        let Turn::Decide(side) = position.turn() else { return assert_eq!(noisy, []) };
        let expected: Vec<_> = listed(position)
            .into_iter()
            .filter(|action| {
                let mut next = *position;
                next.play(*action);
                let letters = |position: &Tactical| {
                    let text = position.to_string();
                    let mut board: Vec<char> = text.split(' ').next().unwrap_or_default().chars().collect();
                    board.retain(|letter| letter.is_alphabetic());
                    board.sort_unstable();
                    board
                };
                let enemies = |position: &Tactical| kings_and_pieces(position, side.other()).1;
                let promotes = matches!(action, Action::Move(..)) && letters(&next) != letters(position);
                enemies(&next) < enemies(position) || promotes
            })
            .collect();
        assert_eq!(noisy, expected, "{position}");
    });
}

/// A side is in danger if one action of the opponent could leave it without a king.
#[test]
fn danger_is_as_documented() {
    let mut seen = [0; 2];
    random_positions(17, 100, 5, |position| {
        let (Turn::Decide(side), Some(passed)) = (position.turn(), passed_in_battle(position)) else {
            return assert_eq!(position.null_move(), None, "{position}");
        };
        let expected = listed(&passed).into_iter().any(|action| {
            let mut next = passed;
            next.play(action);
            kings_and_pieces(&next, side).0 == 0
        });
        assert_eq!(position.in_danger(), expected, "{position}");
        assert_eq!(position.null_move(), (!expected).then_some(passed), "{position}");
        seen[usize::from(expected)] += 1;
    });
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}

/// The position after a pass of phase 4.
fn passed_in_battle(position: &Tactical) -> Option<Tactical> {
    let text = position.to_string();
    let mut passed = *position;
    passed.play(Action::Pass);
    text.contains(" 4 00 ").then_some(passed)
}

/// No two actions of a position share their notation or description.
#[test]
fn notations_differ() {
    random_positions(19, 15, 15, |position| {
        let actions = listed(position);
        let notations: BTreeSet<_> = actions.iter().map(|action| position.notation(*action)).collect();
        assert_eq!(notations.len(), actions.len(), "{position}: {notations:?}");
        let words: BTreeSet<_> = actions.iter().map(|action| position.describe(*action)).collect();
        assert_eq!(words.len(), actions.len(), "{position}: {words:?}");
        assert!(words.iter().all(|words| words.starts_with(|letter: char| letter.is_ascii_uppercase())));
    });
}

/// The position with the sides swapped.
fn mirrored(position: &Tactical) -> Tactical {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap_case = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let board: Vec<String> = fields[0].split('/').rev().map(|rank| rank.chars().map(swap_case).collect()).collect();
    let reserve: String = fields[1].chars().filter(char::is_ascii_lowercase).map(swap_case).collect();
    let reserve =
        reserve + &fields[1].chars().filter(|letter| !letter.is_ascii_lowercase()).map(swap_case).collect::<String>();
    let side = if fields[2] == "w" { "b" } else { "w" };
    let left: String = fields[4].chars().rev().collect();
    let text = format!("{} {reserve} {side} {} {left} {} {}", board.join("/"), fields[3], fields[5], fields[6]);
    Tactical::parse(&text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn both_sides_value_a_position_alike() {
    random_positions(21, 40, 3, |position| {
        if let Turn::Decide(_) = position.turn() {
            assert_eq!(position.evaluate(), mirrored(position).evaluate(), "{position}");
            assert_eq!(position.in_danger(), mirrored(position).in_danger(), "{position}");
        }
    });
}

#[test]
fn gestures_differ() {
    random_positions(5, 20, 10, |position| {
        let mut actions = Vec::new();
        position.generate(&mut actions);
        let gestures: Vec<_> = actions.iter().map(|action| position.gesture(*action)).collect();
        for (i, gesture) in gestures.iter().enumerate() {
            assert!(gesture.is_some(), "{} in {position}", actions[i]);
            let twin = gestures[..i].iter().position(|other| other == gesture);
            assert_eq!(twin.map(|twin| actions[twin]), None, "as {} in {position}", actions[i]);
        }
    });
}

/// Texts are written as they were read, and keys are equal if and only if the texts without the
/// halfmove clock are.
#[test]
fn texts_and_keys() {
    let (mut keys, mut texts) = (HashMap::new(), HashMap::new());
    let mut look = |position: &Tactical| {
        let text = position.to_string();
        assert_eq!(Tactical::parse(&text, &Options::default()).as_ref(), Ok(position), "{text}");
        let without_clock = text.rsplit_once(' ').map_or("", |(rest, _)| rest).to_string();
        let key = position.key();
        assert_eq!(position.repetition_key(), Some(key));
        assert_eq!(*keys.entry(key).or_insert_with(|| without_clock.clone()), without_clock);
        assert_eq!(*texts.entry(without_clock).or_insert(key), key, "{text}");
    };
    random_positions(7, 60, 1, &mut look);
    // Two positions that differ in few cells. A weaker hash confused them.
    for board in ["k6B/8/8/2B5/8/8/8/K7", "k6T/8/8/2P5/8/8/8/K7"] {
        for clock in [0, 7] {
            let text = format!("{board} - w 4 00 - {clock}");
            look(&Tactical::parse(&text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}")));
        }
    }
}

/// A cell is attacked if the next action could capture its piece.
#[test]
fn attacked_cells_are_capture_targets() {
    random_positions(9, 40, 5, |position| {
        let (Turn::Decide(side), Some(passed)) = (position.turn(), passed_in_battle(position)) else {
            return assert_eq!(position.attacked_by(Side::White), []);
        };
        let standing = |position: &Tactical, side: Side| -> BTreeSet<_> {
            position.pieces().into_iter().filter(|piece| piece.side == Some(side)).map(|piece| piece.place).collect()
        };
        for (position, side) in [(position, side), (&passed, side.other())] {
            let enemies = standing(position, side.other());
            let mut taken = BTreeSet::new();
            for action in listed(position) {
                let mut next = *position;
                next.play(action);
                taken.extend(enemies.difference(&standing(&next, side.other())).copied());
            }
            let attacked: BTreeSet<_> = position.attacked_by(side).into_iter().map(Place::Cell).collect();
            assert_eq!(attacked, taken, "{position}");
        }
    });
}

/// A drawn match refuses further actions, with the reason.
#[test]
fn a_drawn_match_refuses_further_actions() {
    let text = "k7/8/8/8/8/8/8/K7 - w 4 00 - 0";
    let mut game = TypedGame::<Tactical>::from_text(Options::default(), text).unwrap_or_else(|error| panic!("{error}"));
    for ply in 0..4 {
        assert_eq!(game.check(Action::Pass), Ok(()), "ply {ply}");
        game.play(Action::Pass);
    }
    let refusal = game.check(Action::Pass).map_err(|illegal| (illegal.rule, illegal.reason));
    assert_eq!(refusal, Err(("common.md, Draws", "The game is over: third repetition.".to_string())));
}
