//! Pushes (assets/rules/abalonian.md, Pushing).

use super::variant::Variant;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::squares::{forward, last_rank};
use crate::engine::Side;
use crate::engine::bits::{self, Direction, Square, Squares, bit};

/// The pieces in front of a driver.
pub(super) struct Chain {
    /// The direction of the push.
    pub direction: Direction,
    /// The occupied squares from the one in front of the driver to the last before `end`, in order.
    pub squares: ArrayVec<Square, 7>,
    /// n: the driver and the pieces of its side in front of it.
    pub pushers: u32,
    /// m: the enemies in front of the pushers.
    pub pushed: u32,
    /// The square after the last piece.
    pub end: End,
}

/// The square after the last piece of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// An empty square.
    Room(Square),
    /// The edge of the board.
    Edge,
    /// A piece of the driver's side behind an enemy.
    Blocked(Square),
}

impl Chain {
    /// Whether the push is possible.
    pub(super) fn gives_way(&self) -> bool {
        self.pushers >= 2
            && match self.end {
                End::Room(_) => self.pushers > self.pushed,
                End::Edge => self.pushed > 0 && self.pushers > self.pushed,
                End::Blocked(_) => false,
            }
    }
}

/// One step of a driver: a push, or the plain step of a pushing leap.
pub(super) struct DriverStep {
    pub from: Square,
    pub to: Square,
    /// The pieces pushed; `None` for a plain step.
    pub chain: Option<Chain>,
}

/// A push that is possible apart from the safety of the driver's king.
pub(super) struct Push {
    pub action: Action,
    /// Whether only own pieces other than the driver's king move.
    pub own_only: bool,
    /// With `own_only`: the squares that the push empties. Other squares may become occupied.
    pub vacated: u64,
}

impl<V: Variant> ChessPosition<V> {
    /// The chain of pieces in front of a driver of `by` that would end on `first`, an occupied
    /// square.
    pub(super) fn chain(&self, first: Square, direction: Direction, by: Side) -> Chain {
        let (own, other) = (self.sides[by.index()], self.sides[by.other().index()]);
        let mut chain = Chain { direction, squares: ArrayVec::new(), pushers: 1, pushed: 0, end: End::Edge };
        let mut at = Some(first);
        while let Some(square) = at {
            if own & bit(square) != 0 {
                if chain.pushed > 0 {
                    chain.end = End::Blocked(square);
                    break;
                }
                chain.pushers += 1;
            } else if other & bit(square) != 0 {
                chain.pushed += 1;
            } else {
                chain.end = End::Room(square);
                break;
            }
            if chain.squares.try_push(square).is_err() {
                break;
            }
            at = direction.next(square);
        }
        chain
    }

    /// Whether a knight of `by` on `from` could step in this direction as part of a pushing leap,
    /// with or without a push.
    pub(super) fn can_step(&self, from: Square, direction: Direction, by: Side) -> bool {
        direction
            .next(from)
            .is_some_and(|to| self.occupied() & bit(to) == 0 || self.chain(to, direction, by).gives_way())
    }

    /// The pieces of a side that can push a neighbour in this direction, except knights, which need
    /// two steps.
    pub(super) fn steppers(&self, side: Side, direction: Direction) -> u64 {
        let pawns = if direction == forward(side) { self.of(side, [PieceKind::Pawn]) } else { 0 };
        self.sliders(side, direction) | self.of(side, [PieceKind::King]) | pawns
    }

    /// The pieces of a side that slide in this direction.
    pub(super) fn sliders(&self, side: Side, direction: Direction) -> u64 {
        if direction.is_diagonal() {
            self.of(side, [PieceKind::Bishop, PieceKind::Queen])
        } else {
            self.of(side, [PieceKind::Rook, PieceKind::Queen, PieceKind::Chancellor])
        }
    }

