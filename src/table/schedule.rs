//! The order of all systems of the table.

use bevy::prelude::*;
use bevy_rapier3d::plugin::PhysicsSet;

use crate::session::GameSet;

/// Steps of simulated time per second. Everything on the table moves in these steps.
pub const RATE: f64 = 120.0;

/// One step of simulated time, s.
pub const STEP: f32 = 1.0 / 120.0;

/// Duration of the last frame in real time, s. Capped at 0.25 s, because an idle window is rarely
/// redrawn.
#[must_use]
pub fn frame_seconds(time: &Time<Real>) -> f32 {
    time.delta_secs().min(0.25)
}

/// The sets of each step of simulated time.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepSet {
    /// Waiting tasks begin.
    Begin,
    /// Movements advance along their paths.
    Move,
    /// After the physics: bodies at rest go home.
    Settle,
}

/// The sets of each frame, within [`GameSet::Present`].
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameSet {
    /// Updates of the match are queued.
    Read,
    /// Pieces and board get their meshes.
    Dress,
    /// Marks, previews and plates.
    Mark,
    /// Cameras.
    View,
}

/// Orders the sets.
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
