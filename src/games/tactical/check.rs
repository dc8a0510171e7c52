//! Why an action is not legal.
//!
//! This looks at one action at a time and shares nothing with the list of `moves.rs` but the position: the tests hold the
//! two against each other, action by action.

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{DIAGONAL, LEAPS, NORTH, ORTHOGONAL, SOUTH, Square, Step};
use crate::engine::{Illegal, Side, Turn};

/// rules/tactical.md, Phases.
const PHASES: &str = "tactical.md, Phases";
/// rules/tactical.md, How the pieces move.
const MOVES: &str = "tactical.md, How the pieces move";
/// rules/tactical.md, The end.
const END: &str = "tactical.md, The end";

/// Equal steps from one square to another.
struct Line {
    way: Way,
    step: Step,
    /// How many steps.
    distance: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Orthogonal,
    Diagonal,
    Leap,
}

impl Line {
    fn between(from: Square, to: Square) -> Option<Line> {
        let ways = [(Way::Orthogonal, &ORTHOGONAL[..]), (Way::Diagonal, &DIAGONAL), (Way::Leap, &LEAPS)];
        for (way, steps) in ways {
            for &step in steps {
                let squares = std::iter::successors(Some(from), |square| step.from(*square));
                if let Some(distance) = squares.skip(1).position(|square| square == to) {
                    return Some(Line { way, step, distance: distance as u8 + 1 });
                }
            }
        }
        None
    }

    /// Whether a pawn of this side sees it as straight or diagonally forward.
    fn is_forward(&self, side: Side) -> bool {
        let (straight, diagonal) = match side {
            Side::White => (NORTH, &DIAGONAL[..2]),
            Side::Black => (SOUTH, &DIAGONAL[2..]),
        };
        self.step == straight || diagonal.contains(&self.step)
    }

    /// The squares that the steps touch between the first and the last, with nothing of a knight's leaps but its landings.
    fn between_squares(&self, from: Square) -> impl Iterator<Item = Square> {
        let step = self.step;
        let squares = std::iter::successors(Some(from), move |square| step.from(*square));
        squares.skip(1).take(usize::from(self.distance) - 1)
    }
}

/// How many steps of a line a piece may go onto an empty square.
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

/// How many steps of a line a piece may go to capture.
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

/// How a kind moves without capturing, for the player.
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
        PieceKind::Obstacle => "is never moved",
    }
}

/// How a kind captures by moving, for the player.
fn capture_words(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King | PieceKind::Prince | PieceKind::Fanatic | PieceKind::Killer => "captures only one square away",
        PieceKind::Queen => "captures along ranks, files and diagonals",
        PieceKind::Rook | PieceKind::RoyalRook => "captures along ranks and files",
        PieceKind::Bishop | PieceKind::RoyalBishop => "captures along diagonals",
        PieceKind::Knight => "captures by one knight's leap",
        PieceKind::RoyalKnight => "captures only by a first and only leap",
        PieceKind::Pawn | PieceKind::Veteran => "captures only 1 square diagonally forward",
        PieceKind::Cannon | PieceKind::Dragon => "captures only by shooting",
        PieceKind::Obstacle => "captures nothing",
    }
}

/// The name with its article.
fn a(kind: PieceKind) -> String {
    let name = kind.chessman().name();
    let article = if kind == PieceKind::Obstacle { "an" } else { "a" };
    format!("{article} {name}")
}

