//! What mouse and wheel mean on the table.

mod annotation_input;
mod lift;
mod picking;

pub use picking::{plugin, press};
