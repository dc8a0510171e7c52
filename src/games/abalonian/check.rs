//! Why an action is not legal: each rule by itself, for one action, without the generator's masks.

use super::action::{Action, MoveKind, name};
use super::attacks::forward;
use super::events::cell;
use super::kind::PieceKind;
use super::position::{Castle, ChessPosition};
use super::push::End;
use crate::engine::bits::{self, Direction, RANK_1, RANK_8, Square, Squares, between, bit};
use crate::engine::{Illegal, Side};

/// Headings of the rules.
#[derive(Clone, Copy)]
enum Section {
    Moves,
    Pushing,
    Check,
    Pawns,
    Texts,
}

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// Carries out every rule on one action, in the order in which a player would check them.
    pub(super) fn refuse(&self, action: Action) -> Result<(), Illegal> {
        let kind = match self.piece_on(action.from) {
            Some((side, kind)) if side == self.side => kind,
            Some(_) => {
                let reason = format!("{} is not {}'s to move", self.man(action.from), self.side);
                return Err(refusal::<PUSHES>(Section::Moves, reason, [action.from]));
            }
            None => {
                let reason = format!("there is no piece on {}", name(action.from));
                return Err(refusal::<PUSHES>(Section::Moves, reason, [action.from]));
            }
        };
        match action.move_kind {
            MoveKind::Move | MoveKind::Promote(_) => self.refuse_move(action, kind)?,
            MoveKind::Push | MoveKind::Leap(_) if !PUSHES => {
                return Err(refusal::<PUSHES>(Section::Moves, "there are no pushes in orthodox chess", []));
            }
            MoveKind::Push => self.refuse_push(action, kind)?,
            MoveKind::Leap(via) => self.refuse_leap(action, via, kind)?,
        }
        self.refuse_exposed(action)
    }

    /// Rules of FIDE chess, by which a piece moves.
    fn refuse_move(&self, action: Action, kind: PieceKind) -> Result<(), Illegal> {
        let Action { from, to, .. } = action;
        if kind == PieceKind::Pawn {
            self.refuse_pawn_move(from, to)?;
            return self.refuse_promotion(action);
        }
        if let MoveKind::Promote(_) = action.move_kind {
            let reason = format!("{} is no pawn and is not promoted", self.man(from));
            return Err(refusal::<PUSHES>(Section::Pawns, reason, [from]));
        }
        if let Some((index, castle)) = self.castle(action) {
            return self.refuse_castling(index, castle);
        }
        let straight = Direction::between(from, to).filter(|&direction| kind.slides(direction));
        let leaps = kind.leaps() && bits::knight(from) & bit(to) != 0;
        let steps = kind == PieceKind::King && bits::king(from) & bit(to) != 0;
        if straight.is_none() && !leaps && !steps {
            return Err(self.not_so(from, to));
        }
        if let Some(direction) = straight {
            self.refuse_blocked(from, to, direction)?;
        }
        self.refuse_own_target(from, to)
    }

    fn refuse_pawn_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let ahead = forward(self.side);
        let single = ahead.next(from);
        let double = single.and_then(|square| ahead.next(square)) == Some(to);
        if single == Some(to) || double {
            let second = if self.side == Side::White { 1 } else { 6 };
            if double && from / 8 != second {
                let reason = format!("{} stands on another rank than its second and steps one square", self.man(from));
                return Err(refusal::<PUSHES>(Section::Pawns, reason, [from, to]));
            }
            self.refuse_blocked(from, to, ahead)?;
            self.refuse_own_target(from, to)?;
            if self.occupied() & bit(to) != 0 {
                let reason = format!("{} stands in the way, and a pawn captures diagonally", self.man(to));
                return Err(refusal::<PUSHES>(Section::Moves, reason, [to]));
            }
            return Ok(());
        }
        if !ahead.beside().into_iter().any(|diagonal| diagonal.next(from) == Some(to)) {
            return Err(self.not_so(from, to));
        }
        self.refuse_own_target(from, to)?;
        if self.occupied() & bit(to) != 0 || self.en_passant == Some(to) {
            return Ok(());
        }
        let passed = to ^ 8;
        if self.piece_on(passed) == Some((self.side.other(), PieceKind::Pawn)) && from / 8 == passed / 8 {
            let reason = format!("{} did not step two squares past {} in the last ply", self.man(passed), name(to));
            return Err(refusal::<PUSHES>(Section::Pawns, reason, [passed, to]));
        }
        let reason = format!("a pawn moves diagonally only to capture, and nothing stands on {}", name(to));
        Err(refusal::<PUSHES>(Section::Moves, reason, [to]))
    }

    /// Whether a letter stands behind a pawn's move exactly where one is wanted.
    fn refuse_promotion(&self, action: Action) -> Result<(), Illegal> {
        let arrives = (RANK_1 | RANK_8) & bit(action.to) != 0;
        let reason = match (action.move_kind, arrives) {
            (MoveKind::Promote(_), true) if PUSHES => {
                "a pawn becomes a chancellor at once: no letter is written".into()
            }
            (MoveKind::Promote(_), false) => {
                format!("{} is not the pawn's last rank: no letter is written", name(action.to))
            }
            (MoveKind::Move, true) if !PUSHES => {
                format!("what the pawn becomes on {} is missing: q, r, b or n", name(action.to))
            }
            _ => return Ok(()),
        };
        Err(refusal::<PUSHES>(Section::Pawns, reason, [action.to]))
    }

    fn refuse_castling(&self, index: usize, castle: &Castle) -> Result<(), Illegal> {
        let illegal = |reason, cells: Vec<Square>| Err(refusal::<PUSHES>(Section::Check, reason, cells));
        if !self.may_castle(index) {
            let (king, rook) = (name(castle.king), name(castle.rook));
            let reason = format!("{}'s right to castle with {king} and {rook} is lost", castle.side);
            return illegal(reason, vec![castle.king, castle.rook]);
        }
        if let Some(square) = Squares(between(castle.king, castle.rook) & self.occupied()).next() {
            return illegal(format!("{} stands between king and rook", self.man(square)), vec![square]);
        }
        if let Some(attacker) = Squares(self.attackers(self.side)).next() {
            let reason = format!("the king does not castle while it is attacked by {}", self.man(attacker));
            return illegal(reason, vec![castle.king, attacker]);
        }
        if let Some(attacker) = Squares(self.attackers_crossing(castle)).next() {
            let over = name(castle.rook_to);
            let reason = format!("the king would cross {over}, where it is attacked by {}", self.man(attacker));
            return illegal(reason, vec![castle.rook_to, attacker]);
        }
        Ok(())
    }

    fn refuse_push(&self, action: Action, kind: PieceKind) -> Result<(), Illegal> {
        let Action { from, to, .. } = action;
        let direction = Direction::between(from, to);
        let drives = |direction: Direction| {
            let next = direction.next(from) == Some(to);
            kind.slides(direction)
                || next && (kind == PieceKind::King || kind == PieceKind::Pawn && direction == forward(self.side))
        };
        let Some(direction) = direction.filter(|&direction| drives(direction)) else {
            let how = if kind.leaps() { ", and a leap that pushes names its two steps, as b1>b2>c3" } else { "" };
            let reason = format!("{} does not push toward {}{how}", self.man(from), name(to));
            return Err(refusal::<PUSHES>(Section::Pushing, reason, [from, to]));
        };
        self.refuse_blocked(from, to, direction)?;
        if self.occupied() & bit(to) == 0 {
            let (from_name, to_name) = (name(from), name(to));
            let reason = format!("nothing stands on {to_name} to be pushed; a move there is {from_name}{to_name}");
            return Err(refusal::<PUSHES>(Section::Texts, reason, [to]));
        }
        self.refuse_chain(from, to, direction)
    }

    fn refuse_leap(&self, action: Action, via: Square, kind: PieceKind) -> Result<(), Illegal> {
        let Action { from, to, .. } = action;
        if !kind.leaps() {
            let reason = format!("{} is no knight and makes no pushing leap", self.man(from));
            return Err(refusal::<PUSHES>(Section::Pushing, reason, [from]));
        }
        let Some(steps) = Action::leap_steps(from, via, to) else {
            let (from, via, to) = (name(from), name(via), name(to));
            let reason = format!("{from} to {via} to {to} is no leap by an orthogonal and a diagonal step");
            return Err(refusal::<PUSHES>(Section::Pushing, reason, [action.from, action.to]));
        };
        let pushes = steps.into_iter().filter(|&(_, to, _)| self.occupied() & bit(to) != 0);
        if pushes.clone().next().is_none() {
            let reason = format!("neither step pushes anything; the leap is {}{}", name(from), name(to));
            return Err(refusal::<PUSHES>(Section::Texts, reason, [via, to]));
        }
        for (from, to, direction) in pushes {
            self.refuse_chain(from, to, direction).map_err(|illegal| {
                let reason = format!("the step to {} is blocked: {}", name(to), illegal.reason);
                Illegal { reason, ..illegal }
            })?;
        }
        Ok(())
    }

    /// Whether what stands on `to` and beyond gives way to a driver from `from`.
    fn refuse_chain(&self, from: Square, to: Square, direction: Direction) -> Result<(), Illegal> {
        let chain = self.chain(to, direction, self.side);
        if chain.gives_way() {
            return Ok(());
        }
        let (n, m) = (chain.pushers, chain.pushed);
        let last = chain.squares.last().copied().unwrap_or(to);
        let reason = match chain.end {
            End::Blocked(square) if n >= 2 => {
                let reason = format!("{} stands behind an enemy and blocks the push", self.man(square));
                return Err(refusal::<PUSHES>(Section::Pushing, reason, [square]));
            }
            End::Edge if m == 0 => {
                let reason = format!("{} would be pushed off the board by its own side", self.man(last));
                return Err(refusal::<PUSHES>(Section::Pushing, reason, [last]));
            }
            _ => format!("not enough pushers: {n} of {}'s against {m}", self.side),
        };
        let cells = std::iter::once(from).chain(chain.squares.iter().copied());
        Err(refusal::<PUSHES>(Section::Pushing, reason, cells))
    }

    fn refuse_exposed(&self, action: Action) -> Result<(), Illegal> {
        let mut after = *self;
        after.carry_out(action);
        let king = after.king(self.side);
        let Some(attacker) = Squares(after.attackers(self.side)).next() else {
            return Ok(());
        };
        let captures = after.attackers_to(king, self.side.other(), after.occupied()) & bit(attacker) != 0;
        let how = if captures { "captured" } else { "shoved off the board" };
        let reason = format!("{} could be {how} by {}", after.man(king), after.man(attacker));
        Err(refusal::<PUSHES>(Section::Check, reason, [king, attacker]))
    }

    fn refuse_blocked(&self, from: Square, to: Square, direction: Direction) -> Result<(), Illegal> {
        let Some(square) = direction.nearest(between(from, to) & self.occupied()) else { return Ok(()) };
        let reason = format!("{} stands between {} and {}", self.man(square), name(from), name(to));
        Err(refusal::<PUSHES>(Section::Moves, reason, [square]))
    }

    fn refuse_own_target(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let Some((side, _)) = self.piece_on(to).filter(|&(side, _)| side == self.side) else { return Ok(()) };
        let push = Action::new(from, to, MoveKind::Push);
        let pushes = PUSHES && self.refuse(push).is_ok();
        let hint = if pushes { format!("; to push it, write {push}") } else { String::new() };
        let reason = format!("{} is {side}'s own{hint}", self.man(to));
        Err(refusal::<PUSHES>(if pushes { Section::Texts } else { Section::Moves }, reason, [to]))
    }

    fn not_so(&self, from: Square, to: Square) -> Illegal {
        let reason = format!("{} does not move to {}", self.man(from), name(to));
        refusal::<PUSHES>(Section::Moves, reason, [from, to])
    }

    /// The man on a square in words.
    fn man(&self, square: Square) -> String {
        match self.piece_on(square) {
            Some((side, kind)) => format!("the {side} {} on {}", kind.man().name(), name(square)),
            None => format!("nothing on {}", name(square)),
        }
    }
}

fn refusal<const PUSHES: bool>(
    section: Section,
    reason: impl Into<String>,
    squares: impl IntoIterator<Item = Square>,
) -> Illegal {
    let rule = match (section, PUSHES) {
        (Section::Moves, true) => "abalonian.md, Abalonian Chess",
        (Section::Pushing, _) => "abalonian.md, Pushing",
        (Section::Check, true) => "abalonian.md, Check",
        (Section::Pawns, true) => "abalonian.md, Pawns",
        (Section::Texts, true) => "abalonian.md, Texts",
        (Section::Moves, false) => "chess.md, Orthodox chess",
        (Section::Check, false) => "chess.md, Check",
        (Section::Pawns, false) => "chess.md, Pawns",
        (Section::Texts, false) => "chess.md, Texts",
    };
    Illegal::new(rule, reason).at(squares.into_iter().map(cell))
}
