use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use crate::engine::bits::{self, Direction, RANK_1, RANK_8, Square, Squares, bit, run};
use crate::engine::{Side, text};

/// A position of Abalonian Chess (`PUSHES`) or of orthodox chess: which squares each kind and each side holds, and the
/// other fields of a FEN.
///
/// Actions are tried on copies, so it is kept small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessPosition<const PUSHES: bool> {
    /// By [`PieceKind`], both sides together.
    pub(super) kinds: [u64; 7],
    /// By [`Side`], all kinds together.
    pub(super) sides: [u64; 2],
    /// Plies since the last capture or change of a pawn.
    pub(super) halfmove_clock: u32,
    /// The number of the full move.
    pub(super) fullmove_number: u32,
    /// Who has to act.
    pub(super) side: Side,
    /// Bit `i` is set while the right to `CASTLES[i]` holds.
    pub(super) castling: u8,
    /// The square en_passant by a double step in the last ply.
    pub(super) en_passant: Option<Square>,
}

/// One of the four castlings.
pub(super) struct Castle {
    /// Its letter in the castling field.
    pub letter: char,
    /// Who castles.
    pub side: Side,
    /// Where the king stands.
    pub king: Square,
    /// Where the rook stands.
    pub rook: Square,
    /// Where the king ends.
    pub king_to: Square,
    /// The square that the king crosses, where the rook ends.
    pub rook_to: Square,
}

impl Castle {
    const fn new(letter: char, side: Side, [king, rook, king_to, rook_to]: [Square; 4]) -> Self {
        Castle { letter, side, king, rook, king_to, rook_to }
    }
}

/// In the order of the castling field.
pub(super) static CASTLES: [Castle; 4] = [
    Castle::new('K', Side::White, [4, 7, 6, 5]),
    Castle::new('Q', Side::White, [4, 0, 2, 3]),
    Castle::new('k', Side::Black, [60, 63, 62, 61]),
    Castle::new('q', Side::Black, [60, 56, 58, 59]),
];

/// What an action changed, as far as rights and counters hang on it.
struct Change {
    /// The squares that something moved from or to.
    touched: u64,
    /// Whether an enemy left the board.
    captured: bool,
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// A board with nothing on it, White to act.
    pub(super) const fn empty() -> Self {
        let (kinds, sides) = ([0; 7], [0; 2]);
        ChessPosition {
            kinds,
            sides,
            halfmove_clock: 0,
            fullmove_number: 1,
            side: Side::White,
            castling: 0,
            en_passant: None,
        }
    }

    pub(super) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The squares of these kinds of one side.
    pub(super) fn of<const N: usize>(&self, side: Side, kinds: [PieceKind; N]) -> u64 {
        kinds.into_iter().fold(0, |set, kind| set | self.kinds[kind as usize]) & self.sides[side.index()]
    }

    /// Where a side's king stands.
    pub(super) fn king(&self, side: Side) -> Square {
        bits::first(self.of(side, [PieceKind::King]))
    }

    /// What stands on a square.
    pub(super) fn piece_on(&self, square: Square) -> Option<(Side, PieceKind)> {
        let side = Side::BOTH.into_iter().find(|side| self.sides[side.index()] & bit(square) != 0)?;
        PieceKind::ALL.into_iter().find(|&kind| self.kinds[kind as usize] & bit(square) != 0).map(|kind| (side, kind))
    }

