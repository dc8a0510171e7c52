//! Annotations of a match: bookmarks, comments, marks over the board, and variations.

mod evaluation;
mod mark;
mod note;
mod variation;

pub use evaluation::{Evaluation, ParseEvaluationError};
pub use mark::{Mark, MarkColour, ParseMarkError};
pub use note::Note;
pub(crate) use note::clock_text;
pub(super) use variation::VariationError;
pub use variation::{Branch, Variation};
