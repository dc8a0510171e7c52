//! Arrows and rings over the board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The colour of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkColour {
    /// Green.
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl MarkColour {
    /// Every colour.
    pub const ALL: [MarkColour; 4] = [MarkColour::Green, MarkColour::Red, MarkColour::Blue, MarkColour::Yellow];

    /// The colour's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkColour::Green => "green",
            MarkColour::Red => "red",
            MarkColour::Blue => "blue",
            MarkColour::Yellow => "yellow",
        }
    }
}

/// An arrow between two cells, or a ring around one. As text: `green e2 e4`, `red d5`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Mark {
    /// The colour.
    pub colour: MarkColour,
    /// The name of the first cell.
    pub from: String,
    /// The name of the last cell; equal to `from` for a ring.
    pub to: String,
}

/// The text is not a mark.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a mark; expected a colour (green, red, blue or yellow) and one or two cells, such as 'green e2 e4'"
)]
pub struct ParseMarkError(String);

impl FromStr for Mark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Mark, ParseMarkError> {
        let words: Vec<_> = text.split(' ').collect();
        let (colour, from, to) = match words[..] {
            [colour, at] => (colour, at, at),
            [colour, from, to] => (colour, from, to),
            _ => return Err(ParseMarkError(text.to_string())),
        };
        let colour = MarkColour::ALL.into_iter().find(|own| own.name() == colour);
        match colour.filter(|_| !from.is_empty() && !to.is_empty()) {
            Some(colour) => Ok(Mark { colour, from: from.to_string(), to: to.to_string() }),
            None => Err(ParseMarkError(text.to_string())),
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour.name(), self.from)?;
        if self.to == self.from { Ok(()) } else { write!(f, " {}", self.to) }
    }
}

impl TryFrom<String> for Mark {
    type Error = ParseMarkError;

    fn try_from(text: String) -> Result<Mark, ParseMarkError> {
        text.parse()
    }
}

impl From<Mark> for String {
    fn from(mark: Mark) -> String {
        mark.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_a_colour_and_one_or_two_cells() {
        for text in ["green e2 e4", "red d5", "yellow N1 N2"] {
            assert_eq!(text.parse::<Mark>().unwrap().to_string(), text);
        }
        assert_eq!("blue a1 a1".parse::<Mark>().unwrap().to_string(), "blue a1");
        for text in ["", "green", "pink e4", "green e2 e4 e5", "green  e4"] {
            assert!(text.parse::<Mark>().unwrap_err().to_string().contains("not a mark"), "{text}");
        }
    }
}
