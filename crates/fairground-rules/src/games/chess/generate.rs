//! Generation of legal actions: masks handle pins and checks; the other cases are tried on a copy.

use super::variant::Variant;
use std::ops::ControlFlow;

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::{CASTLES, Castle, ChessPosition};
use super::squares::{forward, last_rank, pawn_attacks};
use crate::engine::bits::{Direction, RANK_1, Square, Squares, between, bit};
use crate::engine::{Rules, Side, Sink, bits};

/// Receives the legal actions. `Break` stops the generation.
pub(super) trait Collector {
    /// Receives one action.
    fn one(&mut self, action: Action) -> ControlFlow<()>;

    /// Receives the moves of one piece to each square of `targets`.
    fn moves(&mut self, from: Square, targets: u64) -> ControlFlow<()> {
        Squares(targets).try_for_each(|to| self.one(Action::new(from, to, MoveKind::Move)))
    }

    /// Receives moves of pawns, each from `back` squares before its target.
    fn pawns(&mut self, back: i8, targets: u64) -> ControlFlow<()> {
        Squares(targets).try_for_each(|to| self.one(Action::new(to.wrapping_add_signed(-back), to, MoveKind::Move)))
    }

    /// Receives promotions, each with every choice of piece.
    fn promotions(&mut self, back: i8, targets: u64) -> ControlFlow<()> {
        Squares(targets).try_for_each(|to| {
            let promote = |kind| Action::new(to.wrapping_add_signed(-back), to, MoveKind::Promote(kind));
            PieceKind::PROMOTIONS.into_iter().try_for_each(|kind| self.one(promote(kind)))
        })
    }
}

/// Lists actions.
pub(super) struct List<'a, S>(pub(super) &'a mut S);

impl<S: Sink<Action>> Collector for List<'_, S> {
    fn one(&mut self, action: Action) -> ControlFlow<()> {
        self.0.push(action);
        ControlFlow::Continue(())
    }
}

/// Counts actions without listing them.
pub(super) struct Count(pub(super) u64);

impl Collector for Count {
    fn one(&mut self, _: Action) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn moves(&mut self, _: Square, targets: u64) -> ControlFlow<()> {
        self.0 += u64::from(targets.count_ones());
        ControlFlow::Continue(())
    }

    fn pawns(&mut self, _: i8, targets: u64) -> ControlFlow<()> {
        self.0 += u64::from(targets.count_ones());
        ControlFlow::Continue(())
    }

    fn promotions(&mut self, _: i8, targets: u64) -> ControlFlow<()> {
        self.0 += u64::from(targets.count_ones()) * PieceKind::PROMOTIONS.len() as u64;
        ControlFlow::Continue(())
    }
}

/// Stops at the first action.
pub(super) struct Any;

impl Collector for Any {
    fn one(&mut self, _: Action) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Passes on the actions that leave the king unattacked, after trying them on a copy.
struct Verified<'a, S, V: Variant> {
    position: &'a ChessPosition<V>,
    sink: &'a mut S,
}

impl<S: Collector, V: Variant> Collector for Verified<'_, S, V> {
    fn one(&mut self, action: Action) -> ControlFlow<()> {
        if self.position.is_safe(action) { self.sink.one(action) } else { ControlFlow::Continue(()) }
    }
}

/// The pieces that give check to a king, and those between it and enemy sliders.
struct KingLines {
    king: Square,
    /// The enemies that attack it by an ordinary move.
    checkers: u64,
    /// The squares to which another piece may move in answer to a check: all without a check, none
    /// in double check.
    check_mask: u64,
    /// Own pieces, each the only piece between an enemy slider and the king.
    pinned: u64,
    /// All squares between the king and an enemy slider on a line that it moves along.
    between_mask: u64,
}

/// The en passant square, if it distinguishes positions: always in Abalonian Chess; in orthodox
/// chess only if a pawn may capture there (FIDE Laws of Chess, 9.2.3; assets/rules/chess.md, The
/// end).
pub(super) fn distinguishing_en_passant<V: Variant>(position: &ChessPosition<V>) -> Option<Square> {
    position.en_passant.filter(|&square| V::PUSHES || position.en_passant_captures(square, &mut Any).is_break())
}

