//! Makarenko's Chess against golden data, and laws that hold in every position.

#[path = "common/story.rs"]
mod story;
#[path = "common/vectors.rs"]
mod vectors;

use std::collections::BTreeSet;

use fairground::engine::{Cell, Layout, Look, Options, Place, Position, Tabletop};
use fairground::games::makarenko::Makarenko;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Tested = Result<(), Box<dyn std::error::Error>>;

#[test]
fn golden_data() {
    vectors::check::<Makarenko>(include_str!("vectors/makarenko.jsonl"));
}

#[test]
fn events_tell_all_that_happens() -> Tested {
    for (seed, values) in [(1, "nowak"), (2, "kostyor")] {
        let options = Options::new(Makarenko::INFO.options, [("values", values)])?;
        story::check::<Makarenko>(&options, seed, 50, 200);
    }
    Ok(())
}

/// Calls `look` with every 7th position of random playouts and its legal actions.
fn wander(seed: u64, playouts: u32, mut look: impl FnMut(&Makarenko, &[<Makarenko as Position>::Action])) -> Tested {
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

/// Over every text that has the form of an action: those listed are legal; the others are refused for a rule, or are a second
/// spelling of a whole stack's move, which cannot be read.
#[test]
fn exactly_what_is_listed_is_legal() -> Tested {
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
                            // An illegal action leaves any position, but must not panic.
                            next.play(action);
                        }
                    }
                }
            }
        }
        assert_eq!(legal, actions.len());
    })
}

/// A person can tell all legal actions apart by what the hands do.
#[test]
fn no_two_actions_share_a_gesture() -> Tested {
    wander(4, 40, |position, actions| {
        let gestures: BTreeSet<_> = actions.iter().map(|&action| format!("{:?}", position.gesture(action))).collect();
        assert_eq!(gestures.len(), actions.len(), "{position}");
    })
}
