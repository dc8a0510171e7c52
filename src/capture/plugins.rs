//! The plugins of an app without a window.

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

use crate::{session, table};

/// The session, the table and its appearance.
pub struct OffscreenPlugins;

impl PluginGroup for OffscreenPlugins {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>().add(session::plugin).add(table::look_plugin).add(table::plugin)
    }
}
