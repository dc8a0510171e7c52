//! Position texts (FEN), action texts and the short notation.

mod fen;
mod san;

use super::variant::Variant;
use std::borrow::Cow;
use std::fmt;

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::{CASTLES, Castle, ChessPosition};
use super::squares::{forward, last_rank, name};
use crate::engine::bits::{RANK_1, RANK_8, Square, Squares, bit};
use crate::engine::{Board, Notation, Options, Side, TextError, text};

type Mailbox = Board<(Side, PieceKind), 8, 64>;

impl<V: Variant> Notation for ChessPosition<V> {
    /// Parses a FEN of six fields, with the errors listed in the rules (assets/rules/abalonian.md,
    /// Position texts).
    fn parse(fen: &str, _: &Options) -> Result<Self, TextError> {
        let names = ["board", "side", "castling", "en passant", "halfmove", "fullmove"];
        let [board, side, castling, en_passant, halfmove, fullmove] = text::fields(fen, names)?;
        let mut position = Self::read_board(board)?;
        position.side = text::side(side)?;
        position.castling = position.read_castling(castling)?;
        position.en_passant = position.read_en_passant(en_passant)?;
        position.halfmove_clock = text::number(halfmove, "halfmove")?;
        position.fullmove_number = text::number(fullmove, "fullmove")?;
        if position.fullmove_number == 0 {
            return Err(TextError::new("fullmove", "1 or more", fullmove));
        }
        let waiting = position.side.other();
        if position.attackers(waiting) != 0 {
            let expected = format!("the {waiting} king not attacked, as {waiting} is not to move");
            return Err(TextError::new("board", expected, board));
        }
        Ok(position)
    }

    fn complete(text: &str) -> Cow<'_, str> {
        fen::complete(text)
    }

    /// Parses any well-formed action of either game.
    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        let (from, rest) = read_square(text, "from")?;
        if let Some(rest) = rest.strip_prefix('>') {
            let (to, rest) = read_square(rest, "push to")?;
            let Some(rest) = rest.strip_prefix('>') else {
                return end(rest, "> or the end of the action", Action::new(from, to, MoveKind::Push));
            };
            let (last, rest) = read_square(rest, "second step to")?;
            return end(rest, "the end of the action", Action::new(from, last, MoveKind::Leap(to)));
        }
        let (to, rest) = read_square(rest, "to")?;
        let mut letters = rest.chars();
        match letters.next().and_then(|letter| PieceKind::PROMOTIONS.into_iter().find(|kind| kind.letter() == letter)) {
            Some(kind) => {
                end(letters.as_str(), "the end of the action", Action::new(from, to, MoveKind::Promote(kind)))
            }
            None => end(rest, "q, r, b, n or the end of the action", Action::new(from, to, MoveKind::Move)),
        }
    }

    fn notation(&self, action: Action) -> String {
        san::notation(self, action)
    }

    fn read_notation(&self, text: &str) -> Option<Vec<Action>> {
        san::read_notation(self, text)
    }
}

