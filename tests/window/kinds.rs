//! The kinds of action of a game, found by random play, to detect kinds in the rules that the tests
//! do not play.

use std::collections::BTreeSet;

use fairground::engine::{DynGame, Event, GameInfo, Gesture, GestureKind, Look, Options, Turn};
use fairground::games;
use fairground::record::Record;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random matches of each game.
const MATCHES: u64 = 60;

/// Maximum number of actions of a match.
const MAX_ACTIONS: usize = 300;

/// The kinds of action in random matches from the start.
pub fn of_game(info: &'static GameInfo) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    for seed in 0..MATCHES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = games::begin(info, Options::default(), None).unwrap();
        for _ in 0..MAX_ACTIONS {
            let actions = game.actions();
            if actions.is_empty() {
                break;
            }
            kinds.extend(play(&mut *game, &actions[rng.random_range(0..actions.len())]));
        }
    }
    kinds
}

/// The kinds of action in a match.
pub fn of_record(record: &Record) -> BTreeSet<String> {
    let info = games::info(&record.header.game).unwrap();
    let mut game = games::begin(info, Options::default(), Some(&record.header.start)).unwrap();
    record.actions().iter().flat_map(|entry| play(&mut *game, &entry.action)).collect()
}

/// Plays an action and returns its kinds: the gesture, and all its events on the table.
fn play(game: &mut dyn DynGame, action: &str) -> Vec<String> {
    let Turn::Decide(_) = game.turn() else {
        game.apply(action).unwrap();
        // The sides of a moved die are one kind of action, but each number of the common die leads
        // to a different action.
        return vec![if game.info().id == "whack" { format!("a roll of {action}") } else { "a throw".into() }];
    };
    let rolled = game.played().pop().filter(|last| last.is_roll());
    let gestures = game.gestures();
    let gesture = &gestures.iter().find(|(own, _)| own == action).unwrap().1;
    let mover = game.pieces().into_iter().find(|piece| Some(piece.place) == gesture.from).map(|piece| piece.look);
    let events = game.apply(action).unwrap();
    let mut kinds = vec![by_hand(gesture, mover.as_ref(), rolled.as_deref(), &events)];
    kinds.extend(gesture.choice.as_deref().filter(|choice| choice.starts_with("becomes")).map(String::from));
    kinds.extend(events.iter().map(|event| on_table(event, &events)));
    if events.iter().filter(|event| matches!(event, Event::Moved { .. })).count() == 2 {
        kinds.push("two pieces move".into());
    }
    kinds
}

fn by_hand(gesture: &Gesture, mover: Option<&Look>, rolled: Option<&str>, events: &[Event]) -> String {
    let by = match mover {
        Some(Look::Chessman(man)) => man.name(),
        _ => "piece",
    };
    let part =
        if events.iter().any(|event| matches!(event, Event::Split { .. })) { " by a part of a stack" } else { "" };
    match &gesture.kind {
        GestureKind::Quiet => format!("a move{part}"),
        GestureKind::Capture => format!("a capture{part}"),
        GestureKind::Combine => format!("a combination{part}"),
        GestureKind::Push(_) if gesture.choice.is_some() => "a push with a choice of ways".into(),
        GestureKind::Push(_) => format!("a push by a {by}"),
        GestureKind::Shot(_) => format!("a shot by a {by}"),
        GestureKind::Drop => "a drop".into(),
        GestureKind::Pass => "a pass".into(),
        GestureKind::Rearrange(_) => format!("a board after {}", rolled.unwrap_or("no roll")),
    }
}

fn on_table(event: &Event, all: &[Event]) -> String {
    match event {
        Event::Split { .. } => "split".into(),
        Event::Moved { manner, .. } => format!("moved: {manner:?}"),
        Event::Stacked { manner, .. } => format!("stacked: {manner:?}"),
        Event::Pushed { beyond: None, .. } => "pushed off".into(),
        Event::Pushed { .. } => "pushed".into(),
        Event::Captured { at, cause } => {
            let lands = |event: &Event| matches!(event, Event::Moved { path, .. } if path.last() == Some(at));
            let aside = if all.iter().any(lands) { "" } else { " elsewhere" };
            format!("taken: {cause:?}{aside}")
        }
        Event::Shot { .. } => "shot".into(),
        Event::Exploded { .. } => "exploded".into(),
        Event::Transformed { look: Look::Chessman(man), .. } => format!("became a {}", man.name()),
        Event::Transformed { look: Look::Die(_, symbol), .. } => format!("became a {symbol}"),
        Event::Transformed { .. } => "became a stack".into(),
        Event::Dropped { .. } => "dropped".into(),
        Event::Discarded { .. } => "given up".into(),
        Event::Rolled { .. } => "rolled".into(),
        Event::Rearranged { .. } => "rearranged".into(),
        Event::SetUp { .. } => "set up".into(),
        Event::Passed { .. } => "passed".into(),
    }
}
