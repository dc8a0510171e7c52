//! Invariants of all games in the registry, with every value of their options.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod damage;
mod draws;
mod editor;
mod invariants;

use std::collections::BTreeSet;

use fairground_rules::bots::{self, Bot, RandomPlayer};
use fairground_rules::engine::{Die, Driver, Game, GameInfo, Options, Side, Turn, TypedGame, drive};
use fairground_rules::games::{self, Visitor};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use invariants::Check;

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
fn settings() -> Vec<(&'static GameInfo, Options)> {
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
fn every_game_holds_the_invariants() {
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
fn dice_are_thrown_where_one_is_due() {
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
    struct Contest;
    impl Visitor for Contest {
        /// Wins and losses of the greedy bot.
        type Output = [u32; 2];
        fn visit<P: Game>(self) -> [u32; 2] {
            let mut score = [0; 2];
            for seed in 0..CONTEST {
                let greedy = Side::BOTH[seed as usize % 2];
                let mut players =
                    Greedy { greedy, random: RandomPlayer::default(), rng: ChaCha8Rng::seed_from_u64(seed) };
                let outcome = drive(&mut TypedGame::<P>::new(Options::default()), &mut players);
                if let Some(winner) = outcome.ok().and_then(|outcome| outcome.winner) {
                    score[usize::from(winner != greedy)] += 1;
                }
            }
            score
        }
    }
    const CONTEST: u64 = 40;
    for info in games::ALL {
        let [won, lost] = games::visit(info.id, Contest).unwrap();
        let points = won + (CONTEST as u32 - won - lost) / 2;
        let told = format!("{}: greedy won {won} and lost {lost} of {CONTEST}", info.id);
        // Equal players reach 10 to 0 in 10 matches with a probability of 1 in 1,000.
        assert!(won >= 10 && won > 3 * lost, "{told}");
        match info.id {
            "fluky" => assert!(points >= 34, "{told}"),
            "makarenko" => assert!(points >= 36, "{told}"),
            "tactical" => assert_eq!(won, CONTEST as u32, "{told}"),
            _ => {}
        }
    }
}

/// The greedy bot against random play.
struct Greedy<A> {
    greedy: Side,
    random: RandomPlayer<A>,
    rng: ChaCha8Rng,
}

impl<P: Game> Driver<P> for Greedy<P::Action> {
    type End = &'static str;

    fn check_limits(&mut self, game: &TypedGame<P>) -> Result<(), Self::End> {
        if game.actions().len() < 2 * MAX_ACTIONS { Ok(()) } else { Err("it is long") }
    }

    fn decide(&mut self, game: &TypedGame<P>, side: Side) -> Result<P::Action, Self::End> {
        let action = if side == self.greedy {
            bots::choose(Bot::Greedy, game, self.rng.random(), &|| false)
        } else {
            self.random.decide(game.position(), &mut self.rng)
        };
        action.ok_or("no action")
    }

    fn throw(&mut self, game: &TypedGame<P>, _side: Side, _die: &'static Die) -> Result<P::Action, Self::End> {
        self.random.throw(game.position(), &mut self.rng).ok_or("no throw")
    }
}
