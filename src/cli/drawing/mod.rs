//! The drawing commands: diagrams, pictures, films, the window and the analysis board.

pub(super) mod analysis_board;
pub(super) mod diagram;
pub(super) mod film;
pub(super) mod shot;
pub(super) mod view;
pub(super) mod watch_options;
#[cfg(feature = "view")]
mod window;
