//! Fluky Chess against golden data, and its events, refusals and gestures against its rules.

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use fairground::engine::{Options, Position, Tabletop, Turn};
use fairground::games::fluky::{Action, Fluky, Kind};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn agrees_with_every_line() {
    vectors::check::<Fluky>(include_str!("vectors/fluky.jsonl"));
}

#[test]
fn events_tell_the_whole_story() {
    story::check::<Fluky>(&Options::default(), 5, 300, 200);
}

/// Over random positions: `check` allows exactly the listed actions out of all well-formed ones, and no two decisions are
/// made by the same gesture.
#[test]
fn refuses_exactly_what_is_not_listed() {
    let choices = [None, Some(Kind::Knight), Some(Kind::Bishop), Some(Kind::Rook)];
    let moves = (0..25).flat_map(|from| (0..25).map(move |to| (from, to)));
    let mut all: Vec<_> = moves.flat_map(|(from, to)| choices.map(|into| Action::Move { from, to, into })).collect();
    all.extend(Kind::ALL.map(Action::Roll));

    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..40 {
        let mut position = Fluky::start(&Options::default());
        let mut legal = Vec::new();
        for _ in 0..60 {
            legal.clear();
            position.generate(&mut legal);
            for action in &all {
                let refused = position.check(*action);
                assert_eq!(refused.is_ok(), legal.contains(action), "{position}: {action}: {refused:?}");
            }
            let gestures: Vec<_> = legal.iter().filter_map(|action| position.gesture(*action)).collect();
            assert!(gestures.iter().enumerate().all(|(i, gesture)| !gestures[..i].contains(gesture)), "{position}");
            assert_eq!(position.count(), legal.len() as u64, "{position}");
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.random_range(0..legal.len())]);
        }
    }
}

/// rules/fluky.md, Texts: each of its errors, by the field that it is in.
#[test]
fn impossible_positions_are_refused() {
    for (text, field) in [
        ("", "board"),
        ("kpppp/p4/5/4P/PPPPK w -", "quiet"),
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
        ("kpppp/p4/5/4P/PPPPK w - 00", "quiet"),
        ("kpppp/p4/5/4P/PPPPK w - 1234567890", "quiet"),
        ("kpppp/p4/5/4P/PPPP1 w - 0", "board"),
        ("kpppp/p4/5/3KP/PPPPK w - 0", "board"),
        ("kpppp/pp3/5/4P/PPPPK w - 0", "board"),
        ("kppP1/p4/5/4P/PPP1K w - 0", "board"),
        ("k4/5/5/R4/4K w - 0", "board"),
        ("k4/5/5/5/r3K b - 0", "board"),
        ("K4/5/5/5/2k2 w - 0", "board"),
        ("k4/5/5/R4/4K w b2 0", "roll"),
        ("k4/5/5/R4/4K w a2 0", "roll"),
        ("k3R/5/5/5/4K w e5 0", "roll"),
        ("k1R2/5/5/5/4K w c5 0", "roll"),
    ] {
        let error = Fluky::parse(text, &Options::default()).unwrap_err();
        assert_eq!(error.field, field, "{text}: {error}");
    }
}

/// rules/fluky.md, A turn: while a roll is due the game is not over, whatever the board looks like.
#[test]
fn a_due_roll_postpones_the_end() {
    let mut position = Fluky::parse("k4/5/N4/5/RR2K w - 0", &Options::default()).unwrap();
    let action = position.parse_action("a3c2").unwrap();
    position.apply(action, &mut |_| {}).unwrap();
    assert!(matches!(position.turn(), Turn::Chance(..)), "{position}");
}
