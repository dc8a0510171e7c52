//! Refusals of illegal actions: checks each rule separately for one action, without the masks of
//! the generator.

use super::action::{Action, MoveKind};
use super::kind::PieceKind;
use super::position::{Castle, ChessPosition};
use super::push::End;
use super::squares::{cell, forward, name, square};
use super::variant::Variant;
use crate::engine::bits::{Direction, RANK_1, RANK_8, Square, Squares, between, bit};
use crate::engine::{Check, GameInfo, Illegal, Rules, Side, bits};

impl<V: Variant> Check for ChessPosition<V> {
    const END: &'static str = if V::PUSHES { "abalonian.md, The end" } else { "chess.md, The end" };

    /// Checks every rule for one action, in the order in which a player would.
    fn check(&self, action: Action) -> Result<(), Illegal> {
        let kind = self.check_piece(action.from)?;
        if action.from == action.to {
            return self.refuse_staying(action.from, kind);
        }
        self.check_movement(action, kind)?;
        self.check_exposed(action)
    }
}

/// Sections of the rules, in `abalonian.md` or `chess.md`.
#[derive(Clone, Copy)]
enum Section {
    Moves,
    Row,
    Drivers,
    Leap,
    Check,
    Castling,
    Pawns,
    ActionTexts,
}

impl Section {
    const fn citation(self, pushes: bool) -> &'static str {
        match (self, pushes) {
            (Section::Moves, true) => "abalonian.md, Moves",
            (Section::Row, _) => "abalonian.md, The row",
            (Section::Drivers, _) => "abalonian.md, Drivers",
            (Section::Leap, _) => "abalonian.md, The pushing leap",
            (Section::Check, true) => "abalonian.md, Check",
            (Section::Castling, true) => "abalonian.md, Castling",
            (Section::Pawns, true) => "abalonian.md, Pawns",
            (Section::ActionTexts, true) => "abalonian.md, Action texts",
            (Section::Moves, false) => "chess.md, Moves",
            (Section::Check, false) => "chess.md, Check",
            (Section::Castling, false) => "chess.md, Castling",
            (Section::Pawns, false) => "chess.md, Pawns",
            (Section::ActionTexts, false) => "chess.md, Action texts",
        }
    }
}

impl<V: Variant> ChessPosition<V> {
    /// The kind of the piece on a square, if it belongs to the side to act.
    fn check_piece(&self, from: Square) -> Result<PieceKind, Illegal> {
        match self.piece_on(from) {
            Some((side, kind)) if side == self.side => Ok(kind),
            Some(_) => {
                let reason = format!("The {} does not belong to {}.", self.piece(from), side_name(self.side));
                illegal::<V, _>(Section::Moves, reason, [from])
            }
            None => illegal::<V, _>(Section::Moves, format!("There is no piece on {}.", name(from)), [from]),
        }
    }

    /// Checks every rule except those about the safety of the mover's king.
    fn check_movement(&self, action: Action, kind: PieceKind) -> Result<(), Illegal> {
        match action.kind {
            MoveKind::Move | MoveKind::Promote(_) => self.check_move(action, kind),
            MoveKind::Push | MoveKind::Leap(_) if !V::PUSHES => {
                illegal::<V, _>(Section::Moves, "There are no pushes in orthodox chess.", [])
            }
            MoveKind::Push => self.check_push(action, kind),
            MoveKind::Leap(via) => self.check_leap(action, via, kind),
        }
    }

    /// The refusal of a move that ends where it starts. If the piece has no legal move at all, the
    /// refusal gives the reason.
    fn refuse_staying(&self, from: Square, kind: PieceKind) -> Result<(), Illegal> {
        let mut legal = Vec::new();
        self.generate(&mut legal);
        if legal.iter().any(|action| action.from == from) {
            return illegal::<V, _>(Section::Moves, "A move must end on another square.", [from]);
        }
        let (piece, side) = (self.piece(from), side_name(self.side));
        let Some(exposing) = self.attempts(from, kind).find(|action| self.check_movement(*action, kind).is_ok()) else {
            return illegal::<V, _>(Section::Moves, format!("The {piece} has no move."), [from]);
        };
        let checkers = self.attackers(self.side);
        let king = self.king(self.side);
        if checkers != 0 {
            let reason = match kind {
                PieceKind::King => format!("{side} is in check, and the king has no safe square."),
                _ => format!("{side} is in check, and the {piece} cannot help."),
            };
            let squares = [king].into_iter().chain(Squares(checkers)).chain((from != king).then_some(from));
            return illegal::<V, _>(Section::Check, reason, squares);
        }
        if kind == PieceKind::King {
            let reason = format!("The {piece} has no move: every square it could move to is attacked.");
            return illegal::<V, _>(Section::Check, reason, [from]);
        }
        let Err(exposed) = self.check_exposed(exposing) else {
            return illegal::<V, _>(Section::Moves, format!("The {piece} has no move."), [from]);
        };
        let pinner = exposed.cells.last().and_then(|cell| square(*cell)).filter(|pinner| {
            // Without the piece, the pinner could capture the king immediately.
            let without = self.occupied() & !bit(from);
            self.attackers_to(king, self.side.other(), without) & bit(*pinner) != 0
        });
        let reason = match pinner {
            Some(pinner) => format!("The {piece} has no move: the {} pins it.", self.piece(pinner)),
            None => format!("The {piece} has no move: {}{}", exposed.reason[..1].to_lowercase(), &exposed.reason[1..]),
        };
        Err(Illegal { reason, ..exposed })
    }

