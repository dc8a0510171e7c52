//! The broadcast around the table, in films and in the window: the arrangement of a frame, its text,
//! and the drawing of the text.

mod arrangement;
mod caption;
mod captions;
mod cards;
mod measure;
mod plates;
mod window;

pub use arrangement::Arrangement;
pub use caption::{Caption, Headline, Player};
pub use captions::{Captions, LiveCaptions};
pub use cards::luck_words;
pub use measure::{Measure, line_height};
pub use plates::{Ink, Shape, plates};
pub use window::{show, table};
