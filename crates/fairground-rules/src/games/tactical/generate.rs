//! Generation of legal actions: a list, a count, or only the noisy ones.
//!
//! Moves all pieces of the same kind of movement together, by shifting their set. The offset of the
//! shift identifies the origin of each piece, so listing and counting share this code.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::reserve::KindSet;
use super::steps::{AROUND, DIAGONAL, EAST, LEAPS, NORTH, ORTHOGONAL, SOUTH, Step, WEST, squares};
use crate::engine::{Side, Sink};

/// Maximum number of steps of any move.
const FAR: i8 = 7;

/// The receiver of the generated actions.
pub(super) trait Collector {
    fn pass(&mut self);
    /// Each of `kinds` may be dropped on each square of `to`.
    fn drops(&mut self, kinds: KindSet, to: u64);
    /// A piece may move to each square of `to`, from the square whose index is lower by `offset`.
    fn moves(&mut self, to: u64, offset: i8);
    /// A piece may shoot at each square of `to`, from the square whose index is lower by `offset`.
    fn shots(&mut self, to: u64, offset: i8);
}

/// Counts actions.
pub(super) struct Count(pub(super) u64);

impl Collector for Count {
    fn pass(&mut self) {
        self.0 += 1;
    }

    fn drops(&mut self, kinds: KindSet, to: u64) {
        self.0 += u64::from(kinds.len() * to.count_ones());
    }

    #[inline(always)]
    fn moves(&mut self, to: u64, _: i8) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn shots(&mut self, to: u64, _: i8) {
        self.0 += u64::from(to.count_ones());
    }
}

/// Lists actions.
pub(super) struct List<'a, S>(pub(super) &'a mut S);

impl<S: Sink<Action>> Collector for List<'_, S> {
    fn pass(&mut self) {
        self.0.push(Action::Pass);
    }

    fn drops(&mut self, kinds: KindSet, to: u64) {
        for kind in kinds.iter() {
            self.0.extend(squares(to).map(|to| Action::Drop(kind, to)));
        }
    }

    #[inline(always)]
    fn moves(&mut self, to: u64, offset: i8) {
        for to in squares(to) {
            self.0.push(Action::Move(to.minus(offset), to));
        }
    }

    #[inline(always)]
    fn shots(&mut self, to: u64, offset: i8) {
        for to in squares(to) {
            self.0.push(Action::Shot(to.minus(offset), to));
        }
    }
}

/// Pieces with the same kind of movement.
struct Riders {
    /// The pieces that may move to empty squares.
    movers: u64,
    /// The pieces that may also capture in this way. All of them are movers, unless only noisy
    /// moves are generated.
    capturers: u64,
    /// The pieces that they can pass over.
    through: u64,
    /// The maximum number of steps.
    reach: i8,
}

impl Tactical {
    /// Passes every legal action to `out` once; with `NOISY`, only the noisy ones.
    pub(super) fn collect<const NOISY: bool>(&self, out: &mut impl Collector) {
        if self.outcome().is_some() {
            return;
        }
        if !NOISY {
            if self.phase != Phase::Kings {
                out.pass();
            }
            out.drops(self.droppable(), self.drop_zone());
        }
        if self.phase == Phase::Battle {
            self.generate_moves::<NOISY>(out);
            self.generate_shots::<NOISY>(out);
        }
    }

    /// The kinds in reserve that the side to act may drop in this phase (assets/rules/tactical.md,
    /// Drops). No king is left in reserve after phase 2, unless the game is over.
    fn droppable(&self) -> KindSet {
        let held = self.reserves[self.side.index()].kinds();
        held.and(match self.phase {
            Phase::Obstacles => KindSet::only(PieceKind::Obstacle),
            Phase::Kings => KindSet::only(PieceKind::King),
            Phase::Pieces | Phase::Battle => KindSet::PIECES,
        })
    }

