//! Checks that the events of an action are complete: when a game-independent model of the table
//! replays them, they turn the pieces before the action into the pieces after it.
//!
//! A test includes this with `#[path = "common/story.rs"] mod story;`.

use fairground_rules::engine::{Game, Options, Piece, TableState};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Plays random actions and replays the events of each. A playout ends with the game or after
/// `limit` actions.
///
/// # Panics
/// At the first action whose events lead to other pieces.
pub fn check<P: Game>(options: &Options, seed: u64, playouts: u32, limit: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut actions = Vec::new();
    for _ in 0..playouts {
        let mut position = P::start(options);
        for _ in 0..limit {
            actions.clear();
            position.generate(&mut actions);
            if actions.is_empty() {
                break;
            }
            let action = actions[random.random_range(0..actions.len())];
            check_action(&mut position, action);
        }
    }
}

/// Plays a legal action and replays its events.
///
/// # Panics
/// If the action is refused or its events lead to other pieces.
pub fn check_action<P: Game>(position: &mut P, action: P::Action) {
    let text = format!("{action} in {position}");
    let mut table = TableState::new(position.pieces());
    let mut events = Vec::new();
    if let Err(refusal) = position.apply(action, &mut |event| events.push(event)) {
        panic!("{text} is refused: {refusal}");
    }
    for event in &events {
        if let Err(fault) = table.apply(event) {
            panic!("{text}: {fault} at {event:?} of {events:?}");
        }
    }
    assert!(table.hand.is_none(), "{text}: a piece remains in hand after {events:?}");
    assert_eq!(in_order(table.pieces), in_order(position.pieces()), "{text}: the pieces after {events:?}");
}

fn in_order(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by_cached_key(|piece| (piece.place, format!("{piece:?}")));
    pieces
}
