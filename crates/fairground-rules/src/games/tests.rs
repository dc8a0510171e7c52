//! Helpers for the unit tests of several games.

use super::{ALL, Visitor, is_built_in, visit};
use crate::engine::{Game, InputChanges, Inputs, MAX_ACTIVE, Options, Side, Turn, split_mix_64};

/// Positions of random matches, including positions with a due roll.
pub(super) fn random_positions<P: Game>(matches: u64, mut each: impl FnMut(&P)) {
    for seed in 0..matches {
        let mut position = P::start(&Options::default());
        for ply in 0..80 {
            if matches!(position.turn(), Turn::Over(_)) {
                break;
            }
            each(&position);
            let mut actions = Vec::new();
            position.generate(&mut actions);
            actions.sort_unstable();
            let drawn = split_mix_64(seed << 32 | ply) % actions.len() as u64;
            position.play(actions[drawn as usize]);
        }
    }
}

/// Checks that the inputs of a net are within bounds, and that each side's view equals the
/// opponent's view of the position with the sides exchanged.
pub(super) fn check_inputs<P: Game>(exchanged: impl Fn(&P) -> P) {
    let inputs = |position: &P, side| {
        let mut views = [Inputs::new(), Inputs::new()];
        position.inputs(side, &mut views);
        views.iter_mut().for_each(|view| view.sort_unstable());
        views
    };
    let (mut most, mut different) = (0, 0);
    let mut before: Option<P> = None;
    random_positions::<P>(20, |position| {
        if let Some(before) = before.replace(position.clone()) {
            check_changes(&before, position, inputs(&before, Side::White), inputs(position, Side::White));
        }
        let exchanged = exchanged(position);
        let views = inputs(position, Side::White);
        let [white, black] = views.clone();
        assert_eq!(inputs(position, Side::Black), [black, white], "{position}");
        assert_eq!(inputs(&exchanged, Side::Black), views, "{position} and {exchanged}");
        for view in &views {
            assert!(view.iter().all(|&input| usize::from(input) < P::INPUTS), "{position}: {view:?}");
            most = most.max(view.len());
        }
        different += usize::from(views[0] != views[1]);
    });
    assert!(most > 4 && most <= MAX_ACTIVE && different > 100, "{most}, {different}");
}

/// The changes of the inputs lead from those of `before` to those of `position`.
fn check_changes<P: Game>(before: &P, position: &P, inputs: [Inputs; 2], expected: [Inputs; 2]) {
    let mut changes = [InputChanges::default(), InputChanges::default()];
    if !position.input_changes(before, &mut changes) {
        return;
    }
    for ((inputs, changes), expected) in inputs.iter().zip(&changes).zip(&expected) {
        let mut inputs = inputs.to_vec();
        for input in changes.removed.iter() {
            let index = inputs.iter().position(|other| other == input);
            inputs.swap_remove(index.unwrap_or_else(|| panic!("{input} was not active: {before} to {position}")));
        }
        inputs.extend(changes.added.iter());
        inputs.sort_unstable();
        assert_eq!(inputs, expected.to_vec(), "{before} to {position}");
    }
}

/// Without this test, unreadable nets would be ignored silently.
#[test]
fn nets_can_be_read_and_are_small() {
    struct Embedded;
    impl Visitor for Embedded {
        type Output = usize;
        fn visit<P: Game>(self) -> usize {
            let slot = P::start(&Options::default()).net().unwrap();
            let bytes = slot.embedded();
            assert!(bytes.is_empty() || slot.read(bytes).is_ok(), "{}: {:?}", P::INFO.id, slot.read(bytes).err());
            assert_eq!(slot.get().is_some(), !bytes.is_empty());
            bytes.len()
        }
    }
    let sizes = ALL.iter().map(|info| visit(info.id, Embedded).unwrap());
    assert!(sizes.sum::<usize>() < 4_000_000);
}

#[test]
fn built_in_games_are_known_by_their_ids() {
    assert!(ALL.iter().all(|info| is_built_in(info.id)));
    assert!(!["", "ches", "chesss", "Chess"].into_iter().any(is_built_in));
}