    /// The steps of a push or pushing leap of the side to act; empty for other actions. The steps
    /// of a leap run along rays that meet only in the square between them, so both are checked on
    /// the current board.
    pub(super) fn push_steps(&self, action: Action) -> ArrayVec<DriverStep, 2> {
        let step = |(from, to, direction)| {
            let occupied = self.occupied() & bit(to) != 0;
            DriverStep { from, to, chain: occupied.then(|| self.chain(to, direction, self.side)) }
        };
        match action.kind {
            MoveKind::Move | MoveKind::Promote(_) => ArrayVec::new(),
            MoveKind::Push => {
                let direction = Direction::between(action.from, action.to);
                direction.map(|direction| step((action.from, action.to, direction))).into_iter().collect()
            }
            MoveKind::Leap(via) => {
                Action::leap_steps(action.from, via, action.to).into_iter().flatten().map(step).collect()
            }
        }
    }

    /// The squares on which pawns become chancellors by a push.
    pub(super) fn promoted_by(&self, chain: &Chain) -> impl Iterator<Item = Square> {
        let moved = |&square: &Square| chain.direction.next(square).map(|next| (square, next));
        let arrivals = chain.squares.iter().filter_map(moved);
        arrivals.filter(|&(square, next)| self.is_promoted(square, next)).map(|(_, next)| next)
    }

