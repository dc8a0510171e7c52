//! Position texts, action texts and short notation (assets/rules/fluky.md, Texts).

use std::fmt;

use super::action::Action;
use super::piece::{Piece, PieceKind};
use super::position::Fluky;
use super::square::{FILES, SQUARES, Square, last_rank};
use crate::engine::{Board, Notation, Options, ROLL_SIGN, Rules, Side, TextError, roll_symbol, text};

/// Number of dice of a side at the start, and maximum in a position.
const DICE: u32 = 5;

/// The piece on each square.
pub(super) type Mailbox = Board<(Side, Piece), FILES, SQUARES>;

impl Notation for Fluky {
    /// Parses a position text (assets/rules/fluky.md, Texts).
    fn parse(position: &str, _: &Options) -> Result<Self, TextError> {
        let [board, side, roll, clock] = text::fields(position, ["board", "side", "roll", "halfmove clock"])?;
        let pieces = Mailbox::parse(board, "K P N B R k p n b r", |letter| {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let piece = match letter.to_ascii_uppercase() {
                'K' => Piece::King,
                other => Piece::Die(PieceKind::from_letter(other)?),
            };
            Some((side, piece))
        })?;
        let mut parsed = Fluky::bare(kings(&pieces, board)?);
        parsed.side = text::side(side)?;
        parsed.halfmove_clock = text::number(clock, "halfmove clock")?;
        for (square, piece) in Square::all().zip(pieces.0) {
            if let Some((side, Piece::Die(kind))) = piece {
                parsed.put(side, square, kind);
            }
        }
        if roll != "-" {
            let (square, rest) = Square::parse(roll, "roll")?;
            if !rest.is_empty() {
                return Err(TextError::new("roll", "a square or -", roll));
            }
            parsed.set_roll(Some(square));
        }
        check_board(&parsed, board)?;
        check_roll(&parsed, roll)?;
        Ok(parsed)
    }

    /// Parses `c1c2`, `b4b5n` or `~P` (assets/rules/fluky.md, Texts).
    fn parse_action(&self, action: &str) -> Result<Action, TextError> {
        if let Some(symbol) = roll_symbol(action) {
            let mut letters = symbol.chars();
            return match (letters.next().and_then(PieceKind::from_letter), letters.next()) {
                (Some(kind), None) => Ok(Action::Roll(kind)),
                _ => Err(TextError::new("roll", "~ and one of P N B R", action)),
            };
        }
        let (from, rest) = Square::parse(action, "action, origin")?;
        let (to, rest) = Square::parse(rest, "action, target")?;
        let choice = match rest {
            "" => None,
            "n" => Some(PieceKind::Knight),
            "b" => Some(PieceKind::Bishop),
            "r" => Some(PieceKind::Rook),
            _ => return Err(TextError::new("action, choice", "n, b, r or nothing", rest)),
        };
        Ok(Action::Move { from, to, choice })
    }

    /// The short notation of a legal action (assets/rules/fluky.md, Notation).
    fn notation(&self, action: Action) -> String {
        let short = match action {
            Action::Roll(kind) => format!("{ROLL_SIGN}{}", kind.symbol()),
            Action::Move { from, to, choice } => {
                let captures = if self.piece_at(to).is_some() { "x" } else { "" };
                let choice = choice.map_or(String::new(), |kind| format!("={}", kind.symbol()));
                match self.piece_at(from) {
                    Some((_, piece)) if piece != Piece::Die(PieceKind::Pawn) => {
                        format!("{}{}{captures}{to}{choice}", piece.letter(), origin(self, from, to))
                    }
                    _ if captures.is_empty() => format!("{to}{choice}"),
                    _ => format!("{}x{to}{choice}", file(from)),
                }
            }
        };
        short + ending(self, action)
    }
}

