//! Refusals of illegal actions.
//!
//! This module checks one action at a time and shares no logic with `generate.rs`. Tests compare
//! the two for every action.

use super::action::Action;

use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{Ray, Square, Way};
use crate::engine::{Check, Illegal, Rules};

impl Check for Tactical {
    const END: &'static str = "tactical.md, The end";

    fn check(&self, action: Action) -> Result<(), Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::new(Self::END, format!("The game is over: {}.", outcome.reason)));
        }
        match action {
            Action::Pass if self.phase == Phase::Kings => {
                Err(Illegal::new("tactical.md, Passing", "You cannot pass in phase 2: drop your king."))
            }
            Action::Pass => Ok(()),
            Action::Drop(kind, to) => self.check_drop(kind, to),
            Action::Move(..) | Action::Shot(..) if self.phase != Phase::Battle => {
                let what = if matches!(action, Action::Move(..)) { "Moves" } else { "Shots" };
                let now = self.phase.name();
                Err(Illegal::new(
                    "tactical.md, Phases",
                    format!("{what} are allowed only in phase 4; in this phase players drop {now}."),
                ))
            }
            Action::Move(from, to) => self.check_move(from, to),
            Action::Shot(from, to) => self.check_shot(from, to),
        }
    }
}

/// The section of the rules on the moves and captures of a kind.
fn section(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King | PieceKind::Queen | PieceKind::Rook | PieceKind::Bishop | PieceKind::Knight => {
            "tactical.md, King to knight"
        }
        PieceKind::Pawn => "tactical.md, Pawn",
        PieceKind::RoyalRook | PieceKind::RoyalBishop => "tactical.md, Royal rook and royal bishop",
        PieceKind::RoyalKnight => "tactical.md, Royal knight",
        PieceKind::Veteran => "tactical.md, Veteran",
        PieceKind::Cannon => "tactical.md, Cannon",
        PieceKind::Dragon => "tactical.md, Dragon",
        PieceKind::Prince => "tactical.md, Prince",
        PieceKind::Fanatic => "tactical.md, Fanatic",
        PieceKind::Killer => "tactical.md, Killer",
        PieceKind::Obstacle => "tactical.md, Obstacles",
    }
}

/// The maximum number of steps of a quiet move.
fn quiet_reach(kind: PieceKind, way: Way, forward: bool) -> u8 {
    match (kind, way) {
        (PieceKind::King, Way::Orthogonal | Way::Diagonal) | (PieceKind::Knight, Way::Leap) => 1,
        (PieceKind::Queen | PieceKind::Prince, Way::Orthogonal | Way::Diagonal)
        | (PieceKind::Rook | PieceKind::RoyalRook | PieceKind::Cannon, Way::Orthogonal)
        | (PieceKind::Bishop | PieceKind::RoyalBishop | PieceKind::Dragon, Way::Diagonal)
        | (PieceKind::RoyalKnight, Way::Leap) => 7,
        (PieceKind::Pawn, Way::Orthogonal) => 1 + u8::from(forward),
        (PieceKind::Veteran | PieceKind::Fanatic | PieceKind::Killer, Way::Orthogonal) => 2,
        _ => 0,
    }
}

/// The maximum number of steps of a capture.
fn capture_reach(kind: PieceKind, way: Way, forward: bool) -> u8 {
    match (kind, way) {
        (
            PieceKind::King | PieceKind::Prince | PieceKind::Fanatic | PieceKind::Killer,
            Way::Orthogonal | Way::Diagonal,
        )
        | (PieceKind::Knight | PieceKind::RoyalKnight, Way::Leap) => 1,
        (PieceKind::Queen, Way::Orthogonal | Way::Diagonal)
        | (PieceKind::Rook | PieceKind::RoyalRook, Way::Orthogonal)
        | (PieceKind::Bishop | PieceKind::RoyalBishop, Way::Diagonal) => 7,
        (PieceKind::Pawn | PieceKind::Veteran, Way::Diagonal) => u8::from(forward),
        _ => 0,
    }
}