    /// Every action imaginable for the piece on a square, possible or not.
    fn attempts(&self, from: Square, kind: PieceKind) -> impl Iterator<Item = Action> {
        let ends = 0..64;
        let plain = ends.clone().flat_map(move |to| {
            let promotes = !V::PUSHES && kind == PieceKind::Pawn && (RANK_1 | RANK_8) & bit(to) != 0;
            let moves = if promotes { MoveKind::Promote(PieceKind::Queen) } else { MoveKind::Move };
            [moves, MoveKind::Push].map(|kind| Action::new(from, to, kind))
        });
        let leaps = ends
            .flat_map(move |to| Squares(bits::king(from)).map(move |via| Action::new(from, to, MoveKind::Leap(via))));
        plain.chain(leaps).filter(move |action| action.to != from)
    }

    fn check_move(&self, action: Action, kind: PieceKind) -> Result<(), Illegal> {
        let Action { from, to, .. } = action;
        if kind == PieceKind::Pawn {
            self.check_pawn_move(from, to)?;
            return self.check_promotion(action);
        }
        if let MoveKind::Promote(_) = action.kind {
            let reason = format!("The {} is not a pawn and cannot be promoted.", self.piece(from));
            return illegal::<V, _>(Section::Pawns, reason, [from]);
        }
        if let Some((index, castle)) = self.castle(action) {
            return self.check_castling(index, castle);
        }
        let straight = Direction::between(from, to).filter(|&direction| kind.slides(direction));
        let leaps = kind.leaps() && bits::knight(from) & bit(to) != 0;
        let steps = kind == PieceKind::King && bits::king(from) & bit(to) != 0;
        if straight.is_none() && !leaps && !steps {
            return self.cannot_reach(from, to);
        }
        if let Some(direction) = straight {
            self.check_path(from, to, direction)?;
        }
        self.check_target(from, to)
    }

