//! Hints: the best action, shown on the table and in words.

use bevy::prelude::*;

use crate::engine::{DynGame, GestureKind, Turn};
use crate::play::Analysis;
use crate::session::input::{Annotations, Selection};
use crate::session::matches::{Session, not_your_turn};
use crate::session::messages::Notification;

/// The reason why no hint is available now; `None` if one is.
pub(super) fn hint_refused(session: &Session) -> Option<String> {
    let Some(game) = session.game().filter(|_| session.exercise().is_none()) else {
        return Some("There is no match.".into());
    };
    if !session.allows_assistance() {
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
    annotations.point_out(gesture);
    if matches!(gesture.kind, GestureKind::Rearrange(_)) {
        selection.preview = Some(action.into());
    }
}
