//! The legal actions of the position on the table.

use bevy::prelude::*;

use super::showing::Session;
use crate::engine::{ActionText, Gesture};
use crate::session::messages::TableUpdate;
use crate::session::schedule::MatchSet;

/// The legal decisions of the position with their gestures, sorted by text, worked out once per position; in a lesson, those that are taught.
/// Empty when a die is due or the match is over.
#[derive(Resource, Debug, Default)]
pub struct LegalActions(pub Vec<(ActionText, Gesture)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LegalActions>().add_systems(Update, work_out.in_set(MatchSet::Follow));
}

/// Works them out when the position has changed.
fn work_out(mut shown: MessageReader<TableUpdate>, session: Res<Session>, mut legal: ResMut<LegalActions>) {
    // All of them are read, and none twice.
    let changed = shown.read().filter(|update| update.changes_position()).count() > 0;
    // A lesson may teach something else in the same position.
    if changed || session.is_changed() && session.exercise().is_some() {
        legal.0 = match session.exercise() {
            Some(exercise) => exercise.allowed(),
            None => session.game().map(|game| game.gestures()).unwrap_or_default(),
        };
    }
}
