//! Bookmarks, comments and marks.

use serde::{Deserialize, Serialize};

use super::mark::Mark;
use crate::engine::DynGame;

/// A reader's note at a point of a match: a bookmark, a comment, marks over the board, or several of these.
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
    /// Arrows and rings over the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Note {
    /// The most characters of a comment. Books in Portable Game Notation have whole chapters as the variations at one move.
    pub const LONGEST: usize = 100_000;

    /// The most marks at a point.
    pub const MOST_MARKS: usize = 1000;

    /// A note without marks. The comment is brought into one line.
    #[must_use]
    pub fn new(after: usize, bookmark: bool, comment: &str) -> Note {
        let line = comment.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Note { after, bookmark, comment: line.collect(), marks: Vec::new() }
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
        !self.bookmark && self.comment.is_empty() && self.marks.is_empty()
    }

    /// Checks everything but the point: the comment, and that the marks are on cells of this position. An error has the part, what was
    /// expected, and what was found.
    pub(in crate::record) fn check(&self, game: &dyn DynGame) -> Result<(), (&'static str, String, String)> {
        if let Err(length) = self.check_length() {
            return Err(("comment", format!("at most {} characters", Note::LONGEST), length.to_string()));
        }
        if self.comment.contains(char::is_control) {
            let expected = "one line, without control characters";
            return Err(("comment", expected.into(), self.comment.escape_debug().to_string()));
        }
        if self.marks.is_empty() {
            return Ok(());
        }
        if self.marks.len() > Note::MOST_MARKS {
            return Err(("marks", format!("at most {}", Note::MOST_MARKS), self.marks.len().to_string()));
        }
        let layout = game.layout();
        let is_cell = |name: &String| layout.cells.iter().any(|cell| cell.name == *name);
        match self.marks.iter().find(|mark| !is_cell(&mark.from) || !is_cell(&mark.to)) {
            Some(mark) => Err(("marks", "cells of the board".into(), mark.to_string())),
            None => Ok(()),
        }
    }
}
