use std::marker::PhantomData;

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::squares::last_rank;
use super::variant::Variant;
use crate::engine::bits::{self, Square, Squares, bit};
use crate::engine::{Side, split_mix_64};

/// A position of chess or of a variant: bitboards of each kind and each side, and the other fields
/// of a FEN.
///
/// Small, because actions are tried on copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessPosition<V: Variant> {
    /// By [`PieceKind`], for both sides.
    pub(super) kinds: [u64; 7],
    /// By [`Side`], for all kinds.
    pub(super) sides: [u64; 2],
    /// Plies since the last capture or movement of a pawn.
    pub(super) halfmove_clock: u32,
    /// The fullmove number.
    pub(super) fullmove_number: u32,
    /// The side to act.
    pub(super) side: Side,
    /// Bit `i` is set while the right to `CASTLES[i]` exists.
    pub(super) castling: u8,
    /// The square skipped by a double step in the last ply.
    pub(super) en_passant: Option<Square>,
    pub(super) variant: PhantomData<V>,
}

/// The squares of the same colour as b1.
const LIGHT_SQUARES: u64 = 0x55aa_55aa_55aa_55aa;

/// One of the four castlings.
pub(super) struct Castle {
    /// The letter in the castling field.
    pub letter: char,
    /// The castling side.
    pub side: Side,
    /// The home square of the king.
    pub king: Square,
    /// The home square of the rook.
    pub rook: Square,
    /// The destination of the king.
    pub king_to: Square,
    /// The square that the king crosses, which is the destination of the rook.
    pub rook_to: Square,
}

impl Castle {
    const fn new(letter: char, side: Side, [king, rook, king_to, rook_to]: [Square; 4]) -> Self {
        Castle { letter, side, king, rook, king_to, rook_to }
    }
}

/// All castlings, in the order of the castling field of a FEN.
pub(super) static CASTLES: [Castle; 4] = [
    Castle::new('K', Side::White, [4, 7, 6, 5]),
    Castle::new('Q', Side::White, [4, 0, 2, 3]),
    Castle::new('k', Side::Black, [60, 63, 62, 61]),
    Castle::new('q', Side::Black, [60, 56, 58, 59]),
];

/// The home squares of all kings and rooks.
pub(super) const CASTLING_HOMES: u64 = 0x9100_0000_0000_0091;

impl<V: Variant> ChessPosition<V> {
    /// An empty board with White to act.
    pub(super) const fn empty() -> Self {
        let (kinds, sides) = ([0; 7], [0; 2]);
        let (halfmove_clock, fullmove_number) = (0, 1);
        ChessPosition {
            kinds,
            sides,
            halfmove_clock,
            fullmove_number,
            side: Side::White,
            castling: 0,
            en_passant: None,
            variant: PhantomData,
        }
    }

    /// The starting position of orthodox chess.
    pub(super) fn initial() -> Self {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut position = Self::empty();
        for (file, kind) in (0..).zip([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]) {
            position.put(file, Side::White, kind);
            position.put(8 + file, Side::White, Pawn);
            position.put(48 + file, Side::Black, Pawn);
            position.put(56 + file, Side::Black, kind);
        }
        position.castling = 0b1111;
        position
    }

    pub(super) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The squares of the pieces of these kinds of one side.
    pub(super) fn of<const N: usize>(&self, side: Side, kinds: [PieceKind; N]) -> u64 {
        kinds.into_iter().fold(0, |set, kind| set | self.kinds[kind as usize]) & self.sides[side.index()]
    }

    /// The squares of a side's pieces other than king and pawns.
    pub(super) fn non_pawn_material(&self, side: Side) -> u64 {
        let [king, pawn] = [PieceKind::King, PieceKind::Pawn].map(|kind| self.kinds[kind as usize]);
        self.sides[side.index()] & !king & !pawn
    }

    /// Whether checkmate is impossible by any series of legal moves of orthodox chess: one minor
    /// piece besides the kings, or only bishops on squares of one colour.
    pub(super) fn has_insufficient_material(&self) -> bool {
        let [king, knight, bishop] =
            [PieceKind::King, PieceKind::Knight, PieceKind::Bishop].map(|kind| self.kinds[kind as usize]);
        let others = self.occupied() & !king;
        let is_one_minor_piece = others & others.wrapping_sub(1) == 0 && others & !(knight | bishop) == 0;
        let are_bishops_of_one_colour =
            others & !bishop == 0 && (others & LIGHT_SQUARES == 0 || others & !LIGHT_SQUARES == 0);
        is_one_minor_piece || are_bishops_of_one_colour
    }