impl fmt::Display for Fluky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = Mailbox::empty();
        for (square, side, piece) in self.all_pieces() {
            board.0[square.index()] = Some((side, piece));
        }
        board.write(f, letter)?;
        let roll = self.roll().map_or("-".to_string(), |square| square.to_string());
        write!(f, " {} {roll} {}", self.side.letter(), self.halfmove_clock)
    }
}

pub(super) fn letter((side, piece): (Side, Piece)) -> char {
    side.case(piece.letter())
}

/// The squares of both kings.
fn kings(pieces: &Mailbox, board: &str) -> Result<[Square; 2], TextError> {
    let king = |side: Side| {
        let mut found = Square::all().filter(|square| pieces.0[square.index()] == Some((side, Piece::King)));
        let only = found.next().filter(|_| found.next().is_none());
        only.ok_or_else(|| TextError::new("board", format!("exactly one king of {side}"), board))
    };
    Ok([king(Side::White)?, king(Side::Black)?])
}

/// Checks the board (assets/rules/fluky.md, Texts).
fn check_board(position: &Fluky, board: &str) -> Result<(), TextError> {
    let wrong = |expected: String| Err(TextError::new("board", expected, board));
    for side in Side::BOTH {
        if position.dice[side.index()].count_ones() > DICE {
            return wrong(format!("at most {DICE} dice of {side}"));
        }
        if position.dice_showing(side, PieceKind::Pawn) & last_rank(side) != 0 {
            return wrong(format!("no pawn of {side} on its last rank"));
        }
    }
    let moved = position.next_to_move().other();
    if position.in_check(moved) {
        return wrong(format!("the king of {moved}, who moved last, not attacked"));
    }
    let early = |side: &Side| position.has_won(*side) && (position.is_roll_due() || *side == position.side);
    match Side::BOTH.into_iter().find(early) {
        Some(side) => wrong(format!("no king of {side} on its goal before {moved}'s turn ends")),
        None => Ok(()),
    }
}

/// Checks the field of the roll that is due (assets/rules/fluky.md, Texts).
fn check_roll(position: &Fluky, roll: &str) -> Result<(), TextError> {
    let Some(square) = position.roll() else { return Ok(()) };
    let (side, wrong) = (position.side, |expected: String| Err(TextError::new("roll", expected, roll)));
    if position.dice[side.index()] & square.bit() == 0 {
        return wrong(format!("the square of a die of {side}"));
    }
    if last_rank(side) & square.bit() != 0 {
        return wrong("a square not on the last rank, where no die is rolled".into());
    }
    if position.gives_check(square, side) {
        return wrong("a die that does not attack the enemy king, which is not rolled".into());
    }
    Ok(())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Roll(kind) => write!(f, "{ROLL_SIGN}{}", kind.symbol()),
            Action::Move { from, to, choice } => {
                write!(f, "{from}{to}")?;
                choice.map_or(Ok(()), |kind| write!(f, "{}", kind.letter().to_ascii_lowercase()))
            }
        }
    }
}

/// The part of the origin that distinguishes the move from moves of other pieces with the same
/// symbol: empty if not needed, or else the file if it suffices, or else the rank if it suffices,
/// or else both.
fn origin(position: &Fluky, from: Square, to: Square) -> String {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let piece = position.piece_at(from);
    let rivals: Vec<Square> = { actions.into_iter() }
        .filter_map(|action| match action {
            Action::Move { from: other, to: target, .. } if other != from && target == to => Some(other),
            _ => None,
        })
        .filter(|&other| position.piece_at(other) == piece)
        .collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|other| other.file() != from.file()) {
        file(from).to_string()
    } else if rivals.iter().all(|other| other.rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

fn file(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// `#` for a win, `+` for a check after which the opponent is to move, otherwise nothing.
fn ending(position: &Fluky, action: Action) -> &'static str {
    let mut after = *position;
    after.play(action);
    let check = !after.is_roll_due() && after.in_check(after.side);
    match (after.winner().is_some(), check) {
        (true, _) => "#",
        (false, true) if after.has_actions() => "+",
        (false, true) => "#",
        (false, false) => "",
    }
}
