//! The broadcast around the table: the arrangement of a frame, its text, and the drawing of it.

mod arrangement;
mod caption;
mod overlay;

pub use arrangement::Arrangement;
#[cfg(test)]
pub use caption::{ActionText, Player};
pub use caption::{Caption, Captions};
pub use overlay::Overlay;
