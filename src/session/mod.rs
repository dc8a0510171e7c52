//! What the table, the panels and the sound share: the match as a Bevy resource, the messages that command it, and the messages that
//! tell what changed. They know this module and not each other.

mod annotations;
mod announcement;
mod background;
mod board_change;
mod filming;
mod input_map;
mod kept_match;
mod key_reader;
mod legal_actions;
mod match_analysis;
mod match_progress;
mod match_recorder;
mod match_systems;
mod message;
mod play_sound;
mod replay_systems;
mod seats;
mod selection;
mod settings;
mod settings_store;
mod showing;
mod thinking;

#[cfg(test)]
mod tests;

use bevy::prelude::*;

pub use annotations::{Annotations, Ink, Stroke};
pub use announcement::Announcement;
pub use background::{Background, WakeUp};
pub use board_change::{after_change, changes};
pub use filming::Filming;
pub use input_map::{Binding, Chord, Direction, ENTRIES, Entry, InputCommand, InputMap, Modifiers};
pub use kept_match::KeptMatch;
pub use key_reader::{HeldKeys, KeyCapture, KeyInput, local_player, on_key};
pub use legal_actions::LegalActions;
pub use match_analysis::{MatchAnalysis, white_wins};
pub use match_progress::MatchProgress;
pub use match_recorder::MatchRecorder;
pub use message::{Notification, PlayerCommand, Scene, TableUpdate, taken};
pub use play_sound::{PlaySound, Sound};
pub use replay_systems::LOOKING_BACK;
pub use seats::{ResetView, Seats, ShownView};
pub use selection::{Intent, Selection};
pub use settings::{Badges, Director, LastMatch, Palette, Panels, Quality, Settings, View};
pub use settings_store::{SettingsError, SettingsStore};
pub use showing::{Animating, FreeHands, Session, Showing};
pub use thinking::BotThought;

/// The order of systems in a frame.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum GameSet {
    /// Mouse, keyboard and panels write [`PlayerCommand`].
    Input,
    /// The match advances and writes [`TableUpdate`].
    Update,
    /// The table animates.
    Present,
}

/// The resources and messages, and the systems that advance the match.
pub fn plugin(app: &mut App) {
    key_reader::plugin(app);
    app.init_resource::<Session>()
        .init_resource::<Animating>()
        .init_resource::<FreeHands>()
        .init_resource::<LegalActions>()
        .init_resource::<Selection>()
        .init_resource::<Settings>()
        .init_resource::<Panels>()
        .init_resource::<Director>()
        .init_resource::<Annotations>()
        .init_resource::<Seats>()
        .init_resource::<ShownView>()
        .init_resource::<MatchProgress>()
        .init_resource::<Announcement>()
        .init_resource::<MatchAnalysis>()
        .init_resource::<WakeUp>()
        .init_resource::<Filming>()
        .init_resource::<MatchRecorder>()
        .add_message::<PlayerCommand>()
        .add_message::<TableUpdate>()
        .add_message::<Notification>()
        .add_message::<PlaySound>()
        .add_message::<ResetView>()
        .configure_sets(Update, (GameSet::Input, GameSet::Update, GameSet::Present).chain())
        .add_systems(
            Update,
            (
                match_systems::run_clock,
                match_systems::handle_commands,
                match_systems::advance,
                legal_actions::work_out,
                annotations::clear_on_update,
                match_analysis::search,
                seats::take_seats,
            )
                .chain()
                .in_set(GameSet::Update),
        )
        .add_systems(Update, announcement::announce.after(GameSet::Present))
        .add_systems(Update, settings_store::save.after(GameSet::Present).run_if(resource_exists::<SettingsStore>))
        .add_systems(Last, match_systems::flush_at_exit)
        .add_systems(Last, settings_store::save_at_exit.run_if(resource_exists::<SettingsStore>));
}
