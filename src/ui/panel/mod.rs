//! The panel at the right edge.

pub mod bookmarks;
pub mod captured;
pub mod choices;
pub mod controls;
pub mod faces;
pub mod header;
pub mod home;
pub mod menus;
pub mod moves;
pub mod note;
pub mod odds;
pub mod online;
pub mod panel_state;
pub mod permissions;
pub mod player_box;
pub mod replay_controls;
pub mod scrubber;
pub mod side_panel;
pub mod tools;
pub mod typed;