    /// The moves of the battle (assets/rules/tactical.md, How the pieces move).
    fn generate_moves<const NOISY: bool>(&self, out: &mut impl Collector) {
        use PieceKind::{
            Bishop, Cannon, Dragon, Fanatic, Killer, King, Knight, Pawn, Prince, Queen, Rook, RoyalBishop, RoyalKnight,
            RoyalRook, Veteran,
        };
        let mine = self.sides[self.side.index()];
        let theirs = self.sides[self.side.other().index()];
        let empty = self.empty();
        let of = |kind| self.of(kind) & mine;
        // Moves without a capture are noisy only as promotions.
        let promotable = of(Pawn) | of(Veteran) | of(Rook) | of(Knight) | of(Bishop);
        let quiet_targets = if NOISY { empty & Self::last_rank(self.side) } else { empty };
        // Targets by captor: only the fanatic captures a killer, and the killer captures only kings
        // and princes.
        let ordinary = theirs & !self.of(Killer);
        let royal = theirs & (self.of(King) | self.of(Prince));
        let (queens, princes, fanatics, killers) = (of(Queen), of(Prince), of(Fanatic), of(Killer));
        let (pawns, veterans) = (of(Pawn), of(Veteran));
        let mut ride = |steps: &[Step], riders: Riders| {
            for step in steps {
                let Riders { mut movers, mut capturers, through, reach } = riders;
                if NOISY {
                    movers &= promotable;
                }
                let mut offset = step.offset;
                for _ in 0..reach {
                    movers = step.shift(movers);
                    capturers = step.shift(capturers);
                    let all = if NOISY { movers | capturers } else { movers };
                    if all == 0 {
                        break;
                    }
                    out.moves(movers & quiet_targets | capturers & ordinary, offset);
                    movers &= through;
                    capturers &= through;
                    offset = offset.wrapping_add(step.offset);
                }
            }
        };

        let (rooks, bishops) = (of(Rook) | queens, of(Bishop) | queens);
        let movers = rooks | of(Cannon) | princes;
        ride(&ORTHOGONAL, Riders { movers, capturers: rooks, through: empty, reach: FAR });
        ride(&DIAGONAL, Riders { movers: bishops | princes, capturers: bishops, through: empty, reach: FAR });
        let movers = of(RoyalRook);
        ride(&ORTHOGONAL, Riders { movers, capturers: movers, through: empty | mine, reach: FAR });
        let movers = of(RoyalBishop);
        ride(&DIAGONAL, Riders { movers, capturers: movers, through: empty | mine, reach: FAR });
        ride(&DIAGONAL, Riders { movers: of(Dragon), capturers: 0, through: u64::MAX, reach: FAR });

        let movers = of(King);
        ride(&AROUND, Riders { movers, capturers: movers, through: 0, reach: 1 });
        let (knights, riders) = (of(Knight), of(RoyalKnight));
        ride(&LEAPS, Riders { movers: knights, capturers: 0, through: 0, reach: 1 });
        ride(&LEAPS, Riders { movers: riders, capturers: 0, through: empty, reach: FAR });
        let movers = veterans | fanatics | killers;
        ride(&ORTHOGONAL, Riders { movers, capturers: 0, through: !self.obstacles, reach: 2 });

        let (forward, others, diagonally) = match self.side {
            Side::White => (NORTH, [EAST, SOUTH, WEST], [DIAGONAL[0], DIAGONAL[1]]),
            Side::Black => (SOUTH, [EAST, NORTH, WEST], [DIAGONAL[2], DIAGONAL[3]]),
        };
        ride(&[forward], Riders { movers: pawns, capturers: 0, through: empty, reach: 2 });
        ride(&others, Riders { movers: pawns, capturers: 0, through: 0, reach: 1 });

        for step in diagonally {
            out.moves(step.shift(pawns | veterans) & ordinary, step.offset);
        }
        for step in LEAPS {
            out.moves(step.shift(knights | riders) & ordinary, step.offset);
        }
        for step in AROUND {
            let captures = step.shift(princes) & ordinary | step.shift(fanatics) & theirs | step.shift(killers) & royal;
            out.moves(captures, step.offset);
        }
    }

    /// The shots of the battle (assets/rules/tactical.md, How the pieces move).
    fn generate_shots<const NOISY: bool>(&self, out: &mut impl Collector) {
        let theirs = self.sides[self.side.other().index()];
        let cannons = self.own(self.side, PieceKind::Cannon);
        for step in ORTHOGONAL {
            let next = step.shift(cannons);
            out.shots(next & theirs, step.offset);
            out.shots(step.shift(next) & theirs, 2 * step.offset);
        }
        let dragons = self.own(self.side, PieceKind::Dragon);
        let targets = if NOISY { theirs } else { self.pieces_set() };
        for step in DIAGONAL {
            let hit = targets | step.unshift(targets);
            out.shots(step.shift(dragons) & !self.obstacles & hit, step.offset);
        }
    }
}
