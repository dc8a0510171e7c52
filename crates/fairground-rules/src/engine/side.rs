use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two players. In Whack Chess, White is Fire and Black is Ice.
///
/// ```
/// use fairground_rules::engine::Side;
///
/// assert_eq!(Side::White.other(), Side::Black);
/// assert_eq!(Side::BOTH.map(Side::letter), ['w', 'b']);
/// assert_eq!(Side::Black.case('Q'), 'q');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Moves first unless a game says otherwise.
    White,
    /// Moves second unless a game says otherwise.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as position texts write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// Converts the letter of a piece to upper case for White and to lower case for Black.
    #[must_use]
    pub const fn case(self, letter: char) -> char {
        match self {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Side {
    /// `white` or `black`, as the command line prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "white",
            Side::Black => "black",
        })
    }
}
