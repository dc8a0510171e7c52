//! Invariants of all games in the registry, with every value of their options.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod damage;
mod draws;
mod editor;
mod habits;

use std::collections::BTreeSet;

use fairground_rules::bots::{self, Bot};
use fairground_rules::engine::{Game, Info, Options, Side, Turn, TypedGame};
use fairground_rules::games::{self, Visitor};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use habits::Check;

/// Random matches of each game and option.
const MATCHES: u64 = 6;
/// Maximum number of actions of a random match.
const MAX_ACTIONS: usize = 250;

/// Prints the game and the position if a check panics.
struct Named(String);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("at {}", self.0);
        }
    }
}

/// Every game with every value of its options, one option at a time.
fn settings() -> Vec<(&'static Info, Options)> {
    assert!(!games::ALL.is_empty());
    let mut settings = Vec::new();
    for &info in games::ALL {
        settings.push((info, Options::default()));
        for option in info.options {
            let other = option.values.iter().skip(1);
            settings.extend(other.map(|value| (info, Options::new(info.options, [(option.key, *value)]).unwrap())));
        }
    }
    settings
}

#[test]
fn every_game_keeps_to_the_habits() {
    for (info, options) in settings() {
        games::visit(info.id, Check(options)).unwrap();
    }
}

#[test]
fn ids_are_unique_and_found() {
    let ids: BTreeSet<_> = games::ALL.iter().map(|info| info.id).collect();
    assert_eq!(ids.len(), games::ALL.len());
    for info in games::ALL {
        assert_eq!(games::info(info.id).unwrap().id, info.id);
        assert!(!info.name.is_empty() && !info.summary.is_empty(), "{}", info.id);
    }
    assert!(games::info("no such game").is_err());
}

#[test]
fn dice_are_thrown_where_a_game_says_so() {
    struct Thrown;
    impl Visitor for Thrown {
        type Output = bool;
        fn visit<P: Game>(self) -> bool {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut game = TypedGame::<P>::new(Options::default());
            for _ in 0..MAX_ACTIONS {
                if matches!(game.turn(), Turn::Chance(..)) {
                    return true;
                }
                let Some(action) = draw(&game, &mut rng) else { break };
                game.play(action);
            }
            false
        }
    }
    for info in games::ALL {
        assert_eq!(games::visit(info.id, Thrown).unwrap(), info.dice, "{}", info.id);
    }
}

/// A random legal action, or a roll with the probabilities of the die.
fn draw<P: Game>(game: &TypedGame<P>, rng: &mut impl Rng) -> Option<P::Action> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Chance(_, die) => game.position().parse_action(&format!("~{}", die.sides[rng.random_range(0..6)])).ok(),
        Turn::Decide(_) => {
            let mut actions = Vec::new();
            game.position().generate(&mut actions);
            (!actions.is_empty()).then(|| actions[rng.random_range(0..actions.len())])
        }
    }
}

/// The evaluation has the right sign: maximising it one action ahead beats random play.
#[test]
fn greedy_beats_random() {
    struct Pairs;
    impl Visitor for Pairs {
        /// Wins and losses of the greedy bot.
        type Output = [u32; 2];
        fn visit<P: Game>(self) -> [u32; 2] {
            let mut score = [0; 2];
            for seed in 0..PAIRS {
                for greedy in Side::BOTH {
                    match winner::<P>(greedy, seed) {
                        Some(side) if side == greedy => score[0] += 1,
                        Some(_) => score[1] += 1,
                        None => {}
                    }
                }
            }
            score
        }
    }
    /// Each pair plays both sides with the same seed.
    const PAIRS: u64 = 5;
    for info in games::ALL {
        let [won, lost] = games::visit(info.id, Pairs).unwrap();
        assert!(won >= 3 && won >= 3 * lost, "{}: greedy won {won} and lost {lost} of {}", info.id, 2 * PAIRS);
    }
}

fn winner<P: Game>(greedy: Side, seed: u64) -> Option<Side> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = TypedGame::<P>::new(Options::default());
    for _ in 0..2 * MAX_ACTIONS {
        let action = match game.turn() {
            Turn::Over(outcome) => return outcome.winner,
            Turn::Decide(side) if side == greedy => bots::choose(Bot::Greedy, &game, rng.random())?,
            _ => draw(&game, &mut rng)?,
        };
        game.play(action);
    }
    None
}