impl<V: Variant> ChessPosition<V> {
    fn read_board(board: &str) -> Result<Self, TextError> {
        let letters = if V::PUSHES { "PNBRQKC, pnbrqkc" } else { "PNBRQK, pnbrqk" };
        let mailbox = Mailbox::parse(board, letters, |letter| {
            let kind = PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())?;
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            (V::PUSHES || kind != PieceKind::Chancellor).then_some((side, kind))
        })?;
        let mut position = Self::empty();
        for (cell, (side, kind)) in mailbox.pieces() {
            let square = Square::try_from(cell.0).unwrap_or_default();
            position.put(square, side, kind);
        }
        for side in Side::BOTH {
            if position.of(side, [PieceKind::King]).count_ones() != 1 {
                return Err(TextError::new("board", format!("exactly one {side} king"), board));
            }
            let barred = if V::PUSHES { last_rank(side) } else { RANK_1 | RANK_8 };
            if let Some(square) = Squares(position.of(side, [PieceKind::Pawn]) & barred).next() {
                return Err(TextError::new("board", format!("no {side} pawn on {}", name(square)), board));
            }
        }
        Ok(position)
    }

    /// Whether king and rook are on their home squares for a castling.
    pub(in crate::games::chess) fn stands_at_home(&self, castle: &Castle) -> bool {
        let home = [(castle.king, PieceKind::King), (castle.rook, PieceKind::Rook)];
        home.iter().all(|&(square, kind)| self.piece_on(square) == Some((castle.side, kind)))
    }

    fn read_castling(&self, field: &str) -> Result<u8, TextError> {
        let mut rights = 0;
        let mut rest = field;
        for (index, castle) in CASTLES.iter().enumerate() {
            let Some(behind) = rest.strip_prefix(castle.letter) else { continue };
            if !self.stands_at_home(castle) {
                let (king, rook) = (name(castle.king), name(castle.rook));
                let expected = format!("{} only with king and rook on {king} and {rook}", castle.letter);
                return Err(TextError::new("castling", expected, field));
            }
            rights |= 1 << index;
            rest = behind;
        }
        match (rights, rest) {
            (0, "-") => Ok(0),
            (1.., "") => Ok(rights),
            _ => Err(TextError::new("castling", "- or some of K, Q, k, q in this order", field)),
        }
    }

    fn read_en_passant(&self, field: &str) -> Result<Option<Square>, TextError> {
        if field == "-" {
            return Ok(None);
        }
        let rank = if self.side == Side::White { 5 } else { 2 };
        let wrong = |expected: String| TextError::new("en passant", expected, field);
        let on_rank = || wrong(format!("- or a square on rank {}", rank + 1));
        let (file, found, rest) = text::square(field, "en passant", 8, 8).map_err(|_| on_rank())?;
        if found != rank || !rest.is_empty() {
            return Err(on_rank());
        }
        let en_passant = rank * 8 + file;
        let (owner, skipped) = (self.side.other(), bit(en_passant));
        if forward(owner).shift(skipped) & self.of(owner, [PieceKind::Pawn]) == 0 {
            return Err(wrong(format!("the square a {owner} pawn just passed by a double step")));
        }
        if (skipped | forward(self.side).shift(skipped)) & self.occupied() != 0 {
            return Err(wrong("an empty square, and an empty square from which the pawn came".into()));
        }
        Ok(Some(en_passant))
    }
}

impl<V: Variant> fmt::Display for ChessPosition<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mailbox = Mailbox::empty();
        for (square, side, kind) in self.all_pieces() {
            mailbox.0[usize::from(square)] = Some((side, kind));
        }
        mailbox.write(f, |(side, kind)| side.case(kind.letter()))?;
        write!(f, " {} ", self.side.letter())?;
        if self.castling == 0 {
            f.write_str("-")?;
        }
        for (index, castle) in CASTLES.iter().enumerate() {
            if self.may_castle(index) {
                write!(f, "{}", castle.letter)?;
            }
        }
        let en_passant = self.en_passant.map_or_else(|| "-".to_string(), name);
        write!(f, " {en_passant} {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

fn read_square<'a>(text: &'a str, field: &str) -> Result<(Square, &'a str), TextError> {
    let (file, rank, rest) = text::square(text, field, 8, 8)?;
    Ok((rank * 8 + file, rest))
}

fn end(rest: &str, expected: &str, action: Action) -> Result<Action, TextError> {
    if rest.is_empty() { Ok(action) } else { Err(TextError::new("action", expected, rest)) }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (name(self.from), name(self.to));
        match self.kind {
            MoveKind::Move => write!(f, "{from}{to}"),
            MoveKind::Promote(kind) => write!(f, "{from}{to}{}", kind.letter()),
            MoveKind::Push => write!(f, "{from}>{to}"),
            MoveKind::Leap(via) => write!(f, "{from}>{}>{to}", name(via)),
        }
    }
}
