//! The plugins of the window.

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy_egui::EguiPlugin;

use super::{clock, display};
#[cfg(feature = "film")]
use crate::film;
#[cfg(not(feature = "film"))]
use crate::session::{GameSet, InputCommand, Notification, on_key};
use crate::table::{camera, input};
use crate::{capture, ui};

/// Session, table, input, panels, pictures, films and sounds.
pub struct WindowPlugins;

impl PluginGroup for WindowPlugins {
    fn build(self) -> PluginGroupBuilder {
        let plugins = capture::OffscreenPlugins
            .build()
            .add(EguiPlugin::default())
            .add(camera::window_plugin)
            .add(input::plugin)
            .add(ui::plugin)
            .add(capture::screenshot_plugin)
            .add(clock::plugin)
            .add(display::plugin);
        #[cfg(feature = "film")]
        let plugins = plugins.add(film::window_plugin).add(film::offline_plugin);
        #[cfg(not(feature = "film"))]
        let plugins = plugins.add(no_films);
        #[cfg(feature = "sound")]
        let plugins = plugins.add(crate::sound::plugin);
        plugins
    }
}

/// The key for films reports that this build has none.
#[cfg(not(feature = "film"))]
fn no_films(app: &mut App) {
    let say = |mut notifications: MessageWriter<Notification>| {
        let words = "This build cannot make films: it was built without the feature film.";
        notifications.write(Notification::new(words));
    };
    app.add_systems(Update, say.run_if(on_key(InputCommand::Film)).in_set(GameSet::Input));
}
