//! Playing actions.

use super::action::{Action, ActionKind};
use super::board::arrangement::Arrangement;
use super::board::cell::Cell;
use super::board::joins::SECTIONS;
use super::board::roll::Roll;
use super::position::{Phase, Whack};
use super::setup::set_up;
use crate::engine::{Side, text};

/// Plays a legal action, see [`crate::engine::Position::play`].
pub(super) fn play(position: &mut Whack, action: Action) {
    match action.kind() {
        ActionKind::Move { from, to } => position.move_piece(from, to),
        ActionKind::Roll(roll) => position.roll(roll),
        ActionKind::Change(after) => position.change(after),
        ActionKind::ImpossibleChange(_) => {}
    }
}

impl Whack {
    /// Places the next section or changes the board.
    fn change(&mut self, after: Arrangement) {
        self.arrangement = after;
        self.side = self.side.other();
        if self.phase != Phase::Place {
            self.phase = Phase::Move;
        } else if after.sections() == SECTIONS {
            // Ice places D and also makes the opening roll.
            self.side = Side::Black;
            self.phase = Phase::Open;
            for (cell, side, stack) in set_up(after) {
                self.pieces.put(cell, side, stack);
            }
        }
    }

    fn roll(&mut self, roll: Roll) {
        let opening = self.phase == Phase::Open;
        self.phase = if opening { Phase::OpenChange(roll) } else { Phase::RollChange(roll) };
        if self.legal_changes().next().is_none() {
            self.phase = if opening { Phase::Open } else { Phase::Move };
            self.side = self.side.other();
        }
    }

    fn move_piece(&mut self, from: Cell, to: Cell) {
        let captures = to.is_in(self.pieces.of(self.side.other()));
        self.pieces.move_piece(from, to);
        if captures {
            self.halfmove_clock = 0;
            if self.decided().is_none() {
                self.phase = Phase::Roll;
                return;
            }
        } else {
            self.halfmove_clock = text::saturating_increment(self.halfmove_clock);
        }
        self.side = self.side.other();
    }
}
