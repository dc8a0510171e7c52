//! Animates the events of a match, in three layers: paths and movements (`motion`); one file for
//! each kind of event, which observes `show::Show`; and the queue, which only orders them, with
//! takebacks and the end of a match. Each module uses only those above it in this list.

mod motion;

mod flight;
mod journal;
mod performer;
mod show;

mod captures;
mod dice;
mod moves;
mod promotion;
mod pushes;
mod reserve;
mod sections;
mod shots;
mod tidy_up;

mod tasks;

mod queue;
mod rewind;

mod fallen_king;

use bevy::prelude::*;

pub use dice::Landed;
pub use motion::{EffectBall, MotionPath, MovingAlong, Pace, RidesOn};
pub use queue::{AnimationQueue, set_down};
pub use rewind::Corrected;
pub use sections::SweptSpace;

/// Animates the updates of the match.
pub fn plugin(app: &mut App) {
    app.add_plugins((motion::plugin, journal::plugin))
        .add_plugins((
            captures::plugin,
            dice::plugin,
            moves::plugin,
            promotion::plugin,
            pushes::plugin,
            reserve::plugin,
            sections::plugin,
            shots::plugin,
            tidy_up::plugin,
        ))
        .add_plugins((queue::plugin, rewind::plugin, fallen_king::plugin));
}
