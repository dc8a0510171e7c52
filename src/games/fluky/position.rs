use std::fmt;

use super::action::Kind;
use super::attacks::{self, KING, KNIGHT, PAWN, squares};
use crate::engine::{Board, Side, TextError, text};

pub(super) const FILES: usize = 5;
pub(super) const SQUARES: usize = FILES * FILES;

/// No square.
pub(super) const NONE: u8 = u8::MAX;

/// Where each king begins, White's first: e1 and a5. Each is the other king's goal.
pub(super) const HOMES: [u8; 2] = [4, 20];

/// Dice of a side at the start, and the most that a position may have.
const DICE: u32 = 5;

/// A position of Fluky Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fluky {
    /// The dice of each side, as bits.
    pub(super) dice: [u32; 2],
    /// The dice of both sides by what they show, indexed by [`Kind`].
    pub(super) shown: [u32; 4],
    pub(super) kings: [u8; 2],
    pub(super) side: Side,
    /// The square of the die to be rolled, [`NONE`] if none is.
    pub(super) roll: u8,
    pub(super) quiet: u32,
}

/// Any piece, as board texts write it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Man {
    King,
    Die(Kind),
}

/// The name of a square.
pub(super) fn name(square: u8) -> String {
    Board::<(), FILES, SQUARES>::name(square.into())
}

/// The rank on which this side's pawns choose, as bits: the fifth for White, the first for Black.
pub(super) const fn last_rank(side: Side) -> u32 {
    match side {
        Side::White => 0b11111 << 20,
        Side::Black => 0b11111,
    }
}

impl Fluky {
    pub(super) fn occupied(&self) -> u32 {
        self.dice[0] | self.dice[1] | 1 << self.kings[0] | 1 << self.kings[1]
    }

    pub(super) fn own(&self, side: Side) -> u32 {
        self.dice[side.index()] | 1 << self.kings[side.index()]
    }

    pub(super) fn king(&self, side: Side) -> u8 {
        self.kings[side.index()]
    }

    /// The kind of the die on this square; what no die stands on counts as a pawn.
    pub(super) fn kind(&self, square: u8) -> Kind {
        let shows = |kind: &Kind| self.shown[*kind as usize] >> square & 1 == 1;
        Kind::ALL.into_iter().find(shows).unwrap_or(Kind::Pawn)
    }

    pub(super) fn man_at(&self, square: u8) -> Option<(Side, Man)> {
        Side::BOTH.into_iter().find_map(|side| {
            if self.king(side) == square {
                Some((side, Man::King))
            } else {
                (self.dice[side.index()] >> square & 1 == 1).then(|| (side, Man::Die(self.kind(square))))
            }
        })
    }

    /// The pieces of `by` that attack a square, where `occupied` blocks lines.
    pub(super) fn attackers(&self, square: u8, by: Side, occupied: u32) -> u32 {
        let at = usize::from(square);
        let [pawns, knights, bishops, rooks] = self.shown;
        // A pawn of `by` attacks the squares from which a pawn of the other side would attack it.
        let dice = PAWN[by.other().index()][at] & pawns
            | KNIGHT[at] & knights
            | attacks::bishop(square, occupied) & bishops
            | attacks::rook(square, occupied) & rooks;
        dice & self.dice[by.index()] | KING[at] & 1 << self.king(by)
    }

    /// Whether this side's king is attacked.
    pub(super) fn in_check(&self, side: Side) -> bool {
        self.attackers(self.king(side), side.other(), self.occupied()) != 0
    }

    /// Whether the die on this square attacks the enemy king (rules/fluky.md, A turn, case 1 of the roll).
    pub(super) fn gives_check(&self, square: u8, side: Side) -> bool {
        attacks::die(self.kind(square), side.index(), square, self.occupied()) >> self.king(side.other()) & 1 == 1
    }

