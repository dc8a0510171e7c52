//! The broadcast around the table: the arrangement of a frame, its text, and their drawing.

mod arrangement;
mod caption;
mod overlay;

pub use arrangement::Arrangement;
#[cfg(test)]
pub use caption::{ActionText, Player};
pub use caption::{Caption, Captions};
pub use overlay::Overlay;