    /// Visits every push of the side to act that is possible apart from the safety of its king.
    /// With `NOISY`, only pushes of an enemy off the board or of an own pawn onto its last rank.
    pub(super) fn pushes<const NOISY: bool>(&self, visit: &mut impl FnMut(Push) -> ControlFlow<()>) -> ControlFlow<()> {
        // In the order of `Direction::ALL`; unrolled, so that each direction is a compile-time
        // constant.
        let fronts = [
            self.noisy_fronts(Direction::North),
            self.noisy_fronts(Direction::NorthEast),
            self.noisy_fronts(Direction::East),
            self.noisy_fronts(Direction::SouthEast),
            self.noisy_fronts(Direction::South),
            self.noisy_fronts(Direction::SouthWest),
            self.noisy_fronts(Direction::West),
            self.noisy_fronts(Direction::NorthWest),
        ];
        if NOISY && fronts == [0; 8] {
            return ControlFlow::Continue(());
        }
        let yielding = [
            self.yielding(Direction::North),
            self.yielding(Direction::NorthEast),
            self.yielding(Direction::East),
            self.yielding(Direction::SouthEast),
            self.yielding(Direction::South),
            self.yielding(Direction::SouthWest),
            self.yielding(Direction::West),
            self.yielding(Direction::NorthWest),
        ];
        let mut noisy = [0; 8];
        if NOISY {
            for direction in Direction::ALL {
                let front = fronts[direction as usize] & yielding[direction as usize].all;
                noisy[direction as usize] = run_of(self.sides[self.side.index()], front, direction.opposite());
            }
        }
        let onto =
            |direction: Direction| if NOISY { noisy[direction as usize] } else { yielding[direction as usize].all };
        let mut own = self.sides[self.side.index()];
        if NOISY {
            own &= noisy.iter().fold(0, |set, noisy| set | noisy);
            if own == 0 {
                return ControlFlow::Continue(());
            }
        }
        let push = |from, to, direction: Direction, king: bool| {
            let own_only = !king && yielding[direction as usize].own_only & bit(to) != 0;
            Push { action: Action::new(from, to, MoveKind::Push), own_only, vacated: bit(from) }
        };
        let king = self.king(self.side);
        for direction in Direction::ALL {
            let to = direction.shift(bit(king)) & onto(direction);
            if to != 0 {
                visit(push(king, bits::lowest_square(to), direction, true))?;
            }
        }
        let ahead = forward(self.side);
        let pawns = self.of(self.side, [PieceKind::Pawn]);
        for to in Squares(ahead.shift(pawns) & onto(ahead)) {
            visit(push(bits::lowest_square(ahead.opposite().shift(bit(to))), to, ahead, false))?;
        }
        let mut slides = |from, attacks: u64| {
            Squares(attacks & own).try_for_each(|to| match Direction::between(from, to) {
                Some(direction) if onto(direction) & bit(to) != 0 => visit(push(from, to, direction, false)),
                _ => ControlFlow::Continue(()),
            })
        };
        for from in Squares(self.of(self.side, [PieceKind::Rook, PieceKind::Queen, PieceKind::Chancellor])) {
            slides(from, bits::rook(from, self.occupied()))?;
        }
        for from in Squares(self.of(self.side, [PieceKind::Bishop, PieceKind::Queen])) {
            slides(from, bits::bishop(from, self.occupied()))?;
        }
        for from in Squares(self.of(self.side, [PieceKind::Knight, PieceKind::Chancellor])) {
            self.pushing_leaps::<NOISY>(from, &yielding, &noisy, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The squares of enemies that `side` could push off the board if it were its turn, regardless
    /// of the safety of its king.
    pub(super) fn pushed_off_by(&self, side: Side) -> u64 {
        let view = ChessPosition { side, ..*self };
        let mut victims = 0;
        // The visitor never breaks.
        let _ = view.pushes::<true>(&mut |push| {
            let steps = view.push_steps(push.action);
            for chain in steps.iter().filter_map(|step| step.chain.as_ref()).filter(|chain| chain.end == End::Edge) {
                victims |= chain.squares.last().map_or(0, |&square| bit(square));
            }
            ControlFlow::Continue(())
        });
        victims
    }

    fn pushing_leaps<const NOISY: bool>(
        &self,
        from: Square,
        yielding: &[Yielding; 8],
        noisy: &[u64; 8],
        visit: &mut impl FnMut(Push) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let empty = !self.occupied();
        for one in Direction::ALL {
            let first = &yielding[one as usize];
            let via = one.shift(bit(from)) & (empty | first.all);
            if via == 0 {
                continue;
            }
            let plain = via & empty != 0;
            for two in one.adjacent() {
                let second = &yielding[two as usize];
                let onto = if plain { second.all } else { empty | second.all };
                let to = two.shift(via) & onto;
                if to == 0 || NOISY && (via & noisy[one as usize]) | (to & noisy[two as usize]) == 0 {
                    continue;
                }
                let own_only = via & (empty | first.own_only) != 0 && to & (empty | second.own_only) != 0;
                let vacated = bit(from) | if plain { 0 } else { via };
                let action = Action::new(from, bits::lowest_square(to), MoveKind::Leap(bits::lowest_square(via)));
                visit(Push { action, own_only, vacated })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pieces that a driver of the side to act can push in a direction, computed for all
    /// squares together.
    #[inline(always)]
    fn yielding(&self, direction: Direction) -> Yielding {
        let own = self.sides[self.side.index()];
        let back = direction.opposite();
        let room = back.shift(!self.occupied());
        let free = own & !self.of(self.side, [PieceKind::King]);
        let own_only = run_of(free, free & room, back);
        let all = run_of(own, (own & room) | self.enough(room | !back.shift(!0), back), back);
        Yielding { own_only, all }
    }

    /// The foremost own piece of each row that, if it gives way, pushes an enemy off the board or
    /// is a pawn that reaches its last rank.
    #[inline(always)]
    fn noisy_fronts(&self, direction: Direction) -> u64 {
        let back = direction.opposite();
        let last = last_rank(self.side);
        let arriving = self.of(self.side, [PieceKind::Pawn]) & back.shift(last) & !last;
        self.enough(!back.shift(!0), back) | arriving
    }

    /// The own pieces whose row suffices to push the one to three enemies in front of it, the
    /// foremost of them on `last`. More enemies would not fit on the board. `back` leads to the
    /// driver.
    #[inline(always)]
    fn enough(&self, last: u64, back: Direction) -> u64 {
        let (own, other) = (self.sides[self.side.index()], self.sides[self.side.other().index()]);
        let before = |set: u64| own & back.shift(set);
        let one = other & last;
        let two = other & back.shift(one);
        let three = other & back.shift(two);
        before(one | before(two | before(three)))
    }
}

/// `run` extended by the members of `pieces` that follow it without a gap in the direction `back`.
#[inline(always)]
fn run_of(pieces: u64, mut run: u64, back: Direction) -> u64 {
    loop {
        let longer = run | (pieces & back.shift(run));
        if longer == run {
            return run;
        }
        run = longer;
    }
}

/// The squares of own pieces that give way to a driver of their side in some direction.
struct Yielding {
    /// Pieces whose push moves neither an enemy nor the king.
    own_only: u64,
    /// All pieces that give way.
    all: u64,
}
