//! Gain of captures.

use super::action::{Action, ActionKind};
use super::board::cell::cells;
use super::evaluate::MATERIAL;
use super::position::{Phase, Whack};
use super::stack::PieceKind;
use crate::engine::{Evaluate, Heuristics, Sink};

/// The value of the last king, centipawns.
const LAST_KING: i32 = 10_000;

impl Heuristics for Whack {
    /// Adds the noisy actions: exactly the legal captures, including captures of the last king.
    /// Placing sections, rolling and changing the board are quiet steps. A search has to complete
    /// the turn and finds them with [`Rules::generate`](crate::engine::Rules::generate). Each
    /// capture removes a piece, so a search of noisy actions ends.
    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        if self.phase != Phase::Move || self.decided().is_some() {
            return;
        }
        let legality = self.legality(self.side);
        for from in cells(self.pieces.of(self.side)) {
            out.extend(cells(legality.captures(from)).map(|to| Action::piece_move(from, to)));
        }
    }

    /// The value of the piece that an action captures, centipawns; `None` without a capture. The
    /// search does not subtract a capturing piece that could be recaptured: -8 ± 21 Elo at 6,000
    /// nodes (600 matches). After a capture the board may change before the recapture.
    fn gain(&self, action: Action) -> Option<i32> {
        let ActionKind::Move { to, .. } = action.kind() else { return None };
        let enemy = self.side.other();
        if self.phase != Phase::Move || !to.is_in(self.pieces.of(enemy)) {
            return None;
        }
        let kings = self.pieces.kings(enemy);
        if kings == to.bit() {
            return Some(LAST_KING);
        }
        self.pieces.stack(to).map(|stack| value(stack.kind()))
    }

    /// Whether the player to act can lose immediately because its only king is attacked. With
    /// several kings, losing one is like losing any other piece.
    fn in_danger(&self) -> bool {
        self.pieces.kings(self.side).is_power_of_two() && self.kings_in_check(self.side) != 0
    }

    /// Never unsettled: changing the board saves many attacked kings, and the evaluation counts
    /// attacks. Searching deeper wherever the only king is attacked cost 44 ± 19 Elo (814 matches at
    /// 6,000 nodes), and distrusting the evaluation there another 14 ± 18 (801 at 5,000).
    fn is_unsettled(&self) -> bool {
        false
    }

    /// The position after passing the move. `None` within a turn; in check, where the threat is
    /// essential; and with only kings left, which may be in zugzwang. Other pieces can always lose
    /// a tempo: even pawns move back and forth.
    fn null_move(&self) -> Option<Self> {
        let Whack { pieces, side, phase, .. } = self;
        let (kings, all) = (pieces.kings(*side), pieces.of(*side));
        let means_something = *phase == Phase::Move && self.decided().is_none() && all != kings;
        (means_something && self.kings_in_check(*side) == 0).then(|| Whack { side: side.other(), ..*self })
    }

    /// Compared with 0: +37 ± 19 Elo at 6,000 nodes in 814 matches. A capture is followed by six
    /// outcomes with a board change each, which would take most nodes of the search.
    const THROW_DEPTH: i32 = 1;
}

/// The value of each kind in the evaluation, centipawns; of a king while there is another one.
const fn value(kind: PieceKind) -> i32 {
    Whack::FEATURES[MATERIAL + kind.index()].weight
}