/// The quiet moves of a kind, for the player.
fn quiet_words(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "moves 1 square in any direction",
        PieceKind::Queen | PieceKind::Prince => "moves along ranks, files and diagonals",
        PieceKind::Rook | PieceKind::RoyalRook | PieceKind::Cannon => "moves along ranks and files",
        PieceKind::Bishop | PieceKind::RoyalBishop | PieceKind::Dragon => "moves along diagonals",
        PieceKind::Knight => "moves by one knight's leap",
        PieceKind::RoyalKnight => "moves by knight's leaps in one direction",
        PieceKind::Pawn => "moves 1 square backward or sideways, 1 or 2 straight forward",
        PieceKind::Veteran | PieceKind::Fanatic | PieceKind::Killer => "moves 1 or 2 squares along a rank or file",
        PieceKind::Obstacle => "never moves",
    }
}

/// The captures of a kind by moving, for the player.
fn capture_words(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King | PieceKind::Prince | PieceKind::Fanatic | PieceKind::Killer => "captures only one square away",
        PieceKind::Queen => "captures along ranks, files and diagonals",
        PieceKind::Rook | PieceKind::RoyalRook => "captures along ranks and files",
        PieceKind::Bishop | PieceKind::RoyalBishop => "captures along diagonals",
        PieceKind::Knight => "captures by one knight's leap",
        PieceKind::RoyalKnight => "captures only with a single leap",
        PieceKind::Pawn | PieceKind::Veteran => "captures only 1 square diagonally forward",
        PieceKind::Cannon | PieceKind::Dragon => "captures only by shooting",
        PieceKind::Obstacle => "captures nothing",
    }
}

/// A sentence about a kind: `A rook moves along ranks and files.`
fn sentence(kind: PieceKind, words: &str) -> String {
    format!("A {} {words}.", kind.name())
}

impl Tactical {
    /// assets/rules/tactical.md, Drops.
    fn check_drop(&self, kind: PieceKind, to: Square) -> Result<(), Illegal> {
        let refuse = |reason: String| Err(Illegal::new("tactical.md, Drops", reason).at([to.cell()]));
        match (self.phase, kind) {
            (Phase::Obstacles, PieceKind::Obstacle) | (Phase::Kings, PieceKind::King) => {}
            (Phase::Obstacles | Phase::Kings, _) => {
                return refuse(format!("In phase {} only {} can be dropped.", self.phase as u8, self.phase.name()));
            }
            (Phase::Pieces | Phase::Battle, PieceKind::Obstacle) => {
                return refuse("Obstacles can be dropped only in phase 1.".to_string());
            }
            (Phase::Pieces | Phase::Battle, _) => {}
        }
        if self.reserves[self.side.index()].count(kind) == 0 {
            return refuse(format!("There is no {} left in the reserve.", kind.name()));
        }
        if let Some((_, standing)) = self.at(to) {
            return refuse(format!("The square {} is already occupied by {}.", to.name(), standing.with_article()));
        }
        if self.drop_zone() & to.bit() == 0 {
            let what = if kind == PieceKind::Obstacle { "Obstacles" } else { "Pieces" };
            return refuse(format!("{what} must be dropped on your own first {} ranks.", self.phase.ranks()));
        }
        Ok(())
    }

    /// The piece of the side to act on a square.
    fn own_piece(&self, from: Square) -> Result<PieceKind, Illegal> {
        let refuse = |rule, reason: String| Err(Illegal::new(rule, reason).at([from.cell()]));
        match self.at(from) {
            Some((Some(side), kind)) if side == self.side => Ok(kind),
            Some((Some(_), kind)) => {
                refuse("tactical.md, Phases", format!("The {} on {} is not yours.", kind.name(), from.name()))
            }
            Some((None, _)) => refuse("tactical.md, Obstacles", "Obstacles cannot be moved.".to_string()),
            None => refuse("tactical.md, Phases", format!("There is no piece on {}.", from.name())),
        }
    }

