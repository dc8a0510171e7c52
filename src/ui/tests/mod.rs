//! The panels as a whole, drawn without a window.

mod fits;
mod matches;
mod rig;
mod side_panel;
mod windows;

pub(in crate::ui) use rig::{Rig, SCREENS, played};
