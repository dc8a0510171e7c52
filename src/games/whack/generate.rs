//! Legal moves (rules/whack.md, Moving; Check, and what is illegal).

use super::action::Action;
use super::graph::{Graph, Line, cells};
use super::pieces::Pieces;
use super::position::{Phase, Whack};
use super::stack::PieceKind;
use crate::engine::{Side, Sink};

/// Tells legal moves of one side from others.
pub(super) struct Legality<'a> {
    graph: &'static Graph,
    pieces: &'a Pieces,
    side: Side,
    /// The kings of the side that are attacked already.
    attacked: u64,
    /// The pieces of the side that may be all that keeps an attack from one of its other kings: the first on a line from it.
    shields: u64,
    /// The enemy's king, if he has but one.
    last_king: u64,
}

impl<'a> Legality<'a> {
    fn new(graph: &'static Graph, pieces: &'a Pieces, side: Side) -> Self {
        let attacked = pieces.attacked_kings(graph, side, u64::MAX);
        let (own, occupied) = (pieces.of(side), pieces.occupied());
        let seen = |king| graph.lines(Line::Straight, king, occupied) | graph.lines(Line::Diagonal, king, occupied);
        let shields = cells(pieces.kings(side) & !attacked).fold(0, |bits, king| bits | seen(king)) & own;
        let enemy = pieces.kings(side.other());
        let last_king = if enemy.is_power_of_two() { enemy } else { 0 };
        Legality { graph, pieces, side, attacked, shields, last_king }
    }

    /// Where the piece on a cell may go.
    fn legal(&self, from: u8) -> u64 {
        let Some(stack) = self.pieces.stack(from) else { return 0 };
        let targets = self.pieces.targets(self.graph, from);
        let exposes = self.shields >> from & 1 == 1 || stack.kind() == PieceKind::King;
        let kingly = |to: &u8| {
            let below = self.pieces.stack(*to).map_or(0, |below| below.points());
            below == PieceKind::King as u8 || below + stack.points() == PieceKind::King as u8
        };
        let doubtful = if exposes {
            targets
        } else {
            cells(targets & self.pieces.of(self.side)).filter(kingly).fold(0, |bits, to| bits | 1 << to)
        };
        cells(doubtful & !self.last_king)
            .filter(|&to| self.illegal_reason(from, to).is_some())
            .fold(targets, |bits, to| bits & !(1 << to))
    }

    /// rules/whack.md, Check, and what is illegal: what is wrong with a move that the piece could make.
    fn illegal_reason(&self, from: u8, to: u8) -> Option<IllegalReason> {
        if self.last_king >> to & 1 == 1 {
            return None;
        }
        let mut after = *self.pieces;
        after.shift(from, to);
        if after.kings(self.side) == 0 {
            return Some(IllegalReason::NoKing);
        }
        // A king on the cell that was moved to was moved or made by this move.
        let exposed = after.attacked_kings(self.graph, self.side, !self.attacked | 1 << to);
        (exposed != 0).then(|| {
            let attackers = cells(exposed).map(|king| after.attackers_to(self.graph, king, self.side.other()));
            IllegalReason::Exposed { kings: exposed, attackers: attackers.fold(0, |all, some| all | some) }
        })
    }
}

/// What makes a move illegal that the piece could make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IllegalReason {
    /// The mover has no king any more.
    NoKing,
    /// These kings of the mover are attacked from these cells.
    Exposed { kings: u64, attackers: u64 },
}

impl Whack {
    /// A judge of this side's moves, were it its turn to move.
    fn legality(&self, side: Side) -> Legality<'_> {
        Legality::new(self.arrangement.graph(), &self.pieces, side)
    }

    /// Each piece of the player to act with where it may go; nothing unless a move is due and the game goes on.
    fn moves(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        let due = self.phase == Phase::Move && self.ended().is_none();
        let legality = due.then(|| self.legality(self.side));
        legality
            .into_iter()
            .flat_map(|legality| cells(self.pieces.of(self.side)).map(move |from| (from, legality.legal(from))))
    }

    /// Whether the player who has to move can.
    pub(super) fn can_move(&self) -> bool {
        self.moves().any(|(_, targets)| targets != 0)
    }

    /// Adds every legal action.
    pub(super) fn list(&self, out: &mut impl Sink<Action>) {
        if self.ended().is_some() {
            return;
        }
        match self.phase {
            Phase::Open | Phase::Roll => out.extend(super::Roll::ALL.map(Action::Roll)),
            Phase::Move => {
                for (from, targets) in self.moves() {
                    out.extend(cells(targets).map(|to| Action::Move { from, to }));
                }
            }
            _ => out.extend(self.changes().map(|after| Action::Change(after.joins()))),
        }
    }

    /// How many legal actions there are.
    pub(super) fn number(&self) -> u64 {
        match self.phase {
            _ if self.ended().is_some() => 0,
            Phase::Open | Phase::Roll => super::Roll::ALL.len() as u64,
            Phase::Move => self.moves().map(|(_, targets)| u64::from(targets.count_ones())).sum(),
            _ => self.changes().count() as u64,
        }
    }

    /// What is wrong with a move that the piece could make, see [`Offence`].
    pub(super) fn illegal_reason(&self, from: u8, to: u8) -> Option<IllegalReason> {
        self.legality(self.side).illegal_reason(from, to)
    }

    /// Whether an action is legal.
    pub(super) fn allows(&self, action: Action) -> bool {
        if self.ended().is_some() {
            return false;
        }
        match action {
            Action::Roll(_) => matches!(self.phase, Phase::Open | Phase::Roll),
            Action::Change(joins) => self.changes().any(|after| after.joins() == joins),
            Action::Move { from, to } => {
                self.phase == Phase::Move
                    && self.pieces.side(from) == Some(self.side)
                    && self.legality(self.side).legal(from) >> to & 1 == 1
            }
        }
    }

    /// The cells where this side could capture, were it its turn to move.
    pub(super) fn captures(&self, side: Side) -> u64 {
        let legality = self.legality(side);
        let all = cells(self.pieces.of(side)).fold(0, |bits, from| bits | legality.legal(from));
        all & self.pieces.of(side.other())
    }
}
