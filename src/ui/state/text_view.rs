//! State of the window with the text of the table.

use bevy::prelude::Resource;

use crate::ui::table_text::{Announcer, Description};

/// The window with the text of the table, and its latest announcement.
#[derive(Resource, Default)]
pub struct TextView {
    /// Whether it is open.
    pub open: bool,
    /// Detects the changes to be announced.
    pub announcer: Announcer,
    /// The latest announcement.
    pub announced: String,
    /// The notification when the window was last drawn.
    pub notification: Option<String>,
    /// The description, with the state that it was made of.
    pub known: Option<(Described, Description)>,
    /// Whether the next press of a final command confirms it.
    pub sure: bool,
    /// Whether the sentence should get the focus, because the focused button is gone.
    pub returns: bool,
}

/// The state on which a description depends.
#[derive(PartialEq)]
pub struct Described {
    /// The revision of the move history.
    pub revision: u64,
    /// The sentence about the turn.
    pub sentence: String,
    /// The words of the commands.
    pub commands: Vec<String>,
}

impl TextView {
    /// Whether there is such a window: in a browser the page has a form instead.
    pub const IS_POSSIBLE: bool = cfg!(not(all(target_arch = "wasm32", target_os = "unknown")));
}
