//! Carrying out actions: the phases, what is removed, promotion and heirs.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{Square, area};
use crate::engine::{Position, Side};

impl Tactical {
    /// Carries out a legal action.
    pub(super) fn carry_out(&mut self, action: Action) {
        match self.phase {
            Phase::Battle => self.carry_out_in_battle(action),
            _ => self.carry_out_before_battle(action),
        }
    }

    /// Drops and passes of phases 1 to 3 (rules/tactical.md, Phases).
    fn carry_out_before_battle(&mut self, action: Action) {
        let (me, other) = (self.side, self.side.other());
        let ends = if let Action::Drop(kind, to) = action {
            self.drop_piece(kind, to);
            let left = &mut self.left[me.index()];
            *left = left.saturating_sub(1);
            self.passed = false;
            self.left == [0, 0]
        } else {
            let ends = self.passed || self.left[other.index()] == 0;
            self.passed = !ends;
            ends
        };
        if ends {
            self.begin_next_phase();
        } else if self.left[other.index()] > 0 {
            self.side = other;
        }
    }

    /// The opponent of whoever acted last begins; obstacles not dropped are given up (rules/tactical.md, Phases).
    fn begin_next_phase(&mut self) {
        self.phase = match self.phase {
            Phase::Obstacles => Phase::Kings,
            Phase::Kings => Phase::Pieces,
            Phase::Pieces | Phase::Battle => Phase::Battle,
        };
        if self.phase == Phase::Kings {
            self.reserves.iter_mut().for_each(|reserve| reserve.clear(PieceKind::Obstacle));
        }
        self.left = [self.phase.drops(); 2];
        self.passed = false;
        self.side = self.side.other();
    }

    /// A turn of phase 4 and what follows from it (rules/tactical.md, How the pieces move, and The end).
    fn carry_out_in_battle(&mut self, action: Action) {
        let taken = self.removed(action);
        match action {
            Action::Drop(kind, to) => self.drop_piece(kind, to),
            Action::Move(from, to) => {
                let kind = self.kind_at(from);
                self.remove(taken | from.bit());
                if taken & from.bit() == 0 {
                    let promotes = to.bit() & Self::last_rank(self.side) != 0;
                    self.put(self.side, if promotes { kind.promoted() } else { kind }, to.bit());
                }
            }
            Action::Shot(..) => self.remove(taken),
            Action::Pass => {}
        }
        if taken != 0 {
            Side::BOTH.into_iter().for_each(|side| self.crown_heir(side));
        }
        if taken != 0 || matches!(action, Action::Drop(..)) {
            self.halfmove_clock = 0;
        } else {
            self.count_halfmove();
        }
        self.side = self.side.other();
    }

    fn drop_piece(&mut self, kind: PieceKind, to: Square) {
        self.reserves[self.side.index()].take(kind);
        if kind == PieceKind::Obstacle {
            self.obstacles |= to.bit();
        } else {
            self.put(self.side, kind, to.bit());
        }
    }

    /// A side without a king makes its prince king (rules/tactical.md, The end).
    fn crown_heir(&mut self, side: Side) {
        let prince = self.own(side, PieceKind::Prince);
        if prince != 0 && self.own(side, PieceKind::King) == 0 {
            self.remove(prince);
            self.put(side, PieceKind::King, prince);
        }
    }

    /// The squares of all pieces that an action of phase 4 takes off the board; that of the one that moves is among them if
    /// it is removed by its own capture (rules/tactical.md, How the pieces move).
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
                (near.bit() | far.map_or(0, |far| far.bit())) & self.pieces_set()
            }
            Action::Shot(_, to) => to.bit() & self.pieces_set(),
            Action::Pass | Action::Drop(..) => 0,
        }
    }

    /// The enemy pieces that a side could take off the board by its next action, were it its turn.
    pub(super) fn threats_of(&self, side: Side) -> u64 {
        if self.phase != Phase::Battle {
            return 0;
        }
        let position = self.with_turn_of(side);
        let mut actions = Vec::new();
        position.generate(&mut actions);
        actions.into_iter().fold(0, |set, action| set | position.removed(action)) & self.sides[side.other().index()]
    }
}
