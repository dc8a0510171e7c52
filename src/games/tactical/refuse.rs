//! Why an action is not legal.
//!
//! This looks at one action at a time and shares nothing with the list of `moves.rs` but the position: the tests hold the
//! two against each other, action by action.

use super::action::Action;
use super::kind::Kind;
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
fn quiet_reach(kind: Kind, way: Way, forward: bool) -> u8 {
    match (kind, way) {
        (Kind::King, Way::Orthogonal | Way::Diagonal) | (Kind::Knight, Way::Leap) => 1,
        (Kind::Queen | Kind::Prince, Way::Orthogonal | Way::Diagonal)
        | (Kind::Rook | Kind::RoyalRook | Kind::Cannon, Way::Orthogonal)
        | (Kind::Bishop | Kind::RoyalBishop | Kind::Dragon, Way::Diagonal)
        | (Kind::RoyalKnight, Way::Leap) => 7,
        (Kind::Pawn, Way::Orthogonal) => 1 + u8::from(forward),
        (Kind::Veteran | Kind::Fanatic | Kind::Killer, Way::Orthogonal) => 2,
        _ => 0,
    }
}

/// How many steps of a line a piece may go to capture.
fn capture_reach(kind: Kind, way: Way, forward: bool) -> u8 {
    match (kind, way) {
        (Kind::King | Kind::Prince | Kind::Fanatic | Kind::Killer, Way::Orthogonal | Way::Diagonal)
        | (Kind::Knight | Kind::RoyalKnight, Way::Leap) => 1,
        (Kind::Queen, Way::Orthogonal | Way::Diagonal)
        | (Kind::Rook | Kind::RoyalRook, Way::Orthogonal)
        | (Kind::Bishop | Kind::RoyalBishop, Way::Diagonal) => 7,
        (Kind::Pawn | Kind::Veteran, Way::Diagonal) => u8::from(forward),
        _ => 0,
    }
}

/// How a kind moves without capturing, for the player.
fn quiet_words(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "moves 1 square in any direction",
        Kind::Queen | Kind::Prince => "moves along ranks, files and diagonals",
        Kind::Rook | Kind::RoyalRook | Kind::Cannon => "moves along ranks and files",
        Kind::Bishop | Kind::RoyalBishop | Kind::Dragon => "moves along diagonals",
        Kind::Knight => "moves by one knight's leap",
        Kind::RoyalKnight => "moves by knight's leaps in one direction",
        Kind::Pawn => "moves 1 square backward or sideways, 1 or 2 straight forward",
        Kind::Veteran | Kind::Fanatic | Kind::Killer => "moves 1 or 2 squares along a rank or file",
        Kind::Obstacle => "is never moved",
    }
}

/// How a kind captures by moving, for the player.
fn capture_words(kind: Kind) -> &'static str {
    match kind {
        Kind::King | Kind::Prince | Kind::Fanatic | Kind::Killer => "captures only one square away",
        Kind::Queen => "captures along ranks, files and diagonals",
        Kind::Rook | Kind::RoyalRook => "captures along ranks and files",
        Kind::Bishop | Kind::RoyalBishop => "captures along diagonals",
        Kind::Knight => "captures by one knight's leap",
        Kind::RoyalKnight => "captures only by a first and only leap",
        Kind::Pawn | Kind::Veteran => "captures only 1 square diagonally forward",
        Kind::Cannon | Kind::Dragon => "captures only by shooting",
        Kind::Obstacle => "captures nothing",
    }
}

