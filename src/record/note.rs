//! Bookmarks and comments.

use serde::{Deserialize, Serialize};

/// A reader's note at a point of a match: a bookmark, a comment, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The point: after this many of the actions that stand.
    pub after: usize,
    /// Whether there is a bookmark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bookmark: bool,
    /// A comment, in one line; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

impl Note {
    /// The most characters of a comment. Books in Portable Game Notation have whole chapters as the variations at one move.
    pub const LONGEST: usize = 100_000;

    /// A note. The comment is brought into one line.
    #[must_use]
    pub fn new(after: usize, bookmark: bool, comment: &str) -> Note {
        let line = comment.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Note { after, bookmark, comment: line.collect() }
    }

    /// Whether the comment has at most [`Note::LONGEST`] characters.
    ///
    /// # Errors
    /// How many it has.
    pub fn check_length(&self) -> Result<(), usize> {
        let length = self.comment.chars().count();
        if length > Note::LONGEST { Err(length) } else { Ok(()) }
    }

    /// Whether nothing is noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.bookmark && self.comment.is_empty()
    }
}
