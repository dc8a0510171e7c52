//! Variations: what could have been played instead, with comments and marks, as lines of a match file and as a tree.

mod game_tree;
mod mark;
mod variation;

pub use game_tree::{NodeId, Tree};
pub use mark::{Mark, MarkColour};
pub(super) use variation::VariationFault;
pub use variation::{Branch, Variation};
