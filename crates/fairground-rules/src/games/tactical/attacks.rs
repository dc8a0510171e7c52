//! Captures by an action, and captures that a side threatens.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{AROUND, DIAGONAL, LEAPS, ORTHOGONAL, Square, Step, area};
use crate::engine::{Side, bits};

/// The squares on which the pieces of one side could capture, regardless of the side to act and of
/// the pieces on these squares.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    /// Rooks and queens, and royal rooks.
    pub files_and_ranks: u64,
    /// Bishops and queens, and royal bishops.
    pub diagonals: u64,
    /// Knights and royal knights.
    pub leaps: u64,
    /// Pawns and veterans.
    pub pawns: u64,
    /// The king and the prince.
    pub royalty: u64,
    /// The killers, which capture only kings and princes.
    pub killers: u64,
    /// The fanatics, before they explode.
    pub fanatics: u64,
    /// The squares that their explosions reach.
    pub explosions: u64,
    /// Shots of cannons.
    pub cannons: u64,
    /// Shots of dragons.
    pub dragons: u64,
}

impl Attacks {
    /// Captures by moving onto a square, except by killers and fanatics.
    pub const fn ordinary(&self) -> u64 {
        self.files_and_ranks | self.diagonals | self.leaps | self.pawns | self.royalty
    }

    /// Captures without moving.
    pub const fn shots(&self) -> u64 {
        self.cannons | self.dragons
    }
}

/// The squares one of `steps` away from the squares of a set.
#[inline(always)]
fn reached(steps: &[Step], set: u64) -> u64 {
    if set == 0 { 0 } else { steps.iter().fold(0, |reached, step| reached | step.shift(set)) }
}

/// The squares that sliders attack in these directions if they can pass over `through`.
#[inline(always)]
fn slides(steps: &[Step], sliders: u64, through: u64) -> u64 {
    if sliders == 0 { 0 } else { steps.iter().fold(0, |reached, step| reached | step.slide(sliders, through)) }
}

impl Tactical {
    /// The squares of all pieces that an action of phase 4 removes from the board, including the
    /// moving piece if its own capture removes it (assets/rules/tactical.md, Captures).
    pub(super) fn removed(&self, action: Action) -> u64 {
        match action {
            Action::Move(from, to) => {
                let victim = self.sides[self.side.other().index()] & to.bit();
                if victim == 0 {
                    0
                } else if self.kind_at(from) == PieceKind::Fanatic {
                    area(to) & self.pieces_set()
                } else if self.kind_at(to) == PieceKind::Fanatic {
                    victim | from.bit()
                } else {
                    victim
                }
            }
            Action::Shot(from, to) if self.kind_at(from) == PieceKind::Dragon => {
                let (near, far) = self.shot_path(from, to);
                (near.bit() | far.map_or(0, Square::bit)) & self.pieces_set()
            }
            Action::Shot(_, to) => to.bit() & self.pieces_set(),
            Action::Pass | Action::Drop(..) => 0,
        }
    }

    /// The squares that a shot passes or hits, nearest first: up to the target of a cannon, or all
    /// squares in the range of a dragon's shot.
    pub(super) fn shot_path(&self, from: Square, to: Square) -> (Square, Option<Square>) {
        let dragon = self.kind_at(from) == PieceKind::Dragon;
        let steps = if dragon { &DIAGONAL } else { &ORTHOGONAL };
        for step in steps {
            let Some(near) = step.from(from) else { continue };
            let far = step.from(near);
            if dragon && near == to {
                return (near, far.filter(|far| self.obstacles & far.bit() == 0));
            }
            if !dragon && far == Some(to) {
                return (near, far);
            }
        }
        (to, None)
    }

