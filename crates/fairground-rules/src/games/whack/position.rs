use super::board::arrangement::Arrangement;
use super::board::changes::Changes;
use super::board::roll::Roll;
use super::pieces::Pieces;
use crate::engine::{Outcome, Reason, Side};

/// The game is drawn when both sides have this many points or fewer (assets/rules/whack.md, End of
/// the game).
const FEW_POINTS: u32 = 8;

/// The pending decision or roll (assets/rules/whack.md, Position texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A section has to be placed.
    Place,
    /// The opening roll.
    Open,
    /// The opening change, by this roll.
    OpenChange(Roll),
    /// A move.
    Move,
    /// The roll after a capture.
    Roll,
    /// The change after a capture, by this roll.
    RollChange(Roll),
}

impl Phase {
    /// The roll for the change that is due, if any.
    pub(super) const fn roll(self) -> Option<Roll> {
        if let Phase::OpenChange(roll) | Phase::RollChange(roll) = self { Some(roll) } else { None }
    }
}

/// A position of Whack Chess. White is Fire, Black is Ice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whack {
    pub(super) arrangement: Arrangement,
    pub(super) pieces: Pieces,
    /// The side that has to act.
    pub(super) side: Side,
    pub(super) phase: Phase,
    pub(super) halfmove_clock: u32,
}

/// The name of a side for players.
pub(super) const fn team(side: Side) -> &'static str {
    match side {
        Side::White => "Fire",
        Side::Black => "Ice",
    }
}

impl Whack {
    pub(super) const START: Whack = Whack {
        arrangement: Arrangement::LONE,
        pieces: Pieces::NONE,
        side: Side::Black,
        phase: Phase::Place,
        halfmove_clock: 0,
    };

    /// The outcome, if it does not depend on the legal actions (assets/rules/whack.md, End of the
    /// game).
    pub(super) fn decided(&self) -> Option<Outcome> {
        if self.phase == Phase::Place {
            return None;
        }
        let [white, black] = Side::BOTH.map(|side| self.pieces.kings(side) != 0);
        let few_points = || Side::BOTH.iter().all(|&side| self.pieces.points(side) <= FEW_POINTS);
        match (white, black) {
            (false, false) => Some(Outcome::drawn(Reason::BothKingsGone)),
            (true, false) => Some(Outcome::won(Side::White, Reason::KingCaptured)),
            (false, true) => Some(Outcome::won(Side::Black, Reason::KingCaptured)),
            (true, true) if matches!(self.phase, Phase::Open | Phase::OpenChange(_)) => None,
            (true, true) => few_points().then_some(Outcome::drawn(Reason::LittleMaterial)),
        }
    }

    /// The attacked kings of a side.
    pub(super) fn kings_in_check(&self, side: Side) -> u64 {
        self.pieces.attacked_kings(self.arrangement.graph(), side, u64::MAX)
    }

    /// The boards that a placing or a change may result in now (assets/rules/whack.md, Board
    /// changes), ordered by text.
    pub(super) fn legal_changes(&self) -> impl Iterator<Item = Arrangement> + '_ {
        let all = match (self.phase, self.phase.roll()) {
            (Phase::Place, _) => &Changes::of(self.arrangement).placings[..],
            (_, Some(roll)) => Changes::of(self.arrangement).by(roll),
            _ => &[],
        };
        let already = self.kings_in_check(self.side);
        all.iter().copied().filter(move |&after| self.kings_exposed_by(after, already) == 0)
    }

    /// The kings of the player to act that would be attacked on another board, except those in
    /// `already`, which are attacked now.
    pub(super) fn kings_exposed_by(&self, after: Arrangement, already: u64) -> u64 {
        if self.pieces.kings(self.side) & !already == 0 {
            return 0;
        }
        self.pieces.attacked_kings(after.graph(), self.side, !already)
    }
}