    /// Every man, by square.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Side, PieceKind)> + '_ {
        Squares(self.occupied()).filter_map(|square| self.piece_on(square).map(|(side, kind)| (square, side, kind)))
    }

    pub(super) fn put(&mut self, square: Square, side: Side, kind: PieceKind) {
        self.kinds[kind as usize] |= bit(square);
        self.sides[side.index()] |= bit(square);
    }

    /// The castling that a move of the king from its home to a castling square means. The right to it may be lost.
    pub(super) fn castle(&self, action: Action) -> Option<(usize, &'static Castle)> {
        if self.kinds[PieceKind::King as usize] & bit(action.from) == 0 {
            return None;
        }
        let is_meant =
            |castle: &Castle| castle.side == self.side && castle.king == action.from && castle.king_to == action.to;
        CASTLES.iter().enumerate().find(|(_, castle)| is_meant(castle))
    }

    /// Whether this side still has the right to a castling.
    pub(super) const fn may_castle(&self, index: usize) -> bool {
        self.castling >> index & 1 == 1
    }

    /// Puts a man from one square onto another; what stands there is gone.
    pub(super) fn carry(&mut self, from: Square, to: Square) {
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            *set = (*set & !bit(from) & !bit(to)) | (((*set >> (from & 63)) & 1) << (to & 63));
        }
    }

    fn lift(&mut self, square: Square) {
        for set in self.kinds.iter_mut().chain(&mut self.sides) {
            *set &= !bit(square);
        }
    }

    /// Carries out a legal action (rules/abalonian.md, the whole).
    pub(super) fn carry_out(&mut self, action: Action) {
        let pawns = self.kinds[PieceKind::Pawn as usize];
        let en_passant = self.en_passant.take();
        let change = match action.move_kind {
            MoveKind::Move | MoveKind::Promote(_) => self.carry_out_move(action, en_passant),
            MoveKind::Push => self.step(action.from, action.to),
            MoveKind::Leap(via) => {
                let (one, two) = (self.step(action.from, via), self.step(via, action.to));
                Change { touched: one.touched | two.touched, captured: one.captured || two.captured }
            }
        };
        if PUSHES {
            self.promote_pawns();
        }
        if self.castling != 0 {
            for (index, castle) in CASTLES.iter().enumerate() {
                if change.touched & (bit(castle.king) | bit(castle.rook)) != 0 {
                    self.castling &= !(1 << index);
                }
            }
        }
        // A chain never shifts onto itself: pawns that moved hold other squares than before.
        let irreversible = change.captured || self.kinds[PieceKind::Pawn as usize] != pawns;
        self.halfmove_clock = if irreversible { 0 } else { text::counted(self.halfmove_clock) };
        if self.side == Side::Black {
            self.fullmove_number = text::counted(self.fullmove_number);
        }
        self.side = self.side.other();
    }

    /// An ordinary move, with castling, en passant and the double step.
    fn carry_out_move(&mut self, action: Action, en_passant: Option<Square>) -> Change {
        let Action { from, to, move_kind } = action;
        let mut captured = self.sides[self.side.other().index()] & bit(to) != 0;
        if self.kinds[PieceKind::Pawn as usize] & bit(from) != 0 {
            if en_passant == Some(to) {
                self.lift(to ^ 8);
                captured = true;
            }
            if from.abs_diff(to) == 16 {
                self.en_passant = Some(from.midpoint(to));
            }
        } else if from.abs_diff(to) == 2
            && let Some((_, castle)) = self.castle(action)
        {
            self.carry(castle.rook, castle.rook_to);
        }
        self.carry(from, to);
        if let MoveKind::Promote(kind) = move_kind {
            self.kinds[PieceKind::Pawn as usize] &= !bit(to);
            self.kinds[kind as usize] |= bit(to);
        }
        Change { touched: bit(from) | bit(to), captured }
    }

    /// A driver goes to a square in a straight line; what stands there is pushed on (rules/abalonian.md, Pushing).
    fn step(&mut self, from: Square, to: Square) -> Change {
        let mut change = Change { touched: bit(from) | bit(to), captured: false };
        if self.occupied() & bit(to) != 0
            && let Some(direction) = Direction::between(from, to)
        {
            let chain = bit(to) | run(to, direction, self.occupied());
            let beyond = direction.shift(chain) & !chain;
            for set in self.kinds.iter_mut().chain(&mut self.sides) {
                let moving = *set & chain;
                *set = (*set ^ moving) | direction.shift(moving);
            }
            change.touched |= chain | beyond;
            change.captured = beyond == 0;
        }
        self.carry(from, to);
        change
    }

    /// Pawns on their last rank become chancellors, whoever brought them there (rules/abalonian.md, Pawns).
    fn promote_pawns(&mut self) {
        let last = (self.sides[0] & RANK_8) | (self.sides[1] & RANK_1);
        let promoted = self.kinds[PieceKind::Pawn as usize] & last;
        self.kinds[PieceKind::Pawn as usize] ^= promoted;
        self.kinds[PieceKind::Chancellor as usize] |= promoted;
    }

    /// The key by which repetitions are told: board, side, castling rights and the en passant field as printed.
    pub(super) fn hash(&self) -> u64 {
        let state = u64::from(self.castling)
            | u64::from(self.side == Side::Black) << 8
            | self.en_passant.map_or(0, |square| u64::from(square) + 1) << 16;
        self.kinds.iter().chain(&self.sides[..1]).fold(mix(state), |key, &set| mix(key ^ set))
    }
}

/// One step of SplitMix64 (Steele, Lea and Flood 2014), which spreads every bit over all 64.
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
