//! Tests of the panels as a whole, drawn without a window.

mod analysis_board;
mod fits;
mod learning;
mod matches;
mod overlay;
mod rig;
mod rooms;
mod sentence;
mod side_panel;
mod steady;
mod text;
mod touch;
mod windows;

pub(in crate::ui) use rig::{Rig, SCREENS, app, played, setup};
