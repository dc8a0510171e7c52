//! Position texts, action texts and short notation (assets/rules/makarenko.md, Texts).

use std::fmt;

use super::action::Action;
use super::piece::{PieceKind, TALLEST, Values};
use super::position::Makarenko;
use crate::engine::{Board, Notation, Options, Rules, Side, TextError, text};

/// The letters of heights 1 to 8.
const LETTERS: &str = "ABCDEFGH";

impl Notation for Makarenko {
    /// Parses a position text (assets/rules/makarenko.md, Texts).
    fn parse(position: &str, options: &Options) -> Result<Self, TextError> {
        let [board, side, clock] = text::fields(position, ["board", "side", "halfmove clock"])?;
        let letters = format!("{LETTERS} or {}", LETTERS.to_ascii_lowercase());
        let board = Board::<(Side, u8), 8, 64>::parse(board, &letters, |letter| {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let height = (1..).zip(LETTERS.chars()).find(|&(_, own)| own == letter.to_ascii_uppercase())?.0;
            Some((side, height))
        })?;
        let mut parsed = Makarenko::empty(Values::of(options));
        for (square, stack) in (0..).zip(board.0) {
            if let Some((side, height)) = stack {
                parsed.put(side, square, height);
            }
        }
        parsed.side = text::side(side)?;
        parsed.halfmove_clock = text::number(clock, "halfmove clock")?;
        Ok(parsed)
    }

    /// Parses `e2e4` or, for a split, `c1d2/2`. Rejects `/k` with the full height of the stack:
    /// each action has one spelling, and a whole stack has no number (assets/rules/makarenko.md,
    /// Texts).
    fn parse_action(&self, action: &str) -> Result<Action, TextError> {
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
            return Err(TextError::new("chips", "nothing, because the whole stack is lifted", rest));
        }
        Ok(Action { from, to, chips: Some(chips) })
    }

    /// The short notation of a legal action (assets/rules/makarenko.md, Notation).
    fn notation(&self, action: Action) -> String {
        let Action { from, to, chips } = action;
        let height = self.height(from);
        let kind = self.values.kind(chips.unwrap_or(height));
        let letter = if kind == PieceKind::Pawn { "" } else { kind.letter() };
        let (captures, becomes) = match self.side_at(to) {
            None => ("", String::new()),
            Some(side) if side != self.side => ("x", String::new()),
            Some(_) => {
                let sum = self.height(to) + chips.unwrap_or(height);
                ("", format!("={}", self.values.kind(sum).letter()))
            }
        };
        let origin = match chips {
            Some(chips) => format!("{}/{chips}", name(from)),
            None if kind == PieceKind::Pawn && from % 8 == to % 8 => String::new(),
            None if kind == PieceKind::Pawn => file(from).to_string(),
            None => origin(self, from, to),
        };
        let wins = if wins(self, action) { "#" } else { "" };
        format!("{letter}{origin}{captures}{}{becomes}{wins}", name(to))
    }
}

/// The name of a square.
pub(super) fn name(square: u8) -> String {
    text::square_name(square % 8, square / 8)
}

/// The number with its noun: `1 chip`, `2 chips`.
pub(super) fn count(chips: u8) -> String {
    if chips == 1 { "1 chip".to_string() } else { format!("{chips} chips") }
}

impl fmt::Display for Makarenko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = Board::<(Side, u8), 8, 64>::empty();
        for (slot, square) in board.0.iter_mut().zip(0..) {
            *slot = self.side_at(square).map(|side| (side, self.height(square)));
        }
        board.write(f, |(side, height)| side.case(char::from(b'A' - 1 + height)))?;
        write!(f, " {} {}", self.side.letter(), self.halfmove_clock)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", name(self.from), name(self.to))?;
        self.chips.map_or(Ok(()), |chips| write!(f, "/{chips}"))
    }
}

/// The part of the origin of a whole stack that distinguishes its move from moves of other whole
/// stacks of its kind: empty if not needed, or else the file if it suffices, or else the rank if it
/// suffices, or else both.
fn origin(position: &Makarenko, from: u8, to: u8) -> String {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let kind = |square| position.values.kind(position.height(square));
    let is_rival = |other: &Action| {
        other.chips.is_none() && other.to == to && other.from != from && kind(other.from) == kind(from)
    };
    let rivals: Vec<u8> = actions.iter().filter(|other| is_rival(other)).map(|other| other.from).collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|other| other % 8 != from % 8) {
        file(from).to_string()
    } else if rivals.iter().all(|other| other / 8 != from / 8) {
        (from / 8 + 1).to_string()
    } else {
        name(from)
    }
}

fn file(square: u8) -> char {
    char::from(b'a' + square % 8)
}

/// Whether the opponent has lost after this action: its last king is captured, and it cannot make
/// another.
fn wins(position: &Makarenko, action: Action) -> bool {
    let mut after = *position;
    after.play(action);
    let (mover, opponent) = (position.side, after.side);
    after.kings(mover) != 0 && after.kings(opponent) == 0 && !after.has_actions()
}
