//! The drawing commands: diagrams, pictures, films and the window.

pub(super) mod diagram;
pub(super) mod film;
pub(super) mod shot;
pub(super) mod view;
#[cfg(feature = "view")]
mod window;