    /// Whether the material of `side` could mate in orthodox chess if the opponent cooperates
    /// (assets/rules/chess.md, Flag fall).
    pub(super) fn has_mating_material(&self, side: Side) -> bool {
        let [own, other] = [side, side.other()].map(|side| self.sides[side.index()]);
        let [king, queen, knight, bishop, pawn] =
            [PieceKind::King, PieceKind::Queen, PieceKind::Knight, PieceKind::Bishop, PieceKind::Pawn]
                .map(|kind| self.kinds[kind as usize]);
        let pieces = own & !king;
        if pieces == 0 {
            false
        } else if pieces & !(knight | bishop) != 0 {
            true
        } else if pieces & knight != 0 {
            // With a lone knight, an opposing piece has to block its own king. A queen would
            // capture the knight.
            pieces.count_ones() > 1 || other & !(king | queen) != 0
        } else {
            // Bishops of one colour need a blocker that can stand on the other colour.
            let on_both_colours = bishop & LIGHT_SQUARES != 0 && bishop & !LIGHT_SQUARES != 0;
            on_both_colours || (knight | pawn) != 0
        }
    }

    /// The square of a side's king.
    pub(super) fn king(&self, side: Side) -> Square {
        bits::lowest_square(self.of(side, [PieceKind::King]))
    }

    /// The piece on a square.
    pub(super) fn piece_on(&self, square: Square) -> Option<(Side, PieceKind)> {
        let side = Side::BOTH.into_iter().find(|side| self.sides[side.index()] & bit(square) != 0)?;
        PieceKind::ALL.into_iter().find(|&kind| self.kinds[kind as usize] & bit(square) != 0).map(|kind| (side, kind))
    }

    /// All pieces, by square.
    pub(super) fn all_pieces(&self) -> impl Iterator<Item = (Square, Side, PieceKind)> + '_ {
        Squares(self.occupied()).filter_map(|square| self.piece_on(square).map(|(side, kind)| (square, side, kind)))
    }

    pub(super) fn put(&mut self, square: Square, side: Side, kind: PieceKind) {
        self.kinds[kind as usize] |= bit(square);
        self.sides[side.index()] |= bit(square);
    }

    /// Moves a piece to a square; a piece there is removed.
    pub(super) fn carry(&mut self, from: Square, to: Square) {
        let carry = |set: &mut u64| *set = (*set & !bit(from) & !bit(to)) | (((*set >> (from & 63)) & 1) << (to & 63));
        // Two separate loops instead of a chained iterator let the compiler vectorize them.
        self.kinds.iter_mut().for_each(carry);
        self.sides.iter_mut().for_each(carry);
    }

    /// Removes the piece on a square.
    pub(super) fn lift(&mut self, square: Square) {
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            *set &= !bit(square);
        }
    }

    /// The castling denoted by a move of the king from its home to a castling square, whether or
    /// not the right to it exists.
    pub(super) fn castle(&self, action: Action) -> Option<(usize, &'static Castle)> {
        if self.kinds[PieceKind::King as usize] & bit(action.from) == 0 {
            return None;
        }
        let is_meant =
            |castle: &Castle| castle.side == self.side && castle.king == action.from && castle.king_to == action.to;
        CASTLES.iter().enumerate().find(|(_, castle)| is_meant(castle))
    }

    /// Whether the castling right with this index exists.
    pub(super) const fn may_castle(&self, index: usize) -> bool {
        self.castling >> index & 1 == 1
    }

    /// The square on which an ordinary move captures; for en passant, the square of the captured
    /// pawn.
    pub(super) fn victim(&self, action: Action) -> Option<Square> {
        if self.occupied() & bit(action.to) != 0 {
            return Some(action.to);
        }
        let is_pawn = self.kinds[PieceKind::Pawn as usize] & bit(action.from) != 0;
        (is_pawn && self.en_passant == Some(action.to)).then_some(action.to ^ 8)
    }

    /// The kind to which an ordinary move promotes a pawn; `None` without a promotion.
    pub(super) fn promotion(&self, action: Action) -> Option<PieceKind> {
        match action.kind {
            MoveKind::Promote(kind) => Some(kind),
            _ => self.is_promoted(action.from, action.to).then_some(PieceKind::Chancellor),
        }
    }

    /// Whether a pawn on `from` becomes a chancellor on `to` (assets/rules/abalonian.md, Pawns).
    pub(super) fn is_promoted(&self, from: Square, to: Square) -> bool {
        let owner_arrives = |side: Side| self.sides[side.index()] & bit(from) != 0 && last_rank(side) & bit(to) != 0;
        V::PUSHES && self.kinds[PieceKind::Pawn as usize] & bit(from) != 0 && Side::BOTH.into_iter().any(owner_arrives)
    }

    /// A hash of the board, the side, castling rights, and the en passant square passed by the
    /// caller.
    ///
    /// Each word is mixed independently, so that the processor can mix all of them in parallel.
    pub(super) fn hash(&self, en_passant: Option<Square>) -> u64 {
        let state = u64::from(self.castling)
            | u64::from(self.side == Side::Black) << 8
            | en_passant.map_or(0, |square| u64::from(square) + 1) << 16;
        let words = self.kinds.iter().chain(&self.sides[..1]);
        words.zip(1..).fold(split_mix_64(state), |key, (&set, salt)| key ^ split_mix_64(set ^ split_mix_64(salt)))
    }
}