    fn check_pawn_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let ahead = forward(self.side);
        let single = ahead.next(from);
        let double = single.and_then(|square| ahead.next(square)) == Some(to);
        if single == Some(to) || double {
            let second = if self.side == Side::White { 1 } else { 6 };
            if double && from / 8 != second {
                let reason =
                    format!("The {} is not on its second rank, so it steps only one square.", self.piece(from));
                return illegal::<V, _>(Section::Pawns, reason, [from, to]);
            }
            self.check_path(from, to, ahead)?;
            self.check_target(from, to)?;
            if self.occupied() & bit(to) != 0 {
                let reason = format!("The {} stands in the way, and a pawn captures diagonally", self.piece(to));
                return self.refuse_occupied(from, to, reason);
            }
            return Ok(());
        }
        if !ahead.adjacent().into_iter().any(|diagonal| diagonal.next(from) == Some(to)) {
            return self.cannot_reach(from, to);
        }
        self.check_target(from, to)?;
        if self.occupied() & bit(to) != 0 || self.en_passant == Some(to) {
            return Ok(());
        }
        let passed = to ^ 8;
        if self.piece_on(passed) == Some((self.side.other(), PieceKind::Pawn)) && from / 8 == passed / 8 {
            let reason =
                format!("The {} did not step two squares past {} in the last turn.", self.piece(passed), name(to));
            return illegal::<V, _>(Section::Pawns, reason, [passed, to]);
        }
        let reason = format!("A pawn moves diagonally only to capture, and {} is empty.", name(to));
        illegal::<V, _>(Section::Moves, reason, [to])
    }

    /// Checks that a pawn's move has a promotion letter exactly where one is needed.
    fn check_promotion(&self, action: Action) -> Result<(), Illegal> {
        let arrives = (RANK_1 | RANK_8) & bit(action.to) != 0;
        let reason = match (action.kind, arrives) {
            (MoveKind::Promote(_), true) if V::PUSHES => {
                "The pawn always becomes a chancellor, so it takes no promotion letter.".into()
            }
            (MoveKind::Promote(_), false) => {
                format!("The pawn is not promoted on {}, so it takes no promotion letter.", name(action.to))
            }
            (MoveKind::Move, true) if !V::PUSHES => {
                let (from, to) = (name(action.from), name(action.to));
                format!("The pawn on {from} is promoted on {to}: add q, r, b or n.")
            }
            _ => return Ok(()),
        };
        illegal::<V, _>(Section::Pawns, reason, [action.to])
    }

    fn check_castling(&self, index: usize, castle: &Castle) -> Result<(), Illegal> {
        let illegal = |reason, squares: Vec<Square>| illegal::<V, _>(Section::Castling, reason, squares);
        if !self.may_castle(index) {
            let (side, king, rook) = (side_name(castle.side), name(castle.king), name(castle.rook));
            let reason = format!("{side} has lost the right to castle with the king on {king} and the rook on {rook}.");
            return illegal(reason, vec![castle.king, castle.rook]);
        }
        if let Some(square) = Squares(between(castle.king, castle.rook) & self.occupied()).next() {
            return illegal(format!("The {} stands between king and rook.", self.piece(square)), vec![square]);
        }
        if let Some(attacker) = Squares(self.attackers(self.side)).next() {
            let reason = format!("The king cannot castle while the {} attacks it.", self.piece(attacker));
            return illegal(reason, vec![castle.king, attacker]);
        }
        if let Some(attacker) = Squares(self.attackers_crossing(castle)).next() {
            let over = name(castle.rook_to);
            let reason = format!("The king would cross {over}, where the {} attacks it.", self.piece(attacker));
            return illegal(reason, vec![castle.rook_to, attacker]);
        }
        Ok(())
    }

    fn check_push(&self, action: Action, kind: PieceKind) -> Result<(), Illegal> {
        let Action { from, to, .. } = action;
        let drives = |direction: &Direction| {
            let next = direction.next(from) == Some(to);
            kind.slides(*direction)
                || next && (kind == PieceKind::King || kind == PieceKind::Pawn && *direction == forward(self.side))
        };
        let Some(direction) = Direction::between(from, to).filter(drives) else {
            let hint = if kind.leaps() { "; a pushing leap names its two steps, such as b1>b2>c3" } else { "" };
            let reason = format!("The {} does not push towards {}{hint}.", self.piece(from), name(to));
            return illegal::<V, _>(Section::Drivers, reason, [from, to]);
        };
        self.check_path(from, to, direction)?;
        if self.occupied() & bit(to) == 0 {
            let (from, target) = (name(from), name(to));
            let reason = format!("There is nothing to push on {target}; the plain move is written {from}{target}.");
            return illegal::<V, _>(Section::ActionTexts, reason, [to]);
        }
        self.check_row(from, to, direction)
    }

    fn check_leap(&self, action: Action, via: Square, kind: PieceKind) -> Result<(), Illegal> {
        let Action { from, to, .. } = action;
        if !kind.leaps() {
            let reason = format!("Only a piece that leaps can make a pushing leap, not the {}.", self.piece(from));
            return illegal::<V, _>(Section::Leap, reason, [from]);
        }
        let Some(steps) = Action::leap_steps(from, via, to) else {
            let (a, b, c) = (name(from), name(via), name(to));
            let reason =
                format!("The squares {a}, {b}, {c} are not a knight's leap of one orthogonal and one diagonal step.");
            return illegal::<V, _>(Section::Leap, reason, [from, to]);
        };
        let pushes = steps.into_iter().filter(|&(_, to, _)| self.occupied() & bit(to) != 0);
        if pushes.clone().next().is_none() {
            let reason = format!("Neither step pushes anything; the plain leap is written {}{}.", name(from), name(to));
            return illegal::<V, _>(Section::ActionTexts, reason, [via, to]);
        }
        for (from, to, direction) in pushes {
            self.check_row(from, to, direction)?;
        }
        Ok(())
    }

    /// Checks that the row of pieces from `to` on gives way to a driver from `from`.
    fn check_row(&self, from: Square, to: Square, direction: Direction) -> Result<(), Illegal> {
        let chain = self.chain(to, direction, self.side);
        if chain.gives_way() {
            return Ok(());
        }
        let (n, m) = (chain.pushers, chain.pushed);
        let reason = match (chain.end, chain.squares.last()) {
            (End::Blocked(square), _) if n >= 2 => {
                let reason = format!("The {} stands behind an enemy and blocks the push.", self.piece(square));
                return illegal::<V, _>(Section::Row, reason, [square]);
            }
            (End::Edge, Some(&last)) if m == 0 => {
                let reason = format!("The {} would be pushed off the board by its own side.", self.piece(last));
                return illegal::<V, _>(Section::Row, reason, [last]);
            }
            _ => {
                let (own, other) = (side_name(self.side), side_name(self.side.other()));
                format!("Too few pieces push on {}: {n} of {own}'s against {m} of {other}'s.", name(to))
            }
        };
        let cells = std::iter::once(from).chain(chain.squares.iter().copied());
        illegal::<V, _>(Section::Row, reason, cells)
    }

    /// Checks that the mover's king is not attacked after the action.
    fn check_exposed(&self, action: Action) -> Result<(), Illegal> {
        let mut after = *self;
        after.play(action);
        let king = after.king(self.side);
        let Some(attacker) = Squares(after.attackers(self.side)).next() else { return Ok(()) };
        let captures = after.attackers_to(king, self.side.other(), after.occupied()) & bit(attacker) != 0;
        let reason = if captures {
            format!("The {} could capture the {}.", after.piece(attacker), after.piece(king))
        } else {
            format!("The {} could push the {} off the board.", after.piece(attacker), after.piece(king))
        };
        let reason = match self.attackers(self.side) {
            0 => reason,
            _ => format!("{} is in check, and this does not help. {reason}", side_name(self.side)),
        };
        illegal::<V, _>(Section::Check, reason, [king, attacker])
    }

    /// Checks that the squares between two squares of a line are empty.
    fn check_path(&self, from: Square, to: Square, direction: Direction) -> Result<(), Illegal> {
        let Some(square) = direction.nearest(between(from, to) & self.occupied()) else { return Ok(()) };
        let reason = format!("The {} stands between {} and {}.", self.piece(square), name(from), name(to));
        illegal::<V, _>(Section::Moves, reason, [square])
    }

    /// Checks that a move does not end on a piece of its own side.
    fn check_target(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let Some((side, _)) = self.piece_on(to).filter(|&(side, _)| side == self.side) else { return Ok(()) };
        self.refuse_occupied(from, to, format!("The {} is {}'s own", self.piece(to), side_name(side)))
    }

    /// Refuses a plain move onto a piece for `reason`, given without its full stop. Also tells the
    /// player how to push the piece, or why that is illegal.
    fn refuse_occupied(&self, from: Square, to: Square, reason: String) -> Result<(), Illegal> {
        let leaps = Squares(bits::king(from)).filter(|&via| Action::leap_steps(from, via, to).is_some());
        let pushes = std::iter::once(MoveKind::Push).chain(leaps.map(MoveKind::Leap)).filter(|_| V::PUSHES);
        let mut forbidden = None;
        for kind in pushes {
            let push = Action::new(from, to, kind);
            match self.check(push) {
                Ok(()) => {
                    let reason = format!("{reason}; to push it, write {push}.");
                    return illegal::<V, _>(Section::ActionTexts, reason, [to]);
                }
                Err(refusal) if refusal.rule != Section::Drivers.citation(V::PUSHES) => {
                    forbidden = forbidden.or(Some(refusal));
                }
                Err(_) => {}
            }
        }
        match forbidden.filter(|refusal| refusal.rule != Section::Leap.citation(V::PUSHES)) {
            Some(refusal) => {
                let reason = format!("{reason}, and pushing it is illegal. {}", refusal.reason);
                Err(Illegal { reason, ..refusal })
            }
            None => illegal::<V, _>(Section::Moves, format!("{reason}."), [to]),
        }
    }

    fn cannot_reach(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let mut reason = format!("The {} does not move to {}", self.piece(from), name(to));
        let beside = bits::king(from) & self.occupied() & bit(to) != 0;
        if V::PUSHES && beside && self.piece_on(from).is_some_and(|(_, kind)| kind == PieceKind::Knight) {
            reason += "; a knight pushes the pieces it leaps past: choose where the leap ends";
        }
        illegal::<V, _>(Section::Moves, reason + ".", [from, to])
    }

    /// The piece on a square in words: `white knight on b1`.
    fn piece(&self, square: Square) -> String {
        match self.piece_on(square) {
            Some((side, kind)) => format!("{side} {} on {}", kind.name(), name(square)),
            None => format!("empty square {}", name(square)),
        }
    }
}

/// The name of a side for players.
const fn side_name(side: Side) -> &'static str {
    GameInfo::WHITE_AND_BLACK[side.index()]
}

/// A refusal with the violated rule, the reason and the squares concerned.
fn illegal<V: Variant, T>(
    section: Section,
    reason: impl Into<String>,
    squares: impl IntoIterator<Item = Square>,
) -> Result<T, Illegal> {
    Err(Illegal::new(section.citation(V::PUSHES), reason).at(squares.into_iter().map(cell)))
}