    /// assets/rules/tactical.md, How the pieces move.
    fn check_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let kind = self.own_piece(from)?;
        let refuse = |rule, reason: String| Err(Illegal::new(rule, reason).at([from.cell(), to.cell()]));
        if from == to {
            let mut legal = Vec::new();
            self.generate(&mut legal);
            let is_own =
                |action: &Action| matches!(action, Action::Move(own, _) | Action::Shot(own, _) if *own == from);
            let reason = match legal.iter().any(is_own) {
                true => "A move must end on another square.".to_string(),
                false => format!("The {} on {} has no move.", kind.name(), from.name()),
            };
            return refuse("tactical.md, How the pieces move", reason);
        }
        let victim = match self.at(to) {
            None => None,
            Some((None, _)) => return refuse("tactical.md, Obstacles", "Obstacles cannot be captured.".to_string()),
            Some((Some(side), own)) if side == self.side => {
                let reason = format!("Your own {} stands on {}.", own.name(), to.name());
                return refuse("tactical.md, How the pieces move", reason);
            }
            Some((Some(_), victim)) => Some(victim),
        };
        let (reach, words): (fn(PieceKind, Way, bool) -> u8, _) = match victim {
            None => (quiet_reach, quiet_words(kind)),
            Some(_) => (capture_reach, capture_words(kind)),
        };
        let reaches = |line: &Ray| line.distance <= reach(kind, line.way, line.is_forward(self.side));
        let Some(line) = Ray::between(from, to).filter(reaches) else {
            return refuse(section(kind), sentence(kind, words));
        };
        self.check_path(kind, from, to, line)?;
        match victim {
            Some(victim) if kind == PieceKind::Killer && !victim.is_royalty() => {
                refuse("tactical.md, Killer", "A killer captures only kings and princes.".to_string())
            }
            Some(PieceKind::Killer) if kind != PieceKind::Fanatic => {
                refuse("tactical.md, Captures", "Only cannons, dragons and fanatics can capture a killer.".to_string())
            }
            _ => Ok(()),
        }
    }

    /// The pieces that a piece may pass over (assets/rules/tactical.md, How the pieces move).
    fn check_path(&self, kind: PieceKind, from: Square, to: Square, line: Ray) -> Result<(), Illegal> {
        let blocks = |square: &Square| match (kind, self.at(*square)) {
            (_, None) | (PieceKind::Dragon, _) => false,
            (PieceKind::Veteran | PieceKind::Fanatic | PieceKind::Killer, Some((side, _))) => side.is_none(),
            (PieceKind::RoyalRook | PieceKind::RoyalBishop, Some((side, _))) => side != Some(self.side),
            _ => true,
        };
        match line.between_squares().find(blocks) {
            None => Ok(()),
            Some(blocker) => {
                let what = self.at(blocker).map_or("piece", |(_, kind)| kind.name());
                let reason = format!(
                    "The path from {} to {} is blocked by the {what} on {}.",
                    from.name(),
                    to.name(),
                    blocker.name()
                );
                Err(Illegal::new(section(kind), reason).at([blocker.cell()]))
            }
        }
    }

    /// assets/rules/tactical.md, How the pieces move.
    fn check_shot(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let kind = self.own_piece(from)?;
        let refuse = |reason: String| Err(Illegal::new(section(kind), reason).at([from.cell(), to.cell()]));
        let line = Ray::between(from, to);
        let within = |way, reach| line.is_some_and(|line| line.way == way && line.distance <= reach);
        match kind {
            PieceKind::Cannon if !within(Way::Orthogonal, 2) => {
                refuse("A cannon shoots 1 or 2 squares along a rank or file.".to_string())
            }
            PieceKind::Cannon => match self.at(to) {
                Some((Some(side), _)) if side != self.side => Ok(()),
                Some((Some(_), _)) => refuse("A cannon shoots enemies only.".to_string()),
                Some((None, _)) => refuse("Obstacles cannot be shot.".to_string()),
                None => refuse(format!("There is nothing to hit on {}.", to.name())),
            },
            PieceKind::Dragon if !within(Way::Diagonal, 1) => {
                refuse("Aim a dragon's shot at a square diagonally next to it.".to_string())
            }
            PieceKind::Dragon if self.obstacles & to.bit() != 0 => {
                refuse(format!("The obstacle on {} stops the shot.", to.name()))
            }
            PieceKind::Dragon => {
                let beyond = line.and_then(|line| line.step.from(to));
                let hit = [Some(to), beyond].into_iter().flatten().any(|square| self.side_at(square).is_some());
                if hit { Ok(()) } else { refuse("There is nothing to hit in this direction.".to_string()) }
            }
            _ => refuse(sentence(kind, "does not shoot")),
        }
    }
}