    /// The squares where a side's pieces could capture (assets/rules/tactical.md, How the pieces
    /// move).
    pub(super) fn attacks(&self, side: Side) -> Attacks {
        use PieceKind::{
            Bishop, Cannon, Dragon, Fanatic, Killer, King, Knight, Pawn, Prince, Queen, Rook, RoyalBishop, RoyalKnight,
            RoyalRook, Veteran,
        };
        let (own, enemies) = (self.sides[side.index()], self.sides[side.other().index()]);
        let of = |kind| self.of(kind) & own;
        let empty = self.empty();
        let queens = of(Queen);
        let fanatics = reached(&AROUND, of(Fanatic));
        let targets = fanatics & enemies;
        let (cannons, dragons) = (of(Cannon), of(Dragon));
        let shots_of = |shooters: u64, steps: &[Step], screens: u64| {
            let shots = |set, step: &Step| {
                let near = step.shift(shooters) & !screens;
                set | near | step.shift(near)
            };
            if shooters == 0 { 0 } else { steps.iter().fold(0, shots) }
        };
        Attacks {
            files_and_ranks: slides(&ORTHOGONAL, queens | of(Rook), empty)
                | slides(&ORTHOGONAL, of(RoyalRook), empty | own),
            diagonals: slides(&DIAGONAL, queens | of(Bishop), empty) | slides(&DIAGONAL, of(RoyalBishop), empty | own),
            leaps: reached(&LEAPS, of(Knight) | of(RoyalKnight)),
            pawns: forward_diagonals(side, of(Pawn) | of(Veteran)),
            royalty: reached(&AROUND, of(King) | of(Prince)),
            killers: reached(&AROUND, of(Killer)),
            fanatics,
            explosions: reached(&AROUND, targets) | targets,
            cannons: shots_of(cannons, &ORTHOGONAL, 0),
            dragons: shots_of(dragons, &DIAGONAL, self.obstacles),
        }
    }

    /// The enemy pieces that `side` could remove by its next action, if it were its turn.
    pub(super) fn threatened_by(&self, side: Side, attacks: &Attacks) -> u64 {
        if self.phase != Phase::Battle {
            return 0;
        }
        let royalty = self.of(PieceKind::King) | self.of(PieceKind::Prince);
        let squares = attacks.ordinary() & !self.of(PieceKind::Killer)
            | attacks.killers & royalty
            | attacks.explosions
            | attacks.shots();
        squares & self.sides[side.other().index()]
    }

    /// Whether the opponent could leave `side` without a king by one action, if it were the
    /// opponent's turn: by capturing the king while no prince is on the board, or by removing both
    /// at the same time (assets/rules/tactical.md, The end).
    pub(super) fn last_king_in_danger(&self, side: Side) -> bool {
        use PieceKind::{
            Bishop, Cannon, Dragon, Fanatic, Killer, King, Knight, Pawn, Prince, Queen, Rook, RoyalBishop, RoyalKnight,
            RoyalRook, Veteran,
        };
        let (own, enemies) = (self.sides[side.index()], self.sides[side.other().index()]);
        let king = self.of(King) & own;
        if king == 0 || self.phase != Phase::Battle {
            return false;
        }
        let of = |kind| self.of(kind) & enemies;
        let heir = self.of(Prince) & own;

        // An explosion has to reach the king, and the prince if there is one.
        let near = |piece| if piece == 0 { u64::MAX } else { reached(&AROUND, piece) | piece };
        if reached(&AROUND, of(Fanatic)) & own & near(king) & near(heir) != 0 {
            return true;
        }
        let dragons = of(Dragon);
        if heir != 0 {
            let both = king | heir;
            return DIAGONAL.iter().any(|step| step.shift(step.shift(dragons) & both) & both != 0);
        }
        // The squares from which a shot in one of these directions hits the king.
        let shots_from = |steps: &[Step], screens: u64| {
            steps.iter().fold(0, |set, step| {
                let near = step.unshift(king);
                set | near | step.unshift(near & !screens)
            })
        };
        let square = bits::lowest_square(king);
        let occupied = !self.empty();
        let screened = own | self.obstacles;
        let queens = of(Queen);
        let attackers = shots_from(&ORTHOGONAL, 0) & of(Cannon)
            | shots_from(&DIAGONAL, self.obstacles) & dragons
            | bits::king(square) & (of(King) | of(Prince) | of(Killer))
            | bits::knight(square) & (of(Knight) | of(RoyalKnight))
            | forward_diagonals(side, king) & (of(Pawn) | of(Veteran))
            | bits::rook(square, occupied) & (of(Rook) | queens)
            | bits::bishop(square, occupied) & (of(Bishop) | queens)
            | bits::rook(square, screened) & of(RoyalRook)
            | bits::bishop(square, screened) & of(RoyalBishop);
        attackers != 0
    }
}

/// The squares diagonally ahead of a set from the point of view of `side`.
fn forward_diagonals(side: Side, set: u64) -> u64 {
    let [left, right] = match side {
        Side::White => [DIAGONAL[0], DIAGONAL[1]],
        Side::Black => [DIAGONAL[2], DIAGONAL[3]],
    };
    left.shift(set) | right.shift(set)
}
