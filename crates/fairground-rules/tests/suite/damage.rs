//! Damaged positions, and actions of other positions.

use std::collections::BTreeSet;

use fairground_rules::engine::{Game, Options, Turn, TypedGame};
use fairground_rules::games::{self, Visitor};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{MATCHES, MAX_ACTIONS, Named, draw, settings};

/// Damaged position texts are read or refused without a panic.
#[test]
fn damaged_positions_do_not_panic() {
    struct Damage;
    impl Visitor for Damage {
        type Output = ();
        fn visit<P: Game>(self) {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let options = Options::default();
            let mut game = TypedGame::<P>::new(options.clone());
            for _ in 0..100 {
                let text = game.position().to_string();
                let _named = Named(format!("{} {text}", P::INFO.id));
                for _ in 0..20 {
                    let mut letters: Vec<char> = text.chars().collect();
                    let at = rng.random_range(0..letters.len());
                    match rng.random_range(0..3) {
                        0 => drop(letters.remove(at)),
                        1 => letters.insert(at, ['9', ' ', '/', 'K', 'é', '-', '0'][rng.random_range(0..7)]),
                        _ => letters[at] = ['8', 'k', 'P', '~', 'ß', 'w', '-'][rng.random_range(0..7)],
                    }
                    let damaged: String = letters.into_iter().collect();
                    if let Ok(position) = P::parse(&damaged, &options) {
                        assert_eq!(P::parse(&position.to_string(), &options).as_ref(), Ok(&position), "{damaged}");
                        let mut actions = Vec::new();
                        position.generate(&mut actions);
                        assert_eq!(actions.is_empty(), matches!(position.turn(), Turn::Over(_)), "{damaged}");
                    }
                }
                let Some(action) = draw(&game, &mut rng) else { break };
                game.play(action);
            }
        }
    }
    for info in games::ALL {
        games::visit(info.id, Damage).unwrap();
    }
}

/// An action that is legal in another position leads to an unspecified position without a panic.
#[test]
fn actions_of_other_positions_do_not_panic() {
    struct Cross(Options);
    impl Visitor for Cross {
        type Output = ();
        fn visit<P: Game>(self) {
            let mut rng = ChaCha8Rng::seed_from_u64(2);
            let (mut positions, mut pool) = (Vec::new(), BTreeSet::new());
            for _ in 0..MATCHES {
                let mut game = TypedGame::<P>::new(self.0.clone());
                for _ in 0..MAX_ACTIONS {
                    positions.push(game.position().clone());
                    let mut actions = Vec::new();
                    game.position().generate(&mut actions);
                    pool.extend(actions);
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            let pool: Vec<_> = pool.into_iter().collect();
            for position in &positions {
                for _ in 0..100 {
                    let action = pool[rng.random_range(0..pool.len())];
                    let _named = Named(format!("{} {action} in {position}", P::INFO.id));
                    position.clone().play(action);
                }
            }
        }
    }
    for (info, options) in settings() {
        games::visit(info.id, Cross(options)).unwrap();
    }
}
