//! The broadcast around the table: where the table, the die and the text stand in a frame, what the
//! text says, and how it is drawn.

mod arrangement;
mod caption;
mod overlay;

pub use arrangement::Arrangement;
#[cfg(test)]
pub use caption::{ActionText, Player};
pub use caption::{Caption, Captions};
pub use overlay::Overlay;
