//! Playing actions: phases, captures, promotion and heirs.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::Square;
use crate::engine::Side;

impl Tactical {
    /// Drops and passes of phases 1 to 3 (assets/rules/tactical.md, End of a phase).
    pub(super) fn play_before_battle(&mut self, action: Action) {
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

    /// Begins the next phase with the opponent of the side that acted last. Obstacles not dropped
    /// are discarded (assets/rules/tactical.md, End of a phase).
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

    /// An action of phase 4 and its consequences (assets/rules/tactical.md, Captures).
    pub(super) fn play_in_battle(&mut self, action: Action) {
        let removed = self.removed(action);
        match action {
            Action::Drop(kind, to) => self.drop_piece(kind, to),
            Action::Move(from, to) => {
                let kind = self.kind_at(from);
                self.remove(removed | from.bit());
                if removed & from.bit() == 0 {
                    let promotes = to.bit() & Self::last_rank(self.side) != 0;
                    self.put(self.side, if promotes { kind.promoted() } else { kind }, to.bit());
                }
            }
            Action::Shot(..) => self.remove(removed),
            Action::Pass => {}
        }
        if removed != 0 {
            Side::BOTH.into_iter().for_each(|side| self.crown_heir(side));
        }
        if removed != 0 || matches!(action, Action::Drop(..)) {
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

    /// Turns the prince of a side without a king into a king (assets/rules/tactical.md, The heir).
    fn crown_heir(&mut self, side: Side) {
        let prince = self.own(side, PieceKind::Prince);
        if prince != 0 && self.own(side, PieceKind::King) == 0 {
            self.remove(prince);
            self.put(side, PieceKind::King, prince);
        }
    }
}
