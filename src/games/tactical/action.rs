//! Actions and their texts.

use std::fmt;

use super::piece_kind::PieceKind;
use super::steps::Square;
use crate::engine::{TextError, text};

/// One turn (rules/tactical.md, Texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Nothing: `--`.
    Pass,
    /// A kind comes from the reserve: `N@c3`.
    Drop(PieceKind, Square),
    /// A piece moves, capturing or not: `e2e4`.
    Move(Square, Square),
    /// A cannon or dragon shoots: `c3*c5`. The second square is the one that a cannon hits, or the one next to a dragon in
    /// the direction of its shot.
    Shot(Square, Square),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("--"),
            Action::Drop(kind, to) => write!(f, "{}@{}", kind.letter(), to.name()),
            Action::Move(from, to) => write!(f, "{}{}", from.name(), to.name()),
            Action::Shot(from, to) => write!(f, "{}*{}", from.name(), to.name()),
        }
    }
}

/// Reads a well-formed action.
///
/// # Errors
/// The part that is wrong.
pub(super) fn parse(action: &str) -> Result<Action, TextError> {
    if action == "--" {
        return Ok(Action::Pass);
    }
    if let Some((letter, square)) = action.split_once('@') {
        let mut letters = letter.chars();
        let kind = letters.next().and_then(PieceKind::with_letter).filter(|_| letters.next().is_none());
        let kind =
            kind.ok_or_else(|| TextError::new("dropped piece", format!("one of {}", letters_of_kinds()), letter))?;
        return Ok(Action::Drop(kind, last_square(square, "square of the drop")?));
    }
    let (from, rest) = square(action, "start square")?;
    match rest.strip_prefix('*') {
        Some(rest) => Ok(Action::Shot(from, last_square(rest, "square of the shot")?)),
        None => Ok(Action::Move(from, last_square(rest, "end square")?)),
    }
}

fn square<'a>(start: &'a str, field: &str) -> Result<(Square, &'a str), TextError> {
    let (file, rank, rest) = text::square(start, field, 8, 8)?;
    Ok((Square::new(file, rank), rest))
}

fn last_square(end: &str, field: &str) -> Result<Square, TextError> {
    match square(end, field)? {
        (square, "") => Ok(square),
        (_, rest) => Err(TextError::new("action", "nothing more", rest)),
    }
}

/// `OKQRBNPTAGVCDHFJ`.
pub(super) fn letters_of_kinds() -> String {
    PieceKind::all().map(PieceKind::letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        for text in ["--", "N@c3", "O@h8", "e2e4", "a1a1", "c3*c5"] {
            assert_eq!(parse(text).map(|action| action.to_string()), Ok(text.to_string()));
        }
    }

    #[test]
    fn malformed_texts_are_refused() {
        let texts = [
            "",
            "-",
            "---",
            "n@c3",
            "X@c3",
            "NN@c3",
            "@c3",
            "N@",
            "N@c9",
            "N@c3x",
            "N@c3@",
            "e2",
            "e2e",
            "e2e9",
            "i2e4",
            "e2e4k",
            "e2-e4",
            "E2e4",
            "c3*",
            "c3**",
            "c3*c",
            "c3*c5*",
            "é2e4",
            "e2é4",
            "Ö@c3",
            "c3*é",
            "e2\u{2019}4",
            " e2e4",
        ];
        for text in texts {
            assert!(parse(text).is_err(), "'{text}'");
        }
    }
}
