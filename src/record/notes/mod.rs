//! What readers add to a match: bookmarks, comments, marks over the board, and variations.

mod mark;
mod note;
mod variation;

pub use mark::{Mark, MarkColour};
pub use note::Note;
pub(super) use variation::VariationFault;
pub use variation::{Branch, Variation};
