//! Position texts, action texts and short notation (assets/rules/makarenko.md, Texts).

use std::fmt;

use super::action::Action;
use super::generate::{generate, has_actions};
use super::piece::{PieceKind, TALLEST, Values};
use super::play::play;
use super::position::Makarenko;
use crate::engine::{Board, Look, Options, Piece, Side, TextError, text};

/// The letters of heights 1 to 8.
const LETTERS: &str = "ABCDEFGH";

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

/// The text of the position with these pieces and this side to move.
pub(super) fn text_from_pieces(position: &Makarenko, pieces: &[Piece], side: Side) -> String {
    let mut edited = Makarenko::empty(position.values);
    edited.side = side;
    for piece in pieces {
        let square = piece.place.cell().and_then(|cell| u8::try_from(cell.0).ok()).filter(|&square| square < 64);
        if let (Some(square), Some(owner), Look::Chips(height @ 1..=TALLEST)) = (square, piece.side, &piece.look) {
            edited.put(owner, square, *height);
        }
    }
    edited.to_string()
}

/// Parses a position text (assets/rules/makarenko.md, Texts).
pub(super) fn parse(position: &str, options: &Options) -> Result<Makarenko, TextError> {
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

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", name(self.from), name(self.to))?;
        self.chips.map_or(Ok(()), |chips| write!(f, "/{chips}"))
    }
}

/// Parses `e2e4` or, for a split, `c1d2/2`. Rejects `/k` with the full height of the stack: each
/// action has one spelling, and a whole stack is written without it (assets/rules/makarenko.md,
/// Texts).
pub(super) fn parse_action(position: &Makarenko, action: &str) -> Result<Action, TextError> {
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
    if chips == position.height(from) {
        return Err(TextError::new("chips", "nothing, since the whole stack is lifted", rest));
    }
    Ok(Action { from, to, chips: Some(chips) })
}

/// The short notation of a legal action (assets/rules/makarenko.md, Notation).
pub(super) fn notation(position: &Makarenko, action: Action) -> String {
    let Action { from, to, chips } = action;
    let height = position.height(from);
    let kind = position.values.kind(chips.unwrap_or(height));
    let letter = if kind == PieceKind::Pawn { "" } else { kind.letter() };
    let (captures, becomes) = match position.side_at(to) {
        None => ("", String::new()),
        Some(side) if side != position.side => ("x", String::new()),
        Some(_) => {
            let sum = position.height(to) + chips.unwrap_or(height);
            ("", format!("={}", position.values.kind(sum).letter()))
        }
    };
    let origin = match chips {
        Some(chips) => format!("{}/{chips}", name(from)),
        None if kind == PieceKind::Pawn && from % 8 == to % 8 => String::new(),
        None if kind == PieceKind::Pawn => file(from).to_string(),
        None => origin(position, from, to),
    };
    let wins = if wins(position, action) { "#" } else { "" };
    format!("{letter}{origin}{captures}{}{becomes}{wins}", name(to))
}

/// The part of the origin of a whole stack that distinguishes its move from moves of other whole
/// stacks of its kind: nothing if not needed, the file if it suffices, otherwise the rank if it
/// suffices, otherwise both.
fn origin(position: &Makarenko, from: u8, to: u8) -> String {
    let mut actions = Vec::new();
    generate(position, &mut actions);
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

/// Whether the opponent has lost after this action: its last king is captured, and it has no move
/// to make one.
fn wins(position: &Makarenko, action: Action) -> bool {
    let mut after = *position;
    play(&mut after, action);
    let (mover, opponent) = (position.side, after.side);
    after.kings(mover) != 0 && after.kings(opponent) == 0 && !has_actions(&after)
}
