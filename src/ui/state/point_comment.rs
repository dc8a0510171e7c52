//! The comment being typed at a point of an analysis board.

use crate::play::NodeId;

/// A comment being typed.
#[derive(Debug, Default)]
pub struct PointComment {
    /// The point of the comment.
    pub at: Option<NodeId>,
    /// The revision of the board when the field was last updated.
    pub revision: u64,
    /// The text.
    pub text: String,
}