impl<V: Variant> ChessPosition<V> {
    /// Passes every legal action to `sink`; with `NOISY`, only the actions of [`generate_noisy`].
    pub(super) fn collect<const NOISY: bool>(&self, sink: &mut impl Collector) -> ControlFlow<()> {
        let lines = self.king_lines();
        if !V::PUSHES {
            return self.moves::<NOISY>(&lines, sink);
        }
        let may_be_pushed_off = self.may_be_pushed_off(lines.king, self.side);
        if may_be_pushed_off {
            self.moves::<NOISY>(&lines, &mut Verified { position: self, sink })?;
        } else {
            self.moves::<NOISY>(&lines, sink)?;
        }
        let calm = !may_be_pushed_off && lines.checkers == 0;
        self.pushes::<NOISY>(&mut |push| {
            // A single vacated square uncovers the king only if its piece was pinned. Two may
            // uncover it together.
            let covers = if push.vacated & (push.vacated - 1) == 0 { lines.pinned } else { lines.between_mask };
            let harmless = calm && push.own_only && push.vacated & covers == 0;
            if harmless || self.is_safe(push.action) { sink.one(push.action) } else { ControlFlow::Continue(()) }
        })
    }

    /// Whether this pseudo-legal action leaves the mover's king unattacked.
    fn is_safe(&self, action: Action) -> bool {
        let mut after = *self;
        after.play(action);
        after.attackers(self.side) == 0
    }

    /// Whether the king is attacked neither on the square that it crosses in castling nor at its
    /// destination. The caller has to check its home square.
    fn is_safe_castling(&self, castle: &Castle) -> bool {
        self.attackers_crossing(castle) == 0 && self.is_safe(Action::new(castle.king, castle.king_to, MoveKind::Move))
    }

    fn king_lines(&self) -> KingLines {
        let enemy = self.side.other();
        let king = self.king(self.side);
        let (own, occupied) = (self.sides[self.side.index()], self.occupied());
        let orthogonal = self.of(enemy, [PieceKind::Rook, PieceKind::Queen, PieceKind::Chancellor]);
        let diagonal = self.of(enemy, [PieceKind::Bishop, PieceKind::Queen]);
        let leapers = self.of(enemy, [PieceKind::Knight, PieceKind::Chancellor]);
        let pawns = self.of(enemy, [PieceKind::Pawn]);
        let mut checkers = (bits::knight(king) & leapers) | (pawn_attacks(self.side, bit(king)) & pawns);
        let mut check_mask = if checkers == 0 { !0 } else { checkers };
        let (mut pinned, mut between_mask) = (0, 0);
        let pinners = (bits::rook_lines(king) & orthogonal) | (bits::bishop_lines(king) & diagonal);
        for pinner in Squares(pinners) {
            let between_king = between(king, pinner);
            let blockers = between_king & occupied;
            if blockers == 0 {
                checkers |= bit(pinner);
                check_mask &= between_king | bit(pinner);
            } else if blockers & (blockers - 1) == 0 {
                pinned |= blockers & own;
            }
            between_mask |= between_king;
        }
        if checkers & checkers.wrapping_sub(1) != 0 {
            check_mask = 0;
        }
        KingLines { king, checkers, check_mask, pinned, between_mask }
    }

