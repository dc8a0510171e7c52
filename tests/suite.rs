//! What must hold for every game, checked for all that the registry has, with every value of their options.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use fairground::engine::{DynGame, Event, Options, Place, Tabletop, Turn, TypedGame};
use fairground::games::{self, Visitor};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random matches of each game and option, and the most actions of each.
const MATCHES: u64 = 6;
const LONGEST: usize = 250;

/// Names the game and the position when a check panics.
struct Named(String);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("at {}", self.0);
        }
    }
}

#[test]
fn every_game_keeps_to_the_habits() {
    assert!(!games::ALL.is_empty());
    for info in games::ALL {
        let mut settings = vec![Options::default()];
        for option in info.options {
            settings
                .extend(option.values.iter().map(|value| Options::new(info.options, [(option.key, *value)]).unwrap()));
        }
        for options in settings {
            games::visit(info.id, Check(options)).unwrap();
        }
    }
}

#[test]
fn ids_are_unique_and_found() {
    let ids: BTreeSet<_> = games::ALL.iter().map(|info| info.id).collect();
    assert_eq!(ids.len(), games::ALL.len());
    for info in games::ALL {
        assert_eq!(games::info(info.id).unwrap().id, info.id);
        assert!(!info.name.is_empty() && !info.summary.is_empty() && !info.rules.is_empty(), "{}", info.id);
    }
    assert!(games::info("no such game").is_err());
}

#[test]
fn dice_are_thrown_where_a_game_says_so() {
    struct Thrown;
    impl Visitor for Thrown {
        type Output = bool;
        fn visit<P: Tabletop>(self) -> bool {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let mut game = TypedGame::<P>::new(Options::default());
            for _ in 0..LONGEST {
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

struct Check(Options);

impl Visitor for Check {
    type Output = ();

    fn visit<P: Tabletop>(self) {
        for seed in 0..MATCHES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut game = TypedGame::<P>::new(self.0.clone());
            for _ in 0..LONGEST {
                let _named = Named(format!("{} {}", P::INFO.id, game.position()));
                check_position(&game);
                let Some(action) = draw(&game, &mut rng) else { break };
                check_action(&game, action);
                check_refusals(&mut game, &mut rng);
                game.play(action);
            }
        }
    }
}

/// A legal action, a roll with the chance of the die.
fn draw<P: Tabletop>(game: &TypedGame<P>, rng: &mut impl Rng) -> Option<P::Action> {
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

fn check_position<P: Tabletop>(game: &TypedGame<P>) {
    let position = game.position();
    let text = position.to_string();
    let read = P::parse(&text, game.options()).unwrap();
    assert_eq!(&read, position, "parse of print is identity");
    assert_eq!(read.to_string(), text);

    let mut actions = Vec::new();
    position.generate(&mut actions);
    let texts: BTreeSet<_> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), actions.len(), "action texts are unique");
    assert_eq!(position.count(), actions.len() as u64, "count and list agree");
    assert_eq!(actions.is_empty(), matches!(position.turn(), Turn::Over(_)), "over exactly if no action is offered");
    for (action, text) in actions.iter().map(|action| (*action, action.to_string())) {
        assert!(!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()), "one token of ASCII: {text:?}");
        assert_eq!(position.parse_action(&text).as_ref(), Ok(&action), "{text}");
        assert_eq!(position.check(action), Ok(()), "{text}");
        let chance = matches!(position.turn(), Turn::Chance(..));
        assert_eq!(text.starts_with('~'), chance, "{text}: rolls, and only they, start with ~");
        assert_eq!(position.gesture(action).is_none(), chance, "{text}: a person makes decisions, and only them");
    }
    match position.turn() {
        Turn::Chance(_, die) => {
            let symbols: BTreeSet<_> = die.outcomes().map(|(symbol, _)| format!("~{symbol}")).collect();
            assert_eq!(texts, symbols, "every symbol of the die, and no other, may come");
            let sum: f64 = die.outcomes().map(|(symbol, _)| die.chance(symbol)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "chances sum to 1");
            assert_eq!(position.repetition_key(), None, "a position with a roll due is not counted");
        }
        Turn::Decide(_) => {
            position.evaluate();
        }
        Turn::Over(_) => {}
    }
    check_table(position);
}

/// Cells exist, and hold at most one piece each.
fn check_table<P: Tabletop>(position: &P) {
    let cells = position.layout().cells.len();
    let mut places = BTreeSet::new();
    for piece in position.pieces() {
        if let Place::Cell(cell) = piece.place {
            assert!(cell.index() < cells, "{piece:?} stands on the board");
            assert!(places.insert(cell), "{piece:?} stands alone");
        }
    }
}

fn check_action<P: Tabletop>(game: &TypedGame<P>, action: P::Action) {
    let before = game.position();
    let mut erased = game.boxed();
    let (text, hash) = (erased.text(), erased.hash());
    let events = erased.apply(&action.to_string()).unwrap();
    assert_ne!(erased.hash(), hash, "{action} changes the text");
    if let Turn::Chance(side, die) = before.turn() {
        let told = events
            .iter()
            .any(|event| matches!(event, Event::Rolled { by, die: own, .. } if *by == side && *own == die));
        assert!(told, "{action} tells the roll: {events:?}");
    }
    let mut applied = before.clone();
    applied.apply(action, &mut |_| ()).unwrap();
    let mut played = before.clone();
    played.play(action);
    assert_eq!(applied, played, "{action}: checked and fast are the same");
    assert_eq!(erased.text(), played.to_string());
    assert_eq!(erased.undo(), Some(action.to_string()), "undo names the action");
    assert_eq!((erased.text(), erased.hash()), (text, hash), "undo restores");
}

/// Texts that are no legal action here change nothing, whether they can be read or not.
fn check_refusals<P: Tabletop>(game: &mut TypedGame<P>, rng: &mut impl Rng) {
    let legal: BTreeSet<_> = DynGame::actions(game).into_iter().collect();
    let mut texts: Vec<String> =
        ["", "~", "~Z", "~7", "-", "--", "a1a1", "a9z0", "é", "a1é2", "99999999999999999999", "a1a2 "]
            .map(String::from)
            .into();
    // A legal action with a letter changed, and one of another position of the same match.
    if let Some(action) = legal.iter().nth(rng.random_range(0..legal.len().max(1))) {
        let mut bytes = action.clone().into_bytes();
        let at = rng.random_range(0..bytes.len());
        bytes[at] = b"abcdefgh12345678NBRP~@-x"[rng.random_range(0..24)];
        texts.extend(String::from_utf8(bytes));
        texts.push(format!("{action}{action}"));
    }
    texts.extend(game.played().first().cloned());
    let before = game.text();
    for text in texts.iter().filter(|text| !legal.contains(*text)) {
        assert!(DynGame::check(game, text).is_err(), "{text:?} is not legal");
        assert!(DynGame::apply(game, text).is_err(), "{text:?} is not legal");
        assert_eq!(game.text(), before, "{text:?} changes nothing");
    }
}

/// Damaged position texts are read or refused, and never a panic.
#[test]
fn damaged_positions_do_not_panic() {
    struct Damage;
    impl Visitor for Damage {
        type Output = ();
        fn visit<P: Tabletop>(self) {
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
