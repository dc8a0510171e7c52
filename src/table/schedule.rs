//! The order of the table's work, in one place.

use bevy::prelude::*;
use bevy_rapier3d::plugin::PhysicsSet;

use crate::session::GameSet;

/// Steps of the simulated time a second, in which everything on the table moves.
pub const RATE: f64 = 120.0;

/// One step of the simulated time, s.
pub const STEP: f32 = 1.0 / 120.0;

/// How long the last frame took in real time, s, capped at 0.25 s, for an idle window draws only once in a while.
#[must_use]
pub fn frame_seconds(time: &Time<Real>) -> f32 {
    time.delta_secs().min(0.25)
}

/// What happens in each step of the simulated time.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepSet {
    /// Waiting tasks begin.
    Begin,
    /// Things move along their paths.
    Move,
    /// After the physics: bodies that lie still go home.
    Settle,
}

/// What happens in each frame, within [`GameSet::Present`].
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameSet {
    /// Updates of the match are queued.
    Read,
    /// Pieces and board get their meshes.
    Dress,
    /// Marks, previews and badges.
    Mark,
    /// Cameras.
    View,
}

/// Puts the sets in order.
pub fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(RATE))
        .configure_sets(
            FixedUpdate,
            (
                StepSet::Begin,
                StepSet::Move,
                PhysicsSet::SyncBackend,
                PhysicsSet::StepSimulation,
                PhysicsSet::Writeback,
                StepSet::Settle,
            )
                .chain(),
        )
        .configure_sets(
            Update,
            (FrameSet::Read, FrameSet::Dress, FrameSet::Mark, FrameSet::View).chain().in_set(GameSet::Present),
        );
}