    /// Ordinary moves that leave the king safe from ordinary captures. Moves of the king, castling
    /// and en passant captures are also safe from pushes off the board.
    fn moves<const NOISY: bool>(&self, lines: &KingLines, sink: &mut impl Collector) -> ControlFlow<()> {
        let (own, occupied) = (self.sides[self.side.index()], self.occupied());
        self.king_moves::<NOISY>(lines, sink)?;
        if lines.check_mask == 0 {
            return ControlFlow::Continue(());
        }
        let open = !own & lines.check_mask;
        let targets = if NOISY { open & occupied } else { open };
        // A pinned piece stays on its line from the king.
        let line = |from, targets| match Direction::between(lines.king, from) {
            Some(direction) if lines.pinned & bit(from) != 0 => targets & direction.ray(lines.king),
            _ => targets,
        };
        for from in Squares(self.of(self.side, [PieceKind::Knight, PieceKind::Chancellor]) & !lines.pinned) {
            sink.moves(from, bits::knight(from) & targets)?;
        }
        for from in Squares(self.of(self.side, [PieceKind::Bishop, PieceKind::Queen])) {
            sink.moves(from, bits::bishop(from, occupied) & line(from, targets))?;
        }
        for from in Squares(self.of(self.side, [PieceKind::Rook, PieceKind::Queen, PieceKind::Chancellor])) {
            sink.moves(from, bits::rook(from, occupied) & line(from, targets))?;
        }
        let pawns = self.of(self.side, [PieceKind::Pawn]);
        self.pawn_moves::<NOISY>(pawns & !lines.pinned, lines.check_mask, sink)?;
        for from in Squares(pawns & lines.pinned) {
            self.pawn_moves::<NOISY>(bit(from), line(from, open), sink)?;
        }
        if let Some(en_passant) = self.en_passant {
            self.en_passant_captures(en_passant, sink)?;
        }
        ControlFlow::Continue(())
    }

    fn en_passant_captures(&self, en_passant: Square, sink: &mut impl Collector) -> ControlFlow<()> {
        let pawns = self.of(self.side, [PieceKind::Pawn]);
        Squares(pawn_attacks(self.side.other(), bit(en_passant)) & pawns)
            .try_for_each(|from| Verified { position: self, sink }.one(Action::new(from, en_passant, MoveKind::Move)))
    }

    fn pawn_moves<const NOISY: bool>(&self, pawns: u64, targets: u64, sink: &mut impl Collector) -> ControlFlow<()> {
        let ahead = forward(self.side);
        let empty = !self.occupied();
        let enemies = self.sides[self.side.other().index()] & targets;
        let (sign, double_row) = match self.side {
            Side::White => (1, RANK_1 << 16),
            Side::Black => (-1, RANK_1 << 40),
        };
        let last = last_rank(self.side);
        let single = ahead.shift(pawns) & empty;
        // `beside` lists the clockwise direction first: one file to White's right, mirrored for
        // Black.
        let [one, two] = ahead.adjacent();
        let steps = [
            (8 * sign, single & if NOISY { targets & last } else { targets }),
            (9 * sign, one.shift(pawns) & enemies),
            (7 * sign, two.shift(pawns) & enemies),
        ];
        for (back, targets) in steps {
            if V::PUSHES || targets & last == 0 {
                sink.pawns(back, targets)?;
            } else {
                sink.pawns(back, targets & !last)?;
                sink.promotions(back, targets & last)?;
            }
        }
        if NOISY {
            return ControlFlow::Continue(());
        }
        sink.pawns(16 * sign, ahead.shift(single & double_row) & empty & targets)
    }

    fn king_moves<const NOISY: bool>(&self, lines: &KingLines, sink: &mut impl Collector) -> ControlFlow<()> {
        let king = lines.king;
        let enemy = self.side.other();
        let open = if NOISY { self.sides[enemy.index()] } else { !self.sides[self.side.index()] };
        let mut safe = 0;
        for to in Squares(bits::king(king) & open) {
            let could_be_pushed_off = || {
                V::PUSHES
                    && self.may_be_pushed_off(to, self.side)
                    && !self.is_safe(Action::new(king, to, MoveKind::Move))
            };
            if self.attackers_to(to, enemy, self.occupied() & !bit(king)) == 0 && !could_be_pushed_off() {
                safe |= bit(to);
            }
        }
        sink.moves(king, safe)?;
        if NOISY || self.castling == 0 || lines.checkers != 0 {
            return ControlFlow::Continue(());
        }
        for (index, castle) in CASTLES.iter().enumerate() {
            if castle.side == self.side
                && self.may_castle(index)
                && between(castle.king, castle.rook) & self.occupied() == 0
                && self.attackers(self.side) == 0
                && self.is_safe_castling(castle)
            {
                sink.one(Action::new(castle.king, castle.king_to, MoveKind::Move))?;
            }
        }
        ControlFlow::Continue(())
    }
}
