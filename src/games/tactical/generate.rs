//! The legal actions, listed or only counted.
//!
//! All pieces that go alike are moved at once, by shifting the set of them: where a shifted set has come to lie, the square
//! that each of its pieces came from is known by the length of the way. So the same walk lists actions and counts them.

use super::action::Action;
use super::piece_kind::{KindSet, PieceKind};
use super::position::{Phase, Tactical};
use super::steps::{AROUND, DIAGONAL, EAST, LEAPS, NORTH, ORTHOGONAL, SOUTH, Square, Step, WEST, squares};
use crate::engine::{Side, Sink, Turn};

/// A distance that no piece exceeds.
const FAR: i8 = 7;

/// What is done with the actions that are found.
pub(super) trait Collector {
    fn pass(&mut self);
    /// Each of these kinds may be dropped on each of these squares.
    fn drops(&mut self, kinds: KindSet, to: u64);
    /// A piece may move onto each of these squares, from the square that lies `offset` lower.
    fn moves(&mut self, to: u64, offset: i8);
    /// A piece may shoot at each of these squares, from the square that lies `offset` lower.
    fn shots(&mut self, to: u64, offset: i8);
}

/// Counts actions.
pub(super) struct Count(pub u64);

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
pub(super) struct List<'a, S>(pub &'a mut S);

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

/// Pieces that go alike.
struct Riders {
    /// All of them; they may end on empty squares.
    movers: u64,
    /// Those among them that capture in the same way.
    capturers: u64,
    /// What they can pass over.
    through: u64,
    /// How many steps they go at most.
    reach: i8,
}

impl Tactical {
    /// Hands every legal action to a out, each once.
    pub(super) fn collect(&self, out: &mut impl Collector) {
        if !matches!(self.turn_now(), Turn::Decide(_)) {
            return;
        }
        if self.phase != Phase::Kings {
            out.pass();
        }
        out.drops(self.droppable(), self.zone());
        if self.phase == Phase::Battle {
            self.generate_moves(out);
            self.generate_shots(out);
        }
    }

    /// What the side to act holds of the kinds that are dropped in this phase (rules/tactical.md, Phases). A king is never
    /// in reserve after phase 2.
    pub(super) fn droppable(&self) -> KindSet {
        let held = self.reserves[self.side.index()].kinds();
        held.and(match self.phase {
            Phase::Obstacles => KindSet::only(PieceKind::Obstacle),
            Phase::Kings => KindSet::only(PieceKind::King),
            Phase::Pieces | Phase::Battle => KindSet::PIECES,
        })
    }

    /// The moves of the battle (rules/tactical.md, How the pieces move).
    fn generate_moves(&self, out: &mut impl Collector) {
        use PieceKind::{
            Bishop, Cannon, Dragon, Fanatic, Killer, King, Knight, Pawn, Prince, Queen, Rook, RoyalBishop, RoyalKnight,
            RoyalRook, Veteran,
        };
        let mine = self.sides[self.side.index()];
        let theirs = self.sides[self.side.other().index()];
        let empty = self.empty();
        let of = |kind| self.of(kind) & mine;
        // Who can be captured how: a killer only by the fanatic, by the killer only kings and princes.
        let ordinary = theirs & !self.of(Killer);
        let royal = theirs & (self.of(King) | self.of(Prince));
        let (queens, princes, fanatics, killers) = (of(Queen), of(Prince), of(Fanatic), of(Killer));
        let (pawns, veterans) = (of(Pawn), of(Veteran));
        let mut ride = |steps: &[Step], riders: Riders| {
            for step in steps {
                let Riders { mut movers, mut capturers, through, reach } = riders;
                let mut offset = step.offset;
                for _ in 0..reach {
                    movers = step.shift(movers);
                    capturers = step.shift(capturers);
                    if movers == 0 {
                        break;
                    }
                    out.moves(movers & empty | capturers & ordinary, offset);
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

    /// The shots of the battle (rules/tactical.md, How the pieces move).
    fn generate_shots(&self, out: &mut impl Collector) {
        let theirs = self.sides[self.side.other().index()];
        let cannons = self.own(self.side, PieceKind::Cannon);
        for step in ORTHOGONAL {
            let next = step.shift(cannons);
            out.shots(next & theirs, step.offset);
            out.shots(step.shift(next) & theirs, 2 * step.offset);
        }
        let dragons = self.own(self.side, PieceKind::Dragon);
        let pieces = self.pieces_set();
        for step in DIAGONAL {
            let hit = pieces | step.unshift(pieces);
            out.shots(step.shift(dragons) & !self.obstacles & hit, step.offset);
        }
    }

    /// What a shot passes or hits, nearest first: up to the square hit by a cannon, or what a dragon's shot reaches.
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
}