impl Tactical {
    /// Whether an action is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn check_action(&self, action: Action) -> Result<(), Illegal> {
        if let Turn::Over(outcome) = self.turn_now() {
            return Err(Illegal::new(END, format!("the game is over: {}", outcome.reason)));
        }
        match action {
            Action::Pass if self.phase == Phase::Kings => {
                Err(Illegal::new(PHASES, "no passing in phase 2: the king has to be dropped"))
            }
            Action::Pass => Ok(()),
            Action::Drop(kind, to) => self.check_drop(kind, to),
            Action::Move(..) | Action::Shot(..) if self.phase != Phase::Battle => {
                let what = if matches!(action, Action::Move(..)) { "moves" } else { "shots" };
                Err(Illegal::new(PHASES, format!("{what} begin in phase 4; {} are dropped now", self.phase.name())))
            }
            Action::Move(from, to) => self.check_move(from, to),
            Action::Shot(from, to) => self.check_shot(from, to),
        }
    }

    /// rules/tactical.md, Phases.
    fn check_drop(&self, kind: PieceKind, to: Square) -> Result<(), Illegal> {
        let refuse = |reason: String| Err(Illegal::new(PHASES, reason).at([to.cell()]));
        match (self.phase, kind) {
            (Phase::Obstacles, PieceKind::Obstacle) | (Phase::Kings, PieceKind::King) => {}
            (Phase::Obstacles | Phase::Kings, _) => {
                return refuse(format!("{} are dropped now, not {}", self.phase.name(), a(kind)));
            }
            (Phase::Pieces | Phase::Battle, PieceKind::Obstacle) => {
                return refuse("obstacles are dropped in phase 1 only".to_string());
            }
            (Phase::Pieces | Phase::Battle, _) => {}
        }
        if self.reserves[self.side.index()].count(kind) == 0 {
            return refuse(format!("the reserve has no {} left", kind.chessman().name()));
        }
        if let Some((_, standing)) = self.at(to) {
            return refuse(format!("{} is occupied by {}", to.name(), a(standing)));
        }
        if self.zone() & to.bit() == 0 {
            let (what, ranks) = (if kind == PieceKind::Obstacle { "obstacles" } else { "pieces" }, self.phase.ranks());
            return refuse(format!("{what} are dropped on one's own first {ranks} ranks"));
        }
        Ok(())
    }

    /// The piece of the side to act on a square.
    fn own_piece(&self, from: Square) -> Result<PieceKind, Illegal> {
        let refuse = |reason: String| Err(Illegal::new(MOVES, reason).at([from.cell()]));
        match self.at(from) {
            Some((Some(side), kind)) if side == self.side => Ok(kind),
            Some((Some(_), kind)) => refuse(format!("the {} on {} is not yours", kind.chessman().name(), from.name())),
            Some((None, _)) => refuse("an obstacle cannot be moved".to_string()),
            None => refuse(format!("nothing stands on {}", from.name())),
        }
    }

    /// rules/tactical.md, How the pieces move.
    fn check_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let kind = self.own_piece(from)?;
        let refuse = |reason: String| Err(Illegal::new(MOVES, reason).at([from.cell(), to.cell()]));
        if from == to {
            return refuse("a move has to end on another square".to_string());
        }
        let victim = match self.at(to) {
            None => None,
            Some((None, _)) => return refuse("an obstacle cannot be captured".to_string()),
            Some((Some(side), own)) if side == self.side => {
                return refuse(format!("your own {} stands on {}", own.chessman().name(), to.name()));
            }
            Some((Some(_), victim)) => Some(victim),
        };
        let (reach, words): (fn(PieceKind, Way, bool) -> u8, _) = match victim {
            None => (quiet_reach, quiet_words(kind)),
            Some(_) => (capture_reach, capture_words(kind)),
        };
        let reaches = |line: &Line| line.distance <= reach(kind, line.way, line.is_forward(self.side));
        let Some(line) = Line::between(from, to).filter(reaches) else {
            return refuse(format!("{} {words}", a(kind)));
        };
        self.check_way(kind, from, &line)?;
        match victim {
            Some(victim) if kind == PieceKind::Killer && !matches!(victim, PieceKind::King | PieceKind::Prince) => {
                refuse("a killer captures only kings and princes".to_string())
            }
            Some(PieceKind::Killer) if kind != PieceKind::Fanatic => {
                refuse("a killer is captured only by cannons, dragons and fanatics".to_string())
            }
            _ => Ok(()),
        }
    }

    /// What a piece may pass over (rules/tactical.md, How the pieces move).
    fn check_way(&self, kind: PieceKind, from: Square, line: &Line) -> Result<(), Illegal> {
        let blocks = |square: &Square| match (kind, self.at(*square)) {
            (_, None) | (PieceKind::Dragon, _) => false,
            (PieceKind::Veteran | PieceKind::Fanatic | PieceKind::Killer, Some((side, _))) => side.is_none(),
            (PieceKind::RoyalRook | PieceKind::RoyalBishop, Some((side, _))) => side != Some(self.side),
            _ => true,
        };
        match line.between_squares(from).find(blocks) {
            None => Ok(()),
            Some(blocker) => {
                let reason =
                    format!("the {} on {} is in the way", self.kind_at(blocker).chessman().name(), blocker.name());
                Err(Illegal::new(MOVES, reason).at([blocker.cell()]))
            }
        }
    }

    /// rules/tactical.md, How the pieces move.
    fn check_shot(&self, from: Square, to: Square) -> Result<(), Illegal> {
        let kind = self.own_piece(from)?;
        let refuse = |reason: String| Err(Illegal::new(MOVES, reason).at([from.cell(), to.cell()]));
        let line = Line::between(from, to);
        let within = |way, reach| line.as_ref().is_some_and(|line| line.way == way && line.distance <= reach);
        match kind {
            PieceKind::Cannon if !within(Way::Orthogonal, 2) => {
                refuse("a cannon shoots 1 or 2 squares along a rank or file".to_string())
            }
            PieceKind::Cannon => match self.at(to) {
                Some((Some(side), _)) if side != self.side => Ok(()),
                Some((Some(_), _)) => refuse("a cannon shoots enemies only".to_string()),
                Some((None, _)) => refuse("an obstacle cannot be shot".to_string()),
                None => refuse(format!("the shot hits nothing on {}", to.name())),
            },
            PieceKind::Dragon if !within(Way::Diagonal, 1) => {
                refuse("a dragon shoots diagonally, at the square next to it".to_string())
            }
            PieceKind::Dragon if self.obstacles & to.bit() != 0 => {
                refuse(format!("the obstacle on {} stops the shot", to.name()))
            }
            PieceKind::Dragon => {
                let beyond = line.and_then(|line| line.step.from(to));
                let hit = [Some(to), beyond].into_iter().flatten().any(|square| self.side_at(square).is_some());
                if hit { Ok(()) } else { refuse("the shot hits nothing".to_string()) }
            }
            _ => refuse(format!("{} does not shoot", a(kind))),
        }
    }
}
