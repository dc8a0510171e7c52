use std::fmt;

use super::position::{FILES, name};
use crate::engine::{TextError, text};

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Three sides of the die.
    Pawn,
    /// One side.
    Knight,
    /// One side.
    Bishop,
    /// One side.
    Rook,
}

impl Kind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Kind; 4] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook];

    /// The symbol on the die.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Kind::Pawn => "P",
            Kind::Knight => "N",
            Kind::Bishop => "B",
            Kind::Rook => "R",
        }
    }

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Kind> {
        Self::ALL.into_iter().find(|kind| kind.symbol().starts_with(letter))
    }
}

/// One step of the game. Squares count from 0 at a1 along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A move, with the kind that a pawn chooses on its last rank.
    Move {
        /// Where the piece stands.
        from: u8,
        /// Where it goes.
        to: u8,
        /// What a pawn becomes there.
        into: Option<Kind>,
    },
    /// What the die showed.
    Roll(Kind),
}

impl Action {
    /// Reads `c1c2`, `b4b5n` or `~P` (rules/fluky.md, Texts).
    pub(super) fn parse(action: &str) -> Result<Action, TextError> {
        if let Some(symbol) = action.strip_prefix('~') {
            let mut letters = symbol.chars();
            return match (letters.next().and_then(Kind::from_letter), letters.next()) {
                (Some(kind), None) => Ok(Action::Roll(kind)),
                _ => Err(TextError::new("roll", "~ and one of P N B R", action)),
            };
        }
        let side = FILES as u8;
        let (file, rank, rest) = text::square(action, "action, origin", side, side)?;
        let (to_file, to_rank, rest) = text::square(rest, "action, target", side, side)?;
        let into = match rest {
            "" => None,
            "n" => Some(Kind::Knight),
            "b" => Some(Kind::Bishop),
            "r" => Some(Kind::Rook),
            _ => return Err(TextError::new("action, choice", "n, b, r or nothing", rest)),
        };
        Ok(Action::Move { from: rank * side + file, to: to_rank * side + to_file, into })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Roll(kind) => write!(f, "~{}", kind.symbol()),
            Action::Move { from, to, into } => {
                write!(f, "{}{}", name(from), name(to))?;
                into.map_or(Ok(()), |kind| f.write_str(&kind.symbol().to_ascii_lowercase()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Die;

    #[test]
    fn every_symbol_of_the_die_is_a_kind() {
        let mut symbols: Vec<_> = Die::FLUKY.outcomes().map(|(symbol, _)| symbol).collect();
        symbols.sort_unstable();
        let mut kinds = Kind::ALL.map(Kind::symbol);
        kinds.sort_unstable();
        assert_eq!(symbols, kinds);
    }

    #[test]
    fn well_formed_texts_come_back_and_others_name_the_field() {
        for text in ["a1a2", "e5a1", "b4b5n", "~P", "~R"] {
            assert_eq!(Action::parse(text).unwrap().to_string(), text);
        }
        for (text, field) in [
            ("", "action, origin"),
            ("f1a1", "action, origin"),
            ("a1", "action, target"),
            ("a1é", "action, target"),
            ("a1a6", "action, target"),
            ("b4b5q", "action, choice"),
            ("b4b5N", "action, choice"),
            ("~", "roll"),
            ("~p", "roll"),
            ("~PP", "roll"),
        ] {
            assert_eq!(Action::parse(text).unwrap_err().field, field, "{text}");
        }
    }
}
