//! The order of systems in a frame.

use bevy::prelude::*;

/// The order of systems in a frame.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum GameSet {
    /// Mouse, keyboard and panels write [`PlayerCommand`](super::PlayerCommand)s.
    Input,
    /// The match advances and writes [`TableUpdate`](super::TableUpdate)s.
    Update,
    /// The table animates.
    Present,
    /// Whatever moves or is about to change requests the [`NextFrame`](super::NextFrame).
    Rest,
}

/// The order within [`GameSet::Update`].
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum MatchSet {
    /// The clock runs.
    Clock,
    /// Carries out the players' commands.
    Command,
    /// Puts opened files on the table.
    Open,
    /// Advances bots, dice and replays.
    Advance,
    /// Updates everything that is derived from the position.
    Follow,
    /// Analyses the position. After [`MatchSet::Follow`], because a new position clears the last
    /// hint there.
    Analyse,
}

/// Configures the order of the sets.
pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, (GameSet::Input, GameSet::Update, GameSet::Present, GameSet::Rest).chain())
        .configure_sets(
            Update,
            (
                MatchSet::Clock,
                MatchSet::Command,
                MatchSet::Open,
                MatchSet::Advance,
                MatchSet::Follow,
                MatchSet::Analyse,
            )
                .chain()
                .in_set(GameSet::Update),
        );
}
