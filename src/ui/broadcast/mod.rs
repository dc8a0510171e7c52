//! The broadcast around the table, in films and in the window: the arrangement of a frame, its text,
//! and the drawing of the text.

mod arrangement;
mod caption;
mod captions;
mod cards;
mod measure;
mod plates;
mod window;

pub use arrangement::FrameArrangement;
pub use caption::{Caption, Headline, PlayerCaption};
pub use captions::{Captions, LiveCaptions};
pub use cards::luck_words;
pub use measure::{MeasureText, line_height};
pub use plates::{PlateShape, TextTone, plates};
pub use window::{show, table};
