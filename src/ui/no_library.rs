//! Stand-in for the library in builds without it.

use bevy::prelude::Resource;

/// Empty: the window never opens.
#[derive(Resource, Default)]
pub struct LibraryView {
    /// Always `false`.
    pub open: bool,
}

impl LibraryView {
    /// Whether this build has a library.
    pub const IS_POSSIBLE: bool = false;

    /// Does nothing.
    pub fn open(&mut self) {}

    /// Always `false`, because the window never asks.
    pub fn confirm(&mut self) -> bool {
        false
    }

    /// Always `false`.
    pub fn asks(&self) -> bool {
        false
    }

    /// Always `false`, because the window is never open.
    pub fn close(&mut self) -> bool {
        false
    }
}

/// Draws nothing.
pub fn window() {}
