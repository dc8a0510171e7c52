use std::fmt;

use super::action::name;
use super::kind::PieceKind;
use super::position::{CASTLES, ChessPosition};
use crate::engine::bits::{Direction, RANK_1, RANK_8, Square, Squares, bit};
use crate::engine::{Board, Side, TextError, text};

type Mailbox = Board<(Side, PieceKind), 8, 64>;

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// Reads a FEN of six fields. What is an error is listed in rules/abalonian.md, Texts.
    pub(super) fn read(fen: &str) -> Result<Self, TextError> {
        let names = ["board", "side", "castling", "en passant", "halfmove", "fullmove"];
        let [board, side, castling, en_passant, quiet, number] = text::fields(fen, names)?;
        let mut position = Self::read_board(board)?;
        position.side = text::side(side)?;
        position.castling = position.read_castling(castling)?;
        position.en_passant = position.read_en_passant(en_passant)?;
        position.halfmove_clock = text::number(quiet, "halfmove")?;
        position.fullmove_number = text::number(number, "fullmove")?;
        if position.fullmove_number == 0 {
            return Err(TextError::new("fullmove", "1 or more", number));
        }
        let waiting = position.side.other();
        if position.attackers(waiting) != 0 {
            let expected = format!("{waiting}'s king not attacked, as it is not to move");
            return Err(TextError::new("board", expected, board));
        }
        Ok(position)
    }

    fn read_board(board: &str) -> Result<Self, TextError> {
        let letters = if PUSHES { "PNBRQKC, pnbrqkc" } else { "PNBRQK, pnbrqk" };
        let mailbox = Mailbox::parse(board, letters, |letter| {
            let kind = PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())?;
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            (PUSHES || kind != PieceKind::Chancellor).then_some((side, kind))
        })?;
        let mut position = Self::empty();
        for (cell, (side, kind)) in mailbox.pieces() {
            let square = Square::try_from(cell.0).unwrap_or_default();
            position.put(square, side, kind);
        }
        for (side, last) in Side::BOTH.into_iter().zip([RANK_8, RANK_1]) {
            if position.of(side, [PieceKind::King]).count_ones() != 1 {
                return Err(TextError::new("board", format!("exactly one king of {side}"), board));
            }
            let barred = if PUSHES { last } else { RANK_1 | RANK_8 };
            if let Some(square) = Squares(position.of(side, [PieceKind::Pawn]) & barred).next() {
                return Err(TextError::new("board", format!("no pawn of {side} on {}", name(square)), board));
            }
        }
        Ok(position)
    }

    fn read_castling(&self, field: &str) -> Result<u8, TextError> {
        let mut rights = 0;
        let mut rest = field;
        for (index, castle) in CASTLES.iter().enumerate() {
            let Some(behind) = rest.strip_prefix(castle.letter) else { continue };
            let home = [(castle.king, PieceKind::King), (castle.rook, PieceKind::Rook)];
            if home.iter().any(|&(square, kind)| self.piece_on(square) != Some((castle.side, kind))) {
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
            _ => Err(TextError::new("castling", "-, or of K, Q, k, q those that hold, in this order", field)),
        }
    }

    fn read_en_passant(&self, field: &str) -> Result<Option<Square>, TextError> {
        if field == "-" {
            return Ok(None);
        }
        let (rank, forward) = match self.side {
            Side::White => (5, Direction::South),
            Side::Black => (2, Direction::North),
        };
        let wrong = |expected: String| TextError::new("en passant", expected, field);
        let on_rank = || wrong(format!("- or a square on rank {}", rank + 1));
        let (file, found, rest) = text::square(field, "en passant", 8, 8).map_err(|_| on_rank())?;
        if found != rank || !rest.is_empty() {
            return Err(on_rank());
        }
        let en_passant = rank * 8 + file;
        let pawns = self.of(self.side.other(), [PieceKind::Pawn]);
        if forward.shift(bit(en_passant)) & pawns == 0 {
            return Err(wrong(format!("a pawn of {} that has just en_passant this square", self.side.other())));
        }
        if (bit(en_passant) | forward.opposite().shift(bit(en_passant))) & self.occupied() != 0 {
            return Err(wrong("the en_passant square and the one before it empty".into()));
        }
        Ok(Some(en_passant))
    }
}

impl<const PUSHES: bool> fmt::Display for ChessPosition<PUSHES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mailbox = Mailbox::empty();
        for (square, side, kind) in self.pieces() {
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
