//! Texts, keys, probabilities, descriptions, the table and refusals in every position of random
//! matches.

use std::collections::{BTreeMap, BTreeSet};

use fairground_rules::engine::{DynGame, Event, Game, Options, Place, Side, Turn, TypedGame};
use fairground_rules::games::Visitor;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{MATCHES, MAX_ACTIONS, Named, draw};

pub(super) struct Check(pub(super) Options);

impl Visitor for Check {
    type Output = ();

    fn visit<P: Game>(self) {
        for seed in 0..MATCHES {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut game = TypedGame::<P>::new(self.0.clone());
            for _ in 0..MAX_ACTIONS {
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

fn check_position<P: Game>(game: &TypedGame<P>) {
    let position = game.position();
    let text = position.to_string();
    let read = P::parse(&text, game.options()).unwrap();
    assert_eq!(&read, position, "parsing the text restores the position");
    assert_eq!(read.to_string(), text);

    let mut actions = Vec::new();
    position.generate(&mut actions);
    let texts: BTreeSet<_> = actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), actions.len(), "action texts are unique");
    assert_eq!(position.count(), actions.len() as u64, "count and list agree");
    assert_eq!(actions.is_empty(), matches!(position.turn(), Turn::Over(_)), "over if and only if no action is legal");
    for (action, text) in actions.iter().map(|action| (*action, action.to_string())) {
        assert!(!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()), "one token of ASCII: {text:?}");
        assert_eq!(position.parse_action(&text).as_ref(), Ok(&action), "{text}");
        assert_eq!(position.check(action), Ok(()), "{text}");
        let chance = matches!(position.turn(), Turn::Chance(..));
        assert_eq!(text.starts_with('~'), chance, "{text}: only rolls start with ~");
        assert_eq!(position.gesture(action).is_none(), chance, "{text}: only decisions have gestures");
    }
    match position.turn() {
        Turn::Chance(_, die) => {
            let symbols: BTreeSet<_> = die.outcomes().map(|(symbol, _)| format!("~{symbol}")).collect();
            assert_eq!(texts, symbols, "one roll per symbol of the die");
            let sum: f64 = die.outcomes().map(|(symbol, _)| die.chance(symbol)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "chances sum to 1");
            let mut weights = Vec::new();
            position.chance(&mut weights);
            let weights: BTreeMap<_, _> =
                weights.iter().map(|(roll, weight)| (roll.to_string(), u32::from(*weight))).collect();
            let of_die = die.outcomes().map(|(symbol, sides)| (format!("~{symbol}"), sides));
            assert_eq!(weights, of_die.collect(), "the weight is the number of sides");
            assert_eq!(position.repetition_key(), None, "no repetition key while a roll is due");
        }
        Turn::Decide(_) => {
            let mut counts = vec![0; P::FEATURES.len()];
            position.tally(counts.as_mut_slice());
            let weighed: i32 = P::FEATURES.iter().zip(&counts).map(|(feature, count)| feature.weight * count).sum();
            assert_eq!(position.evaluate(), weighed, "the evaluation is the weighted sum of the counts");
            assert_eq!(game.evaluate(Side::White), -game.evaluate(Side::Black), "the evaluation is antisymmetric");
            check_words(position, &actions);
        }
        Turn::Over(_) => {}
    }
    check_search(position, &actions);
    check_table(position);
}

/// The typed position for the search agrees with the type-erased game for the table.
fn check_search<P: Game>(position: &P, actions: &[P::Action]) {
    let expected = match position.pending() {
        Turn::Decide(_) if actions.is_empty() => Turn::Over(position.outcome_without_actions()),
        pending => pending,
    };
    assert_eq!(position.turn(), expected, "the turn follows from `pending` and the actions");
    if matches!(position.pending(), Turn::Decide(_)) {
        assert_eq!(position.has_actions(), !actions.is_empty());
    }
    let chance = matches!(position.turn(), Turn::Chance(..));
    let (mut noisy, mut rolls) = (Vec::new(), Vec::new());
    position.generate_noisy(&mut noisy);
    position.chance(&mut rolls);
    assert!(noisy.iter().all(|action| actions.contains(action)), "noisy actions are legal: {noisy:?}");
    assert_eq!(noisy.iter().collect::<BTreeSet<_>>().len(), noisy.len(), "noisy actions are distinct: {noisy:?}");
    assert!(noisy.is_empty() || !chance, "a roll is not noisy");
    assert_eq!(rolls.is_empty(), !chance, "outcomes if and only if a die is due");
    if let Some(passed) = position.null_move() {
        assert!(!position.in_danger() && !chance, "no null move in danger or before a roll");
        assert_eq!(passed.pending().side(), position.pending().side().map(Side::other), "the other side acts");
        assert_eq!(passed.pieces(), position.pieces(), "a null move moves nothing");
    }
}

/// Descriptions and short notation of actions.
fn check_words<P: Game>(position: &P, actions: &[P::Action]) {
    let mut notations = BTreeMap::new();
    for &action in actions {
        let (words, notation) = (position.describe(action), position.notation(action));
        assert!(!words.is_empty() && !words.ends_with('.') && !words.contains('\n'), "{action}: {words:?}");
        assert!(!notation.is_empty() && !notation.contains('\n'), "{action}: {notation:?}");
        if let Some(other) = notations.insert(notation.clone(), action) {
            panic!("{action} and {other} are both written {notation}");
        }
    }
}

/// Cells exist and hold at most one piece each.
fn check_table<P: Game>(position: &P) {
    let cells = position.layout().cells.len();
    let mut places = BTreeSet::new();
    for piece in position.pieces() {
        if let Place::Cell(cell) = piece.place {
            assert!(cell.index() < cells, "{piece:?} is off the board");
            assert!(places.insert(cell), "{piece:?} shares its cell");
        }
    }
}

fn check_action<P: Game>(game: &TypedGame<P>, action: P::Action) {
    let before = game.position();
    let mut erased = game.boxed();
    let (text, hash) = (erased.text(), erased.hash());
    let events = erased.apply(&action.to_string()).unwrap();
    assert_ne!(erased.hash(), hash, "{action} does not change the text");
    if let Turn::Chance(side, die) = before.turn() {
        let reported = events
            .iter()
            .any(|event| matches!(event, Event::Rolled { by, die: own, .. } if *by == side && *own == die));
        assert!(reported, "{action}: no event for the roll: {events:?}");
    }
    let mut applied = before.clone();
    applied.apply(action, &mut |_| ()).unwrap();
    let mut played = before.clone();
    played.play(action);
    assert_eq!(applied, played, "{action}: `apply` and `play` differ");
    assert_eq!(erased.text(), played.to_string());
    assert_eq!(erased.undo(), Some(action.to_string().into()), "undo names the action");
    assert_eq!((erased.text(), erased.hash()), (text, hash), "undo restores");
}

/// Illegal texts change nothing, readable or not.
fn check_refusals<P: Game>(game: &mut TypedGame<P>, rng: &mut impl Rng) {
    let legal: BTreeSet<_> = DynGame::actions(game).into_iter().collect();
    let mut texts: Vec<String> =
        ["", "~", "~Z", "~7", "-", "--", "a1a1", "a9z0", "é", "a1é2", "99999999999999999999", "a1a2 "]
            .map(String::from)
            .into();
    // A legal action with one letter changed, and an action from another position of the match.
    if let Some(action) = legal.iter().nth(rng.random_range(0..legal.len().max(1))) {
        let mut bytes = action.as_bytes().to_vec();
        let at = rng.random_range(0..bytes.len());
        bytes[at] = b"abcdefgh12345678NBRP~@-x"[rng.random_range(0..24)];
        texts.extend(String::from_utf8(bytes));
        texts.push(format!("{action}{action}"));
    }
    texts.extend(game.played().first().map(ToString::to_string));
    let before = game.text();
    for text in texts.iter().filter(|text| !legal.contains(text.as_str())) {
        assert!(DynGame::check(game, text).is_err(), "{text:?} is not legal");
        assert!(DynGame::apply(game, text).is_err(), "{text:?} is not legal");
        assert_eq!(game.text(), before, "{text:?} changes nothing");
    }
}