    /// The side whose king stands on its goal, and so has won (rules/fluky.md, The end).
    pub(super) fn arrived(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.king(*side) == HOMES[side.other().index()])
    }

    pub(super) fn parse(position: &str) -> Result<Fluky, TextError> {
        let [board, side, roll, quiet] = text::fields(position, ["board", "side", "roll", "quiet"])?;
        let men = Board::<(Side, Man), FILES, SQUARES>::parse(board, "K P N B R k p n b r", |letter| {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let man = match letter.to_ascii_uppercase() {
                'K' => Man::King,
                other => Man::Die(Kind::from_letter(other)?),
            };
            Some((side, man))
        })?;
        let side = text::side(side)?;
        let mut parsed = Fluky {
            dice: [0; 2],
            shown: [0; 4],
            kings: [NONE; 2],
            side,
            roll: NONE,
            quiet: text::number(quiet, "quiet")?,
        };
        for (cell, (owner, man)) in men.pieces() {
            match man {
                Man::King if parsed.kings[owner.index()] != NONE => {
                    return Err(TextError::new("board", format!("one king of {owner}"), board));
                }
                Man::King => parsed.kings[owner.index()] = cell.0 as u8,
                Man::Die(kind) => {
                    parsed.dice[owner.index()] |= 1 << cell.0;
                    parsed.shown[kind as usize] |= 1 << cell.0;
                }
            }
        }
        if roll != "-" {
            let (file, rank, rest) = text::square(roll, "roll", FILES as u8, FILES as u8)?;
            if !rest.is_empty() {
                return Err(TextError::new("roll", "a square or -", roll));
            }
            parsed.roll = rank * FILES as u8 + file;
        }
        parsed.possible(board, roll)?;
        Ok(parsed)
    }

    /// The errors of rules/fluky.md, Texts.
    fn possible(&self, board: &str, roll: &str) -> Result<(), TextError> {
        for side in Side::BOTH {
            let wrong = |expected: String| Err(TextError::new("board", expected, board));
            if self.king(side) == NONE {
                return wrong(format!("one king of {side}"));
            }
            if self.dice[side.index()].count_ones() > DICE {
                return wrong(format!("at most {DICE} dice of {side}"));
            }
            if self.dice[side.index()] & self.shown[Kind::Pawn as usize] & last_rank(side) != 0 {
                return wrong(format!("no pawn of {side} on its last rank"));
            }
        }
        let rolling = self.roll != NONE;
        let moved = if rolling { self.side } else { self.side.other() };
        if self.in_check(moved) {
            return Err(TextError::new("board", format!("the king of {moved}, who moved last, not attacked"), board));
        }
        if let Some(winner) = self.arrived()
            && (rolling || winner == self.side)
        {
            return Err(TextError::new(
                "board",
                format!("no king of {winner} on its goal before {moved}'s turn ends"),
                board,
            ));
        }
        if rolling {
            let wrong = |expected: String| Err(TextError::new("roll", expected, roll));
            if self.dice[self.side.index()] >> self.roll & 1 == 0 {
                return wrong(format!("the square of a die of {}", self.side));
            }
            if last_rank(self.side) >> self.roll & 1 == 1 {
                return wrong("a square not on the last rank, where no die is rolled".into());
            }
            if self.gives_check(self.roll, self.side) {
                return wrong("a die that does not attack the enemy king, which is not rolled".into());
            }
        }
        Ok(())
    }

    /// Every piece, by square.
    pub(super) fn men(&self) -> impl Iterator<Item = (u8, Side, Man)> + '_ {
        squares(self.occupied()).filter_map(|square| self.man_at(square).map(|(side, man)| (square, side, man)))
    }
}

impl fmt::Display for Fluky {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = Board::<(Side, Man), FILES, SQUARES>::empty();
        for (square, side, man) in self.men() {
            board.0[usize::from(square)] = Some((side, man));
        }
        board.write(f, |(side, man)| {
            side.case(match man {
                Man::King => 'k',
                Man::Die(kind) => kind.symbol().chars().next().unwrap_or('?'),
            })
        })?;
        let roll = if self.roll == NONE { "-".to_string() } else { name(self.roll) };
        write!(f, " {} {roll} {}", self.side.letter(), self.quiet)
    }
}
