//! The legal actions in the position on the table.

use bevy::prelude::*;

use super::showing::Session;
use crate::engine::{ActionText, DynGame, Gesture, Refusal, Side};
use crate::play::{Match, Pending, Seat};
use crate::session::messages::position_changed;
use crate::session::schedule::MatchSet;

/// The legal decisions with their gestures, sorted by text and computed once per position; in a
/// lesson, only those already taught. Empty while a die is due and after the match.
#[derive(Resource, Debug, Default)]
pub struct LegalActions(pub Vec<(ActionText, Gesture)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LegalActions>().add_systems(Update, position_changed.pipe(update).in_set(MatchSet::Follow));
}

/// Updates the actions when the position has changed.
fn update(In(changed): In<bool>, session: Res<Session>, mut legal: ResMut<LegalActions>) {
    // In a lesson, the allowed actions may change while the position does not, and leaving for the
    // start screen changes no position.
    if changed || session.is_changed() && (session.exercise().is_some() || session.is_empty()) {
        legal.0 = match session.exercise() {
            Some(exercise) => exercise.allowed(),
            None => session.game().map(|game| game.gestures()).unwrap_or_default(),
        };
    }
}

/// The message for a typed action that cannot be parsed, with an example that can.
pub(super) fn unreadable(action: &str, game: &dyn DynGame) -> String {
    // Of a piece, if one can move: a pass is no example.
    let moves = game.gestures().into_iter().find(|(_, gesture)| gesture.from.is_some()).map(|(text, _)| text);
    let example = moves.or_else(|| game.actions().into_iter().next());
    let example = example.map_or_else(String::new, |text| match game.notation(&text) {
        Some(short) if short != *text => format!(", such as {short} or {text}"),
        _ => format!(", such as {text}"),
    });
    let is_move = matches!(game.read_action(action), Err(Refusal::NoSuchMove(_)));
    let action: String = action.chars().take(80).collect();
    let words = match is_move {
        true => format!("No piece can play {action}."),
        false => format!("'{action}' is not a move in {}.", game.info().name),
    };
    format!("{words} Type one as shown in the move list{example}.")
}

/// The reason why a person cannot decide now; `None` if a person can.
pub fn not_your_turn(running: &Match) -> Option<String> {
    let name = |side: Side| running.game().info().side(side);
    match running.pending() {
        Pending::Decide { seat: Seat::Human, .. } => None,
        Pending::Decide { seat: Seat::Bot(bot), side } => {
            Some(format!("It is {}'s turn: {} moves.", name(side), bot.name()))
        }
        Pending::Decide { seat: Seat::Program, side } => Some(format!("It is {}'s turn (engine).", name(side))),
        Pending::Throw { seat: Seat::Human | Seat::Program, side, .. } => {
            Some(format!("{} must throw the die first.", name(side)))
        }
        Pending::Throw { seat: Seat::Bot(bot), .. } => Some(format!("{} throws the die.", bot.name())),
        Pending::Decide { seat: Seat::Remote, side } | Pending::Throw { seat: Seat::Remote, side, .. } => {
            Some(format!("It is {}'s turn, and they play online.", name(side)))
        }
        Pending::Over(_) => Some("The match is over.".into()),
    }
}
