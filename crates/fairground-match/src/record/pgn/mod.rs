//! Reads and writes Portable Game Notation: tags and movetext, independent of any game's rules.
//!
//! Source: Steven J. Edwards, *Portable Game Notation Specification and Implementation Guide*
//! (1994). A move is any word without spaces and without `{ } ( ) ;` that is not a number, a glyph
//! or a result, and has none of them at its ends.

mod glyph;
mod reader;
mod tag;
mod word;
mod writer;

use fairground_rules::engine::TextError;

pub use glyph::glyph;
use reader::PgnReader;

/// A game in PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The line of each tag, from 1; empty if the game was not read.
    pub tag_lines: Vec<usize>,
    /// The movetext without its result.
    pub items: Vec<PgnItem>,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game. Taken from the tag
    /// `Result` if the movetext has none.
    pub result: String,
    /// The line of the result, from 1; 0 if it was not read.
    pub result_line: usize,
    /// Contradictions and parts that the reader ignored, each as a sentence with its line and
    /// without a full stop.
    pub warnings: Vec<String>,
}

/// A part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnItem {
    /// The line it was read from, from 1; 0 if it was not read.
    pub line: usize,
    /// Its kind.
    pub token: PgnToken,
}

/// The kind of a part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnToken {
    /// The number before a move, `12.` or `12...`. The reader omits it outside variations.
    Number(String),
    /// A move.
    Move(String),
    /// A numeric annotation glyph, such as 1 for `!`, about the move before it or the position
    /// after that.
    Nag(u8),
    /// A comment, without its braces.
    Comment(String),
    /// An alternative to the move before it.
    Variation(Vec<PgnItem>),
}

impl Pgn {
    /// The value of a tag, if present.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The line of a tag, from 1; 0 if it was not read.
    #[must_use]
    pub fn tag_line(&self, name: &str) -> usize {
        let at = self.tags.iter().position(|(own, _)| own == name);
        at.and_then(|at| self.tag_lines.get(at)).copied().unwrap_or(0)
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    /// The line, the expected content and the text found.
    pub fn parse(text: &str) -> Result<Vec<Pgn>, TextError> {
        Pgn::games(text).collect()
    }

    /// Reads the games of a text one by one. After an unreadable game, it continues at the next
    /// line that begins with a tag.
    pub fn games(text: &str) -> impl Iterator<Item = Result<Pgn, TextError>> {
        let mut reader = PgnReader::new(text);
        std::iter::from_fn(move || reader.next_game())
    }

    /// Reads movetext without tags, such as the inside of a variation.
    ///
    /// # Errors
    /// Those of [`Pgn::parse`].
    pub fn movetext(text: &str) -> Result<Vec<PgnItem>, TextError> {
        PgnReader::new(text).movetext()
    }

    /// Whether the beginning of a file looks like PGN rather than a match file: a tag, a numbered
    /// move or a comment.
    #[must_use]
    pub fn is_meant(beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let Some(line) = lines.find(|line| !line.is_empty() && !line.starts_with('%')) else { return false };
        let number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_comment =
            |rest: &str| !rest.trim_start().starts_with(['"', '}']) && !rest.is_empty() && !rest.contains("\":");
        let comment = line.starts_with(';') || line.strip_prefix('{').is_some_and(is_comment);
        let dots = number.trim_start_matches('.');
        let numbered = number.len() < line.len() && dots.len() < number.len();
        tag::begins(line) || comment || (numbered && !dots.starts_with(|letter: char| letter.is_ascii_digit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_tells_a_pgn_from_a_match_file() {
        for text in [
            "[Event \"x\"]",
            "\u{feff}\r\n[Site \"y\"]",
            "% skip\n1. e4 e5",
            "{ comment } 1. e4",
            "; comment\n1. e4",
            "12...Nf6 *",
        ] {
            assert!(Pgn::is_meant(text.as_bytes()), "{text}");
        }
        for text in
            ["", "{\"format\":\"fairground-match\"}", "{\n\"format\"", "{}", "[1, 2]", "[]", "e4 e5", "1 2 3", "0.46,"]
        {
            assert!(!Pgn::is_meant(text.as_bytes()), "{text}");
        }
    }

    /// A line that begins with such a word would read as an escape or a tag.
    #[test]
    fn moves_begin_with_no_sign_of_an_escape_or_a_tag() {
        for text in ["1. %4 *", "1. e4 [e5] *", "1. e4 1...[e5] *", "1. e4 ( %d5 ) *"] {
            assert!(Pgn::parse(text).is_err() || Pgn::parse(text).unwrap().len() > 1, "{text}");
        }
    }
}
