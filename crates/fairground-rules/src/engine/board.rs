use std::fmt;

use super::{Cell, TextError, text};

/// A mailbox board: the piece on each of `SQUARES` squares, or `None` where the square is empty.
/// The index is `rank * FILES + file`, as in [`Layout::squares`](super::Layout::squares).
///
/// ```
/// use fairground_rules::engine::Board;
///
/// let board = Board::<char, 3, 6>::parse("k2/2K", "Kk", |letter| "Kk".contains(letter).then_some(letter))?;
/// assert_eq!(board.0[2], Some('K'));
/// assert_eq!(Board::<char, 3, 6>::name(2), "c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<T, const FILES: usize, const SQUARES: usize>(pub [Option<T>; SQUARES]);

impl<T: Copy, const FILES: usize, const SQUARES: usize> Board<T, FILES, SQUARES> {
    /// The number of ranks.
    pub const RANKS: usize = SQUARES / FILES;

    /// An empty board.
    #[must_use]
    pub const fn empty() -> Self {
        Board([None; SQUARES])
    }

    /// Reads a board in the notation of FEN: from the last rank down to rank 1, ranks separated by
    /// `/`, a digit for a run of empty squares. `piece` maps a letter to a piece; `letters` lists
    /// the letters for the error.
    ///
    /// # Errors
    /// Too many or too few ranks, a rank too long or too short, two digits side by side, or a
    /// letter unknown to `piece`.
    pub fn parse(board: &str, letters: &str, piece: impl Fn(char) -> Option<T>) -> Result<Self, TextError> {
        let mut squares = [None; SQUARES];
        let ranks = board.split('/').count();
        if ranks != Self::RANKS {
            return Err(TextError::new("board", format!("{} ranks separated by /, not {ranks}", Self::RANKS), board));
        }
        for (down, rank) in board.split('/').enumerate() {
            let row = Self::RANKS - 1 - down;
            let (mut file, mut after_digit) = (0, false);
            let wrong = |expected: String| TextError::new(format!("board, rank {}", row + 1), expected, rank);
            for letter in rank.chars() {
                if let Some(run) = letter.to_digit(10) {
                    let run = run as usize;
                    if after_digit || run == 0 || run > FILES {
                        return Err(wrong(format!("runs of 1 to {FILES} empty squares, no two adjacent")));
                    }
                    after_digit = true;
                    file += run;
                } else {
                    let man = piece(letter).ok_or_else(|| wrong(format!("a digit or one of {letters}")))?;
                    after_digit = false;
                    if file < FILES {
                        squares[row * FILES + file] = Some(man);
                    }
                    file += 1;
                }
                if file > FILES {
                    break;
                }
            }
            if file != FILES {
                return Err(wrong(format!("{FILES} squares")));
            }
        }
        Ok(Board(squares))
    }

    /// Writes the board in the format of [`Board::parse`].
    ///
    /// # Errors
    /// Errors of the formatter.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, letter: impl Fn(T) -> char) -> fmt::Result {
        for (down, row) in self.0.chunks(FILES).rev().enumerate() {
            if down > 0 {
                f.write_str("/")?;
            }
            let mut run = 0;
            for square in row {
                match square {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            write!(f, "{run}")?;
                        }
                        run = 0;
                        write!(f, "{}", letter(*piece))?;
                    }
                }
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
        }
        Ok(())
    }

    /// Every occupied square.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, T)> + '_ {
        self.0.iter().enumerate().filter_map(|(i, square)| Some((Cell(u16::try_from(i).ok()?), (*square)?)))
    }

    /// The name of a square.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 26 files and 9 ranks")]
    pub fn name(square: usize) -> String {
        text::square_name((square % FILES) as u8, (square / FILES) as u8)
    }
}