/// The name with its article.
fn a(kind: Kind) -> String {
    let name = kind.man().name();
    let article = if kind == Kind::Obstacle { "an" } else { "a" };
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
    fn check_drop(&self, kind: Kind, to: Square) -> Result<(), Illegal> {
        let refuse = |reason: String| Err(Illegal::new(PHASES, reason).at([to.cell()]));
        match (self.phase, kind) {
            (Phase::Obstacles, Kind::Obstacle) | (Phase::Kings, Kind::King) => {}
            (Phase::Obstacles | Phase::Kings, _) => {
                return refuse(format!("{} are dropped now, not {}", self.phase.name(), a(kind)));
            }
            (Phase::Pieces | Phase::Battle, Kind::Obstacle) => {
                return refuse("obstacles are dropped in phase 1 only".to_string());
            }
            (Phase::Pieces | Phase::Battle, _) => {}
        }
        if self.reserves[self.side.index()].count(kind) == 0 {
            return refuse(format!("the reserve has no {} left", kind.man().name()));
        }
        if let Some((_, standing)) = self.at(to) {
            return refuse(format!("{} is occupied by {}", to.name(), a(standing)));
        }
        if self.zone() & to.bit() == 0 {
            let (what, ranks) = (if kind == Kind::Obstacle { "obstacles" } else { "pieces" }, self.phase.ranks());
            return refuse(format!("{what} are dropped on one's own first {ranks} ranks"));
        }
        Ok(())
    }

    /// The piece of the side to act on a square.
    fn own_piece(&self, from: Square) -> Result<Kind, Illegal> {
        let refuse = |reason: String| Err(Illegal::new(MOVES, reason).at([from.cell()]));
        match self.at(from) {
            Some((Some(side), kind)) if side == self.side => Ok(kind),
            Some((Some(_), kind)) => refuse(format!("the {} on {} is not yours", kind.man().name(), from.name())),
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
                return refuse(format!("your own {} stands on {}", own.man().name(), to.name()));
            }
            Some((Some(_), victim)) => Some(victim),
        };
        let (reach, words): (fn(Kind, Way, bool) -> u8, _) = match victim {
            None => (quiet_reach, quiet_words(kind)),
            Some(_) => (capture_reach, capture_words(kind)),
        };
        let reaches = |line: &Line| line.distance <= reach(kind, line.way, line.is_forward(self.side));
        let Some(line) = Line::between(from, to).filter(reaches) else {
            return refuse(format!("{} {words}", a(kind)));
        };
        self.check_way(kind, from, &line)?;
        match victim {
            Some(victim) if kind == Kind::Killer && !matches!(victim, Kind::King | Kind::Prince) => {
                refuse("a killer captures only kings and princes".to_string())
            }
            Some(Kind::Killer) if kind != Kind::Fanatic => {
                refuse("a killer is captured only by cannons, dragons and fanatics".to_string())
            }
            _ => Ok(()),
        }
    }

    /// What a piece may pass over (rules/tactical.md, How the pieces move).
    fn check_way(&self, kind: Kind, from: Square, line: &Line) -> Result<(), Illegal> {
        let blocks = |square: &Square| match (kind, self.at(*square)) {
            (_, None) | (Kind::Dragon, _) => false,
            (Kind::Veteran | Kind::Fanatic | Kind::Killer, Some((side, _))) => side.is_none(),
            (Kind::RoyalRook | Kind::RoyalBishop, Some((side, _))) => side != Some(self.side),
            _ => true,
        };
        match line.between_squares(from).find(blocks) {
            None => Ok(()),
            Some(blocker) => {
                let reason = format!("the {} on {} is in the way", self.kind_at(blocker).man().name(), blocker.name());
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
            Kind::Cannon if !within(Way::Orthogonal, 2) => {
                refuse("a cannon shoots 1 or 2 squares along a rank or file".to_string())
            }
            Kind::Cannon => match self.at(to) {
                Some((Some(side), _)) if side != self.side => Ok(()),
                Some((Some(_), _)) => refuse("a cannon shoots enemies only".to_string()),
                Some((None, _)) => refuse("an obstacle cannot be shot".to_string()),
                None => refuse(format!("the shot hits nothing on {}", to.name())),
            },
            Kind::Dragon if !within(Way::Diagonal, 1) => {
                refuse("a dragon shoots diagonally, at the square next to it".to_string())
            }
            Kind::Dragon if self.obstacles & to.bit() != 0 => {
                refuse(format!("the obstacle on {} stops the shot", to.name()))
            }
            Kind::Dragon => {
                let beyond = line.and_then(|line| line.step.from(to));
                let hit = [Some(to), beyond].into_iter().flatten().any(|square| self.side_at(square).is_some());
                if hit { Ok(()) } else { refuse("the shot hits nothing".to_string()) }
            }
            _ => refuse(format!("{} does not shoot", a(kind))),
        }
    }
}
