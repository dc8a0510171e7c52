//! The broadcast around the table, in films and in the window: the arrangement of a frame, its text,
//! and the drawing of the text.

mod arrangement;
mod caption;
mod plates;
mod window;

pub use arrangement::Arrangement;
pub use caption::{Caption, Captions, Headline, Player, luck_words};
pub use plates::{Ink, Measure, Shape, line_height, plates};
pub use window::{Broadcast, table};
