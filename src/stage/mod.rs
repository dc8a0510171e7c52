//! What table and panels share: the match as a Bevy resource, the messages by which people and bots act on it, and what
//! became of it. Neither knows the other; both know this.

mod archive;
mod drive;
mod hand;
mod keep;
mod message;
mod noise;
mod session;
mod settings;
mod sketch;

use bevy::prelude::*;

pub use archive::Archive;
pub use drive::Pace;
pub use hand::{Hand, Intent};
pub use keep::{KeepError, Keeper};
pub use message::{Ask, Scene, Shown, Told, taken};
pub use noise::{Noise, Sound};
pub use session::{Busy, Session, Showing};
pub use settings::{Badges, Director, LastMatch, Palette, Panels, Settings, View};
pub use sketch::{Ink, Sketch, Stroke};

/// The order of a frame: what people ask for, what the match makes of it, what is shown.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step {
    /// Mouse, keys and panels write [`Ask`].
    Ask,
    /// The match goes on and writes [`Shown`].
    Play,
    /// The table moves.
    Show,
}

/// Resources, messages and the match's progress.
pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .init_resource::<Busy>()
        .init_resource::<Hand>()
        .init_resource::<Settings>()
        .init_resource::<Panels>()
        .init_resource::<Director>()
        .init_resource::<Sketch>()
        .init_resource::<Pace>()
        .init_resource::<Archive>()
        .add_message::<Ask>()
        .add_message::<Shown>()
        .add_message::<Told>()
        .add_message::<Noise>()
        .configure_sets(Update, (Step::Ask, Step::Play, Step::Show).chain())
        .add_systems(Update, (drive::charge, drive::answer, drive::go_on, sketch::wipe).chain().in_set(Step::Play))
        .add_systems(Update, keep::keep.after(Step::Show).run_if(resource_exists::<Keeper>))
        .add_systems(Last, keep::keep_at_last.run_if(resource_exists::<Keeper>));
}
