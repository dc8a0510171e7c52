//! The order of systems in a frame.

use bevy::prelude::*;

/// The order of systems in a frame.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum GameSet {
    /// Mouse, keyboard and panels write [`PlayerCommand`](super::PlayerCommand).
    Input,
    /// The match advances and writes [`TableUpdate`](super::TableUpdate).
    Update,
    /// The table animates.
    Present,
}

/// The order within [`GameSet::Update`].
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum MatchSet {
    /// The clock runs.
    Clock,
    /// The players' commands are carried out.
    Command,
    /// Files that have been opened are put on the table.
    Open,
    /// Bots, dice and replays go on.
    Advance,
    /// Everything that is derived from the position follows it.
    Follow,
    /// The position is analysed. After [`MatchSet::Follow`], in which a new position clears the last hint.
    Analyse,
}

/// Puts the sets in order.
pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, (GameSet::Input, GameSet::Update, GameSet::Present).chain()).configure_sets(
        Update,
        (MatchSet::Clock, MatchSet::Command, MatchSet::Open, MatchSet::Advance, MatchSet::Follow, MatchSet::Analyse)
            .chain()
            .in_set(GameSet::Update),
    );
}
