use super::action::Action;
use super::arrangement::Arrangement;
use super::changes::{Roll, track_ends};
use super::graph::along;
use super::joins::SECTIONS;
use super::pieces::Pieces;
use super::stack::Stack;
use crate::engine::{Die, Outcome, Reason, Side, Turn, text};

/// Points of each side up to which the game is drawn (rules/whack.md, After a capture).
const LITTLE: u32 = 8;

/// The pieces of a side at the start, from its first rank inward, left to right (rules/whack.md, Set-up).
const SET_UP: [[&str; 4]; 4] =
    [["1", "1", "1", "1"], ["3", "22", "311", "3"], ["2", "222", "22", "2"], ["1", "1", "1", "1"]];

/// What is due (rules/whack.md, Texts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A section has to be placed.
    Place,
    /// The opening roll.
    Open,
    /// The opening change by this roll.
    OpenChange(Roll),
    /// A move.
    Move,
    /// The roll after a capture.
    Roll,
    /// The change by this roll after a capture.
    RollChange(Roll),
}

/// A position of Whack Chess. White is Fire, Black is Ice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whack {
    pub(super) arrangement: Arrangement,
    pub(super) pieces: Pieces,
    pub(super) side: Side,
    pub(super) phase: Phase,
    pub(super) halfmove_clock: u32,
}

/// What players call a side.
pub(super) const fn team(side: Side) -> &'static str {
    match side {
        Side::White => "Fire",
        Side::Black => "Ice",
    }
}

impl Whack {
    /// rules/whack.md, Texts: the start.
    pub(super) const START: Whack = Whack {
        arrangement: Arrangement::LONE,
        pieces: Pieces::NONE,
        side: Side::Black,
        phase: Phase::Place,
        halfmove_clock: 0,
    };

    /// How the game has ended before anybody has to act (rules/whack.md, After a capture).
    pub(super) fn ended(&self) -> Option<Outcome> {
        if self.phase == Phase::Place {
            return None;
        }
        let [white, black] = Side::BOTH.map(|side| self.pieces.kings(side) != 0);
        let little = || Side::BOTH.iter().all(|&side| self.pieces.points(side) <= LITTLE);
        match (white, black) {
            (false, false) => Some(Outcome::drawn(Reason::BothKingsGone)),
            (true, false) => Some(Outcome::won(Side::White, Reason::KingCaptured)),
            (false, true) => Some(Outcome::won(Side::Black, Reason::KingCaptured)),
            (true, true) if matches!(self.phase, Phase::Open | Phase::OpenChange(_)) => None,
            (true, true) => little().then_some(Outcome::drawn(Reason::LittleMaterial)),
        }
    }

    /// What the position waits for.
    pub(super) fn due(&self) -> Turn {
        if let Some(outcome) = self.ended() {
            return Turn::Over(outcome);
        }
        match self.phase {
            Phase::Open | Phase::Roll => Turn::Chance(self.side, Die::D6),
            _ => Turn::Decide(self.side),
        }
    }

    /// The boards that a change in this phase may lead to.
    pub(super) fn changes(&self) -> impl Iterator<Item = Arrangement> + '_ {
        let all = match self.phase {
            Phase::Place => &self.arrangement.changes().placings[..],
            Phase::OpenChange(roll) | Phase::RollChange(roll) => self.arrangement.changes().by(roll),
            Phase::Open | Phase::Move | Phase::Roll => &[],
        };
        let attacked = self.pieces.attacked_kings(self.arrangement.graph(), self.side, u64::MAX);
        all.iter().copied().filter(move |after| self.checked_by(*after, attacked) == 0)
    }

    /// The kings of the player to act that would be attacked on another board; those among `already` are left out
    /// (rules/whack.md, Board changes).
    pub(super) fn checked_by(&self, after: Arrangement, already: u64) -> u64 {
        if self.pieces.kings(self.side) & !already == 0 {
            return 0;
        }
        self.pieces.attacked_kings(after.graph(), self.side, !already)
    }

    /// Carries out a legal action.
    pub(super) fn make(&mut self, action: Action) {
        match action {
            Action::Change(joins) => {
                if let Some(after) = Arrangement::find(joins) {
                    self.change(after);
                }
            }
            Action::Roll(roll) => self.roll(roll),
            Action::Move { from, to } => self.shift(from, to),
        }
    }

    fn change(&mut self, after: Arrangement) {
        self.arrangement = after;
        self.side = self.side.other();
        if self.phase != Phase::Place {
            self.phase = Phase::Move;
        } else if after.sections() == SECTIONS {
            // Ice, who places D, also makes the opening roll.
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
        if self.changes().next().is_none() {
            self.phase = if opening { Phase::Open } else { Phase::Move };
            self.side = self.side.other();
        }
    }

    fn shift(&mut self, from: u8, to: u8) {
        let captures = self.pieces.of(self.side.other()) >> to & 1 == 1;
        self.pieces.shift(from, to);
        if captures {
            self.halfmove_clock = 0;
            if self.ended().is_none() {
                self.phase = Phase::Roll;
                return;
            }
        } else {
            self.halfmove_clock = text::counted(self.halfmove_clock);
        }
        self.side = self.side.other();
    }
}

/// The pieces at the start of the opening on a newly placed board (rules/whack.md, Set-up).
pub(super) fn set_up(arrangement: Arrangement) -> Vec<(u8, Side, Stack)> {
    let mut pieces = Vec::new();
    let Some(ends) = track_ends(arrangement) else { return pieces };
    for (side, (section, joined)) in [Side::Black, Side::White].into_iter().zip(ends) {
        for (rank, stacks) in SET_UP.iter().enumerate() {
            for (left, sizes) in stacks.iter().enumerate() {
                // Seen from beyond the outer edge: as edge 0 is seen, turned by the edge's number.
                let (file, rank) = turned((joined + 2) % 4, left as u8, rank as u8);
                pieces.extend(Stack::parse(sizes).map(|stack| ((section as u8) << 4 | rank << 2 | file, side, stack)));
            }
        }
    }
    pieces
}

/// The file and rank of the cell `inward` rows behind the one at `left` along an edge, counter-clockwise.
fn turned(edge: u8, left: u8, inward: u8) -> (u8, u8) {
    let (file, rank) = along(edge, left);
    match edge {
        0 => (file, rank + inward),
        1 => (file - inward, rank),
        2 => (file, rank - inward),
        _ => (file + inward, rank),
    }
}
