//! Notes: a reader's annotations, and data about a move from other programs.

use serde::{Deserialize, Serialize};

use super::evaluation::Evaluation;
use super::mark::Mark;
use crate::record::pgn::glyph;
use fairground_rules::engine::DynGame;

/// A note at a point of a match: a reader's bookmark, comment and marks over the board, and data of
/// another program or book about the previous move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The number of actions that stand before the point.
    pub after: usize,
    /// Whether the point is bookmarked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bookmark: bool,
    /// A comment in one line, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Arrows and rings over the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Numeric annotation glyphs of Portable Game Notation, such as 1 for `!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// An engine's evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// The remaining time on the clock of the player who decided last, ms, if it cannot be derived
    /// from the times used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// The time of the last decision, ms, in a match without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<u64>,
}

impl Note {
    /// The maximum number of characters in a comment. PGN books put whole chapters into the
    /// variations of one move.
    pub const MAX_COMMENT: usize = 100_000;

    /// The maximum number of marks at a point.
    pub const MAX_MARKS: usize = 1000;

    /// The maximum number of glyphs at a point.
    pub const MAX_NAGS: usize = 50;

    /// A bookmark, a comment or both. Control characters in the comment, such as line ends, become
    /// spaces.
    #[must_use]
    pub fn new(after: usize, bookmark: bool, comment: &str) -> Note {
        let line = comment.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        Note {
            after,
            bookmark,
            comment: line.collect(),
            marks: Vec::new(),
            nags: Vec::new(),
            evaluation: None,
            clock_ms: None,
            elapsed_ms: None,
        }
    }

    /// Replaces bookmark and comment.
    #[must_use]
    pub fn reworded(self, bookmark: bool, comment: &str) -> Note {
        let Note { bookmark, comment, .. } = Note::new(self.after, bookmark, comment);
        Note { bookmark, comment, ..self }
    }

    /// The note in one line, without bookmark and marks: `!? Why? (+0.17, clock 1:39:50)`.
    #[must_use]
    pub fn text(&self) -> String {
        let evaluation = self.evaluation.as_ref().map(ToString::to_string);
        let clock = self.clock_ms.map(|left| format!("clock {}", clock_text(left)));
        let elapsed = self.elapsed_ms.map(|used| format!("took {}", clock_text(used)));
        let numbers = [evaluation, clock, elapsed].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let numbers = if numbers.is_empty() { numbers } else { format!("({numbers})") };
        let glyphs = self.nags.iter().map(|nag| glyph(*nag));
        let parts = glyphs.chain([self.comment.clone(), numbers]).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Checks that the comment has at most [`Note::MAX_COMMENT`] characters.
    ///
    /// # Errors
    /// The number of its characters.
    pub fn check_length(&self) -> Result<(), usize> {
        let length = self.comment.chars().count();
        if length > Note::MAX_COMMENT { Err(length) } else { Ok(()) }
    }

    /// Whether the note has no content.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Note::new(self.after, false, "")
    }

    /// Checks comment and glyphs, and that the marks are on cells of this position, but not the
    /// point. An error has the part, the expected value and the value found.
    pub(in crate::record) fn check(&self, game: &dyn DynGame) -> Result<(), (&'static str, String, String)> {
        if let Err(length) = self.check_length() {
            return Err(("comment", format!("at most {} characters", Note::MAX_COMMENT), length.to_string()));
        }
        if self.comment.contains(char::is_control) {
            let expected = "one line, without control characters";
            return Err(("comment", expected.into(), self.comment.escape_debug().to_string()));
        }
        if self.nags.len() > Note::MAX_NAGS {
            return Err(("nags", format!("at most {}", Note::MAX_NAGS), self.nags.len().to_string()));
        }
        if self.marks.is_empty() {
            return Ok(());
        }
        if self.marks.len() > Note::MAX_MARKS {
            return Err(("marks", format!("at most {}", Note::MAX_MARKS), self.marks.len().to_string()));
        }
        let layout = game.layout();
        let is_cell = |name: &String| layout.cells.iter().any(|cell| cell.name == *name);
        match self.marks.iter().find(|mark| !is_cell(&mark.from) || !is_cell(&mark.to)) {
            Some(mark) => Err(("marks", "cells of the board".into(), mark.to_string())),
            None => Ok(()),
        }
    }
}

/// A time as clocks show it: `1:39:50`, `0:00:09.5`.
pub(crate) fn clock_text(ms: u64) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if ms == 0 { text } else { format!("{text}.{ms:03}").trim_end_matches('0').to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_one_line() {
        assert_eq!(Note::new(3, true, " Why? ").text(), "Why?");
        let note = Note {
            nags: vec![5, 14, 99],
            evaluation: "-0.17,20".parse().ok(),
            clock_ms: Some(5_990_000),
            elapsed_ms: Some(9_500),
            ..Note::new(3, false, "Why?")
        };
        assert_eq!(note.text(), "!? ⩲ $99 Why? (-0.17,20, clock 1:39:50, took 0:00:09.5)");
        assert_eq!(note.clone().reworded(true, "So").text(), "!? ⩲ $99 So (-0.17,20, clock 1:39:50, took 0:00:09.5)");
        assert!(!note.is_empty() && Note::new(3, false, " ").is_empty());
    }
}
