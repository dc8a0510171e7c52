//! Hints: the best action, shown on the table and in words.

use bevy::prelude::*;

use crate::engine::{DynGame, GestureKind, Place, Turn};
use crate::play::Analysis;
use crate::session::input::{AnnotationColour, Annotations, Selection, Stroke};
use crate::session::matches::{Session, not_your_turn};
use crate::session::messages::Notification;

/// The reason why no hint is available now; `None` if one is.
pub(super) fn hint_refused(session: &Session) -> Option<String> {
    let Some(game) = session.game().filter(|_| session.exercise().is_none()) else {
        return Some("There is no match.".into());
    };
    // Also while the user looks back.
    if session.live_match().is_some_and(|running| running.is_remote() && running.outcome().is_none()) {
        return Some("No hints in online matches: your opponent has none either.".into());
    }
    if let Some(words) = session.match_on_table().and_then(not_your_turn) {
        return Some(words);
    }
    match game.turn() {
        Turn::Decide(_) => None,
        Turn::Chance(..) => Some("Throw the die first.".into()),
        Turn::Over(_) => Some("The match is over.".into()),
    }
}

/// Shows the best action as an arrow, a ring or a preview, and in words.
pub(super) fn show_hint(
    game: &dyn DynGame,
    found: &Analysis,
    annotations: &mut ResMut<Annotations>,
    selection: &mut ResMut<Selection>,
    notifications: &mut MessageWriter<Notification>,
) {
    let (Some(action), Some(side)) = (found.best(), found.side) else { return };
    let Some(words) = game.describe(action) else { return };
    let win = 100.0 * found.win_for(side);
    notifications.write(Notification::new(format!("Hint: {words} ({win:.0} % for {})", game.info().side(side))));
    let gestures = game.gestures();
    let Some((_, gesture)) = gestures.iter().find(|(text, _)| text == action) else { return };
    let from = gesture.from.and_then(Place::cell).or(gesture.to);
    annotations.hint_from = gesture.from.filter(|from| matches!(from, Place::Reserve(..)));
    // An arrow, with a ring at its end.
    let ends = from.zip(gesture.to).into_iter().flat_map(|(from, to)| [(from, to), (to, to)]);
    annotations.hint = ends.map(|(from, to)| Stroke { from, to, ink: AnnotationColour::Hint }).collect();
    if matches!(gesture.kind, GestureKind::Rearrange(_)) {
        selection.preview = Some(action.into());
    }
}
