//! Tactical Chess against the golden data, and its two descriptions of what is legal against each other.

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use fairground::engine::{Options, Position, Side, Tabletop, Turn};
use fairground::games::tactical::{Action, PieceKind, Square, Tactical};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn vectors() {
    vectors::check::<Tactical>(include_str!("vectors/tactical.jsonl"));
}

#[test]
fn events_tell_all() {
    story::check::<Tactical>(&Options::default(), 11, 40, 400);
}

/// Positions of all phases from random play, one in `every` of those that come by.
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

/// `check` allows exactly what `actions` lists, of all well-formed actions, and `count` counts it.
#[test]
fn check_allows_exactly_what_is_listed() {
    let squares: Vec<_> = Square::all().collect();
    let pairs = || squares.iter().flat_map(|&from| squares.iter().map(move |&to| (from, to)));
    let mut all = vec![Action::Pass];
    all.extend(PieceKind::all().flat_map(|kind| squares.iter().map(move |&to| Action::Drop(kind, to))));
    all.extend(pairs().map(|(from, to)| Action::Move(from, to)));
    all.extend(pairs().map(|(from, to)| Action::Shot(from, to)));
    all.sort_unstable();
    random_positions(3, 30, 40, |position| {
        let mut listed = Vec::new();
        position.generate(&mut listed);
        assert_eq!(position.count(), listed.len() as u64, "{position}");
        assert_eq!(listed.is_empty(), matches!(position.turn(), Turn::Over(_)), "{position}");
        listed.sort_unstable();
        let allowed: Vec<_> = all.iter().copied().filter(|action| position.check(*action).is_ok()).collect();
        assert_eq!(listed, allowed, "{position}");
        for action in &all {
            let mut unspecified = *position;
            unspecified.play(*action);
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

/// Texts read back, equal keys go with equal texts, and the evaluation of one side is the negative of the other's.
#[test]
fn texts_keys_and_values() {
    let mut keys = std::collections::HashMap::new();
    random_positions(7, 30, 3, |position| {
        let text = position.to_string();
        assert_eq!(Tactical::parse(&text, &Options::default()).as_ref(), Ok(position), "{text}");
        let counted = text.rsplit_once(' ').map_or("", |(rest, _)| rest).to_string();
        let other = keys.entry(position.repetition_key()).or_insert_with(|| counted.clone());
        assert_eq!(*other, counted);
    });
}

/// What is attacked are pieces of the other side, and every capturing action takes something of it.
#[test]
fn attacked_cells_hold_enemies() {
    random_positions(9, 20, 10, |position| {
        for side in Side::BOTH {
            for cell in position.attacked_by(side) {
                let place = fairground::engine::Place::Cell(cell);
                let owner =
                    position.pieces().into_iter().find(|piece| piece.place == place).and_then(|piece| piece.side);
                assert_eq!(owner, Some(side.other()), "{cell:?} in {position}");
            }
        }
    });
}
