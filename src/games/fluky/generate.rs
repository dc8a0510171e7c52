use super::action::{Action, Kind};
use super::attacks::{self, BETWEEN, KING, squares};
use super::position::{Fluky, NONE, last_rank};
use crate::engine::{Side, Sink, text};

/// What a pawn may choose on its last rank (rules/fluky.md, A turn, case 3 of the roll).
pub(super) const CHOICES: [Kind; 3] = [Kind::Knight, Kind::Bishop, Kind::Rook];

impl Fluky {
    /// Calls `out` with each piece that can move and the squares it can legally move to. No roll may be due.
    ///
    /// Legal means that the own king is not attacked afterwards: a pinned die stays on its line, and a check has to be
    /// met. All this is decided by masks, without making the moves.
    pub(super) fn legal_moves(&self, mut out: impl FnMut(u8, u32)) {
        let (side, enemy) = (self.side, self.side.other());
        let (own, occupied) = (self.own(side), self.occupied());
        let king = self.king(side);

        // The king must not hide behind itself from a line that it leaves.
        let without_king = occupied & !(1 << king);
        let safe = |to: &u8| self.attackers(*to, enemy, without_king) & !(1 << *to) == 0;
        let steps = squares(KING[king as usize] & !own).filter(safe).fold(0, |bits, to| bits | 1 << to);
        out(king, steps);

        let checkers = self.attackers(king, enemy, occupied);
        let answers = match checkers.count_ones() {
            0 => !0,
            1 => checkers | BETWEEN[king as usize][checkers.trailing_zeros() as usize],
            _ => return,
        };
        let pins = self.pins(king, own, occupied);
        for kind in Kind::ALL {
            for from in squares(self.dice[side.index()] & self.shown[kind as usize]) {
                let reach = match kind {
                    Kind::Pawn => self.pawn_reach(from, side, own, occupied),
                    _ => attacks::die(kind, side.index(), from, occupied) & !own,
                };
                let line = pins.iter().find(|line| **line >> from & 1 == 1).map_or(!0, |line| *line);
                out(from, reach & answers & line);
            }
        }
    }

    /// The lines to enemy dice on which exactly one own die stands before the king, the enemy die included.
    fn pins(&self, king: u8, own: u32, occupied: u32) -> [u32; 5] {
        let enemies = self.dice[self.side.other().index()];
        let [_, _, bishops, rooks] = self.shown;
        let pinners = enemies & (attacks::rook(king, 0) & rooks | attacks::bishop(king, 0) & bishops);
        let mut pins = [0; 5];
        for (slot, pinner) in pins.iter_mut().zip(squares(pinners)) {
            let between = BETWEEN[king as usize][pinner as usize];
            let blockers = between & occupied;
            if blockers.count_ones() == 1 && blockers & own != 0 {
                *slot = between | 1 << pinner;
            }
        }
        pins
    }

    /// One step ahead onto an empty square, or a capture diagonally ahead (rules/fluky.md, A turn).
    pub(super) fn pawn_reach(&self, from: u8, side: Side, own: u32, occupied: u32) -> u32 {
        let ahead = match side {
            Side::White => 1 << (from + 5),
            Side::Black => 1 << (from - 5),
        };
        ahead & !occupied | attacks::die(Kind::Pawn, side.index(), from, occupied) & occupied & !own
    }

    /// Whether this move ends with a choice of the pawn.
    pub(super) fn chooses(&self, from: u8, to: u8) -> bool {
        self.shown[Kind::Pawn as usize] >> from & 1 == 1 && last_rank(self.side) >> to & 1 == 1
    }

    pub(super) fn list(&self, out: &mut impl Sink<Action>) {
        if self.arrived().is_some() {
            return;
        }
        if self.roll != NONE {
            out.extend(Kind::ALL.map(Action::Roll));
            return;
        }
        self.legal_moves(|from, targets| {
            for to in squares(targets) {
                if self.chooses(from, to) {
                    out.extend(CHOICES.map(|kind| Action::Move { from, to, into: Some(kind) }));
                } else {
                    out.push(Action::Move { from, to, into: None });
                }
            }
        });
    }

    pub(super) fn count(&self) -> u64 {
        if self.arrived().is_some() {
            return 0;
        }
        if self.roll != NONE {
            return Kind::ALL.len() as u64;
        }
        let mut count = 0;
        self.legal_moves(|from, targets| {
            let choices =
                if self.shown[Kind::Pawn as usize] >> from & 1 == 1 { targets & last_rank(self.side) } else { 0 };
            count += targets.count_ones() + choices.count_ones() * (CHOICES.len() as u32 - 1);
        });
        count.into()
    }

    /// Carries out a legal action (rules/fluky.md, A turn).
    pub(super) fn make(&mut self, action: Action) {
        match action {
            Action::Roll(kind) => {
                self.show(self.roll, kind);
                self.roll = NONE;
                self.side = self.side.other();
            }
            Action::Move { from, to, into } => self.make_move(from, to, into),
        }
    }

    fn make_move(&mut self, from: u8, to: u8, into: Option<Kind>) {
        let (side, enemy) = (self.side.index(), self.side.other().index());
        let (leaves, arrives) = (1 << from, 1 << to);
        let captures = self.dice[enemy] & arrives != 0;
        self.dice[enemy] &= !arrives;
        self.shown.iter_mut().for_each(|shown| *shown &= !arrives);

        let mut irreversible = captures;
        let mut rolls = false;
        if self.kings[side] == from {
            self.kings[side] = to;
        } else {
            let kind = self.kind(from);
            irreversible |= kind == Kind::Pawn;
            self.dice[side] = self.dice[side] & !leaves | arrives;
            self.shown[kind as usize] &= !leaves;
            self.show(to, into.unwrap_or(kind));
            rolls = last_rank(self.side) & arrives == 0 && !self.gives_check(to, self.side);
        }
        self.quiet = if irreversible { 0 } else { text::counted(self.quiet) };
        if rolls {
            self.roll = to;
        } else {
            self.side = self.side.other();
        }
    }

    fn show(&mut self, square: u8, kind: Kind) {
        if square < 32 {
            self.shown.iter_mut().for_each(|shown| *shown &= !(1 << square));
            self.shown[kind as usize] |= 1 << square;
        }
    }
}
