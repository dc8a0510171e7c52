use std::fmt;

use crate::engine::{Board, Options, Side, TextError, text};

use super::position::{Makarenko, TALLEST, Values};

/// Heights 1 to 8 (rules/makarenko.md, Texts).
const LETTERS: &str = "ABCDEFGH";

/// A move of a stack or of its upper part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Where chips are lifted, as a cell's index.
    pub(super) from: u8,
    /// Where they go.
    pub(super) to: u8,
    /// How many are lifted, if some stay: 1 to 7.
    pub(super) chips: Option<u8>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", name(self.from), name(self.to))?;
        self.chips.map_or(Ok(()), |chips| write!(f, "/{chips}"))
    }
}

/// The name of a square.
pub(super) fn name(square: u8) -> String {
    text::square_name(square % 8, square / 8)
}

impl Values {
    pub(super) fn of(options: &Options) -> Values {
        match options.get("values") {
            Some("kostyor") => Values::Kostyor,
            _ => Values::Nowak,
        }
    }
}

impl fmt::Display for Makarenko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = Board::<(Side, u8), 8, 64>::empty();
        for (slot, square) in board.0.iter_mut().zip(0..) {
            *slot = self.side_at(square).map(|side| (side, self.height(square)));
        }
        board.write(f, |(side, height)| side.case(char::from(b'A' - 1 + height)))?;
        write!(f, " {} {}", self.to_move.letter(), self.quiet)
    }
}

impl Makarenko {
    /// Reads `<board> <side> <quiet>` (rules/makarenko.md, Texts).
    pub(super) fn read(position: &str, options: &Options) -> Result<Self, TextError> {
        let [board, side, quiet] = text::fields(position, ["board", "side", "quiet"])?;
        let letters = format!("{LETTERS} or {}", LETTERS.to_ascii_lowercase());
        let board = Board::<(Side, u8), 8, 64>::parse(board, &letters, |letter| {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let height = (1..).zip(LETTERS.chars()).find(|&(_, own)| own == letter.to_ascii_uppercase())?.0;
            Some((side, height))
        })?;
        let mut read = Makarenko::empty(Values::of(options));
        for (square, stack) in (0..).zip(board.0) {
            if let Some((side, height)) = stack {
                read.put(side, square, height);
            }
        }
        read.to_move = text::side(side)?;
        read.quiet = text::number(quiet, "quiet")?;
        Ok(read)
    }

    /// Reads `e2e4` or, for a split, `c1d2/2`. `/k` with the height of the stack that stands there cannot be read: each
    /// action has one spelling, and a whole stack's is without it (rules/makarenko.md, Texts).
    pub(super) fn read_action(&self, action: &str) -> Result<Action, TextError> {
        let (file, rank, rest) = text::square(action, "origin", 8, 8)?;
        let from = rank * 8 + file;
        let (file, rank, rest) = text::square(rest, "target", 8, 8)?;
        let to = rank * 8 + file;
        if rest.is_empty() {
            return Ok(Action { from, to, chips: None });
        }
        let chips = match *rest.as_bytes() {
            [b'/', digit @ b'1'..b'8'] => digit - b'0',
            _ => return Err(TextError::new("chips", format!("nothing, or /1 to /{}", TALLEST - 1), rest)),
        };
        if chips == self.height(from) {
            return Err(TextError::new("chips", "nothing, since the whole stack is lifted", rest));
        }
        Ok(Action { from, to, chips: Some(chips) })
    }
}
