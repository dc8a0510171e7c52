use bevy::prelude::*;

use super::{Session, TableUpdate};
use crate::engine::Gesture;

/// The legal decisions of the position with how a person makes them, sorted by text: worked out once a position, for all who
/// ask. None when a die is due or the match is over.
#[derive(Resource, Debug, Default)]
pub struct LegalActions(pub Vec<(String, Gesture)>);

/// Works them out when the position has changed.
pub(super) fn work_out(mut shown: MessageReader<TableUpdate>, session: Res<Session>, mut legal: ResMut<LegalActions>) {
    // All of them are read, and none twice.
    if shown.read().filter(|update| update.changes_position()).count() > 0 {
        legal.0 = session.game().map(|game| game.gestures()).unwrap_or_default();
    }
}
