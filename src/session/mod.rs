//! What table and panels share: the match as a Bevy resource, the messages by which people and bots act on it, and what
//! became of it. Neither knows the other; both know this.

mod annotations;
mod archive;
mod legal_actions;
mod match_systems;
mod message;
mod play_sound;
mod selection;
mod session;
mod settings;
mod settings_store;

use bevy::prelude::*;

pub use annotations::{Annotations, Ink, Stroke};
pub use archive::Archive;
pub use legal_actions::LegalActions;
pub use match_systems::MatchProgress;
pub use message::{Notification, PlayerCommand, Scene, TableUpdate, taken};
pub use play_sound::{PlaySound, Sound};
pub use selection::{Intent, Selection};
pub use session::{Animating, FreeHands, Session, Showing};
pub use settings::{Badges, Director, LastMatch, Palette, Panels, Settings, View};
pub use settings_store::{SettingsError, SettingsStore};

/// The order of a frame: what people ask for, what the match makes of it, what is shown.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum GameSet {
    /// Mouse, keys and panels write [`PlayerCommand`].
    Input,
    /// The match goes on and writes [`TableUpdate`].
    Update,
    /// The table moves.
    Present,
}

/// Resources, messages and the match's progress.
pub fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .init_resource::<Animating>()
        .init_resource::<FreeHands>()
        .init_resource::<LegalActions>()
        .init_resource::<Selection>()
        .init_resource::<Settings>()
        .init_resource::<Panels>()
        .init_resource::<Director>()
        .init_resource::<Annotations>()
        .init_resource::<MatchProgress>()
        .init_resource::<Archive>()
        .add_message::<PlayerCommand>()
        .add_message::<TableUpdate>()
        .add_message::<Notification>()
        .add_message::<PlaySound>()
        .configure_sets(Update, (GameSet::Input, GameSet::Update, GameSet::Present).chain())
        .add_systems(
            Update,
            (
                match_systems::charge,
                match_systems::answer,
                match_systems::go_on,
                legal_actions::work_out,
                annotations::wipe,
            )
                .chain()
                .in_set(GameSet::Update),
        )
        .add_systems(Update, settings_store::save.after(GameSet::Present).run_if(resource_exists::<SettingsStore>))
        .add_systems(Last, settings_store::save_at_exit.run_if(resource_exists::<SettingsStore>));
}
